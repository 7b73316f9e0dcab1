"""Schemas taken out of their root, with the references into it kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .refs import TYPES
from .walk import Schema, rewritten, schemas


def moved(schema: Schema, name: str) -> Any:
    """*schema*, part of some root, for a place where that root is `#/$defs/<name>`.

    References to anchors stay: an anchor is known in the whole document.
    """

    def change(found: dict[str, Any]) -> dict[str, Any]:
        fragment = _fragment(found)
        changed = {key: value for key, value in found.items() if key != "$id"}
        if fragment == "" or (fragment and fragment.startswith("/")):
            changed["$ref"] = f"#/$defs/{name}{fragment}"
        return changed

    return rewritten(schema, change)


def reads_root(schema: Schema) -> bool:
    """Whether *schema*, part of some root, refers to anything in it."""
    tables = (found for _, found in schemas(schema) if isinstance(found, Mapping))
    return any(_fragment(found) is not None for found in tables)


def _fragment(schema: Mapping[str, Any]) -> str | None:
    """What follows the `#` of a reference into the root; `None` where there is none."""
    ref = schema.get("$ref")
    if not isinstance(ref, str) or ref.startswith(TYPES):
        return None
    return ref.partition("#")[2]
