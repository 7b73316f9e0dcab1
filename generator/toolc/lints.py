"""What compiles and is probably not meant: every lint is a warning at its place in the YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from toolc_runtime._interpreter import validate_json_schema_value

from .compiled import Compiled
from .diagnostics import Findings
from .forms import hint_for, place_of
from .lint_rules import RULES, Hint
from .lint_unions import unions
from .nodes import Node, Scalar
from .shapes import Shapes, types_of
from .spec import Steps
from .standalone import standalone
from .types_table import TypesTable
from .walk import schemas

_PROVIDER_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def lint_schema(compiled: Compiled, types: TypesTable, findings: Findings) -> None:
    """Warn of everything in *compiled*, a sound schema, that is probably not meant."""
    shapes = types.shapes(compiled.schema)
    for steps, schema in schemas(compiled.schema):
        if isinstance(schema, Mapping):
            for hint in _hints(schema, shapes):
                node = compiled.node((*steps, *hint.steps))
                findings.warning(place_of(node), hint.code, hint.message)
            _lint_samples(steps, schema, compiled, types, findings)


def lint_parameters(parameters: Compiled, findings: Findings) -> None:
    """Warn of top-level names that model providers refuse, and with them the whole request."""
    schema = parameters.schema
    names = schema.get("properties", {}) if isinstance(schema, Mapping) else {}
    for name in names:
        if not _PROVIDER_KEY.fullmatch(name):
            message = f"model providers refuse the parameter name {name[:80]!r}"
            hint = "1 to 64 letters, digits, '_', '-' and '.'"
            node = parameters.node(("properties", name))
            findings.warning(node.owner, "parameter-name", message, hint)


def _hints(schema: Mapping[str, Any], shapes: Shapes) -> Iterator[Hint]:
    for rule in RULES:
        yield from rule(schema)
    yield from unions(schema, shapes)


def _lint_samples(
    steps: Steps,
    schema: Mapping[str, Any],
    compiled: Compiled,
    types: TypesTable,
    findings: Findings,
) -> None:
    """Warn of a `default` and of `examples` that their own schema refuses."""
    samples: list[tuple[Steps, Any]] = []
    if "default" in schema:
        samples.append((("default",), schema["default"]))
    given = schema.get("examples")
    if isinstance(given, list):
        samples += [(("examples", n), value) for n, value in enumerate(given)]
    if not samples:
        return
    wire = types.wiring.wire(standalone(schema, compiled.schema))
    for inner, value in samples:
        what = "the default" if inner == ("default",) else "the example"
        violations = validate_json_schema_value(wire, value, what, profile="full")
        for found in violations[:1]:
            node = compiled.node((*steps, *inner, *found.steps))
            message = f"{what} does not pass its own schema: {found.message}"
            findings.warning(place_of(node), f"lint-{inner[0]}", message, _hint(node, schema))


def _hint(node: Node, schema: Mapping[str, Any]) -> str | None:
    """What to write where *node*, in a sample for *schema*, is of the wrong type."""
    if isinstance(node, Scalar) and node.value is None:
        return "leave it out, or let null pass"
    return next(filter(None, (hint_for(node, name) for name in sorted(types_of((schema,))))), None)
