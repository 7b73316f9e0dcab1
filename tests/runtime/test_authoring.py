"""The author's language: what it compiles to, and the one slip that is reported."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest
from toolc_runtime import (
    JsonSchemaError,
    assert_supported_json_schema,
    freeze,
    parameter_schema_spec_to_json_schema,
    value_schema_spec_to_json_schema,
)

NOTES = {"description": "d", "title": "t", "default": 1, "examples": [1]}


@pytest.mark.parametrize(
    ("spec", "raw"),
    [
        ({"type": "json"}, {}),
        ({"type": "json", **NOTES}, NOTES),
        ({"type": "string", "enum": ["a"]}, {"type": "string", "enum": ["a"]}),
        ({"type": "integer", "const": 1.0}, {"type": "integer", "const": 1.0}),
        ({"type": "null"}, {"type": "null"}),
        ({"type": "array"}, {"type": "array"}),
        ({"type": "array", "items": {"type": "json"}}, {"type": "array", "items": {}}),
        (
            {"oneOf": [{"type": "json"}, {"type": "null"}], "title": "t"},
            {"oneOf": [{}, {"type": "null"}], "title": "t"},
        ),
        (
            {"type": "object", "additionalProperties": True},
            {"type": "object", "additionalProperties": True},
        ),
        (
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "required": {"type": "string", "required": True},
                    "type": {"type": "json"},
                    "b": {"type": "json", "required": True},
                },
            },
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {"required": {"type": "string"}, "type": {}, "b": {}},
                "required": ["required", "b"],
            },
        ),
    ],
)
def test_a_value_spec_compiles_to_the_raw_subset(spec: Any, raw: Any) -> None:
    assert value_schema_spec_to_json_schema(spec) == raw
    assert list(value_schema_spec_to_json_schema(freeze(spec))) == list(raw)
    assert_supported_json_schema(value_schema_spec_to_json_schema(spec))


def test_parameters_are_an_open_object_with_a_list_of_what_is_required() -> None:
    spec = {"path": {"type": "string", "required": True}, "limit": {"type": "integer"}}
    assert parameter_schema_spec_to_json_schema(spec) == {
        "type": "object",
        "properties": {"path": {"type": "string"}, "limit": {"type": "integer"}},
        "required": ["path"],
    }
    assert parameter_schema_spec_to_json_schema({}) == {"type": "object", "properties": {}}


def test_a_parameter_may_have_the_name_of_a_keyword() -> None:
    names = ["type", "oneOf", "properties", "required", "title", "additionalProperties", "$ref"]
    compiled = parameter_schema_spec_to_json_schema({name: {"type": "null"} for name in names})
    assert list(compiled["properties"]) == names


@pytest.mark.parametrize(
    ("spec", "kind", "path"),
    [
        (None, "author_node", "schema"),
        ([], "author_node", "schema"),
        ({}, "author_type", "schema"),
        ({"type": "any"}, "author_type", "schema"),
        ({"type": ["string"]}, "author_type", "schema"),
        ({"type": "json", "oneOf": []}, "type_and_one_of", "schema"),
        ({"type": "string", "minLength": 1}, "author_key", "schema.minLength"),
        ({"type": "json", "enum": [1]}, "author_key", "schema.enum"),
        ({"type": "array", "const": 1}, "author_key", "schema.const"),
        ({"type": "string", "required": True}, "author_key", "schema.required"),
        ({"oneOf": [{"type": "json", "required": True}]}, "author_key", "schema.oneOf[0].required"),
        ({"type": "object"}, "author_openness", "schema"),
        (OrderedDict(type="json"), "author_node", "schema"),
        ({"type": "string", "enum": ("a",)}, "enum_values", "schema"),
        ({"oneOf": ({"type": "json"}, {"type": "json"})}, "one_of_min", "schema"),
        ({"type": "object", "additionalProperties": {}}, "author_openness", "schema"),
        (
            {"type": "object", "additionalProperties": True, "properties": []},
            "author_map",
            "schema.properties",
        ),
        ({"type": "array", "items": [{}]}, "author_node", "schema.items"),
        ({"oneOf": [{"type": "json"}]}, "one_of_min", "schema"),
        ({"oneOf": 1}, "one_of_min", "schema"),
        ({"type": "string", "enum": []}, "enum_values", "schema"),
        ({"type": "string", "const": 1}, "const_value", "schema"),
        ({"type": "json", "title": 1}, "annotation_string", "schema.title"),
        ({"type": "json", "default": {1}}, "annotation_json", "schema.default"),
    ],
)
def test_a_slip_is_reported_at_its_place(spec: Any, kind: str, path: str) -> None:
    with pytest.raises(JsonSchemaError) as caught:
        value_schema_spec_to_json_schema(spec)
    assert [(v.kind, v.path) for v in caught.value.violations] == [(kind, path)]


@pytest.mark.parametrize(
    ("spec", "kind", "path"),
    [
        ([], "author_map", "parameters"),
        ({"a": True}, "author_node", "parameters.a"),
        ({"a": {"type": "json", "required": False}}, "author_required_true", "parameters.a"),
        ({"a": {"type": "json", "required": 1}}, "author_required_true", "parameters.a"),
        ({"a": {"type": "x"}}, "author_type", "parameters.a"),
        ({"a": {"type": "string", "enum": [1]}}, "enum_values", "schema.properties.a"),
    ],
)
def test_a_slip_in_parameters_is_reported_at_its_place(spec: Any, kind: str, path: str) -> None:
    with pytest.raises(JsonSchemaError) as caught:
        parameter_schema_spec_to_json_schema(spec)
    assert [(v.kind, v.path) for v in caught.value.violations] == [(kind, path)]


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ({"type": "strnig"}, "did you mean string?"),
        ({"type": "string", "requierd": True}, "string has no"),
        ({"type": "array", "item": {}}, 'did you mean "items"?'),
        ({"type": "object"}, "additionalProperties is true or false"),
    ],
)
def test_a_slip_is_told_with_what_would_be_right(spec: Any, part: str) -> None:
    with pytest.raises(JsonSchemaError, match=part.replace("?", r"\?")):
        value_schema_spec_to_json_schema(spec)


def test_the_compiled_schema_shares_nothing_with_the_spec() -> None:
    spec: dict[str, Any] = {"type": "string", "enum": ["a"], "default": []}
    compiled = value_schema_spec_to_json_schema(spec)
    spec["enum"].append("b")
    spec["default"].append(1)
    assert compiled == {"type": "string", "enum": ["a"], "default": []}


def test_a_spec_that_contains_itself_is_refused() -> None:
    spec: dict[str, Any] = {"type": "array"}
    spec["items"] = spec
    with pytest.raises(JsonSchemaError, match="contain itself"):
        value_schema_spec_to_json_schema(spec)
