"""What the two profiles accept, and everything that they report about the rest."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from enum import StrEnum
from typing import Any

import pytest
from toolc_runtime import (
    HarnessError,
    JsonSchemaError,
    assert_object_json_schema,
    assert_supported_json_schema,
    freeze,
    schema_violations,
)
from toolc_runtime._kinds import SCHEMA_KINDS

Found = list[tuple[str, str]]
NAN = float("nan")


def found(schema: object, profile: Any) -> Found:
    violations = schema_violations(schema, profile)
    assert {violation.kind for violation in violations} <= SCHEMA_KINDS.keys()
    return [(violation.kind, violation.path) for violation in violations]


class Name(StrEnum):
    STRING = "string"


CORE: list[tuple[Any, Found]] = [
    ({}, []),
    ({"description": "d", "title": "t", "default": None, "examples": [{"a": 1}]}, []),
    ({"type": "string", "enum": ["a", "b"], "const": "a"}, []),
    ({"type": "integer", "enum": [1, 2.0]}, []),
    ({"type": "number", "enum": [1, 1.5]}, []),
    ({"type": "null", "const": None}, []),
    ({"type": "object"}, []),
    ({"type": "object", "properties": {"a": {}}, "required": ["a"]}, []),
    ({"type": "object", "additionalProperties": False}, []),
    ({"type": "array", "items": {"type": "array"}}, []),
    ({"oneOf": [{}, {"type": "null"}], "description": "d"}, []),
    (True, [("node", "schema")]),
    (None, [("node", "schema")]),
    ({"type": "object", "properties": {"a": False}}, [("node", "schema.properties.a")]),
    ({"type": "array", "items": [{}]}, [("node", "schema.items")]),
    ({"type": "strnig"}, [("type_unknown", "schema")]),
    ({"type": None}, [("type_unknown", "schema")]),
    ({"type": {"a": 1}}, [("type_unknown", "schema")]),
    ({"type": ["string", "null"]}, [("type_array", "schema")]),
    ({"type": "string", "oneOf": [{}, {}]}, [("type_and_one_of", "schema")]),
    ({"oneOf": [{}]}, [("one_of_min", "schema")]),
    ({"oneOf": {"a": {}}}, [("one_of_min", "schema")]),
    ({"oneOf": [{}, 1]}, [("node", "schema.oneOf[1]")]),
    ({"oneOf": [{}, {}], "enum": [1]}, [("beside_one_of", "schema.enum")]),
    ({"enum": [1]}, [("requires_type", "schema.enum")]),
    ({"properties": {}}, [("requires_type", "schema.properties")]),
    ({"type": "string", "items": {}}, [("misplaced", "schema.items")]),
    ({"type": "array", "const": []}, [("misplaced", "schema.const")]),
    ({"type": "object", "enum": [{}]}, [("misplaced", "schema.enum")]),
    ({"type": "string", "pattern": "a"}, [("unsupported_keyword", "schema.pattern")]),
    ({"type": "string", "x-note": 1}, [("unsupported_keyword", "schema.x-note")]),
    ({"anyOf": [{}]}, [("unsupported_keyword", "schema.anyOf")]),
    ({"description": 1}, [("annotation_string", "schema.description")]),
    ({"title": None}, [("annotation_string", "schema.title")]),
    ({"default": NAN}, [("annotation_json", "schema.default")]),
    ({"examples": ["\ud800"]}, [("annotation_json", "schema.examples")]),
    ({"type": "boolean", "enum": []}, [("enum_values", "schema")]),
    ({"type": "integer", "enum": [True]}, [("enum_values", "schema")]),
    ({"type": "integer", "enum": [1.5]}, [("enum_values", "schema")]),
    ({"type": "number", "enum": [NAN]}, [("enum_values", "schema")]),
    ({"type": "string", "const": 1}, [("const_value", "schema")]),
    ({"type": "boolean", "const": 1}, [("const_value", "schema")]),
    ({"type": "integer", "enum": [1], "const": 2}, [("const_not_in_enum", "schema")]),
    ({"type": "integer", "enum": [1], "const": 1.0}, []),
    ({"type": "object", "properties": []}, [("properties_record", "schema")]),
    ({"type": "object", "required": "a"}, [("required_strings", "schema")]),
    ({"type": "object", "required": [1]}, [("required_strings", "schema")]),
    ({"type": "object", "required": ["a"]}, [("required_undeclared", "schema")]),
    (
        {"type": "object", "properties": {"a": {}}, "required": ["a", "a"]},
        [("required_duplicate", "schema")],
    ),
    ({"type": "object", "additionalProperties": {}}, [("additional_boolean", "schema")]),
    ({"type": "object", "additionalProperties": 0}, [("additional_boolean", "schema")]),
    ({"type": "string", "enum": ("a",)}, [("enum_values", "schema")]),
    ({"oneOf": ({}, {})}, [("one_of_min", "schema")]),
    (
        {"type": "object", "properties": {"a": {}}, "required": ("a",)},
        [("required_strings", "schema")],
    ),
    ({"default": (1,)}, [("annotation_json", "schema.default")]),
    (OrderedDict(type="string"), [("node", "schema")]),
    ({"type": "array", "items": OrderedDict()}, [("node", "schema.items")]),
    ({"type": Name.STRING}, [("type_unknown", "schema")]),
    ({"type": "object", "required": [Name.STRING]}, [("required_strings", "schema")]),
]


@pytest.mark.parametrize(("schema", "expected"), CORE)
def test_core_is_the_seed_s_enforced_subset(schema: object, expected: Found) -> None:
    assert found(schema, "core") == expected


FULL: list[tuple[Any, Found]] = [
    (True, []),
    (False, []),
    ({"properties": {"a": True}, "items": False}, []),
    ({"type": ["string", "null"], "enum": ["a", None]}, []),
    ({"type": "string", "minimum": 3, "items": {}}, []),
    ({"minLength": 1, "required": ["ghost"]}, []),
    ({"type": "object", "additionalProperties": {"type": "string"}}, []),
    ({"enum": [1, "1", None, [1], {"a": 1}], "const": {"a": []}}, []),
    ({"oneOf": [{}], "type": "string"}, []),
    ({"$schema": "s", "$id": "i", "$comment": "c", "x-a": [1]}, []),
    ({"deprecated": True, "readOnly": False, "writeOnly": True}, []),
    ({"$defs": {"a": {"$anchor": "b"}}, "anyOf": [{"$ref": "#b"}, {"$ref": "#/$defs/a"}]}, []),
    ({"properties": {"title": {}, "type": {}, "$ref": {}, "required": {}}}, []),
    (1, [("node", "schema")]),
    ({"anyOf": []}, [("operand", "schema.anyOf")]),
    ({"allOf": {}}, [("operand", "schema.allOf")]),
    ({"oneOf": []}, [("one_of_min", "schema")]),
    ({"anyOf": [{}, 3]}, [("node", "schema.anyOf[1]")]),
    ({"not": "a"}, [("node", "schema.not")]),
    ({"items": [{}]}, [("node", "schema.items")]),
    ({"properties": []}, [("properties_record", "schema")]),
    ({"patternProperties": []}, [("operand", "schema.patternProperties")]),
    ({"$defs": {"a": 1}}, [("node", "schema.$defs.a")]),
    ({"type": []}, [("operand", "schema.type")]),
    ({"type": ["string", "string"]}, [("operand", "schema.type")]),
    ({"type": ["string", "any"]}, [("type_unknown", "schema")]),
    ({"enum": []}, [("enum_values", "schema")]),
    ({"enum": "a"}, [("enum_values", "schema")]),
    ({"enum": [NAN]}, [("enum_values", "schema")]),
    ({"const": NAN}, [("const_value", "schema")]),
    ({"minimum": "1"}, [("operand", "schema.minimum")]),
    ({"minimum": True}, [("operand", "schema.minimum")]),
    ({"maximum": NAN}, [("operand", "schema.maximum")]),
    ({"multipleOf": 0}, [("operand", "schema.multipleOf")]),
    ({"multipleOf": -0.5}, [("operand", "schema.multipleOf")]),
    ({"minLength": -1}, [("operand", "schema.minLength")]),
    ({"minItems": 1.5}, [("operand", "schema.minItems")]),
    ({"maxItems": 2.0}, []),
    ({"uniqueItems": 1}, [("operand", "schema.uniqueItems")]),
    ({"format": 1}, [("operand", "schema.format")]),
    ({"required": ["a", "a"]}, [("required_duplicate", "schema")]),
    ({"dependentRequired": {"a": "b"}}, [("operand", "schema.dependentRequired.a")]),
    ({"dependentRequired": 1}, [("operand", "schema.dependentRequired")]),
    ({"deprecated": "yes"}, [("annotation_boolean", "schema.deprecated")]),
    ({"$comment": 1}, [("annotation_string", "schema.$comment")]),
    ({"x-a": {1}}, [("annotation_json", "schema.x-a")]),
    ({"$anchor": "a b"}, [("anchor", "schema.$anchor")]),
    ({"$anchor": "1a"}, [("anchor", "schema.$anchor")]),
    (
        {"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}},
        [("anchor", "schema.$defs.b.$anchor")],
    ),
    ({"properties": {"a": {"$id": "b"}}}, [("id_rebase", "schema.properties.a.$id")]),
    ({"$id": 1}, [("annotation_string", "schema.$id")]),
    ({"$ref": 1}, [("operand", "schema.$ref")]),
    ({"pattern": 1}, [("operand", "schema.pattern")]),
    ({"pattern": "("}, [("pattern_syntax", "schema.pattern")]),
    ({"pattern": "^(a+)+$"}, [("pattern_unsafe", "schema.pattern")]),
    ({"patternProperties": {"[": {}}}, [("pattern_syntax", "schema.patternProperties.[")]),
    ({"patternProperties": {"a": 1}}, [("node", "schema.patternProperties.a")]),
    ({"unknown": 1}, [("unsupported_keyword", "schema.unknown")]),
    ({1: 2}, [("unsupported_keyword", "schema")]),
    ({"properties": {1: {}}}, [("not_json", "schema.properties")]),
]


@pytest.mark.parametrize(("schema", "expected"), FULL)
def test_full_is_json_schema_less_what_cannot_be_enforced(schema: object, expected: Found) -> None:
    assert found(schema, "full") == expected


@pytest.mark.parametrize("keyword", ["exclusiveMinimum", "exclusiveMaximum"])
def test_a_boolean_bound_is_called_the_draft_04_form(keyword: str) -> None:
    (violation,) = schema_violations({"minimum": 0, keyword: True}, "full")
    assert (violation.kind, violation.path) == ("operand", f"schema.{keyword}")
    assert "draft-04 form" in violation.message


@pytest.mark.parametrize(
    ("schema", "profile", "part"),
    [
        ({"type": "strnig"}, "core", "did you mean string?"),
        ({"minLenght": 1}, "full", "did you mean minLength?"),
        ({"type": "string", "minLength": 1}, "core", "the full profile has it"),
        ({"nullable": True}, "full", '"null"'),
        ({"unevaluatedProperties": False}, "full", "additionalProperties"),
        ({"$dynamicRef": "#a"}, "full", "use $ref"),
        ({"dependencies": {}}, "full", "dependentRequired"),
        ({"items": [{}]}, "full", "prefixItems"),
        (
            {"type": "object", "properties": {"name": {}}, "required": ["nmae"]},
            "core",
            'did you mean "name"?',
        ),
        ({"type": "integer", "enum": [1, "2"]}, "core", '"2"'),
    ],
)
def test_a_message_says_what_would_be_right(schema: object, profile: Any, part: str) -> None:
    (violation,) = schema_violations(schema, profile)
    assert part in violation.message


def test_every_violation_is_reported_in_one_go() -> None:
    schema = {
        "type": "object",
        "title": 1,
        "properties": {
            "a": {"type": "strnig"},
            "b": {"oneOf": [{"type": "array", "items": {"enum": [1]}}, {"type": ["null"]}]},
        },
        "required": ["c"],
        "additionalProperties": "no",
    }
    assert sorted(found(schema, "core")) == [
        ("additional_boolean", "schema"),
        ("annotation_string", "schema.title"),
        ("required_undeclared", "schema"),
        ("requires_type", "schema.properties.b.oneOf[0].items.enum"),
        ("type_array", "schema.properties.b.oneOf[1]"),
        ("type_unknown", "schema.properties.a"),
    ]


@pytest.mark.parametrize("profile", ["core", "full"])
def test_a_schema_that_contains_itself_is_reported_and_not_walked(profile: Any) -> None:
    schema: dict[str, Any] = {"type": "array"}
    schema["items"] = schema
    assert found(schema, profile) == [("not_json", "schema.items")]


def test_what_is_no_json_anywhere_is_reported_once() -> None:
    assert found({"type": "object", "properties": OrderedDict(a={})}, "core") == [
        ("properties_record", "schema")
    ]
    assert found({"x-a": {"b": {1}}, "enum": [{1: 2}]}, "full") == [
        ("annotation_json", "schema.x-a"),
        ("enum_values", "schema"),
    ]
    assert found({"type": "object", "properties": {"\ud800": {}}}, "full") == [
        ("not_json", "schema.properties")
    ]


def test_frozen_schemas_are_schemas() -> None:
    schema = {"type": "object", "properties": {"a": {"enum": [1]}}, "required": ["a"]}
    assert found(freeze(schema), "full") == []
    assert found(freeze({"oneOf": [{"type": "x"}, {}]}), "core") == [
        ("type_unknown", "schema.oneOf[0]")
    ]


def test_a_mixture_of_plain_and_frozen_is_none_of_both() -> None:
    assert found({"oneOf": [{}, freeze({"type": "null"})]}, "core") == [("node", "schema.oneOf[1]")]
    (violation,) = schema_violations({"type": "string", "enum": ("a",)})
    assert "not the tuple" in violation.message


def test_the_profile_is_core_unless_said_otherwise() -> None:
    assert_supported_json_schema({"type": "string"})
    assert_supported_json_schema({"minLength": 1}, "full")
    with pytest.raises(JsonSchemaError, match="minLength"):
        assert_supported_json_schema({"minLength": 1})


def test_the_error_holds_every_violation_and_has_a_code() -> None:
    with pytest.raises(JsonSchemaError) as caught:
        assert_supported_json_schema({"type": "x", "title": 1}, label="output")
    assert [v.path for v in caught.value.violations] == ["output.title", "output"]
    assert caught.value.code == "INVALID_JSON_SCHEMA"
    assert isinstance(caught.value, (HarnessError, ValueError))
    assert pickle.loads(pickle.dumps(caught.value)).violations == caught.value.violations


@pytest.mark.parametrize("schema", [{}, {"type": "array"}, {"oneOf": [{}, {}]}, True])
def test_an_object_root_is_of_type_object(schema: object) -> None:
    assert_object_json_schema({"type": "object"})
    with pytest.raises(JsonSchemaError) as caught:
        assert_object_json_schema(schema, "full")
    assert [v.kind for v in caught.value.violations] == ["object_root"]


def test_a_broken_schema_is_no_object_root_for_its_own_reasons() -> None:
    with pytest.raises(JsonSchemaError) as caught:
        assert_object_json_schema({"type": "object", "required": 1})
    assert [v.kind for v in caught.value.violations] == ["required_strings"]
