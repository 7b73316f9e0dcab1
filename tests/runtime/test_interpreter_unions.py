"""A failed union is one violation, with the reasons of the branch that was meant."""

from __future__ import annotations

from typing import Any

import pytest
from toolc_runtime import Violation, compile_schema


def tagged(tag: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"kind": {"const": tag}, **properties},
        "required": ["kind", *properties],
        "additionalProperties": False,
    }


SHAPES = [
    tagged("circle", radius={"type": "number"}),
    tagged("square", side={"type": "number"}, label={"type": "string"}),
]


def only(schema: object, value: object) -> Violation:
    (violation,) = compile_schema(schema)(value)
    return violation


@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ({"kind": "circle", "radius": 1}, True),
        ({"kind": "square", "side": 1, "label": "x"}, True),
        ({"kind": "circle", "side": 1}, False),
        ({"kind": "line"}, False),
        ({"kind": ["circle"]}, False),
        ({"kind": {"circle": 1}, "radius": 1}, False),
        ({}, False),
        (None, True),
        ("x", False),
        ([], False),
    ],
)
def test_a_tag_decides_between_objects(keyword: str, value: Any, verdict: bool) -> None:
    validate = compile_schema({keyword: [*SHAPES, {"type": "null"}]})
    assert (validate(value) == []) is verdict
    assert validate.is_valid(value) is verdict


@pytest.mark.parametrize(("keyword", "kind"), [("oneOf", "one_of"), ("anyOf", "any_of")])
def test_the_branch_of_the_tag_gives_the_reasons(keyword: str, kind: str) -> None:
    violation = only({keyword: SHAPES}, {"kind": "square", "side": "x", "extra": 1})
    assert (violation.kind, violation.path) == (kind, "value")
    assert [(cause.kind, cause.path) for cause in violation.causes] == [
        ("required", "value.label"),
        ("type", "value.side"),
        ("undeclared", "value.extra"),
    ]
    assert violation.message == (
        'does not match the branch where kind is "square": '
        "value.label: missing: it is required (and 2 more)"
    )


def test_an_unknown_tag_is_said_to_be_one() -> None:
    violation = only({"properties": {"shape": {"oneOf": SHAPES}}}, {"shape": {"kind": "circel"}})
    assert (violation.kind, violation.path) == ("one_of", "value.shape")
    assert violation.message == 'expected kind to be one of "circle", "square", got "circel"'
    (cause,) = violation.causes
    assert (cause.kind, cause.path) == ("enum", "value.shape.kind")
    assert 'did you mean "circle"?' in cause.message


def test_a_missing_tag_is_said_to_be_missing() -> None:
    violation = only({"anyOf": SHAPES}, {"radius": 1})
    assert "but it is missing" in violation.message
    assert [(cause.kind, cause.path) for cause in violation.causes] == [("required", "value.kind")]


def test_tags_are_found_behind_references_and_in_enums() -> None:
    schema = {
        "$defs": {
            "a": {
                "type": "object",
                "properties": {"t": {"$ref": "#/$defs/tag"}},
                "required": ["t"],
            },
            "b": {"type": "object", "properties": {"t": {"enum": ["y", "z"]}}, "required": ["t"]},
            "tag": {"const": "x"},
        },
        "oneOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}],
    }
    validate = compile_schema(schema)
    assert all(validate({"t": tag}) == [] for tag in "xyz")
    assert "expected t to be one of" in only(schema, {"t": "w"}).message


def test_texts_that_two_branches_share_are_no_tag() -> None:
    def branch(*texts: str, need: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"t": {"enum": [*texts]}}, "required": ["t", need]}

    validate = compile_schema({"oneOf": [branch("a", "b", need="x"), branch("b", "c", need="y")]})
    assert validate({"t": "b", "x": 1}) == []
    assert validate({"t": "b", "y": 1}) == []
    assert validate({"t": "b", "x": 1, "y": 1}) != []


def test_a_tag_that_may_be_missing_is_none() -> None:
    loose = {"type": "object", "properties": {"kind": {"const": "x"}}}
    assert compile_schema({"anyOf": [SHAPES[0], loose]})({}) == []


def test_exactly_one_branch_has_to_accept() -> None:
    violation = only({"oneOf": [{"minimum": 1}, {"maximum": 9}, {"type": "string"}]}, 5)
    assert violation.message == (
        "matches the branches 1 and 2, but exactly one has to accept the value"
    )
    assert violation.causes == ()
    assert compile_schema({"oneOf": [{"type": "integer"}, {"type": "number"}]})(1.5) == []
    assert compile_schema({"oneOf": [{"type": "integer"}, {"type": "number"}]})(1.0) != []


def test_where_no_branch_has_the_type_the_types_are_named_once() -> None:
    ranges = {"anyOf": [{"type": "integer", "maximum": 5}, {"type": "integer", "minimum": 9}]}
    assert only(ranges, "7").message == 'expected an integer, got the string "7"'
    assert only({"anyOf": [*SHAPES, {"type": "null"}]}, 1).message == (
        "expected null or an object, got the integer 1"
    )
    assert only({"oneOf": [False, False]}, 1).kind == "one_of"


def test_the_closest_branch_is_the_one_with_the_least_against_the_value_itself() -> None:
    ranges = {"anyOf": [{"type": "integer", "maximum": 5}, {"type": "integer", "minimum": 9}]}
    assert only(ranges, 7).message == (
        "matches none of the 2 branches; the closest is branch 1: "
        "value: expected a number of at most 5, got 7"
    )
    deep = {
        "anyOf": [
            {"minProperties": 3},
            {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
        ]
    }
    violation = only(deep, {"a": 1, "b": 2})
    assert [cause.path for cause in violation.causes] == ["value.a", "value.b"]


def test_nested_unions_are_told_by_their_innermost_reason() -> None:
    inner = {"anyOf": [{"type": "array", "items": {"anyOf": [{"minimum": 3}, {"minimum": 4}]}}]}
    violation = only({"anyOf": [inner, {"type": "null"}]}, [1])
    assert violation.message.endswith("value[0]: expected a number of at least 3, got 1")
    assert violation.path == "value"


def test_the_path_of_a_union_is_reported_once_however_many_branches_fail() -> None:
    schema = {"items": {"oneOf": [{"minimum": n} for n in range(5, 9)]}}
    violations = compile_schema(schema)([1, 2, 3])
    assert [(v.kind, v.path) for v in violations] == [
        ("one_of", "value[0]"),
        ("one_of", "value[1]"),
        ("one_of", "value[2]"),
    ]


def test_an_explicit_null_is_not_an_absent_property() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
        "required": ["a"],
    }
    validate = compile_schema(schema)
    assert validate({"a": None}) == []
    assert validate({}) != []
    assert validate({"a": "null"}) == []
