"""Validate values: a schema is compiled once into closures, which then judge any number of values.

Source: seed, "The enforced raw JSON Schema subset"; the `full` profile follows JSON Schema 2020-12.
"""

from __future__ import annotations

from ._frozen import FrozenDict
from ._interpreter_arrays import contains_part, items_part
from ._interpreter_node import Linker, Node, account
from ._interpreter_objects import (
    dependent_required_part,
    dependent_schemas_part,
    properties_part,
    property_names_part,
)
from ._interpreter_scalars import LIMITS, const_part, enum_part, limit_part, type_part
from ._interpreter_unions import (
    all_of_part,
    condition_part,
    not_part,
    reference_part,
    union_part,
)
from ._json import thaw
from ._json_copy import is_json, is_plain_json
from ._json_faults import faults, has_cycle
from ._references import Document
from ._schema import assert_supported_json_schema
from ._violation import steps_of, violation_at
from ._vocabulary import ANNOTATIONS, KEYWORDS
from ._walk import subschemas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from ._interpreter_node import Fast, Part
    from ._violation import Violation
    from ._vocabulary import Profile

    Build: TypeAlias = Callable[[dict[str, Any], Linker], Part]

_BUILDERS: dict[str, Build] = {
    "type": lambda schema, linker: type_part(schema),
    "enum": lambda schema, linker: enum_part(schema),
    "const": lambda schema, linker: const_part(schema),
    "properties": properties_part,
    "required": properties_part,
    "additionalProperties": properties_part,
    "patternProperties": properties_part,
    "items": items_part,
    "prefixItems": items_part,
    "contains": contains_part,
    "propertyNames": property_names_part,
    "dependentRequired": dependent_required_part,
    "dependentSchemas": dependent_schemas_part,
    "oneOf": lambda schema, linker: union_part("oneOf", schema, linker),
    "anyOf": lambda schema, linker: union_part("anyOf", schema, linker),
    "allOf": all_of_part,
    "not": not_part,
    "if": condition_part,
    "$ref": reference_part,
}
"""The part of each keyword that inner schemas or several keywords go into."""

_MEETING = frozenset(
    [
        *("anyOf", "oneOf", "allOf", "not", "if", "dependentSchemas"),
        *("contains", "patternProperties"),
    ]
)
"""Keywords by which one schema can meet one value twice."""


class Validator:
    """A compiled schema. Holds no reference to the schema it was made of."""

    __slots__ = ("_fast", "_keeps", "_label", "_node")

    def __init__(self, node: Node, label: str, keeps: bool) -> None:
        self._node = node
        self._label = label
        self._keeps = keeps
        self._fast: Fast = node.quick()

    def __call__(self, value: object) -> list[Violation]:
        """Every violation in *value*, a lossless JSON value, plain or frozen; in walk order."""
        try:
            if self._fast(value, {} if self._keeps else None):
                return []
        except RecursionError:
            pass  # too deep for a quick verdict; the account has a stack of its own
        return account(self._node, value, self._label)

    def is_valid(self, value: object) -> bool:
        """Whether *value* passes."""
        try:
            return self._fast(value, {} if self._keeps else None)
        except RecursionError:
            return not account(self._node, value, self._label)


def compile_schema(
    schema: object,
    label: str = "value",
    *,
    profile: Profile = "full",
    assert_formats: bool = True,
) -> Validator:
    """A validator of *schema*, of which it takes a copy; raise `JsonSchemaError`.

    The paths of violations begin with *label*. Without *assert_formats*, `format` is an annotation.
    """
    assert_supported_json_schema(schema, profile)
    return _Compiler(thaw(schema), assert_formats).compile(label)


def validate_json_schema_value(
    schema: object,
    value: object,
    label: str = "value",
    *,
    profile: Profile = "full",
    assert_formats: bool = True,
) -> list[Violation]:
    """Every violation of *schema* in *value*, in walk order; raise `JsonSchemaError`.

    Whatever in *value* is no lossless JSON is a violation of kind `type`, also where the schema
    says nothing; tuples belong to frozen trees only. For many values, use `compile_schema`.
    """
    validator = compile_schema(schema, label, profile=profile, assert_formats=assert_formats)
    found = [] if has_cycle(value) else validator(value)
    is_frozen = type(value) is FrozenDict or type(value) is tuple
    if (is_json if is_frozen else is_plain_json)(value):
        return found
    reported = {violation.steps for violation in found}
    for place, reason in faults(value, is_frozen):
        if steps_of(place) not in reported:
            found.append(violation_at(label, place, "type", f"expected JSON: this {reason}"))
    return found


class _Compiler:
    """Makes the nodes of one document. Inner nodes first, so that closures can hold closures."""

    def __init__(self, root: Any, assert_formats: bool) -> None:
        self._linker = Linker(Document(root))
        self._root = root
        self._assert_formats = assert_formats
        self._order: list[tuple[dict[str, Any], Node]] = []
        self._arrivals: dict[int, int] = {}
        self._can_meet = False

    def compile(self, label: str) -> Validator:
        """The validator of the root."""
        self._discover()
        shared = {key for key, count in self._arrivals.items() if count > 1 and self._can_meet}
        for schema, node in self._order:
            node.shared = id(schema) in shared
        for schema, node in reversed(self._order):
            node.complete(list(self._parts(schema)))
        return Validator(self._linker.node(self._root), label, bool(shared))

    def _discover(self) -> None:
        """Find every schema that validation can reach, outer ones first."""
        todo = [self._root]
        nodes = self._linker.nodes
        while todo:
            schema = todo.pop()
            if not isinstance(schema, dict):
                continue
            self._arrivals[id(schema)] = self._arrivals.get(id(schema), 0) + 1
            if id(schema) not in nodes:
                nodes[id(schema)] = Node()
                self._order.append((schema, nodes[id(schema)]))
                todo.extend(self._inner(schema))

    def _inner(self, schema: dict[str, Any]) -> Iterator[Any]:
        """The schemas that *schema* puts values to."""
        if not self._can_meet:
            rules = schema.keys() - ANNOTATIONS
            self._can_meet = bool(rules & _MEETING) or ("$ref" in rules and len(rules) > 1)
        for keyword, inner, _ in subschemas(schema, None):
            if keyword not in ("$defs", "definitions"):
                yield inner
        if "$ref" in schema:
            yield self._linker.document.resolve(schema["$ref"])

    def _parts(self, schema: dict[str, Any]) -> Iterator[Part]:
        """What *schema* is made of, in the vocabulary's order, each part once."""
        done: list[Build] = []
        for name in filter(schema.__contains__, KEYWORDS):
            build = _BUILDERS.get(name)
            if build is not None and build not in done:
                done.append(build)
                yield build(schema, self._linker)
            elif name in LIMITS and (name != "format" or self._assert_formats):
                yield limit_part(name, schema[name])
