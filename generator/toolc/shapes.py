"""What a schema says of the things inside a value: what a path leads to, and whether it is there.

A schema is read as alternatives, each a conjunction of schemas that hold at once: unions give
alternatives; `$ref`, `allOf` and the keywords beside them give conjunctions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .refs import Resolver
from .walk import Schema

Conjunction: TypeAlias = tuple[Schema, ...]
Step: TypeAlias = str | int

ALL_TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
MAX_ALTERNATIVES = 200
"""Beyond that a schema may be anything: unions of unions multiply."""
MAX_WORK = 5_000
"""Schemas looked at for one question; beyond that the answer is anything."""
_ANYTHING: Conjunction = (True,)


@dataclass(frozen=True, slots=True)
class Shape:
    """The schemas that a thing passes, one conjunction or another, and whether it may be absent."""

    options: tuple[Conjunction, ...]
    can_be_absent: bool = False

    @property
    def schema(self) -> Schema:
        """One schema that says the same."""
        schemas = [
            option[0] if len(option) == 1 else {"allOf": [*option]} for option in self.options
        ]
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


@dataclass(frozen=True, slots=True)
class Nowhere:
    """A step that leads nowhere: its number, and the names that would have led on."""

    step: int
    known: tuple[str, ...]


class Shapes:
    """Reads the schemas of one root."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._fuel = 0

    def follow(self, schema: Schema, path: tuple[Step, ...]) -> Shape | Nowhere:
        """The shape of the thing at *path* inside what passes *schema*."""
        shape = Shape(((schema,),))
        for number, step in enumerate(path):
            alternatives = self.alternatives(shape)
            found = [step_into(alternative, step) for alternative in alternatives]
            options = _distinct(option for option, _ in found if option is not None)
            if not options:
                return Nowhere(number, tuple(_names(alternatives)))
            absent = any(absent for _, absent in found)
            shape = Shape(options, shape.can_be_absent or absent)
        return shape

    def alternatives(self, shape: Shape) -> tuple[Conjunction, ...]:
        """*shape* with its references and unions laid open; what nothing passes is left out."""
        self._fuel = MAX_WORK
        found = [each for option in shape.options for each in self._all(option, frozenset())]
        return tuple(filter(types_of, found))

    def types(self, shape: Shape) -> frozenset[str]:
        """The JSON types that the thing may have; never too few."""
        return frozenset[str]().union(*map(types_of, self.alternatives(shape)))

    def _all(self, schemas: Iterable[Schema], seen: frozenset[str]) -> tuple[Conjunction, ...]:
        """The alternatives of a conjunction: the product of those of its schemas."""
        product: tuple[Conjunction, ...] = ((),)
        for schema in schemas:
            product = _product(product, self._one(schema, seen))
        return product

    def _one(self, schema: Schema, seen: frozenset[str]) -> tuple[Conjunction, ...]:
        self._fuel -= 1
        if not isinstance(schema, Mapping) or self._fuel < 0:
            return () if schema is False else (_ANYTHING,)
        product = _product(((schema,),), self._all(schema.get("allOf", ()), seen))
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                product = _product(product, self._any(schema[keyword], seen))
        if "if" in schema:
            branches = (schema.get("then", True), schema.get("else", True))
            product = _product(product, self._any(branches, seen))
        for dependent in schema.get("dependentSchemas", {}).values():
            product = _product(product, self._any((True, dependent), seen))
        ref = schema.get("$ref")
        if ref is None or ref in seen:
            return product
        return _product(product, self._one(self._resolver.resolve(ref), seen | {ref}))

    def _any(self, branches: Iterable[Schema], seen: frozenset[str]) -> tuple[Conjunction, ...]:
        return _limited([found for branch in branches for found in self._one(branch, seen)])


def _product(
    left: tuple[Conjunction, ...], right: tuple[Conjunction, ...]
) -> tuple[Conjunction, ...]:
    if len(left) * len(right) > MAX_ALTERNATIVES:
        return (_ANYTHING,)
    return tuple((*one, *other) for one in left for other in right)


def _limited(found: list[Conjunction]) -> tuple[Conjunction, ...]:
    return tuple(found) if len(found) <= MAX_ALTERNATIVES else (_ANYTHING,)


def _distinct(options: Iterable[Conjunction]) -> tuple[Conjunction, ...]:
    return tuple({tuple(map(id, option)): option for option in options}.values())


def _names(alternatives: Iterable[Conjunction]) -> Iterable[str]:
    """The names of properties that any of *alternatives* declares, in their order."""
    tables = (schema for option in alternatives for schema in option if isinstance(schema, Mapping))
    return dict.fromkeys(name for schema in tables for name in schema.get("properties", ()))


def types_of(conjunction: Conjunction) -> frozenset[str]:
    """The types that satisfy every schema of *conjunction* by its `type`, `enum` and `const`."""
    types = ALL_TYPES
    for schema in conjunction:
        if isinstance(schema, Mapping):
            types &= _own_types(schema)
    return types


