"""Where references lead: `types:Line` to a type of the catalogue, `#/…` into the schema itself."""

from __future__ import annotations

from collections.abc import Mapping

from toolc_runtime._references import Document, UnresolvedError

from .walk import Schema

TYPES = "types:"
"""What a reference to a type of the catalogue begins with."""


class Resolver:
    """Follows the references of one root schema."""

    def __init__(self, root: Schema, types: Mapping[str, Schema]) -> None:
        self._document = Document(root)
        self._types = types

    def resolve(self, ref: str) -> Schema:
        """The schema that *ref* names; `True` where there is none, which others report."""
        if ref.startswith(TYPES):
            return self._types.get(ref.removeprefix(TYPES), True)
        try:
            found: Schema = self._document.resolve(ref)
        except UnresolvedError:
            return True
        return found


def named_type(schema: Schema) -> str | None:
    """The type of the catalogue that *schema* refers to."""
    ref = schema.get("$ref") if isinstance(schema, Mapping) else None
    return ref.removeprefix(TYPES) if isinstance(ref, str) and ref.startswith(TYPES) else None
