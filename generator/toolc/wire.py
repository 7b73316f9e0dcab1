"""The wire form of a schema: what a model is told, and what the runtime's interpreter checks by.

Named types are inlined; those that lead back to themselves stand under `$defs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from .refs import named_type
from .spec import SchemaSpec, TypeSpec
from .type_graph import TypeGraph, TypeNode, graph_of
from .vocabulary import IN_PLACE, is_annotation
from .walk import Schema, children, rewritten


def wire_schema(schema: SchemaSpec, types: Iterable[TypeSpec]) -> dict[str, Any]:
    """*schema* as plain JSON Schema; a boolean schema becomes the object that says the same.

    The types must be those that `validate` accepted: not endless, not huge.
    """
    return Wiring({found.name: found.schema.schema for found in types}).wire(schema.schema)


class Wiring:
    """Makes wire forms for the schemas of one catalogue. What it returns shares parts: borrow it."""

    def __init__(self, types: Mapping[str, Schema]) -> None:
        self._types = types
        self.graph: TypeGraph = graph_of({name: measure(found) for name, found in types.items()})

    def wire(self, schema: Schema) -> dict[str, Any]:
        """The wire form of *schema*."""
        if not isinstance(schema, Mapping):
            return {} if schema else {"not": {}}
        uses = measure(schema).uses
        if not uses:
            return dict(schema)
        root: dict[str, Any] = rewritten(schema, lambda found: self._replace(found, self._inlined))
        reached = self.reachable(uses) & self.graph.recursive
        needed = {name: self._inlined[name] for name in self._types if name in reached}
        return {**root, "$defs": needed} if needed else root

    def size(self, schema: Schema) -> tuple[int, int]:
        """How many schemas the wire form would hold, and how deep; without making it."""
        node = measure(schema)
        graph = self.graph
        inlined = {u: n for u, n in node.uses.items() if u in graph.sizes}
        size = node.size + sum(count * graph.sizes[use] for use, count in inlined.items())
        return size, node.depth + max((graph.depths[use] for use in inlined), default=0)

    @cached_property
    def _inlined(self) -> dict[str, Any]:
        """The wire form of every type, but for its definitions; those share what they mention."""
        found: dict[str, Any] = {}
        for name in self.graph.order:
            found[name] = rewritten(self._types[name], lambda schema: self._replace(schema, found))
        return found

    def _replace(self, found: dict[str, Any], inlined: Mapping[str, Any]) -> dict[str, Any]:
        name = named_type(found)
        if name is None or name not in self._types:
            return found
        if name in self.graph.recursive:
            return {**found, "$ref": f"#/$defs/{name}"}
        others = {key: value for key, value in found.items() if key != "$ref"}
        type_ = inlined[name]
        if not isinstance(type_, Mapping):
            type_ = {} if type_ else {"not": {}}
        if all(map(is_annotation, others)):
            return {**type_, **others}
        return {**others, "allOf": [type_, *others.get("allOf", ())]}

    def reachable(self, names: Iterable[str]) -> set[str]:
        """The types that *names* lead to, themselves included."""
        found: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            if name not in found and name in self.graph.nodes:
                found.add(name)
                pending += self.graph.nodes[name].uses
        return found


def measure(schema: Schema) -> TypeNode:
    """What the graph of types wants to know of *schema*."""
    uses: dict[str, int] = {}
    size = deepest = 0
    pending = [(schema, 1)]
    while pending:
        found, depth = pending.pop()
        size += 1
        deepest = max(deepest, depth)
        name = named_type(found)
        if name is not None:
            uses[name] = uses.get(name, 0) + 1
        if isinstance(found, Mapping):
            pending += [(inner, depth + 1) for _, inner in children(found)]
    return TypeNode(size, deepest, uses, frozenset(_in_place(schema)))


def _in_place(schema: Schema) -> Iterable[str]:
    """The types that a value of *schema* itself is checked against."""
    pending = [schema]
    while pending:
        found = pending.pop()
        name = named_type(found)
        if name is not None:
            yield name
        if isinstance(found, Mapping):
            pending += [inner for steps, inner in children(found) if steps[0] in IN_PLACE]
