"""Reads the parts of cards out of JSON, for presenters that find them in a result's metadata."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from ._presentation import (
    CardPart,
    FileDiff,
    FileLocation,
    ReadFileLine,
    SearchFileMatches,
    SearchLineMatch,
    WebSource,
)

Part = TypeVar("Part", bound=CardPart)


def parts_of(kind: type[Part], tree: object) -> tuple[Part, ...]:
    """The array *tree* of objects, each read as a *kind*: `parts_of(ReadFileLine, meta["lines"])`.

    Keys are spelt as the fields are (`old_text`); further keys are ignored, an optional one may be
    null. Raise `ValueError` that names the place where *tree* does not fit.
    """
    return tuple(_part(kind, item, f"[{i}]") for i, item in enumerate(_array(tree, "the parts")))


def _part(kind: type[Part], tree: object, at: str) -> Part:
    if not isinstance(tree, Mapping):
        raise _unfit(at, "an object", tree)
    found: dict[str, Any] = {}
    for name, (read, required) in _READERS[kind].items():
        if name in tree and (required or tree[name] is not None):
            found[name] = read(tree[name], f"{at}.{name}")
        elif required:
            raise ValueError(f"{at}.{name}: missing")
    return kind(**found)


def _unfit(at: str, expected: str, value: object) -> ValueError:
    return ValueError(f"{at}: expected {expected}, got {type(value).__name__}")


def _text(value: object, at: str) -> str:
    if not isinstance(value, str):
        raise _unfit(at, "a string", value)
    return value


def _text_or_null(value: object, at: str) -> str | None:
    return None if value is None else _text(value, at)


def _number(value: object, at: str) -> int:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _unfit(at, "an integer", value)
    return value


def _array(value: object, at: str) -> list[object] | tuple[object, ...]:
    if not isinstance(value, (list, tuple)):
        raise _unfit(at, "an array", value)
    return value


def _matches(value: object, at: str) -> tuple[SearchLineMatch, ...]:
    items = enumerate(_array(value, at))
    return tuple(_part(SearchLineMatch, item, f"{at}[{i}]") for i, item in items)


_READERS: Final[Mapping[type[Any], Mapping[str, tuple[Callable[[Any, str], Any], bool]]]] = {
    FileLocation: {"path": (_text, True), "line": (_number, False)},
    FileDiff: {
        "path": (_text, True),
        "old_text": (_text_or_null, True),
        "new_text": (_text, True),
    },
    ReadFileLine: {"number": (_number, True), "text": (_text, True)},
    SearchLineMatch: {"line_number": (_number, True), "line": (_text, True)},
    SearchFileMatches: {"path": (_text, True), "matches": (_matches, True)},
    WebSource: {
        "url": (_text, True),
        "title": (_text, False),
        "snippet": (_text, False),
        "published_at": (_text, False),
    },
}
"""How each field of a part is read, and whether it must be there."""
