"""The slow path of generated parsers: checks that report every violation and give the form.

A check is a function of a value, its place and the findings; what else it needs follows. It
returns the value's form, which is worth something only where nothing was found.
"""

from __future__ import annotations

from ._frozen import FrozenDict
from ._interpreter_scalars import about_enum, const_part, limit_part
from ._interpreter_types import accepts, accepts_any, wrong_type
from ._json import NotJsonError, freeze
from ._json_equality import json_equal, json_key
from ._record import EMPTY
from ._violation import violation_at
from ._wording import echo, listed, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, TypeAlias

    from ._violation import Place, Violation

    Check: TypeAlias = Callable[..., Any]

_KEYWORDS = {
    "min_length": "minLength",
    "max_length": "maxLength",
    "pattern": "pattern",
    "format": "format",
    "minimum": "minimum",
    "maximum": "maximum",
    "exclusive_minimum": "exclusiveMinimum",
    "exclusive_maximum": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "min_items": "minItems",
    "max_items": "maxItems",
    "unique_items": "uniqueItems",
    "min_properties": "minProperties",
    "max_properties": "maxProperties",
}
"""The limits of a check, by the name of its parameter."""


class Found:
    """What a check has found so far; *label* opens every path."""

    __slots__ = ("label", "violations")

    def __init__(self, label: str = "value") -> None:
        self.label = label
        self.violations: list[Violation] = []

    def add(self, at: Place, kind: str, message: str | Callable[[], str]) -> None:
        """Note one violation."""
        self.violations.append(violation_at(self.label, at, kind, message))

    def apart(self) -> Found:
        """Findings of a branch, which count for nothing unless the branch has to hold."""
        return Found(self.label)


def limited(value: Any, at: Place, found: Found, limits: Mapping[str, Any]) -> None:
    """Apply *limits*, by the name of their parameter."""
    for name, operand in limits.items():
        limit(value, at, found, _KEYWORDS[name], operand)


def limit(value: Any, at: Place, found: Found, keyword: str, operand: Any) -> None:
    """Apply one limit, with the vocabulary's meaning and words."""
    plain: Any = limit_part(keyword, operand).plain
    plain(value, at, found.violations, found)


def is_type(value: Any, at: Place, found: Found, *kinds: str) -> bool:
    """Whether *value* has one of the types *kinds*; reports it where not."""
    if accepts_any(kinds)(value):
        return True
    found.add(at, "type", lambda: wrong_type(kinds, value))
    return False


# Scalars


def null(value: Any, at: Place, found: Found) -> Any:
    """Null."""
    is_type(value, at, found, "null")


def boolean(value: Any, at: Place, found: Found) -> Any:
    """True or false."""
    is_type(value, at, found, "boolean")
    return value


def integer(value: Any, at: Place, found: Found, **limits: Any) -> Any:
    """An integer; 1.0 is one, and becomes 1."""
    if is_type(value, at, found, "integer"):
        limited(value, at, found, limits)
        return int(value)
    return None


def whole(value: Any, at: Place, found: Found, **limits: Any) -> Any:
    """An integer that stays the float it may be, as a sibling branch takes floats."""
    if is_type(value, at, found, "integer"):
        limited(value, at, found, limits)
    return value


def number(value: Any, at: Place, found: Found, **limits: Any) -> Any:
    """A finite number."""
    if is_type(value, at, found, "number"):
        limited(value, at, found, limits)
    return value


def string(value: Any, at: Place, found: Found, **limits: Any) -> Any:
    """A string."""
    if is_type(value, at, found, "string"):
        limited(value, at, found, limits)
    return value


class Members(dict):  # type: ignore[type-arg]  # JSON key → the schema's own value; texts are their own key
    """The values of one `enum`."""

    __slots__ = ("values_",)

    def __init__(self, values: tuple[Any, ...]) -> None:
        keys = [value if type(value) is str else json_key(value) for value in values]
        super().__init__(zip(keys, values, strict=True))
        self.values_ = values


def members(*values: Any) -> Members:
    """The values of one `enum`, for `choice` and `in`."""
    return Members(values)


def member(value: Any, allowed: Members) -> Any:
    """The one of *allowed* that equals *value* as JSON; raise `KeyError`."""
    return allowed[value if type(value) is str else json_key(value)]


