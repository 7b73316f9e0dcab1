"""Keywords that look at a value as a whole: type, enum, const and the limits."""

from __future__ import annotations

from ._frozen import FrozenDict
from ._interpreter_node import Part
from ._interpreter_types import accepts_any, described, sole_type, types_of, wrong_type
from ._json_equality import has_duplicates, json_equal, json_key
from ._violation import violation_at
from ._vocabulary import KEYWORDS
from ._wording import echo, listed, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from ._interpreter_node import Fast, Memo, Run, Sink
    from ._violation import Place

    Schema: TypeAlias = dict[str, Any]
    Test: TypeAlias = Callable[[Any], bool]
    Say: TypeAlias = Callable[[Any], str]

_OWN_GUARD = {
    "object": ("properties", "required", "additionalProperties", "patternProperties"),
    "array": ("items", "prefixItems"),
}
"""Per type, the keywords whose part checks the type as well."""


def type_part(schema: Schema) -> Part:
    """The part of `type`: where it fails, nothing else is said about the value."""
    kinds = types_of(schema)
    test = accepts_any(kinds)

    def plain(value: Any, place: Place, sink: Sink, run: Run) -> bool:
        if test(value):
            return False
        sink.append(violation_at(run.label, place, "type", lambda: wrong_type(kinds, value)))
        return True

    guards = _OWN_GUARD.get(sole_type(schema) or "", ())
    guarded = any(name in schema for name in guards)
    return Part(None if guarded else _fast_type(kinds, test), plain)


def _fast_type(kinds: tuple[str, ...], test: Test) -> Fast:
    if kinds == ("string",):
        return lambda value, memo: type(value) is str
    if kinds == ("integer",):
        return lambda value, memo: (
            type(value) is int or (type(value) is float and value.is_integer())
        )
    return lambda value, memo: test(value)


def enum_part(schema: Schema) -> Part:
    """The part of `enum`; `const` beside it is asked only where this passes."""
    members = schema["enum"]
    keys = frozenset(map(json_key, members))
    texts = frozenset([member for member in members if type(member) is str])
    only_texts = len(texts) == len(keys)

    def fast(value: Any, memo: Memo) -> bool:
        if type(value) is str:
            return value in texts
        return not only_texts and json_key(value) in keys

    def plain(value: Any, place: Place, sink: Sink, run: Run) -> bool:
        if fast(value, None):
            return False
        sink.append(violation_at(run.label, place, "enum", lambda: about_enum(members, value)))
        return True

    return Part(fast, plain)


def about_enum(members: Sequence[Any], value: Any) -> str:
    """The message for a *value* that is none of *members*."""
    texts = [member for member in members if isinstance(member, str)]
    close = nearest(value, texts) if isinstance(value, str) else None
    hint = f" (did you mean {echo(close)}?)" if close is not None else ""
    return f"expected {'one of ' if len(members) > 1 else ''}{listed(members)}, got {echo(value)}{hint}"


def const_part(schema: Schema) -> Part:
    """The part of `const`."""
    wanted = schema["const"]
    say: Say = lambda value: f"expected {echo(wanted)}, got {described(value)}"
    if type(wanted) is str:
        return _tested("const", lambda value: type(value) is str and value == wanted, say, ())
    return _tested("const", lambda value: json_equal(wanted, value), say, ())


def _tested(kind: str, test: Test, say: Say, types: tuple[str, ...]) -> Part:
    """A part for values of *types*, any where there are none, that *test* has to hold of."""

    def plain(value: Any, place: Place, sink: Sink, run: Run) -> None:
        if not fast(value, None):
            sink.append(violation_at(run.label, place, kind, lambda: say(value)))

    fast = _guarded(test, types)
    return Part(fast, plain)


def _guarded(test: Test, types: tuple[str, ...]) -> Fast:
    if not types:
        return lambda value, memo: test(value)
    if "string" in types:
        return lambda value, memo: type(value) is not str or test(value)
    if "number" in types:
        return lambda value, memo: (
            (type(value) is not int and type(value) is not float) or test(value)
        )
    exact = (list, tuple) if "array" in types else (dict, FrozenDict)
    return lambda value, memo: type(value) not in exact or test(value)


