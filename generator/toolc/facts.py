"""Facts about schemas that the modelling stage decides by: types, tags, keys that constrain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from toolc_runtime._json import json_equal
from toolc_runtime._vocabulary import ANNOTATIONS

from .model import JsonType

Schema: TypeAlias = "Mapping[str, Any] | bool"
Resolve: TypeAlias = Callable[[str], Schema]

ALL_TYPES: tuple[JsonType, ...] = ("null", "boolean", "number", "string", "array", "object")

LIMITS: Mapping[JsonType, tuple[str, ...]] = {
    "null": (),
    "boolean": (),
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "string": ("minLength", "maxLength", "pattern", "format"),
    "array": ("minItems", "maxItems", "uniqueItems"),
    "object": ("minProperties", "maxProperties"),
}
"""Per type, the assertions that its check takes as limits."""

SHAPE: Mapping[JsonType, tuple[str, ...]] = {
    "array": ("items", "prefixItems"),
    "object": ("properties", "required", "additionalProperties", "patternProperties"),
}
"""Per type, the keywords that say what it holds."""

_DEFINITIONS = frozenset({"$defs", "definitions"})


def constraints(schema: Mapping[str, Any]) -> dict[str, Any]:
    """*schema* without annotations and definitions."""
    return {k: v for k, v in schema.items() if k not in ANNOTATIONS and k not in _DEFINITIONS}


def declared_types(schema: Mapping[str, Any]) -> tuple[JsonType, ...]:
    """The types that `type` names, all where there is none; `number` covers `integer`."""
    given = schema.get("type", ALL_TYPES)
    types = (given,) if isinstance(given, str) else tuple(dict.fromkeys(given))
    return tuple(t for t in types if not (t == "integer" and "number" in types))


def type_of(value: object) -> JsonType:
    """The JSON type of *value*, `integer` for whole numbers."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "integer" if value.is_integer() else "number"
        case str():
            return "string"
        case Mapping():
            return "object"
        case _:
            return "array"


def possible_types(schema: Schema, resolve: Resolve, fuel: int = 8) -> frozenset[str]:
    """Types that a value of *schema* may have; never too few. An integer is a number here."""
    if isinstance(schema, bool) or fuel == 0:
        return frozenset(ALL_TYPES) if schema is not False else frozenset()
    found = frozenset("number" if t == "integer" else t for t in declared_types(schema))
    if "const" in schema:
        found &= {_wide(type_of(schema["const"]))}
    if "enum" in schema:
        found &= {_wide(type_of(value)) for value in schema["enum"]}
    if "$ref" in schema:
        found &= possible_types(resolve(schema["$ref"]), resolve, fuel - 1)
    for branch in schema.get("allOf", ()):
        found &= possible_types(branch, resolve, fuel - 1)
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            branches = [possible_types(b, resolve, fuel - 1) for b in schema[keyword]]
            found &= frozenset().union(*branches)
    return found


def _wide(kind: JsonType) -> str:
    return "number" if kind == "integer" else kind


def disjoint(sets: Sequence[frozenset[str]]) -> bool:
    """Whether no two of *sets* share a member."""
    return sum(map(len, sets)) == len(frozenset().union(*sets))


def tag_of(
    branches: Sequence[Schema], resolve: Resolve
) -> tuple[str, tuple[tuple[str, ...], ...]] | None:
    """The property whose text tells the object *branches* apart, and the texts of each branch."""
    objects = [_object(branch, resolve) for branch in branches]
    if not objects or not all(objects):
        return None
    for name in objects[0].get("required", ()):
        texts = [_texts(schema, name, resolve) for schema in objects]
        if all(texts) and disjoint([frozenset(t) for t in texts]):
            return name, tuple(texts)
    return None


def _object(branch: Schema, resolve: Resolve) -> Mapping[str, Any]:
    """*branch*, its reference followed, where it can only be an object."""
    for _ in range(8):
        if not isinstance(branch, Mapping):
            return {}
        if set(constraints(branch)) != {"$ref"}:
            return branch if branch.get("type") == "object" else {}
        branch = resolve(branch["$ref"])
    return {}


def _texts(schema: Mapping[str, Any], name: str, resolve: Resolve) -> tuple[str, ...]:
    """The texts that property *name* may have; empty where it may have others, or be missing."""
    node: Any = schema.get("properties", {}).get(name)
    for _ in range(8):
        if not (isinstance(node, Mapping) and set(constraints(node)) == {"$ref"}):
            break
        node = resolve(node["$ref"])
    if name not in schema.get("required", ()) or not isinstance(node, Mapping):
        return ()
    values = [node["const"]] if "const" in node else node.get("enum", ())
    return tuple(dict.fromkeys(values)) if all(isinstance(v, str) for v in values) else ()


def common_values(lists: Sequence[Sequence[object]]) -> list[object]:
    """The values that stand in every one of *lists*, by JSON equality."""
    first, *others = lists
    return [v for v in first if all(any(json_equal(v, w) for w in other) for other in others)]
