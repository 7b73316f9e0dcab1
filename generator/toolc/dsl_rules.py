"""Rules that the author's DSL keeps in `full` too, where raw schemas may do as they like.

In `core` they are the runtime's own. Source: seed, "The unified JSON-value schema DSL": scalar
`enum` and `const` match the node's type, a node is a type or a union, only a kind's own keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolc_runtime._json import json_equal
from toolc_runtime._wording import echo

from .diagnostics import Findings
from .forms import place_of
from .members import report_strangers
from .nodes import Listing, Node, Table, plain
from .source import Location
from .vocabulary import TYPE_NAMES, types_for


def check_strictly(node: Table, findings: Findings) -> bool:
    """Whether *node*, a schema of the DSL, keeps the rules; if not, it is reported."""
    broken = [
        (at, f"schema-{code}", message) for at, code, message in (*_unions(node), *_keys(node))
    ]
    for found in broken:
        findings.error(*found)
    return not report_strangers(node, findings) and not _excluded(node, findings) and not broken


def _unions(node: Table) -> Iterator[tuple[Location, str, str]]:
    union = node.entries.get("oneOf")
    if union is None:
        return
    if "type" in node.entries:
        message = "a node has a 'type' or 'oneOf', not both"
        yield node.entries["type"].owner, "type-and-one-of", message
    if isinstance(union, Listing) and len(union.items) == 1:
        yield place_of(union), "one-of-min", "'oneOf' has two branches or more"


def _keys(node: Table) -> Iterator[tuple[Location, str, str]]:
    """Keys for values of other types than the node's."""
    types = _types(node.entries.get("type"))
    for key, child in node.entries.items():
        wanted = types_for(key)
        if key != "required" and types and wanted and wanted.isdisjoint(types):
            message = f"{key!r} is for {' and '.join(sorted(wanted))}, not for {' or '.join(types)}"
            yield child.owner, "misplaced", message


def _types(node: Node | None) -> list[str]:
    """The types that *node* names; none where one of them is no type."""
    found: Any = None if node is None else plain(node)
    names = found if isinstance(found, list) else [found]
    return names if all(isinstance(name, str) and name in TYPE_NAMES for name in names) else []


def _excluded(node: Table, findings: Findings) -> bool:
    """Whether `const` is none of `enum`."""
    enum, const = node.entries.get("enum"), node.entries.get("const")
    if not isinstance(enum, Listing) or const is None:
        return False
    value = plain(const)
    if any(json_equal(plain(item), value) for item in enum.items):
        return False
    message = f"const {echo(value)} is not in 'enum'"
    findings.error(place_of(const), "schema-const-not-in-enum", message)
    return True
