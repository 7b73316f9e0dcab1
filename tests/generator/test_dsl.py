"""The author DSL and the raw schema it stands for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from toolc.check import check_schema
from toolc.diagnostics import Findings
from toolc.document import parse
from toolc.dsl import compile_parameters, compile_value
from toolc.nodes import Node
from toolc.source import source_of
from toolc.vocabulary import Profile
from toolc_runtime._json import json_equal


def written(spec: object) -> Node:
    """*spec* as a node."""
    findings = Findings()
    text = f"spec: {json.dumps(spec)}"
    (document,) = parse((source_of("s.yaml", text),), findings)
    assert findings.diagnostics == ()
    return document.root.entries["spec"]


def compiled(
    spec: object, kind: str = "value", profile: Profile = "full", types: tuple[str, ...] = ()
) -> tuple[Any, list[str]]:
    """The raw schema of *spec*, and the codes of what is wrong with it."""
    findings = Findings()
    compile_ = compile_value if kind == "value" else compile_parameters
    found = compile_(written(spec), types, profile, findings)
    sound = check_schema(found, profile, findings)
    codes = [diagnostic.code for diagnostic in findings.diagnostics]
    assert sound == (not codes), (sound, codes)
    return found.schema, codes


def recordings(data: Path) -> Iterator[dict[str, Any]]:
    with (data / "cases/author-schema-oracle.jsonl").open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def test_core_accepts_and_refuses_what_the_reference_does_and_compiles_to_the_same(
    acceptance_data: Path,
) -> None:
    for row in recordings(acceptance_data):
        schema, codes = compiled(row["spec"], row["kind"], "core")
        assert bool(codes) == ("violations" in row), (row, codes)
        if "compiled" in row:
            assert json_equal(schema, row["compiled"]), (row, schema)


def test_full_accepts_what_core_accepts_and_compiles_to_the_same(acceptance_data: Path) -> None:
    for row in recordings(acceptance_data):
        if "compiled" in row:
            assert compiled(row["spec"], row["kind"]) == (row["compiled"], [])


def test_parameters_are_an_open_object_of_their_properties() -> None:
    spec = {"path": {"type": "string", "required": True}, "type": {"type": "json"}}
    assert compiled(spec, "parameters") == (
        {
            "type": "object",
            "properties": {"path": {"type": "string"}, "type": {}},
            "required": ["path"],
        },
        [],
    )
    assert compiled({}, "parameters") == ({"type": "object", "properties": {}}, [])


def test_required_stands_on_properties_at_any_depth() -> None:
    inner = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"required": {"type": "string", "required": True}},
    }
    schema, codes = compiled({"type": "array", "items": inner})
    assert codes == []
    assert schema["items"]["required"] == ["required"]
    assert schema["items"]["properties"] == {"required": {"type": "string"}}


def test_references_name_types_of_the_catalogue() -> None:
    spec = {"type": "array", "items": {"$ref": "Line", "description": "d"}}
    schema = {"type": "array", "items": {"$ref": "types:Line", "description": "d"}}
    assert compiled(spec, types=("Line",)) == (schema, [])
    assert compiled(spec, types=("Lime",))[1] == ["schema-ref"]
    assert compiled({"$ref": 5})[1] == ["schema-ref"]
    assert compiled({"$ref": "#/$defs/Line"})[1] == ["schema-ref"]