def _own_types(schema: Mapping[str, Any]) -> frozenset[str]:
    given = schema.get("type")
    types = ALL_TYPES if given is None else frozenset((given,) if isinstance(given, str) else given)
    if "number" in types:
        types |= {"integer"}
    if "enum" in schema:
        types &= frozenset(map(type_of_value, schema["enum"]))
    if "const" in schema:
        types &= {type_of_value(schema["const"])}
    return types


def type_of_value(value: object) -> str:
    """The narrowest JSON type of *value*."""
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
    return "array"


def step_into(option: Conjunction, step: Step) -> tuple[Conjunction | None, bool]:
    """What things of the laid-open *option* hold at *step*, if that can be, and if it may not be."""
    wanted = "object" if isinstance(step, str) else "array"
    types = types_of(option)
    if wanted not in types:
        return None, True
    tables = [schema for schema in option if isinstance(schema, Mapping)]
    if isinstance(step, str):
        inner, absent = _property(tables, step)
    else:
        inner, absent = _item(tables, step)
    if inner is None or False in inner:
        return None, True
    return inner, absent or types != {wanted}


def _property(tables: list[Mapping[str, Any]], name: str) -> tuple[Conjunction | None, bool]:
    declared = [t["properties"][name] for t in tables if name in t.get("properties", ())]
    absent = not any(name in table.get("required", ()) for table in tables)
    if declared:
        return tuple(declared), absent
    others = [t["additionalProperties"] for t in tables if "additionalProperties" in t]
    if any(table.get("patternProperties") for table in tables):
        return _ANYTHING, absent
    if any(isinstance(other, Mapping) for other in others):
        return tuple(other for other in others if isinstance(other, Mapping)), absent
    is_free = False not in others and not any(table.get("properties") for table in tables)
    return (_ANYTHING if is_free else None), absent


def _item(tables: list[Mapping[str, Any]], index: int) -> tuple[Conjunction | None, bool]:
    found: list[Schema] = []
    for table in tables:
        prefix = table.get("prefixItems", ())
        found.append(prefix[index] if index < len(prefix) else table.get("items", True))
    least = max((table.get("minItems", 0) for table in tables), default=0)
    return tuple(found) or _ANYTHING, least <= index


def fits(shapes: Shapes, shape: Shape, wanted: Mapping[str, Any]) -> str | None:
    """`None` if every value of *shape* passes *wanted*, a plain schema; else why it may not.

    *wanted* uses `type`, `enum`, `items`, `properties` and `required` only; a property of *shape*
    that *wanted* does not know is of no interest, and null counts as absent where it is optional.
    """
    if not wanted:
        return None
    accepted = _own_types(wanted)
    for alternative in shapes.alternatives(shape):
        wrong = types_of(alternative) - accepted
        if wrong:
            return f"it can be {_kind(wrong)}"
        reason = (
            _enum_misfit(alternative, wanted)
            or _items_misfit(shapes, alternative, wanted)
            or _properties_misfit(shapes, alternative, wanted)
        )
        if reason:
            return reason
    return None


def _kind(types: frozenset[str]) -> str:
    if len(types) >= len(ALL_TYPES) - 2:
        return "anything"
    words = {"integer": "an integer", "array": "an array", "object": "an object", "null": "null"}
    return " or ".join(words.get(name, f"a {name}") for name in sorted(types))


def _enum_misfit(option: Conjunction, wanted: Mapping[str, Any]) -> str | None:
    if "enum" not in wanted:
        return None
    for schema in option:
        if isinstance(schema, Mapping):
            values = [schema["const"]] if "const" in schema else schema.get("enum")
            if values is not None and all(value in wanted["enum"] for value in values):
                return None
    return "it can be something else"


def _items_misfit(shapes: Shapes, option: Conjunction, wanted: Mapping[str, Any]) -> str | None:
    if "items" not in wanted or types_of(option) != {"array"}:
        return None
    tables = [schema for schema in option if isinstance(schema, Mapping)]
    longest = max(len(table.get("prefixItems", ())) for table in tables)
    for index in range(longest + 1):
        inner, _ = _item(tables, index)
        if inner is None or False in inner:
            continue
        reason = fits(shapes, Shape((inner,)), wanted["items"])
        if reason:
            return f"of an item, {reason}"
    return None


def _properties_misfit(
    shapes: Shapes, option: Conjunction, wanted: Mapping[str, Any]
) -> str | None:
    for name, schema in wanted.get("properties", {}).items():
        inner, absent = step_into(option, name)
        is_required = name in wanted.get("required", ())
        if is_required and (inner is None or absent):
            return f"{name!r} {'is not declared' if inner is None else 'can be absent'}"
        if inner is None:
            continue
        reason = fits(shapes, Shape((inner,)), schema if is_required else or_null(schema))
        if reason:
            return f"of {name!r}, {reason}"
    return None


def accepts_null(wanted: Mapping[str, Any]) -> bool:
    """Whether null passes the plain schema *wanted*."""
    return "null" in _own_types(wanted)


def or_null(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """*schema*, a plain one, which null passes too."""
    if "type" not in schema:
        return schema
    given = schema["type"]
    return {**schema, "type": [*([given] if isinstance(given, str) else given), "null"]}
