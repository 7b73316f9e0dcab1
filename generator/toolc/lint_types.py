"""Named types that no finite value passes: a node whose required child is such a node."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from .refs import named_type
from .walk import Schema

_PASSES = 8
"""Rounds of looking; types come in an order in which two nearly always do."""


def endless_types(types: Mapping[str, Schema], order: Iterable[str]) -> frozenset[str]:
    """The names of *types*, by the first of *order* first, whose values would have no end."""
    waiting = list(order)
    finite: set[str] = set()
    for _ in range(_PASSES):
        still = []
        for name in waiting:
            if _is_finite(types[name], finite):
                finite.add(name)
            else:
                still.append(name)
        if len(still) == len(waiting):
            return frozenset(still)
        waiting = still
    return frozenset()


def _is_finite(schema: Schema, finite: Collection[str]) -> bool:
    """Whether some finite value passes *schema*, as far as the types in it are concerned."""
    if not isinstance(schema, Mapping) or "const" in schema or "enum" in schema:
        return True
    name = named_type(schema)
    if name is not None and name not in finite:
        return False
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema and not any(_is_finite(each, finite) for each in schema[keyword]):
            return False
    if not all(_is_finite(each, finite) for each in schema.get("allOf", ())):
        return False
    return all(_is_finite(each, finite) for each in _needed(schema))


def _needed(schema: Mapping[str, Any]) -> Iterable[Schema]:
    """The schemas of what every value of *schema* holds."""
    if schema.get("type") == "object":
        properties = schema.get("properties", {})
        return [properties[key] for key in schema.get("required", ()) if key in properties]
    if schema.get("type") == "array" and schema.get("minItems", 0) > 0:
        return [*schema.get("prefixItems", ())[:1]] or [schema.get("items", True)]
    return ()