def choice(value: Any, at: Place, found: Found, allowed: Members, *kinds: str) -> Any:
    """One of *allowed*, of the types *kinds* where there are any."""
    if kinds and not is_type(value, at, found, *kinds):
        return None
    try:
        return _own(member(value, allowed))
    except (KeyError, TypeError):
        found.add(at, "enum", lambda: about_enum(allowed.values_, value))
        return None


def constant(value: Any, at: Place, found: Found, wanted: Any, *kinds: str) -> Any:
    """Exactly *wanted*."""
    if kinds and not is_type(value, at, found, *kinds):
        return None
    if not json_equal(wanted, value):
        plain: Any = const_part({"const": wanted}).plain
        plain(value, at, found.violations, found)
    return _own(wanted)


def _own(value: Any) -> Any:
    return freeze(value) if isinstance(value, (dict, list)) else value


def json_value(value: Any, at: Place, found: Found) -> Any:
    """Any JSON value, frozen."""
    try:
        return freeze(value)
    except NotJsonError as error:
        found.add(at, "not_json", str(error))
        return None


def nothing(value: Any, at: Place, found: Found) -> Any:
    """No value at all."""
    found.add(at, "forbidden", "nothing may stand here: the schema is false")


# Containers


def array(value: Any, at: Place, found: Found, check: Check, *more: Any, **options: Any) -> Any:
    """A list whose every item passes *check*."""
    if not is_type(value, at, found, "array"):
        return ()
    limited(value, at, found, options)
    return tuple([check(item, (at, number), found, *more) for number, item in enumerate(value)])


def positions(
    value: Any, at: Place, found: Found, checks: tuple[Check, ...], **options: Any
) -> Any:
    """A list whose items pass the check at their position."""
    if not is_type(value, at, found, "array"):
        return ()
    limited(value, at, found, options)
    pairs = enumerate(zip(value, checks, strict=False))
    return tuple([check(item, (at, number), found) for number, (item, check) in pairs])


def mapping(value: Any, at: Place, found: Found, check: Check, *more: Any, **options: Any) -> Any:
    """An object whose every value passes *check*."""
    if not is_object(value, at, found):
        return EMPTY
    limited(value, at, found, options)
    return FrozenDict({k: check(item, (at, k), found, *more) for k, item in value.items()})


def is_object(value: Any, at: Place, found: Found) -> bool:
    """Whether *value* is an object; reports it where not."""
    if not is_type(value, at, found, "object"):
        return False
    strangers = [key for key in value if type(key) is not str]
    if strangers:
        found.add(at, "not_json", f"a key is a string, not {echo(strangers[0])}")
    return not strangers


def required(
    table: Any, key: str, at: Place, found: Found, check: Check, *more: Any, **options: Any
) -> Any:
    """The property *key*, which has to be there."""
    if key in table:
        return check(table[key], (at, key), found, *more, **options)

    def message() -> str:
        close = nearest(key, table)
        return "missing: it is required" + (f" (is {echo(close)} meant?)" if close else "")

    found.add((at, key), "required", message)
    return None


def optional(
    table: Any, key: str, at: Place, found: Found, check: Check, *more: Any, **options: Any
) -> Any:
    """The property *key*, None where it is absent."""
    return check(table[key], (at, key), found, *more, **options) if key in table else None


def maybe(
    table: Any, key: str, at: Place, found: Found, check: Check, *more: Any, **options: Any
) -> Any:
    """The property *key*, which may be null, `UNSET` where it is absent."""
    from ._unset import UNSET

    return check(table[key], (at, key), found, *more, **options) if key in table else UNSET


def closed(table: Any, at: Place, found: Found, declared: frozenset[str]) -> None:
    """Report every key that is not *declared*."""
    for key in table:
        if key not in declared:
            found.add((at, key), "undeclared", about_stranger(key, declared))


def about_stranger(key: str, declared: Iterable[str]) -> Callable[[], str]:
    def message() -> str:
        names = sorted(declared)
        close = nearest(key, names)
        hint = f" (did you mean {echo(close)}?)" if close else ""
        known = f"known are {listed(names)}" if names else "no keys are declared"
        return f"unknown key {echo(key)}{hint}; {known}"

    return message


def extras(
    table: Any,
    at: Place,
    found: Found,
    declared: frozenset[str],
    check: Check,
    *more: Any,
    **options: Any,
) -> Any:
    """The entries that are not *declared*, each of which passes *check*."""
    rest = {
        key: check(item, (at, key), found, *more, **options)
        for key, item in table.items()
        if key not in declared
    }
    return FrozenDict(rest) if rest else EMPTY


