"""The members of `enum` and `const` that are not of their node's type."""

from __future__ import annotations

from collections.abc import Iterator

from toolc_runtime._wording import echo

from .diagnostics import Findings
from .forms import hint_for, is_broken, place_of
from .nodes import Listing, Node, Scalar, Table, plain
from .shapes import type_of_value, types_of

_NAMED = {"integer": "an integer", "array": "an array", "object": "an object", "null": "null"}


def report_strangers(node: Node, findings: Findings) -> bool:
    """Report the members of *node*, a schema, that are not of its type; say whether there are any."""
    types = _types(node) if isinstance(node, Table) else ()
    strangers = list(_strangers(node, types)) if isinstance(node, Table) and types else []
    for keyword, member in strangers:
        message = f"{keyword} holds {echo(plain(member))}, which is not {_listed(types)}"
        hint = next(filter(None, (hint_for(member, name) for name in types)), None)
        code = "schema-enum-values" if keyword == "enum" else "schema-const-value"
        if not is_broken(member):
            findings.error(place_of(member), code, message, hint)
    return bool(strangers)


def _types(node: Table) -> tuple[str, ...]:
    """The types that *node* names, in its order."""
    found = node.entries.get("type")
    names = found.items if isinstance(found, Listing) else (found,)
    return tuple(str(n.value) for n in names if isinstance(n, Scalar) and isinstance(n.value, str))


def _strangers(node: Table, types: tuple[str, ...]) -> Iterator[tuple[str, Node]]:
    accepted = types_of(({"type": [*types]},))
    enum, const = node.entries.get("enum"), node.entries.get("const")
    members = [("enum", item) for item in enum.items] if isinstance(enum, Listing) else []
    members += [("const", const)] if const else []
    for keyword, member in members:
        if type_of_value(plain(member)) not in accepted:
            yield keyword, member


def _listed(types: tuple[str, ...]) -> str:
    return " or ".join(_NAMED.get(name, f"a {name}") for name in types)
