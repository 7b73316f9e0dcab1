"""What a schema says about the values it may accept, as far as it is easy to see."""

from __future__ import annotations

from ._interpreter_types import kind_of, types_of
from ._vocabulary import TYPE_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from ._references import Document

_FURTHEST = 8
"""References followed before giving up: facts may be missed, never wrong."""


def _necessary(schema: Any, document: Document) -> Iterator[dict[str, Any]]:
    """*schema* and those that its references lead to: a value must pass all of them."""
    for _ in range(_FURTHEST):
        if not isinstance(schema, dict):
            return
        yield schema
        if "$ref" not in schema:
            return
        schema = document.resolve(schema["$ref"])


def possible_types(schema: Any, document: Document) -> frozenset[str]:
    """The types of which *schema* may accept a value; `integer` is one beside `number`."""
    if schema is False:
        return frozenset()
    found = frozenset(TYPE_NAMES)
    for part in _necessary(schema, document):
        kinds = types_of(part)
        found &= frozenset([*kinds, "integer"] if "number" in kinds else kinds)
        for members in ([part["const"]] if "const" in part else None, part.get("enum")):
            if members is not None:
                found &= frozenset(map(str, map(kind_of, members)))
    return found


def object_tags(
    branches: Sequence[Any], document: Document
) -> tuple[str, Mapping[str, int]] | None:
    """The property whose text decides between *branches*, and the branch for each text.

    Every branch requires it, and no two allow the same text.
    """
    if len(branches) < 2:
        return None
    for name in _required(branches[0], document):
        table: dict[str, int] = {}
        texts = [_texts(branch, name, document) for branch in branches]
        for at, some in enumerate(texts):
            table.update(dict.fromkeys(some, at))
        if all(texts) and len(table) == sum(map(len, texts)):
            return name, table
    return None


def _required(schema: Any, document: Document) -> Iterator[str]:
    for part in _necessary(schema, document):
        yield from part.get("required", ())


def _texts(schema: Any, name: str, document: Document) -> tuple[str, ...]:
    """The texts that property *name* may have; none where it may be missing or anything else."""
    if name not in _required(schema, document):
        return ()
    for part in _necessary(schema, document):
        for inner in _necessary(part.get("properties", {}).get(name), document):
            members = [inner["const"]] if "const" in inner else inner.get("enum", ())
            if members and all(isinstance(member, str) for member in members):
                return tuple(dict.fromkeys(members))
    return ()
