"""Lints of one schema by itself: what it says that cannot be meant."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from toolc_runtime._formats import FORMATS
from toolc_runtime._json import json_key
from toolc_runtime._wording import echo

from .shapes import ALL_TYPES, type_of_value, types_of
from .spec import Steps
from .vocabulary import types_for


@dataclass(frozen=True, slots=True)
class Hint:
    """A warning about what stands at *steps* below the schema that was looked at."""

    code: str
    steps: Steps
    message: str


Table: TypeAlias = Mapping[str, Any]
Rule: TypeAlias = Callable[[Table], Iterator[Hint]]

_BOUNDS = (
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
)


def bounds(schema: Table) -> Iterator[Hint]:
    """A lower bound above the upper one."""
    for low, high in _BOUNDS:
        if low in schema and high in schema and schema[low] > schema[high]:
            message = f"nothing passes: {low} {schema[low]} is above {high} {schema[high]}"
            yield Hint("lint-unsatisfiable", (low,), message)
    yield from _range(schema)


def _range(schema: Table) -> Iterator[Hint]:
    """An open or integer range without a number in it."""
    low, is_low_open = _bound(schema, "minimum", "exclusiveMinimum", max)
    high, is_high_open = _bound(schema, "maximum", "exclusiveMaximum", min)
    key = next((k for k in ("exclusiveMinimum", "minimum") if k in schema), None)
    if key is None or (low > high and not (is_low_open or is_high_open)):
        return
    empty = low > high or (low == high and (is_low_open or is_high_open))
    if not empty and types_of((schema,)) == {"integer"} and math.isfinite(high):
        first = math.floor(low) + 1 if is_low_open or low != math.ceil(low) else math.ceil(low)
        empty = first > high or (first == high and is_high_open)
    if empty:
        yield Hint("lint-unsatisfiable", (key,), "nothing passes: the range is empty")


def _bound(schema: Table, closed: str, opened: str, pick: Callable[..., Any]) -> tuple[Any, bool]:
    """The tighter of two bounds, and whether it is open."""
    found = [(schema[key], key == opened) for key in (closed, opened) if key in schema]
    if not found:
        return (-math.inf if pick is max else math.inf), False
    value = pick(value for value, _ in found)
    return value, any(is_open for bound, is_open in found if bound == value)


def values(schema: Table) -> Iterator[Hint]:
    """Members of an `enum` that the node's type refuses, or that stand twice."""
    if "enum" not in schema:
        return
    seen: set[object] = set()
    types = types_of(({"type": schema.get("type")},)) if "type" in schema else ALL_TYPES
    for number, value in enumerate(schema["enum"]):
        if type_of_value(value) not in types:
            message = f"never passes: {echo(value)} is not of the node's type"
            yield Hint("lint-enum", ("enum", number), message)
        if json_key(value) in seen:
            yield Hint("lint-enum", ("enum", number), "this value stands twice")
        seen.add(json_key(value))
    if "const" in schema and json_key(schema["const"]) not in seen:
        yield Hint("lint-unsatisfiable", ("const",), "nothing passes: 'const' is not in 'enum'")


def misplaced(schema: Table) -> Iterator[Hint]:
    """Keywords for values of types that the schema refuses."""
    if "type" not in schema:
        return
    types = types_of(({"type": schema["type"]},))
    for key in schema:
        wanted = types_for(key)
        if wanted and wanted.isdisjoint(types):
            message = f"{key!r} says nothing here: it is for {' and '.join(sorted(wanted))}"
            yield Hint("lint-idle", (key,), message)


def required(schema: Table) -> Iterator[Hint]:
    """Required names that no property declares, and more of them than there may be."""
    names = schema.get("required", ())
    declared = schema.get("properties", {})
    is_closed = schema.get("additionalProperties") is False and "patternProperties" not in schema
    for number, name in enumerate(names):
        if name not in declared and ("properties" in schema or is_closed):
            code = "lint-unsatisfiable" if is_closed else "lint-required"
            lead = "nothing passes: " if is_closed else ""
            message = f"{lead}{name!r} is required and not declared"
            yield Hint(code, ("required", number), message)
    if len(set(names)) > schema.get("maxProperties", math.inf):
        message = "nothing passes: more properties are required than 'maxProperties' allows"
        yield Hint("lint-unsatisfiable", ("maxProperties",), message)


def formats(schema: Table) -> Iterator[Hint]:
    """Formats that nobody checks."""
    if "format" in schema and schema["format"] not in FORMATS:
        yield Hint("lint-format", ("format",), f"the format {schema['format']!r} is not checked")


RULES: tuple[Rule, ...] = (bounds, values, misplaced, required, formats)
