"""What compiles and is probably not meant: every lint is a warning at its place in the YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .compiled import Compiled
from .diagnostics import Findings
from .forms import hint_for, place_of
from .lint_rules import RULES, Hint
from .lint_unions import unions
from .nodes import Node, Scalar
from .samples import refused_samples
from .shapes import Shapes, types_of
from .types_table import TypesTable
from .walk import schemas

_PROVIDER_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def lint_schema(compiled: Compiled, types: TypesTable, findings: Findings) -> None:
    """Warn of everything in *compiled*, a sound schema, that is probably not meant."""
    _lint_samples(compiled, types, findings)
    shapes = types.shapes(compiled.schema)
    for steps, schema in schemas(compiled.schema):
        if isinstance(schema, Mapping):
            for hint in _hints(schema, shapes):
                node = compiled.node((*steps, *hint.steps))
                findings.warning(place_of(node), hint.code, hint.message)


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


def _lint_samples(compiled: Compiled, types: TypesTable, findings: Findings) -> None:
    """Warn of a `default` and of `examples` that their own schema refuses."""
    wire = types.wiring.wire(compiled.schema)
    for sample, found in refused_samples(compiled.schema, wire):
        node = compiled.node((*sample.steps, *sample.inside, *found.steps[1:]))
        keyword = sample.inside[0]
        what = "the default" if keyword == "default" else "the example"
        message = f"{what} does not pass its own schema: {found.message}"
        hint = _hint(node, sample.schema)
        findings.warning(place_of(node), f"lint-{keyword}", message, hint)


def _hint(node: Node, schema: Mapping[str, Any]) -> str | None:
    """What to write where *node*, in a sample for *schema*, is of the wrong type."""
    if isinstance(node, Scalar) and node.value is None:
        return "leave it out, or let null pass"
    return next(filter(None, (hint_for(node, name) for name in sorted(types_of((schema,))))), None)
