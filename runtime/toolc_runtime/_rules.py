"""The keywords that a generated judge applies, one function each, with JSON Schema's meaning.

A keyword that is about another type than the value's says nothing of it.
"""

from __future__ import annotations

from ._checks import Found, about_stranger, any_of, is_type, limit, nothing, one_of, passes
from ._frozen import FrozenDict
from ._interpreter_scalars import const_part, enum_part
from ._wording import echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ._checks import Check
    from ._violation import Place

_ARRAYS = (list, tuple)
_OBJECTS = (dict, FrozenDict)


def type_(value: Any, at: Place, found: Found, wanted: str | list[str]) -> bool:
    """`type`; where it fails, nothing else is said about the value."""
    return is_type(value, at, found, *([wanted] if isinstance(wanted, str) else wanted))


def enum(value: Any, at: Place, found: Found, wanted: list[Any]) -> bool:
    """`enum`; where it fails, `const` is not asked."""
    plain: Any = enum_part({"enum": wanted}).plain
    return not plain(value, at, found.violations, found)


def const(value: Any, at: Place, found: Found, wanted: Any) -> None:
    """`const`."""
    plain: Any = const_part({"const": wanted}).plain
    plain(value, at, found.violations, found)


def _limit(keyword: str) -> Any:
    def apply(value: Any, at: Place, found: Found, operand: Any) -> None:
        limit(value, at, found, keyword, operand)

    apply.__doc__ = f"`{keyword}`."
    return apply


minimum = _limit("minimum")
maximum = _limit("maximum")
exclusive_minimum = _limit("exclusiveMinimum")
exclusive_maximum = _limit("exclusiveMaximum")
multiple_of = _limit("multipleOf")
min_length = _limit("minLength")
max_length = _limit("maxLength")
pattern = _limit("pattern")
format_ = _limit("format")
min_items = _limit("minItems")
max_items = _limit("maxItems")
unique_items = _limit("uniqueItems")
min_properties = _limit("minProperties")
max_properties = _limit("maxProperties")


def all_of(value: Any, at: Place, found: Found, *checks: Check) -> None:
    """`allOf`."""
    for check in checks:
        check(value, at, found)


def not_(value: Any, at: Place, found: Found, check: Check) -> None:
    """`not`."""
    if passes(value, at, found.apart(), check):
        found.add(at, "not", lambda: f"expected a value unlike {echo(value)}")


def if_(value: Any, at: Place, found: Found, checks: Mapping[str, Check]) -> None:
    """`if`, `then` and `else`."""
    chosen = checks.get("then" if passes(value, at, found.apart(), checks["if"]) else "else")
    if chosen is not None:
        chosen(value, at, found)


def properties(value: Any, at: Place, found: Found, checks: Mapping[str, Check]) -> None:
    """`properties`."""
    if type(value) in _OBJECTS:
        for key, check in checks.items():
            if key in value:
                check(value[key], (at, key), found)


def required(value: Any, at: Place, found: Found, names: Sequence[str]) -> None:
    """`required`."""
    if type(value) in _OBJECTS:
        for name in dict.fromkeys(names):
            if name not in value:
                found.add((at, name), "required", "missing: it is required")


def pattern_properties(value: Any, at: Place, found: Found, checks: Mapping[str, Check]) -> None:
    """`patternProperties`."""
    if type(value) in _OBJECTS:
        from ._patterns import compile_pattern

        for key, item in value.items():
            for wanted, check in checks.items():
                if compile_pattern(wanted)(key):
                    check(item, (at, key), found)


def additional_properties(
    value: Any,
    at: Place,
    found: Found,
    check: Check,
    declared: Sequence[str],
    patterns: Sequence[str],
) -> None:
    """`additionalProperties`: what `properties` and `patternProperties` leave."""
    if type(value) not in _OBJECTS:
        return
    for key, item in value.items():
        if key in declared or _matches(key, patterns):
            continue
        if check is nothing:
            found.add((at, key), "undeclared", about_stranger(key, declared))
        else:
            check(item, (at, key), found)


def _matches(key: str, patterns: Sequence[str]) -> bool:
    if not patterns:
        return False
    from ._patterns import compile_pattern

    return any(compile_pattern(pattern)(key) for pattern in patterns)


def property_names(value: Any, at: Place, found: Found, check: Check) -> None:
    """`propertyNames`: one violation at each key that fails."""
    if type(value) in _OBJECTS:
        for key in value:
            own = found.apart()
            check(key, (at, key), own)
            if own.violations:
                first = own.violations[0].message
                found.add(
                    (at, key), "property_names", f"the key {echo(key)} is not allowed: {first}"
                )


def dependent_required(
    value: Any, at: Place, found: Found, wanted: Mapping[str, Sequence[str]]
) -> None:
    """`dependentRequired`."""
    if type(value) in _OBJECTS:
        for key, names in wanted.items():
            for name in names if key in value else ():
                if name not in value:
                    message = f"missing: it is required where {echo(key)} is given"
                    found.add((at, name), "dependent_required", message)


def dependent_schemas(value: Any, at: Place, found: Found, checks: Mapping[str, Check]) -> None:
    """`dependentSchemas`."""
    if type(value) in _OBJECTS:
        for key, check in checks.items():
            if key in value:
                check(value, at, found)


def prefix_items(value: Any, at: Place, found: Found, *checks: Check) -> None:
    """`prefixItems`."""
    if type(value) in _ARRAYS:
        for number, (item, check) in enumerate(zip(value, checks, strict=False)):
            check(item, (at, number), found)


def items(value: Any, at: Place, found: Found, check: Check, start: int) -> None:
    """`items`: those after the first *start*, which `prefixItems` has."""
    if type(value) in _ARRAYS:
        for number in range(start, len(value)):
            check(value[number], (at, number), found)


def contains(
    value: Any, at: Place, found: Found, check: Check, least: int, most: int | None
) -> None:
    """`contains`, `minContains` and `maxContains`."""
    if type(value) not in _ARRAYS:
        return
    count = sum(passes(item, (at, n), found.apart(), check) for n, item in enumerate(value))
    if count < least:
        kind = "contains" if least == 1 else "min_contains"
        found.add(at, kind, f"expected at least {least} items that match, got {count}")
    if most is not None and count > most:
        found.add(at, "max_contains", f"expected at most {most} items that match, got {count}")


__all__ = [
    "additional_properties",
    "all_of",
    "any_of",
    "const",
    "contains",
    "dependent_required",
    "dependent_schemas",
    "enum",
    "exclusive_maximum",
    "exclusive_minimum",
    "format_",
    "if_",
    "items",
    "max_items",
    "max_length",
    "max_properties",
    "maximum",
    "min_items",
    "min_length",
    "min_properties",
    "minimum",
    "multiple_of",
    "not_",
    "one_of",
    "pattern",
    "pattern_properties",
    "prefix_items",
    "properties",
    "property_names",
    "required",
    "type_",
    "unique_items",
]
