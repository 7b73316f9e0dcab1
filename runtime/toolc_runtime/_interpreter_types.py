"""JSON's types, as tests of Python values and as words."""

from __future__ import annotations

from ._frozen import FrozenDict
from ._vocabulary import TYPE_NAMES
from ._wording import echo, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeAlias

    Test: TypeAlias = Callable[[Any], bool]

_ARTICLES = {
    "string": "a string",
    "number": "a number",
    "integer": "an integer",
    "boolean": "a boolean",
    "null": "null",
    "array": "an array",
    "object": "an object",
}

PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list, tuple),
    "object": (dict, FrozenDict),
}
"""Per type, the Python types whose every value is one; of floats, some are."""


def named(kind: str) -> str:
    """`a string`, `an object`, `null`."""
    return _ARTICLES[kind]


def named_all(kinds: Iterable[str]) -> str:
    """`a string, an object or null`; a number covers integers."""
    known = dict.fromkeys(kinds)
    if "number" in known:
        known.pop("integer", None)
    if not known:
        return "nothing, as every branch is false"
    *most, last = [_ARTICLES[kind] for kind in known]
    return f"{', '.join(most)} or {last}" if most else last


def is_finite(value: float) -> bool:
    """Whether JSON has *value*."""
    return value - value == 0.0


def accepts(kind: str) -> Test:
    """The test for values of type *kind*. 1.0 is an integer; booleans are no numbers."""
    return _TESTS[kind]


def _is_number(value: Any) -> bool:
    return type(value) is int or (type(value) is float and value - value == 0.0)


def _is_integer(value: Any) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())


def _is_array(value: Any) -> bool:
    return type(value) is list or type(value) is tuple


def _is_object(value: Any) -> bool:
    return type(value) is dict or type(value) is FrozenDict


_TESTS: dict[str, Test] = {
    "string": lambda value: type(value) is str,
    "number": _is_number,
    "integer": _is_integer,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "array": _is_array,
    "object": _is_object,
}


def accepts_any(kinds: tuple[str, ...]) -> Test:
    """The test for values of one of the types *kinds*."""
    if len(kinds) == 1:
        return _TESTS[kinds[0]]
    exact = frozenset([python for kind in kinds for python in PYTHON_TYPES[kind]])
    if "number" in kinds:
        return lambda value: type(value) in exact or (type(value) is float and is_finite(value))
    if "integer" in kinds:
        return lambda value: type(value) in exact or (type(value) is float and value.is_integer())
    return lambda value: type(value) in exact


def kind_of(value: object) -> str | None:
    """The JSON type of *value*, `integer` for whole numbers; None where it is no JSON."""
    for kind in ("string", "integer", "number", "boolean", "null", "object", "array"):
        if _TESTS[kind](value):
            return kind
    return None


def wrong_type(kinds: tuple[str, ...], value: object) -> str:
    """The message for *value* where one of the types *kinds* is wanted."""
    return f"expected {named_all(kinds)}, got {described(value)}"


def described(value: object) -> str:
    """*value* in short, with its type where its text alone could mislead."""
    kind = kind_of(value)
    if kind is None:
        return f"{shown(value)}, which is no JSON value"
    if kind in ("array", "object", "null"):
        return {"array": f"the array {echo(value)}", "object": f"the object {echo(value)}"}.get(
            kind, "null"
        )
    return f"the {kind} {echo(value)}"


def types_of(schema: dict[str, Any]) -> tuple[str, ...]:
    """The types that `type` of *schema* allows, each once; all where it is absent."""
    given = schema.get("type", TYPE_NAMES)
    return (given,) if isinstance(given, str) else tuple(dict.fromkeys(given))


def sole_type(schema: dict[str, Any]) -> str | None:
    """The type that *schema* demands, where it is one."""
    kinds = types_of(schema)
    return kinds[0] if len(kinds) == 1 else None
