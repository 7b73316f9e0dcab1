"""Depth costs memory only, and what meets again is judged once: no crash, no explosion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from toolc_runtime import (
    assert_supported_json_schema,
    compile_schema,
    parameter_schema_spec_to_json_schema,
    schema_violations,
    validate_json_schema_value,
    value_schema_spec_to_json_schema,
)

DEEP = 5_000
DEEPEST = 100_000


def nest(depth: int, wrap: Callable[[Any], Any], leaf: Any) -> Any:
    for _ in range(depth):
        leaf = wrap(leaf)
    return leaf


TREE = {"type": "array", "items": {"$ref": "#"}}


def test_the_deepest_value_is_judged_by_a_schema_that_recurses() -> None:
    assert validate_json_schema_value(TREE, nest(DEEPEST, lambda v: [v], [])) == []
    assert compile_schema(TREE).is_valid(nest(DEEPEST, lambda v: [v], []))
    (violation,) = validate_json_schema_value(TREE, nest(DEEPEST, lambda v: [v], 5))
    assert violation.path == "value" + "[0]" * DEEPEST


def test_a_deep_value_passes_where_nothing_is_said_about_it() -> None:
    assert validate_json_schema_value({}, nest(DEEPEST, lambda v: {"a": v}, 1)) == []


def test_a_deep_value_that_is_wrong_on_every_level_takes_linear_time() -> None:
    chain = {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["x"]}
    violations = validate_json_schema_value(chain, nest(DEEPEST, lambda v: {"next": v}, {}))
    assert len(violations) == DEEPEST + 1
    assert violations[-1].steps == ("next",) * DEEPEST + ("x",)


@pytest.mark.parametrize(
    ("wrap", "value", "kind"),
    [
        (lambda s: {"type": "array", "items": s}, nest(DEEP, lambda v: [v], 5), "type"),
        (lambda s: {"properties": {"a": s}}, nest(DEEP, lambda v: {"a": v}, 5), "type"),
        (lambda s: {"allOf": [s]}, 5, "type"),
        (lambda s: {"anyOf": [s, {"type": "null"}]}, 5, "any_of"),
        (lambda s: {"oneOf": [{"type": "null"}, s]}, 5, "one_of"),
        (lambda s: {"if": s, "then": True, "else": False}, 5, "forbidden"),
        (lambda s: {"not": {"not": s}}, 5, "not"),
        (lambda s: {"propertyNames": s}, {"a": 1}, None),
        (lambda s: {"contains": s}, nest(DEEP, lambda v: [v], 5), "contains"),
    ],
)
def test_a_deep_schema_is_checked_compiled_and_applied(wrap: Any, value: Any, kind: Any) -> None:
    schema = nest(DEEP, wrap, {"type": "string"})
    assert schema_violations(schema, "full") == []
    assert [violation.kind for violation in compile_schema(schema)(value)] == (
        [kind] if kind else []
    )


def test_a_deep_core_schema_is_checked_and_so_is_one_with_a_fault_at_its_end() -> None:
    assert_supported_json_schema(nest(DEEP, lambda s: {"type": "array", "items": s}, {}))
    schema = nest(DEEP, lambda s: {"oneOf": [s, {}]}, {"type": "strnig"})
    (violation,) = schema_violations(schema, "core")
    assert violation.path == "schema" + ".oneOf[0]" * DEEP


def test_a_deep_spec_is_compiled() -> None:
    spec = nest(DEEP, lambda s: {"type": "array", "items": s}, {"type": "json"})
    assert value_schema_spec_to_json_schema(spec)["type"] == "array"
    assert parameter_schema_spec_to_json_schema({"a": spec})["properties"]["a"]["type"] == "array"


def test_nested_unions_over_one_value_are_not_tried_again_and_again() -> None:
    branch = {"type": "object", "properties": {"next": {"$ref": "#"}}}
    schema = {"anyOf": [{**branch, "required": ["a"]}, {**branch, "required": ["b"]}]}
    value = nest(60, lambda v: {"next": v}, {})
    (violation,) = compile_schema(schema)(value)
    assert (violation.kind, violation.path) == ("any_of", "value")
    assert compile_schema(schema)(nest(60, lambda v: {"next": v, "b": 1}, {"b": 1})) == []
    deep = nest(DEEP, lambda v: {"next": v}, {})
    assert [v.kind for v in compile_schema(schema)(deep)] == ["any_of"]


def test_a_union_that_recurses_past_other_keywords_is_remembered_too() -> None:
    def branch(name: str) -> dict[str, Any]:
        data = {"properties": {"child": {"$ref": "#"}}}
        return {"properties": {"data": data}, "required": [name]}

    value = nest(60, lambda v: {"data": {"child": v}}, {})
    (violation,) = compile_schema({"oneOf": [branch("a"), branch("b")]})(value)
    assert violation.kind == "one_of"


@pytest.mark.parametrize(("keyword", "kind"), [("allOf", "type"), ("anyOf", "any_of")])
def test_references_that_double_at_every_step_are_followed_once(keyword: str, kind: str) -> None:
    definitions: dict[str, Any] = {
        f"d{n}": {keyword: [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(60)
    }
    schema = {"$defs": {**definitions, "d60": {"type": "string"}}, "$ref": "#/$defs/d0"}
    validate = compile_schema(schema)
    assert validate("text") == []
    assert [violation.kind for violation in validate(5)] == [kind]


def test_what_two_branches_of_all_of_find_at_one_place_is_reported_once() -> None:
    schema = {
        "$defs": {"a": {"items": {"type": "string"}}},
        "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}],
    }
    assert [v.path for v in compile_schema(schema)([1])] == ["value[0]"]


def test_what_was_found_in_one_branch_counts_in_another() -> None:
    schema = {
        "$defs": {"a": {"minimum": 5}, "b": {"$ref": "#/$defs/a"}},
        "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}],
        "anyOf": [{"$ref": "#/$defs/b"}, {"allOf": [{"$ref": "#/$defs/a"}]}],
        "not": {"not": {"$ref": "#/$defs/b"}},
    }
    assert [v.kind for v in compile_schema(schema)(1)] == ["any_of", "minimum", "not"]
    assert compile_schema(schema)(5) == []


def test_one_object_at_two_places_is_reported_at_both() -> None:
    part: list[Any] = [1]
    schema = {
        "$defs": {
            "a": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}
        },
        "properties": {"x": {"$ref": "#/$defs/a"}, "y": {"$ref": "#/$defs/a"}},
    }
    found = compile_schema(schema)({"x": part, "y": part})
    assert [violation.path for violation in found] == ["value.x", "value.y"]
    assert [violation.causes[0].path for violation in found] == ["value.x[0]", "value.y[0]"]


def test_a_verdict_does_not_depend_on_how_much_stack_is_left() -> None:
    def descend(levels: int) -> list[str]:
        if levels:
            return descend(levels - 1)
        return [violation.path for violation in validate(value)]

    validate = compile_schema(TREE)
    value = nest(300, lambda v: [v], 5)
    assert descend(600) == descend(0) == ["value" + "[0]" * 300]
