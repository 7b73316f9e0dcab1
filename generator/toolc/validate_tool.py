"""One tool: its schemas, its host-only facts, and what hangs on the schemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .check import check_schema
from .compiled import Compiled
from .diagnostics import Findings
from .dsl import compile_parameters, compile_value
from .examples import read_examples
from .forms import Form
from .lints import lint_parameters, lint_schema
from .present import Presenting
from .raw import take
from .shapes import Shape
from .spec import HintsSpec, ToolSpec
from .types_table import TypesTable
from .vocabulary import Profile

_KEYS = (
    "title",
    "description",
    "parameters",
    "parameters_schema",
    "output",
    "output_schema",
    "timeout_ms",
    "concurrency_safe",
    "hints",
    "render",
    "meta",
    "present",
    "examples",
)
_HINTS = ("read_only", "destructive", "idempotent", "open_world")
_MISSING = {
    "parameters": "'parameters: {}' where it takes none",
    "output": "'output: {type: json}' where it may be anything",
}


@dataclass(frozen=True, slots=True)
class Scope:
    """What the tools of one catalogue share; *used* gathers the types they mention."""

    types: TypesTable
    profile: Profile
    findings: Findings
    used: set[str] = field(default_factory=set)


def read_tool(name: str, form: Form, scope: Scope) -> ToolSpec | None:
    """The tool, or `None` where its schemas are wrong; all that is wrong is reported."""
    form.known(_KEYS)
    description = _read_description(form)
    parameters = _read_schema(form, "parameters", scope)
    output = _read_schema(form, "output", scope)
    timeout = form.positive("timeout_ms")
    is_safe = form.flag("concurrency_safe")
    hints = _read_hints(form)
    if not (parameters and output):
        return None
    lint_parameters(parameters, scope.findings)
    presenting = Presenting(form, parameters, output, scope.types)
    meta, meta_schema = presenting.meta()
    call, result = presenting.cards(meta_schema)
    return ToolSpec(
        at=form.at,
        name=name,
        title=form.text("title"),
        description=description,
        parameters=parameters.spec,
        output=output.spec,
        timeout_ms=timeout,
        concurrency_safe=is_safe,
        hints=hints,
        render=presenting.render(),
        meta=meta,
        meta_schema=meta_schema,
        present_call=call,
        present_result=result,
        examples=read_examples(form, parameters, output, scope.types),
    )


def _read_description(form: Form) -> str:
    if not form.has("description"):
        form.missing("description", "models choose tools by it")
    description = form.text("description")
    if description is not None and not description.strip():
        form.findings.warning(form.at, "tool-description", "models choose tools by 'description'")
    return description or ""


def _read_hints(form: Form) -> HintsSpec | None:
    hints = form.form("hints", "hints")
    if hints is None:
        return None
    hints.known(_HINTS)
    return HintsSpec(*map(hints.flag, _HINTS))


def _read_schema(form: Form, key: Literal["parameters", "output"], scope: Scope) -> Compiled | None:
    """The schema at *key* or `<key>_schema`, if it is right."""
    raw = f"{key}_schema"
    if form.has(key) and form.has(raw):
        message = f"a tool has {key!r} or {raw!r}, not both"
        form.findings.error(form.table.entries[raw].owner, "spec-conflict", message)
        return None
    compiled = _compile(form, key, raw, scope)
    if compiled is None:
        return None
    scope.used.update(compiled.uses)
    is_sound = check_schema(compiled, scope.profile, scope.findings)
    if not (is_sound and scope.types.are_sound(compiled) and _fits(compiled, key, scope)):
        return None
    lint_schema(compiled, scope.types, scope.findings)
    return compiled


def _compile(
    form: Form, key: Literal["parameters", "output"], raw: str, scope: Scope
) -> Compiled | None:
    if form.has(raw):
        return take(form.table.entries[raw])
    if not form.has(key):
        form.missing(key, _MISSING[key])
        return None
    compile_ = compile_parameters if key == "parameters" else compile_value
    return compile_(form.table.entries[key], scope.types.names, scope.profile, scope.findings)


def _fits(compiled: Compiled, key: str, scope: Scope) -> bool:
    """Whether the schema has a wire form within bounds, and parameters are an object."""
    at = compiled.node(()).owner
    if not scope.types.fits_on_wire(compiled):
        message = f"with its types inlined, the schema of {key!r} is too large"
        scope.findings.error(at, "type-size", message)
        return False
    return key != "parameters" or _is_object(compiled, scope)


def _is_object(compiled: Compiled, scope: Scope) -> bool:
    """Whether only objects pass the schema of parameters. It had better say so at its root."""
    schema, at = compiled.schema, compiled.node(()).owner
    if isinstance(schema, Mapping) and schema.get("type") == "object":
        return True
    hint = "add 'type: object' at the root"
    if scope.types.shapes(schema).types(Shape(((schema,),))) == {"object"}:
        message = "model providers want to read at the root that parameters are an object"
        scope.findings.warning(at, "parameter-root", message, hint)
        return True
    scope.findings.error(at, "schema-object-root", "parameters are an object", hint)
    return False
