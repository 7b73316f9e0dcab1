"""Wire forms: named types inlined, recursive ones under `$defs`."""

from __future__ import annotations

import json
from typing import Any

from toolc.source import Location
from toolc.spec import SchemaSpec, TypeSpec
from toolc.wire import Wiring, wire_schema

HERE = Location("s.yaml", 1, 1)
STRING = {"type": "string"}


def wire(schema: Any, **types: Any) -> Any:
    specs = [TypeSpec(name, HERE, SchemaSpec(found, {(): HERE})) for name, found in types.items()]
    return wire_schema(SchemaSpec(schema, {(): HERE}), specs)


def ref(name: str, **beside: Any) -> dict[str, Any]:
    return {"$ref": f"types:{name}", **beside}


def test_a_schema_without_types_is_its_own_wire_form() -> None:
    schema = {"type": "object", "properties": {"$ref": STRING}, "$defs": {"A": STRING}}
    assert wire(schema, A=STRING) == schema


def test_types_are_inlined_through_types() -> None:
    line = {"type": "object", "properties": {"text": ref("Text")}}
    assert wire({"type": "array", "items": ref("Line")}, Line=line, Text=STRING) == {
        "type": "array",
        "items": {"type": "object", "properties": {"text": STRING}},
    }


def test_annotations_beside_a_reference_win_over_those_of_the_type() -> None:
    text = {"type": "string", "description": "Any text.", "title": "Text"}
    assert wire(ref("Text", description="This one."), Text=text) == {
        "type": "string",
        "description": "This one.",
        "title": "Text",
    }


def test_a_recursive_type_stands_under_defs_once() -> None:
    tree = {"type": "object", "properties": {"children": {"type": "array", "items": ref("Tree")}}}
    inner = {"type": "array", "items": {"$ref": "#/$defs/Tree"}}
    definition = {"type": "object", "properties": {"children": inner}}
    schema = {"type": "object", "properties": {"a": ref("Tree", description="d"), "b": ref("Tree")}}
    assert wire(schema, Tree=tree) == {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/Tree", "description": "d"},
            "b": {"$ref": "#/$defs/Tree"},
        },
        "$defs": {"Tree": definition},
    }
    assert wire(ref("Tree"), Tree=tree) == {
        "$ref": "#/$defs/Tree",
        "$defs": {"Tree": definition},
    }


def test_types_that_lead_to_each_other_come_together_in_the_order_of_the_catalogue() -> None:
    types = {
        "Unused": STRING,
        "B": {"type": "array", "items": ref("A")},
        "A": {"type": "array", "items": ref("B")},
        "Via": {"type": "object", "properties": {"a": ref("A")}},
    }
    found = wire(ref("Via"), **types)
    assert found["properties"] == {"a": {"$ref": "#/$defs/A"}}
    assert list(found["$defs"]) == ["B", "A"]
    assert found["$defs"]["B"] == {"type": "array", "items": {"$ref": "#/$defs/A"}}


def test_what_only_looks_like_a_reference_is_data() -> None:
    schema = {"type": "object", "default": ref("Text"), "properties": {"x": {"const": ref("Text")}}}
    assert wire(schema, Text=STRING) == schema


def test_boolean_schemas_become_objects() -> None:
    assert wire(True) == {}
    assert wire(False) == {"not": {}}


def test_a_wire_form_is_measured_without_being_made() -> None:
    types: dict[str, Any] = {
        f"T{n}": {"type": "object", "properties": {"a": ref(f"T{n + 1}"), "b": ref(f"T{n + 1}")}}
        for n in range(100)
    }
    wiring = Wiring({**types, "T100": STRING})
    assert wiring.size(STRING) == (1, 1)
    assert wiring.size(ref("T100"))[0] >= 1
    assert wiring.size(ref("T90"))[0] < 10_000
    assert wiring.size(ref("T0"))[0] >= 10**9


def test_the_same_schema_has_the_same_bytes() -> None:
    types = {"Tree": {"type": "array", "items": ref("Tree")}, "Text": STRING}
    schema = {"type": "object", "properties": {"t": ref("Tree"), "s": ref("Text")}}
    assert json.dumps(wire(schema, **types)) == json.dumps(wire(schema, **types))
