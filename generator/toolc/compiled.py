"""A schema on its way from YAML: raw JSON Schema, and the YAML node behind every part of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .forms import place_of
from .nodes import Listing, Node, Scalar, Table
from .source import Location
from .spec import SchemaSpec, Steps
from .walk import Schema


@dataclass(frozen=True, slots=True)
class Compiled:
    """A raw schema and, for each path inside it, the node it was written as."""

    schema: Schema
    nodes: Mapping[Steps, Node]
    is_sound: bool
    """Whether nothing wrong was found; what follows from an unsound schema says nothing new."""
    uses: frozenset[str] = frozenset()
    """The types of the catalogue that it mentions."""

    @property
    def spec(self) -> SchemaSpec:
        """The schema as the compiler reads it."""
        return SchemaSpec(self.schema, Places(self.nodes))

    def node(self, steps: Steps) -> Node:
        """The node at *steps*, or the nearest one that holds it."""
        while steps not in self.nodes:
            steps = steps[:-1]
        return self.nodes[steps]


class Places(Mapping[Steps, Location]):
    """The places of nodes, worked out when asked for."""

    def __init__(self, nodes: Mapping[Steps, Node]) -> None:
        self._nodes = nodes

    def __getitem__(self, steps: Steps) -> Location:
        return place_of(self._nodes[steps])

    def __iter__(self) -> Iterator[Steps]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __repr__(self) -> str:
        return repr(dict(self))


def record(node: Node, steps: Steps, nodes: dict[Steps, Node]) -> object:
    """The plain tree of *node*; every node of it goes into *nodes*, under its path."""
    nodes[steps] = node
    match node:
        case Scalar():
            return node.value
        case Table():
            return {key: record(child, (*steps, key), nodes) for key, child in node.entries.items()}
        case Listing():
            return [record(item, (*steps, n), nodes) for n, item in enumerate(node.items)]
