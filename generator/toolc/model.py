"""Stage 3a: what a schema means to Python, as a closed set of node kinds. No names yet.

A node says which values pass and which form they take. Nodes that get functions of their own
(classes, unions, named types) are definitions, which others mention by `Ref`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

JsonType: TypeAlias = Literal["null", "boolean", "integer", "number", "string", "array", "object"]
Limits: TypeAlias = tuple[tuple[str, object], ...]
"""Assertions of one node as keyword → operand, in the vocabulary's spelling (`minLength`)."""


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value: `JsonValue`."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value at all: the schema `false`."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A null, boolean, string or number within its limits.

    *keep*: an integer stays the float it may have been, since a sibling branch takes floats.
    """

    type: JsonType
    limits: Limits = ()
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Members:
    """One of the listed values (`enum`, `const`); *keyword* names what a refusal is called."""

    values: tuple[object, ...]
    types: tuple[JsonType, ...]
    keyword: Literal["enum", "const"]

    def __hash__(self) -> int:
        return hash(repr(self.values))


@dataclass(frozen=True, slots=True)
class Array:
    """A list: the positions of *prefix* first, then any number of *items*."""

    items: Node
    prefix: tuple[Node, ...] = ()
    limits: Limits = ()


@dataclass(frozen=True, slots=True)
class Dictionary:
    """An object without declared properties."""

    values: Node
    limits: Limits = ()


@dataclass(frozen=True, slots=True)
class Union:
    """Several branches. *keyword* says how they bind, *dispatch* how the right one is found.

    `type`: branches differ by JSON type. A property's name: object branches differ by its text.
    `None`: nothing tells them apart but trying.
    """

    branches: tuple[Node, ...]
    keyword: Literal["type", "oneOf", "anyOf"]
    tag: str | None = None
    tags: tuple[tuple[str, ...], ...] = ()
    by_type: bool = False


@dataclass(frozen=True, slots=True)
class Ref:
    """A definition of this module or, with *catalog*, of the catalogue's types."""

    key: Key


@dataclass(frozen=True, slots=True)
class Judged:
    """A value that *judge* accepts or refuses and *node*, which takes no less, gives its form.

    For schemas whose verdict no Python type can say: `not`, `if`, overlapping `allOf` and the like.
    """

    node: Node
    judge: Node


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value that is checked by *node* and typed `JsonValue`: nested too deep for a type."""

    node: Node


Node: TypeAlias = (
    Anything | Nothing | Scalar | Members | Array | Dictionary | Union | Ref | Judged | Opaque
)


@dataclass(frozen=True, slots=True)
class Key:
    """Names a definition before it has a name: its naming path, and whose it is."""

    path: tuple[str, ...]
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Property:
    """A declared property: wire name, documentation, node."""

    wire: str
    node: Node
    required: bool
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Class:
    """An object with declared properties; *extra* is the node of undeclared ones, None if closed."""

    properties: tuple[Property, ...]
    extra: Node | None
    limits: Limits = ()
    judge: Node | None = None
    """What decides in its place, where a keyword of it is beyond fields and limits."""
    typed: bool = True
    """Whether it becomes a dataclass; one that only a judge looks at does not."""


@dataclass(frozen=True, slots=True)
class Alias:
    """A node that has a name: a union, a named type that is no object, a recursive one."""

    node: Node
    typed: bool = True
    named: bool = False
    """Whether it has a type of its own name whatever it is: a root, or one that mentions itself."""


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword that a judge applies: its subschemas by place, and the rest of its operand."""

    name: str
    nodes: tuple[tuple[str, Node], ...] = ()
    data: object = None

    def __hash__(self) -> int:
        return hash((self.name, self.nodes, repr(self.data)))


@dataclass(frozen=True, slots=True)
class Judge:
    """The keywords of one schema, each applied to the value as JSON Schema has it."""

    keywords: tuple[Keyword, ...]


Meaning: TypeAlias = Class | Alias | Judge


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition and where it comes from."""

    key: Key
    meaning: Meaning
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """The root nodes of one module, and the definitions behind them, each before its users."""

    roots: Mapping[str, Node]
    definitions: tuple[Definition, ...] = field(default=())
