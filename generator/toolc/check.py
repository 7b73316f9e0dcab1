"""Schemas put to the runtime's check; what it finds is reported at its place in the YAML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolc_runtime._schema import schema_violations

from .compiled import Compiled
from .diagnostics import Findings
from .forms import did_you_mean, hint_for, is_broken, place_of
from .nodes import Listing, Node, is_whole
from .spec import Steps
from .vocabulary import ANNOTATIONS, TYPE_NAMES, Profile
from .walk import rewritten
from .wire import measure, named_type

if TYPE_CHECKING:
    from toolc_runtime._violation import Violation


def check_schema(compiled: Compiled, profile: Profile, findings: Findings) -> bool:
    """Whether *compiled* is a schema of *profile*; if not, every violation is reported."""
    violations = schema_violations(_checkable(compiled), profile, "schema")
    for violation in violations:
        _report(violation, compiled, findings)
    return compiled.is_sound and not violations


def _checkable(compiled: Compiled) -> Any:
    """The schema without its references to types: they have schemas of their own."""
    if not measure(compiled.schema).uses:
        return compiled.schema
    return rewritten(compiled.schema, _without_type)


def _without_type(schema: dict[str, Any]) -> dict[str, Any]:
    if named_type(schema) is None:
        return schema
    return {key: value for key, value in schema.items() if key in ANNOTATIONS}


def _report(violation: Violation, compiled: Compiled, findings: Findings) -> None:
    node = compiled.node(violation.steps)
    findings.error(place_of(node), f"schema-{violation.kind}", violation.message)
