"""Merges schemas that bind together (`allOf`, a base beside a union) into one that takes no less.

What it returns gives a value its *form*; whether the value passes, the original schema decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .facts import ALL_TYPES, Resolve, Schema, common_values, constraints, declared_types

_FUEL = 12
"""Levels of references in references that are merged; beyond, the form is what is known so far."""


def merged(schemas: Sequence[Schema], resolve: Resolve, fuel: int = _FUEL) -> Schema:
    """One schema for values that pass all of *schemas*."""
    flat = [part for schema in schemas for part in _parts(schema, resolve, fuel)]
    if any(part is False for part in flat):
        return False
    tables = [part for part in flat if isinstance(part, Mapping)]
    result: dict[str, Any] = {}
    for table in tables:
        for keyword in ("description", "title"):
            if keyword in table:
                result.setdefault(keyword, table[keyword])
    _merge_types(result, tables)
    _merge_objects(result, tables)
    _merge_members(result, tables)
    items = [table["items"] for table in tables if "items" in table]
    if items and not any("prefixItems" in table for table in tables):
        result["items"] = items[0] if len(items) == 1 else {"allOf": items}
    unions = [(k, table[k]) for table in tables for k in ("oneOf", "anyOf") if k in table]
    if len(unions) == 1:
        result[unions[0][0]] = unions[0][1]
    return result


def _parts(schema: Schema, resolve: Resolve, fuel: int) -> list[Schema]:
    """*schema* taken apart into tables without references and `allOf`."""
    if isinstance(schema, bool) or not fuel:
        return [schema] if isinstance(schema, bool) else [True]
    own = {k: v for k, v in schema.items() if k not in ("$ref", "allOf")}
    found: list[Schema] = [own]
    if "$ref" in schema:
        found += _parts(resolve(schema["$ref"]), resolve, fuel - 1)
    for branch in schema.get("allOf", ()):
        found += _parts(branch, resolve, fuel - 1)
    return found


def _merge_types(result: dict[str, Any], tables: Sequence[Mapping[str, Any]]) -> None:
    types = list(ALL_TYPES)
    for table in tables:
        if "type" in table:
            types = _common_types(types, list(declared_types(table)))
    if any("type" in table for table in tables):
        result["type"] = types[0] if len(types) == 1 else types


def _common_types(left: list[Any], right: list[Any]) -> list[Any]:
    both = [t for t in left if t in right]
    if ("number" in left and "integer" in right) or ("integer" in left and "number" in right):
        both.append("integer")
    return both


def _merge_objects(result: dict[str, Any], tables: Sequence[Mapping[str, Any]]) -> None:
    properties: dict[str, list[Schema]] = {}
    for table in tables:
        for name, node in table.get("properties", {}).items():
            properties.setdefault(name, []).append(node)
    if properties:
        result["properties"] = {k: _together(nodes) for k, nodes in properties.items()}
    required = dict.fromkeys(n for table in tables for n in table.get("required", ()))
    if required:
        result["required"] = list(required)
    openness = [t["additionalProperties"] for t in tables if "additionalProperties" in t]
    if len(openness) == 1 and len(tables) == 1:
        result["additionalProperties"] = openness[0]
    elif False in openness and not any("patternProperties" in t for t in tables):
        _close(result, tables)


def _close(result: dict[str, Any], tables: Sequence[Mapping[str, Any]]) -> None:
    """Keep only the properties that no closed part refuses; the rest can never be there."""
    for table in tables:
        if table.get("additionalProperties") is False:
            allowed = table.get("properties", {})
            kept = {k: v for k, v in result.get("properties", {}).items() if k in allowed}
            result["properties"] = kept
    result["additionalProperties"] = False


def _together(nodes: list[Schema]) -> Schema:
    distinct = [n for i, n in enumerate(nodes) if n not in nodes[:i]]
    substantial = [n for n in distinct if not (isinstance(n, Mapping) and not constraints(n))]
    chosen = substantial or distinct[:1]
    return chosen[0] if len(chosen) == 1 else {"allOf": chosen}


def _merge_members(result: dict[str, Any], tables: Sequence[Mapping[str, Any]]) -> None:
    lists = [table["enum"] for table in tables if "enum" in table]
    lists += [[table["const"]] for table in tables if "const" in table]
    if lists:
        result["enum"] = common_values(lists)
