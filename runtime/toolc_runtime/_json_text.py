"""JSON text to values, strictly: what would lose something or mean two things is refused."""

from __future__ import annotations

from ._json_copy import is_json
from ._json_faults import is_unicode
from ._json_parser import DEEPEST, JsonTextError, Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from ._json_value import JsonValue

_scanner: Callable[[str], Any] | None = None


class _SuspectError(ValueError):
    """The quick decoder saw something that the strict parser has to judge."""


def decode_json(text: str, *, deepest: int | None = DEEPEST) -> JsonValue:
    """The value that *text* denotes, as a plain tree; raise `JsonTextError`.

    Refused, each with its reason and place: what is no JSON, duplicate keys, `NaN` and `Infinity`,
    numbers that overflow, integers of more digits than the interpreter converts, lone surrogates,
    and more than *deepest* levels; None is for text of our own, at any depth. `-0.0` is kept.
    """
    if not isinstance(text, str):
        raise TypeError(f"JSON text is a str, not a {type(text).__name__}")
    parser = Parser(text, deepest)
    found = _quick(parser)
    if _has_surrogate(text, found) or _is_too_deep(parser, found):
        found = parser.parse()
    return found


def _has_surrogate(text: str, found: JsonValue) -> bool:
    if not (text.isascii() or is_unicode(text)):
        return True
    return ("\\ud" in text or "\\uD" in text) and not is_json(found)


def _is_too_deep(parser: Parser, found: JsonValue) -> bool:
    """Whether the interpreter's limit let more levels pass than ours."""
    text, deepest = parser.text, parser.deepest
    if deepest is None or text.count("[") + text.count("{") <= deepest:
        return False
    levels = 0
    level: Any = [found]
    while level := [item for item in level if type(item) is dict or type(item) is list]:
        levels += 1
        level = [member for item in level for member in _members(item)]
    return levels > deepest


def _members(container: Any) -> Any:
    return container.values() if type(container) is dict else container


def _quick(parser: Parser) -> JsonValue:
    global _scanner
    if _scanner is None:
        _scanner = _make_scanner()
    found: JsonValue
    try:
        found = _scanner(parser.text)
    except (ValueError, RecursionError):
        found = parser.parse()
    return found


def _make_scanner() -> Callable[[str], Any]:
    from json import JSONDecoder

    return JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_refuse).decode


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise _SuspectError("a duplicate key")
    return table


def _float(text: str) -> float:
    number = float(text)
    if number - number != 0.0:
        raise _SuspectError("a number that overflows")
    return number


def _refuse(text: str) -> NoReturn:
    raise _SuspectError(text)


__all__ = ["DEEPEST", "JsonTextError", "decode_json"]