def limit_part(name: str, operand: Any) -> Part:
    """The part of the assertion *name*, which looks at one value and one operand."""
    row = KEYWORDS[name]
    test, say = _LIMITS[name](operand)
    return _tested(row.kind, test, say, row.types)


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _bound(relation: str, holds: Callable[[Any, Any], bool]) -> Callable[[Any], tuple[Test, Say]]:
    def make(bound: Any) -> tuple[Test, Say]:
        say: Say = lambda value: f"expected a number {relation} {echo(bound)}, got {echo(value)}"
        return (lambda value: holds(value, bound)), say

    return make


def _length(unit: str, least: bool) -> Callable[[Any], tuple[Test, Say]]:
    relation = "at least" if least else "at most"

    def make(operand: Any) -> tuple[Test, Say]:
        bound = int(operand)

        def say(value: Any) -> str:
            wanted = f"expected {relation} {_count(bound, unit)}"
            return f"{wanted}, got {len(value)}: {echo(value)}"

        return (
            ((lambda value: len(value) >= bound), say)
            if least
            else ((lambda value: len(value) <= bound), say)
        )

    return make


def _multiple_of(step: Any) -> tuple[Test, Say]:
    return (
        lambda value: is_multiple(value, step),
        lambda value: f"expected a multiple of {echo(step)}, got {echo(value)}",
    )


def is_multiple(value: float, step: float) -> bool:
    """Whether *value* is a whole multiple of *step*; floats stand for their shortest decimal."""
    if type(value) is int and type(step) is int:
        return value % step == 0
    if value - value != 0.0:
        return False
    (whole, power), (part, other) = _decimal(value), _decimal(step)
    least = min(power, other)
    rest: int = whole * 10 ** (power - least) % (part * 10 ** (other - least))
    return rest == 0


def _decimal(number: float) -> tuple[int, int]:
    """*number* as digits and a power of ten, exactly as it is written."""
    if isinstance(number, int):
        return number, 0
    digits, _, power = repr(number).partition("e")
    whole, _, fraction = digits.partition(".")
    return int(whole + fraction), int(power or 0) - len(fraction)


def _pattern(pattern: str) -> tuple[Test, Say]:
    from ._patterns import compile_pattern  # few schemas have any

    return (
        compile_pattern(pattern),
        lambda value: f"expected a match of the pattern {echo(pattern)}, got {echo(value)}",
    )


def _format(name: str) -> tuple[Test, Say]:
    from ._formats import check_format  # few schemas have any

    return (
        lambda value: check_format(name, value),
        lambda value: f"expected a string of the format {name}, got {echo(value)}",
    )


def _unique(wanted: bool) -> tuple[Test, Say]:
    if not wanted:
        return (lambda value: True), (lambda value: "")
    return (lambda value: not has_duplicates(value)), _about_duplicates


def _about_duplicates(value: Sequence[Any]) -> str:
    seen: dict[Any, int] = {}
    for number, item in enumerate(value):
        first = seen.setdefault(json_key(item), number)
        if first != number:
            return f"expected distinct items, but [{first}] and [{number}] are both {echo(item)}"
    return "expected distinct items"


_LIMITS: dict[str, Callable[[Any], tuple[Test, Say]]] = {
    "minimum": _bound("of at least", lambda value, bound: value >= bound),
    "maximum": _bound("of at most", lambda value, bound: value <= bound),
    "exclusiveMinimum": _bound("greater than", lambda value, bound: value > bound),
    "exclusiveMaximum": _bound("less than", lambda value, bound: value < bound),
    "multipleOf": _multiple_of,
    "minLength": _length("character", True),
    "maxLength": _length("character", False),
    "minItems": _length("item", True),
    "maxItems": _length("item", False),
    "minProperties": _length("key", True),
    "maxProperties": _length("key", False),
    "pattern": _pattern,
    "format": _format,
    "uniqueItems": _unique,
}
LIMITS = frozenset(_LIMITS)