def min_properties(table: Any, at: Place, found: Found, operand: int) -> None:
    """At least *operand* entries."""
    limit(table, at, found, "minProperties", operand)


def max_properties(table: Any, at: Place, found: Found, operand: int) -> None:
    """At most *operand* entries."""
    limit(table, at, found, "maxProperties", operand)


# Several checks of one value


def branch(check: Check, *more: Any, **options: Any) -> Check:
    """*check* with its operands, as a function of value, place and findings."""
    return lambda value, at, found: check(value, at, found, *more, **options)


def nullable(value: Any, at: Place, found: Found, check: Check, *more: Any, **options: Any) -> Any:
    """Null, or what passes *check*."""
    return None if value is None else check(value, at, found, *more, **options)


def any_or_null(
    value: Any, at: Place, found: Found, check: Check, *more: Any, **options: Any
) -> Any:
    """`anyOf` with null."""
    return any_of(value, at, found, branch(check, *more, **options), null)


def one_or_null(
    value: Any, at: Place, found: Found, check: Check, *more: Any, **options: Any
) -> Any:
    """`oneOf` with null."""
    return one_of(value, at, found, branch(check, *more, **options), null)


def by_type(value: Any, at: Place, found: Found, **checks: Check) -> Any:
    """The check for the value's JSON type, which has to be among them."""
    for kind, check in checks.items():
        if accepts(kind)(value):
            return check(value, at, found)
    found.add(at, "type", lambda: wrong_type(tuple(checks), value))
    return None


def any_of(value: Any, at: Place, found: Found, *checks: Check, tag: str | None = None) -> Any:
    """What the first branch that accepts *value* makes of it."""
    return _union(value, at, found, "any_of", checks, tag)


def one_of(value: Any, at: Place, found: Found, *checks: Check, tag: str | None = None) -> Any:
    """What the only branch that accepts *value* makes of it."""
    return _union(value, at, found, "one_of", checks, tag)


def _union(
    value: Any, at: Place, found: Found, kind: str, checks: tuple[Check, ...], tag: str | None
) -> Any:
    accepted: list[tuple[int, Any]] = []
    refused: list[tuple[int, Found]] = []
    for place, check in enumerate(checks):
        own = found.apart()
        made = check(value, at, own)
        if own.violations:
            refused.append((place, own))
        elif kind == "any_of":
            return made
        else:
            accepted.append((place, made))
    if len(accepted) == 1:
        return accepted[0][1]
    found.violations.append(_failed(value, at, found, kind, accepted, refused, tag))
    return None


def _failed(
    value: Any,
    at: Place,
    found: Found,
    kind: str,
    accepted: list[tuple[int, Any]],
    refused: list[tuple[int, Found]],
    tag: str | None,
) -> Violation:
    """The one violation of a union, with the reasons of the branch that was closest."""
    if accepted:
        numbers = " and ".join([str(place + 1) for place, _ in accepted])
        message = f"matches the branches {numbers}, but exactly one has to accept the value"
        return violation_at(found.label, at, kind, message)
    place, own = min(refused, key=lambda attempt: _distance(attempt[1], at, tag))
    causes = own.violations
    first = causes[0]
    while first.causes:
        first = first.causes[0]
    more = f" (and {len(causes) - 1} more)" if len(causes) > 1 else ""
    which = f"matches none of the {len(refused)} branches; the closest is branch {place + 1}"
    return violation_at(
        found.label, at, kind, lambda: f"{which}; {first.path}: {first.message}{more}", causes
    )


def _distance(own: Found, at: Place, tag: str | None) -> tuple[int, int, int]:
    """How far a branch is from accepting: its tag first, then the value itself, then the rest."""
    off_tag = sum(v.steps[-1:] == (tag,) for v in own.violations) if tag is not None else 0
    return off_tag, sum(v.is_at(at) for v in own.violations), len(own.violations)


def passes(value: Any, at: Place, found: Found, judge: Check) -> bool:
    """Whether *judge* finds nothing wrong with *value*."""
    before = len(found.violations)
    judge(value, at, found)
    return len(found.violations) == before


def judged(value: Any, at: Place, found: Found, judge: Check, form: Check) -> Any:
    """What *form* makes of a value that *judge* accepts."""
    if not passes(value, at, found, judge):
        return None
    made = found.apart()
    return form(value, at, made)


def opaque(value: Any, at: Place, found: Found, check: Check) -> Any:
    """A value that passes *check* and is typed as plain JSON."""
    check(value, at, found)
    return json_value(value, at, found)
