"""Examples of calls, checked against both schemas, by the runtime and by a second opinion."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from toolc_runtime._interpreter import compile_schema
from toolc_runtime._unset import UNSET

from .compiled import Compiled
from .forms import Form, hint_for, is_broken, kind_of, place_of
from .nodes import Listing, Node, Table, is_whole, plain
from .second_opinion import compare
from .shapes import Nowhere
from .spec import ExampleSpec, Steps
from .types_table import TypesTable

if TYPE_CHECKING:
    from toolc_runtime._violation import Violation

_KEYS = ("args", "value")


def read_examples(
    form: Form, parameters: Compiled, output: Compiled, types: TypesTable
) -> tuple[ExampleSpec, ...]:
    """The examples of the tool that *form* is, those that pass."""
    nodes = form.items("examples")
    if not nodes:
        return ()
    check_args = _checker(form, "example-args", parameters, types)
    check_value = _checker(form, "example-value", output, types)
    found = []
    for node in nodes:
        if isinstance(node, Table):
            example = Form(node, "an example", form.findings)
            found += _read_example(example, check_args, check_value)
        elif not is_broken(node):
            message = f"an example is a mapping; this is {kind_of(node)}"
            form.findings.error(place_of(node), "spec-type", message)
    return tuple(found)


def _read_example(
    form: Form, check_args: Callable[[Node], bool], check_value: Callable[[Node], bool]
) -> list[ExampleSpec]:
    form.known(_KEYS)
    args, value = form.table.entries.get("args"), form.table.entries.get("value")
    if args is None:
        form.missing("args", "'args: {}' for a call without arguments")
    passed = args is not None and check_args(args)
    if (value is not None and not check_value(value)) or not passed or args is None:
        return []
    shown: Any = plain(args)
    result: Any = UNSET if value is None else plain(value)
    return [ExampleSpec(form.at, shown, result, value is not None)]


def _checker(form: Form, code: str, schema: Compiled, types: TypesTable) -> Callable[[Node], bool]:
    """A check of one node against *schema*: it reports, and says whether the node passed."""
    wire = types.wiring.wire(schema.schema)
    validate = compile_schema(wire, code.removeprefix("example-"))

    def check(node: Node) -> bool:
        if not is_whole(node):
            return False
        value: Any = plain(node)
        violations = validate(value)
        compare(wire, value, violations)
        for violation in violations:
            _report(form, code, violation, node, schema, types)
        return not violations

    return check


def _report(
    form: Form, code: str, found: Violation, node: Node, schema: Compiled, types: TypesTable
) -> None:
    inner = descend(node, found.steps)

    def hint() -> str | None:
        shapes = types.shapes(schema.schema)
        expected = shapes.follow(schema.schema, found.steps)
        if found.kind != "type" or isinstance(expected, Nowhere):
            return None
        wanted = sorted(shapes.types(expected))
        return next(filter(None, (hint_for(inner, each) for each in wanted)), None)

    at = inner.owner if found.kind == "undeclared" else place_of(inner)
    form.findings.error(at, code, f"{found.path}: {found.message}", hint)


def descend(node: Node, steps: Steps) -> Node:
    """The node at *steps* below *node*, or the last one on the way."""
    for step in steps:
        inner: Node | None = None
        if isinstance(node, Table) and isinstance(step, str):
            inner = node.entries.get(step)
        elif isinstance(node, Listing) and isinstance(step, int) and step < len(node.items):
            inner = node.items[step]
        if inner is None:
            return node
        node = inner
    return node
