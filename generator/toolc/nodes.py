"""What a spec file holds: a tree of JSON values that know where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeAlias

from .scalars import ScalarValue
from .source import Location, Source


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string, number, boolean or null."""

    at: Location
    owner: Location
    """The place of its key, or its own where it has none."""
    value: ScalarValue
    text: str
    """As written, without quotes."""
    plain: bool
    """Whether it stands without quotes on its line."""
    broken: bool = False
    """Something that had to be refused stood here; it was reported, so expect anything."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A sequence."""

    at: Location
    owner: Location
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping with string keys, in the order written; a value's `owner` is its key's place."""

    at: Location
    owner: Location
    entries: dict[str, Node]


Node: TypeAlias = Scalar | Listing | Table


@dataclass(frozen=True, slots=True)
class Document:
    """A source and its root table."""

    source: Source
    root: Table

    @property
    def stem(self) -> str:
        """The file's name without its extension."""
        return PurePosixPath(self.source.path).stem


def plain(node: Node) -> object:
    """The plain JSON tree of *node*; what was refused is null."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Table):
        return {key: plain(value) for key, value in node.entries.items()}
    return [plain(item) for item in node.items]


def is_whole(node: Node) -> bool:
    """Whether nothing below *node* had to be refused."""
    if isinstance(node, Scalar):
        return not node.broken
    below = node.entries.values() if isinstance(node, Table) else node.items
    return all(map(is_whole, below))
