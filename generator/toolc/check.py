"""Schemas put to the runtime's check; what it finds is reported at its place in the YAML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolc_runtime._schema import schema_violations
from toolc_runtime._wording import echo

from .compiled import Compiled
from .diagnostics import Findings
from .forms import hint_for, is_broken, place_of
from .members import report_strangers
from .nodes import Listing, Node, Scalar, is_whole
from .refs import named_type
from .vocabulary import KEYWORDS, Profile, is_annotation
from .walk import rewritten

if TYPE_CHECKING:
    from toolc_runtime._violation import Violation

_KEYWORD_OF = {
    "type_unknown": "type",
    "type_array": "type",
    "type_and_one_of": "type",
    "enum_values": "enum",
    "const_value": "const",
    "const_not_in_enum": "const",
    "one_of_min": "oneOf",
    "properties_record": "properties",
    "required_strings": "required",
    "required_duplicate": "required",
    "required_undeclared": "required",
    "additional_boolean": "additionalProperties",
}
"""Violations of a whole node, each with the keyword at which people look for it."""

_OF_KEYS = frozenset(
    {"unsupported_keyword", "misplaced", "requires_type", "beside_one_of", "id_rebase"}
)
"""Violations by a keyword being there at all, whatever follows it."""

_SEARCHED = 200
"""Names of a `required` among which the one that is wrong is looked for."""

_CODES = {"type_unknown": "schema-type"}
_TYPE_OF_OPERAND = {
    "number": "number",
    "positive number": "number",
    "count": "integer",
    "flag": "boolean",
    "text": "string",
    "pattern": "string",
    "schema": "boolean",
}


def check_schema(compiled: Compiled, profile: Profile, findings: Findings) -> bool:
    """Whether *compiled* is a schema of *profile*; if not, every violation is reported."""
    violations = schema_violations(_checkable(compiled), profile, "schema")
    for violation in violations:
        _report(violation, compiled, findings)
    return compiled.is_sound and not violations


def schema_code(kind: str) -> str:
    """The code of findings for violations of *kind*."""
    return _CODES.get(kind) or f"schema-{kind.replace('_', '-')}"


def _checkable(compiled: Compiled) -> Any:
    """The schema without its references to types: they have schemas of their own."""
    return rewritten(compiled.schema, _without_type) if compiled.uses else compiled.schema


def _without_type(schema: dict[str, Any]) -> dict[str, Any]:
    if named_type(schema) is None:
        return schema
    return {key: value for key, value in schema.items() if is_annotation(key)}


def _report(found: Violation, compiled: Compiled, findings: Findings) -> None:
    schema = compiled.node(found.steps)
    if not findings.has_room(schema.at.path):
        findings.error(schema.owner, schema_code(found.kind), "counted, not listed")
        return
    is_member = found.kind in ("enum_values", "const_value")
    if is_member and report_strangers(schema, findings):
        return
    node = _pointed_at(found, compiled)
    if is_broken(node) or (isinstance(node, Listing) and not is_whole(node)):
        return
    at = node.owner if found.kind in _OF_KEYS else place_of(node)
    findings.error(at, schema_code(found.kind), found.message, _hint(found, node))


def _pointed_at(found: Violation, compiled: Compiled) -> Node:
    keyword = _KEYWORD_OF.get(found.kind)
    if keyword is None:
        return compiled.node(found.steps)
    node = compiled.node((*found.steps, keyword))
    return _named(node, found.message) if keyword == "required" else node


def _named(node: Node, message: str) -> Node:
    """The last of the first items of *node* that *message* names; *node* itself without one."""
    named = [
        item
        for item in (node.items[:_SEARCHED] if isinstance(node, Listing) else ())
        if isinstance(item, Scalar) and echo(item.value) in message
    ]
    return named[-1] if named else node


def _hint(found: Violation, node: Node) -> str | None:
    """What to write where YAML read another type than the keyword takes."""
    keyword = found.steps[-1] if found.steps else None
    row = KEYWORDS.get(keyword) if isinstance(keyword, str) else None
    type_ = _TYPE_OF_OPERAND.get(row.operand) if row else None
    if found.kind == "additional_boolean":
        type_ = "boolean"
    return hint_for(node, type_) if type_ and found.kind not in _OF_KEYS else None
