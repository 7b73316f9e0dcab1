"""What compiles and is probably not meant is a warning, never an error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from toolc.diagnostics import Findings
from toolc.document import parse
from toolc.source import source_of
from toolc.validate import validate


def lints(schema: Any, types: Any = None) -> list[str]:
    """The codes of the warnings about *schema*, a raw output, with what they point at."""
    tool = {"description": "d", "parameters": {}, "output_schema": schema}
    text = json.dumps({"types": types or {}, "tools": {"t": tool}})
    findings = Findings()
    source = source_of("s.yaml", text)
    validate(parse((source,), findings), findings)
    found = []
    for diagnostic in findings.diagnostics:
        assert diagnostic.severity == "warning", diagnostic
        at = diagnostic.location
        assert at.line == at.end_line == 1
        found.append(f"{diagnostic.code} {text[at.column - 1 : at.end_column - 1]}")
    return found


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "minimum": 3, "maximum": 2}, ["lint-unsatisfiable 3"]),
        ({"type": "integer", "minimum": 3, "maximum": 3}, []),
        ({"type": "number", "exclusiveMinimum": 3, "maximum": 3}, ["lint-unsatisfiable 3"]),
        ({"type": "number", "minimum": 3, "exclusiveMaximum": 3}, ["lint-unsatisfiable 3"]),
        ({"type": "number", "exclusiveMinimum": 3, "exclusiveMaximum": 3.5}, []),
        (
            {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 4},
            ["lint-unsatisfiable 3"],
        ),
        ({"type": "integer", "minimum": 0.2, "maximum": 0.8}, ["lint-unsatisfiable 0.2"]),
        ({"type": "integer", "minimum": 0.2, "maximum": 1}, []),
        (
            {"type": "integer", "minimum": 9007199254740993, "exclusiveMaximum": 9007199254740994},
            [],
        ),
        ({"type": "string", "minLength": 3, "maxLength": 2}, ["lint-unsatisfiable 3"]),
        ({"type": "array", "items": {}, "minItems": 3, "maxItems": 2}, ["lint-unsatisfiable 3"]),
        ({"type": "object", "minProperties": 3, "maxProperties": 2}, ["lint-unsatisfiable 3"]),
        (
            {
                "type": "object",
                "properties": {"a": {}, "b": {}},
                "required": ["a", "b"],
                "maxProperties": 1,
            },
            ["lint-unsatisfiable 1"],
        ),
    ],
)
def test_bounds_that_leave_nothing(schema: Any, expected: list[str]) -> None:
    assert lints(schema) == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "enum": ["a", "b", "a"]}, ['lint-enum "a"']),
        ({"enum": [1, 1.0]}, ["lint-enum 1.0"]),
        ({"enum": [1, True]}, []),
        ({"type": "string", "enum": ["a", 1]}, ["lint-enum 1"]),
        ({"type": ["string", "null"], "enum": ["a", None]}, []),
        ({"type": "number", "enum": [1, 2.5]}, []),
        ({"enum": ["a"], "const": "b"}, ['lint-unsatisfiable "b"']),
        ({"enum": ["a", "b"], "const": "b"}, []),
    ],
)
def test_members_that_never_pass_or_stand_twice(schema: Any, expected: list[str]) -> None:
    assert lints(schema) == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "default": 1}, ["lint-default 1"]),
        ({"type": "string", "default": None}, ["lint-default null"]),
        ({"type": ["string", "null"], "default": None}, []),
        ({"type": "integer", "default": 1.0}, []),
        ({"type": "string", "enum": ["a"], "default": "b"}, ['lint-default "b"']),
        (
            {"type": "array", "items": {"type": "string"}, "default": ["a", 1, 2]},
            ["lint-default 1"],
        ),
        ({"type": "string", "examples": ["a", 1]}, ["lint-examples 1"]),
        ({"type": "string", "examples": 5}, []),
        ({"default": {"a": 1}}, []),
        (
            {
                "type": "object",
                "properties": {"a": {"$ref": "#/$defs/A", "default": 5}},
                "$defs": {"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}},
            },
            ["lint-default 5"],
        ),
        (
            {
                "type": "object",
                "properties": {"a": {"$ref": "#/$defs/A", "default": [[], [[]]]}},
                "$defs": {"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}},
            },
            [],
        ),
    ],
)
def test_samples_that_their_own_schema_refuses(schema: Any, expected: list[str]) -> None:
    assert lints(schema) == expected


def test_a_sample_is_judged_by_the_schema_at_its_own_place() -> None:
    odd = {"a/b~c %": {"type": "string", "default": 1}, "": {"type": "integer", "default": "x"}}
    schema = {
        "type": "object",
        "properties": odd,
        "$defs": {"D": {"type": "string", "default": 2}},
        "not": {"anyOf": [{"type": "string", "examples": ["y", 3, 4]}]},
    }
    assert sorted(lints(schema)) == [
        'lint-default "x"',
        "lint-default 1",
        "lint-default 2",
        "lint-examples 3",
        "lint-examples 4",
    ]


def test_a_sample_beside_a_reference_is_judged_by_the_type() -> None:
    types = {
        "Name": {"type": "string"},
        "Tree": {"type": "array", "items": {"$ref": "Tree", "default": 5}},
    }
    tool = {
        "description": "d",
        "parameters": {"a": {"$ref": "Name", "default": 1}, "b": {"$ref": "Tree", "default": [[]]}},
        "output": {"$ref": "Tree", "default": "x"},
    }
    findings = Findings()
    text = json.dumps({"types": types, "tools": {"t": tool}})
    validate(parse((source_of("s.yaml", text),), findings), findings)
    pointed = [
        text[d.location.column - 1 : d.location.end_column - 1] for d in findings.diagnostics
    ]
    assert [d.code for d in findings.diagnostics] == ["lint-default"] * 3
    assert pointed == ["5", "1", '"x"']


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, ['lint-union "oneOf"']),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}]}, []),
        ({"oneOf": [{"type": "string"}, {"type": "string"}]}, ['lint-union "oneOf"']),
        ({"anyOf": [{"type": "string"}, {"type": "string", "title": "x"}]}, ['lint-union "anyOf"']),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, []),
        ({"oneOf": [{"const": "a"}, {"const": "b"}]}, []),
        ({"oneOf": [{"const": "a"}, {"type": "string"}]}, ['lint-union "oneOf"']),
        ({"oneOf": [{"enum": ["a", "b"]}, {"enum": ["a", "b", "c"]}]}, ['lint-union "oneOf"']),
        ({"oneOf": [{}, {"type": "string", "minLength": 1}]}, ['lint-union "oneOf"']),
        ({"oneOf": [{"type": "string", "minLength": 1}, {"type": "string", "maxLength": 9}]}, []),
        (
            {
                "oneOf": [{"$ref": "#/$defs/A"}, {"type": "number"}],
                "$defs": {"A": {"type": "integer"}},
            },
            ['lint-union "oneOf"'],
        ),
    ],
)
def test_branches_that_never_match_alone(schema: Any, expected: list[str]) -> None:
    found = lints(schema)
    assert [f"{hint.split()[0]}" for hint in found] == [hint.split()[0] for hint in expected]


def test_a_union_of_many_branches_is_read_in_bounded_time() -> None:
    assert lints({"oneOf": [{"const": n} for n in range(2_000)]}) == []
    assert lints({"oneOf": [{"const": n % 1_999} for n in range(2_000)]}) != []


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "minimum": 3}, ['lint-idle "minimum"']),
        ({"type": "integer", "minimum": 3}, []),
        ({"type": ["string", "integer"], "minimum": 3}, []),
        ({"minimum": 3}, []),
        ({"type": "array", "properties": {}}, ['lint-idle "properties"']),
    ],
)
def test_keywords_that_say_nothing(schema: Any, expected: list[str]) -> None:
    found = lints(schema)
    assert [hint.split()[0] for hint in found] == [hint.split()[0] for hint in expected]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            {"type": "object", "properties": {"a": {}}, "required": ["a", "b"]},
            ['lint-required "b"'],
        ),
        ({"type": "object", "required": ["b"]}, []),
        (
            {"type": "object", "properties": {}, "required": ["b"], "additionalProperties": False},
            ['lint-unsatisfiable "b"'],
        ),
        (
            {"type": "object", "required": ["b"], "additionalProperties": False},
            ['lint-unsatisfiable "b"'],
        ),
        (
            {
                "type": "object",
                "patternProperties": {"b": {}},
                "required": ["b"],
                "additionalProperties": False,
            },
            [],
        ),
    ],
)
def test_required_names_that_are_not_declared(schema: Any, expected: list[str]) -> None:
    assert lints(schema) == expected


def test_formats_that_nobody_checks() -> None:
    assert lints({"type": "string", "format": "dat"}) == ['lint-format "dat"']
    assert lints({"type": "string", "format": "date"}) == []


def test_named_types_are_looked_at_too() -> None:
    types = {"A": {"type": "integer", "minimum": 3, "maximum": 2}}
    assert lints({}, types) == ['type-unused "A"', "lint-unsatisfiable 3"]


def endless(**types: Any) -> list[str]:
    found = lints({}, types)
    return [hint.split()[1] for hint in found if hint.startswith("lint-unsatisfiable")]


def test_types_whose_values_never_end() -> None:
    def holds(name: str, required: bool = True) -> Any:
        entry = {"$ref": name, "required": True} if required else {"$ref": name}
        return {"type": "object", "additionalProperties": False, "properties": {"x": entry}}

    assert endless(A=holds("A")) == ['"A"']
    assert endless(A=holds("B"), B=holds("C"), C=holds("A")) == ['"A"', '"B"', '"C"']
    assert endless(A=holds("A", required=False)) == []
    assert endless(A=holds("B"), B=holds("A", required=False)) == []
    assert endless(A={"oneOf": [holds("A"), {"type": "null"}]}) == []
    assert endless(A={"oneOf": [holds("A"), holds("B")]}, B=holds("A")) == ['"A"', '"B"']
    assert endless(A={"type": "array", "items": {"$ref": "A"}}) == []
    assert endless(A={"type": "array", "minItems": 1, "items": {"$ref": "A"}}) == ['"A"']


def test_what_looks_like_a_schema_and_is_data_is_left_alone() -> None:
    inner = {"type": "string", "default": 1}
    assert lints({"default": inner, "const": inner, "enum": [inner], "examples": [inner]}) == []
    properties = {"default": {}, "enum": {"type": "string"}, "oneOf": {}}
    assert lints({"type": "object", "properties": properties}) == []
