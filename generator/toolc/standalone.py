"""Schemas taken out of their root, with the references into it kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .refs import Schema
from .walk import rewritten, schemas


def moved(schema: Schema, name: str) -> Any:
    """*schema*, part of some root, for a place where that root is `#/$defs/<name>`."""

    def change(found: dict[str, Any]) -> dict[str, Any]:
        ref = found.get("$ref")
        if isinstance(ref, str) and ref.startswith("#"):
            return {**found, "$ref": f"#/$defs/{name}{ref[1:]}"}
        return found

    return rewritten(schema, change)


def leads_into(schema: Schema, name: str) -> bool:
    """Whether *schema* refers to `#/$defs/<name>` or into it."""
    lead = f"#/$defs/{name}"
    for _, found in schemas(schema):
        ref = found.get("$ref") if isinstance(found, Mapping) else None
        if ref == lead or (isinstance(ref, str) and ref.startswith(f"{lead}/")):
            return True
    return False


def standalone(schema: Schema, root: Schema) -> Schema:
    """*schema*, part of *root*, as a root of its own."""
    if not isinstance(schema, Mapping) or schema is root:
        return schema
    taken: dict[str, Any] = moved(schema, "root")
    if not leads_into(taken, "root"):
        return schema
    return {**taken, "$defs": {"root": moved(root, "root")}}
