"""Each keyword's verdict on values, the place and the message of what it finds."""

from __future__ import annotations

from typing import Any

import pytest
from toolc_runtime import (
    FrozenDict,
    JsonSchemaError,
    compile_schema,
    freeze,
    json_equal,
    validate_json_schema_value,
)
from toolc_runtime._interpreter_node import account
from toolc_runtime._kinds import VALUE_KINDS

NAN = float("nan")
BIG = 9007199254740993


def found(schema: object, value: object) -> list[tuple[str, str]]:
    """Kinds and places; the quick verdict, the account and the frozen form have to agree."""
    validate = compile_schema(schema)
    violations = validate(value)
    assert validate.is_valid(value) == (violations == [])
    assert account(validate._node, value, "value") == violations
    assert compile_schema(freeze(schema))(freeze(value)) == violations
    assert all(violation.kind in VALUE_KINDS and violation.message for violation in violations)
    return [(violation.kind, violation.path) for violation in violations]


def passes(schema: object, value: object) -> bool:
    return found(schema, value) == []


TYPES: dict[str, list[Any]] = {
    "string": ["", "a", "1", "null"],
    "integer": [0, -1, 1.0, -0.0, 1e300, 10**400, BIG],
    "number": [1.5, -0.25, 5e-324],
    "boolean": [True, False],
    "null": [None],
    "array": [[], [1]],
    "object": [{}, {"a": 1}],
}


@pytest.mark.parametrize("kind", TYPES)
def test_a_type_takes_its_own_values_and_no_others(kind: str) -> None:
    for other, values in TYPES.items():
        is_own = kind == other or (kind == "number" and other == "integer")
        assert [passes({"type": kind}, value) for value in values] == [is_own] * len(values)


@pytest.mark.parametrize("value", [NAN, float("inf"), float("-inf")])
@pytest.mark.parametrize("kind", ["number", "integer", ["number", "null"], ["integer", "string"]])
def test_what_is_not_finite_is_no_number(kind: Any, value: float) -> None:
    assert found_loosely({"type": kind}, value) == [("type", "value")]


def found_loosely(schema: object, value: object) -> list[tuple[str, str]]:
    return [(v.kind, v.path) for v in compile_schema(schema)(value)]


def test_a_list_of_types_takes_each_of_them() -> None:
    schema = {"type": ["string", "integer", "null"]}
    assert all(passes(schema, value) for value in ["a", 1, 2.0, None])
    assert not any(passes(schema, value) for value in [1.5, True, [], {}])
    assert passes({"type": ["object"], "properties": {"a": False}}, {})
    assert not passes({"type": ["object"], "properties": {"a": {}}}, 1)
    assert not passes({"type": ["array"], "items": {}}, 1)


VERDICTS: list[tuple[Any, Any, bool]] = [
    (True, 1, True),
    (False, 1, False),
    ({}, {"a": [None]}, True),
    ({"description": "d", "default": 1, "x-a": 2}, "anything", True),
    ({"enum": [1, "a", None, [1], {"a": True}]}, 1.0, True),
    ({"enum": [1, "a", None, [1], {"a": True}]}, [1.0], True),
    ({"enum": [1, "a", None, [1], {"a": True}]}, {"a": True}, True),
    ({"enum": [1, "a", None, [1], {"a": True}]}, {"a": 1}, False),
    ({"enum": [1]}, True, False),
    ({"enum": [True]}, 1, False),
    ({"enum": [0]}, False, False),
    ({"enum": ["1"]}, 1, False),
    ({"enum": [BIG]}, float(BIG), False),
    ({"type": "string", "enum": ["a", None]}, None, False),
    ({"type": ["string", "null"], "enum": ["a", None]}, None, True),
    ({"const": {"a": [1]}}, {"a": [1.0]}, True),
    ({"const": {"a": [1]}}, {"a": [True]}, False),
    ({"const": None}, False, False),
    ({"const": 1}, True, False),
    ({"const": "a"}, "a", True),
    ({"minimum": 5}, 5, True),
    ({"minimum": 5}, 4.999, False),
    ({"minimum": 5}, "1", True),
    ({"minimum": 5}, False, True),
    ({"minimum": BIG}, float(BIG - 1), False),
    ({"maximum": BIG - 1}, BIG, False),
    ({"maximum": 3.5}, 4, False),
    ({"exclusiveMinimum": 0}, 0, False),
    ({"exclusiveMinimum": 0}, 1e-300, True),
    ({"exclusiveMaximum": 1}, 1.0, False),
    ({"exclusiveMaximum": 1}, 0.999, True),
    ({"multipleOf": 2}, 4.0, True),
    ({"multipleOf": 2}, 3, False),
    ({"multipleOf": 0.01}, 0.07, True),
    ({"multipleOf": 0.1}, 0.3, True),
    ({"multipleOf": 0.0001}, 0.0075, True),
    ({"multipleOf": 0.0001}, 0.00751, False),
    ({"multipleOf": 1e-8}, 12391239123, True),
    ({"multipleOf": 0.123456789}, 1e308, False),
    ({"multipleOf": 3}, 10**40 + 2, True),
    ({"multipleOf": 3}, 10**40, False),
    ({"multipleOf": 0.5}, 10**400, True),
    ({"multipleOf": 1.5}, 1e-300, False),
    ({"multipleOf": 7}, 0.0, True),
    ({"minLength": 2}, "é😀", True),
    ({"maxLength": 1}, "😀", True),
    ({"maxLength": 1}, "e\u0301", False),
    ({"minLength": 2.0}, "a", False),
    ({"minLength": 2}, 1, True),
    ({"pattern": "^a+$"}, "aa", True),
    ({"pattern": "^a$"}, "a\n", False),
    ({"pattern": "b"}, "abc", True),
    ({"pattern": "^\\d$"}, "\u0663", False),
    ({"pattern": "(?=b)."}, "ab", True),
    ({"pattern": "a"}, 1, True),
    ({"format": "date"}, "2024-02-29", True),
    ({"format": "date"}, "2023-02-29", False),
    ({"format": "date"}, 20230229, True),
    ({"format": "ipv4"}, "256.1.1.1", False),
    ({"format": "a name of our own"}, "anything", True),
    ({"minItems": 1}, [], False),
    ({"minItems": 1}, "", True),
    ({"maxItems": 1}, [1, 2], False),
    ({"uniqueItems": True}, [1, True, "1", [1], [True], {"a": 1}, {"a": True}], True),
    ({"uniqueItems": True}, [1, 1.0], False),
    ({"uniqueItems": True}, [{"a": 1, "b": 2}, {"b": 2, "a": 1}], False),
    ({"uniqueItems": False}, [1, 1], True),
    ({"minProperties": 1}, {}, False),
    ({"maxProperties": 1}, {"a": 1, "b": 2}, False),
    ({"maxProperties": 0}, [1], True),
    ({"properties": {"a": {"type": "string"}}}, {"a": "x", "b": 1}, True),
    ({"properties": {"a": {"type": "string"}}}, {"a": 1}, False),
    ({"properties": {"a": {"type": "string"}}}, [1], True),
    ({"properties": {"a": False}}, {"b": 1}, True),
    ({"required": ["toString", "__class__"]}, {}, False),
    ({"required": ["a"]}, "a", True),
    ({"required": ["a"]}, {"a": None}, True),
    ({"additionalProperties": False}, {}, True),
    ({"additionalProperties": False}, {"a": 1}, False),
    ({"additionalProperties": {"type": "integer"}}, {"a": 1.0}, True),
    ({"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}, {"a": "x"}, True),
    ({"additionalProperties": {"type": "integer"}}, {"a": "x"}, False),
    ({"patternProperties": {"^x": {"type": "null"}}}, {"x": None, "y": 1}, True),
    ({"patternProperties": {"^x": {"type": "null"}}}, {"x": 1}, False),
    ({"patternProperties": {"^x": {"type": "null"}}}, ["x"], True),
    ({"patternProperties": {"x": {"minimum": 1}, "y": {"maximum": 2}}}, {"xy": 3}, False),
    ({"properties": {"x": {"minimum": 1}}, "patternProperties": {"x": {"maximum": 2}}}, {"x": 3}, False),
    ({"properties": {"x": {"minimum": 1}}, "patternProperties": {"x": {"maximum": 2}}}, {"x": 0}, False),
    ({"patternProperties": {"^x": {}}, "additionalProperties": False}, {"x1": 1}, True),
    ({"patternProperties": {"^x": {}}, "additionalProperties": False}, {"x1": 1, "y": 1}, False),
    ({"patternProperties": {"^x": {}}, "additionalProperties": {"type": "null"}}, {"y": 1}, False),
    ({"type": "object", "patternProperties": {"^x": {}}}, [], False),
    ({"patternProperties": {"^x": {}}, "required": ["x"]}, {}, False),
    ({"items": {"type": "integer"}}, [1, 2.0], True),
    ({"items": {"type": "integer"}}, [1, "2"], False),
    ({"items": {"type": "integer"}}, {"0": "a"}, True),
    ({"prefixItems": [{"type": "string"}, {}]}, ["a"], True),
    ({"prefixItems": [{"type": "string"}]}, [1], False),
    ({"prefixItems": [{}], "items": False}, [1], True),
    ({"prefixItems": [{}], "items": False}, [1, 2], False),
    ({"prefixItems": [{}], "items": {"type": "null"}}, ["a", None], True),
    ({"contains": {"const": 1}}, [2, 1], True),
    ({"contains": {"const": 1}}, [], False),
    ({"contains": {"const": 1}}, "x", True),
    ({"contains": {"const": 1}, "minContains": 2}, [1, 1.0], True),
    ({"contains": {"const": 1}, "minContains": 2}, [1], False),
    ({"contains": {"const": 1}, "minContains": 0}, [], True),
    ({"contains": {"const": 1}, "maxContains": 1}, [1, 1], False),
    ({"minContains": 2, "maxContains": 0}, [1], True),
    ({"propertyNames": {"maxLength": 1}}, {"a": 1}, True),
    ({"propertyNames": {"maxLength": 1}}, {"ab": 1}, False),
    ({"propertyNames": False}, {}, True),
    ({"propertyNames": {"const": "a"}}, 1, True),
    ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, False),
    ({"dependentRequired": {"a": ["b"]}}, {"c": 1}, True),
    ({"dependentSchemas": {"a": {"required": ["b"]}}}, {"a": 1}, False),
    ({"dependentSchemas": {"a": {"required": ["b"]}}}, {"b": 1}, True),
    ({"dependentSchemas": {"a": False}}, ["a"], True),
    ({"allOf": [{"minimum": 1}, {"maximum": 3}]}, 2, True),
    ({"allOf": [{"minimum": 1}, {"maximum": 3}]}, 4, False),
    ({"not": {"type": "string"}}, 1, True),
    ({"not": {"type": "string"}}, "a", False),
    ({"not": {}}, None, False),
    ({"if": {"type": "string"}, "then": {"minLength": 1}}, "", False),
    ({"if": {"type": "string"}, "then": {"minLength": 1}}, 1, True),
    ({"if": {"type": "string"}, "else": {"minimum": 1}}, 0, False),
    ({"then": False, "else": False}, 1, True),
    ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}}, None, True),
    ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}}, 1, False),
    ({"$ref": "#/$defs/a", "minimum": 2, "$defs": {"a": {"type": "integer"}}}, 1, False),
    ({"definitions": {"a": False}, "properties": {"b": {"$ref": "#/definitions/a"}}}, {}, True),
    ({"$defs": {"a": {"$anchor": "x", "const": 1}}, "items": {"$ref": "#x"}}, [1, 1], True),
    ({"properties": {"a": {"$ref": "#"}}, "additionalProperties": False}, {"a": {"b": 1}}, False),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "value", "verdict"), VERDICTS)
def test_a_keyword_judges_the_values_it_is_about(schema: Any, value: Any, verdict: bool) -> None:
    assert passes(schema, value) is verdict


PLACES: list[tuple[Any, Any, list[tuple[str, str]]]] = [
    ({"type": "string", "enum": ["a"], "minLength": 5}, 1, [("type", "value")]),
    ({"type": "string", "enum": ["a"], "const": "a"}, "b", [("enum", "value")]),
    ({"type": "string", "const": "a"}, "b", [("const", "value")]),
    ({"minimum": 5, "multipleOf": 2}, 3, [("minimum", "value"), ("multiple_of", "value")]),
    (
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"type": "null"}}},
            "required": ["c", "a"],
            "additionalProperties": False,
        },
        {"x.y": 1, "b": [None, 1, None, "2"], "a": 3},
        [
            ("required", "value.c"),
            ("type", "value.a"),
            ("type", "value.b[1]"),
            ("type", "value.b[3]"),
            ("undeclared", "value.x.y"),
        ],
    ),
    ({"additionalProperties": {"maximum": 1}}, {"a": 2, "b": 0}, [("maximum", "value.a")]),
    ({"properties": {"a": False}}, {"a": 1}, [("forbidden", "value.a")]),
    ({"prefixItems": [{"const": 1}], "items": False}, [2, 3], [("const", "value[0]"), ("forbidden", "value[1]")]),
    ({"patternProperties": {"^x": {"type": "null"}}, "additionalProperties": False}, {"x": 1, "y": 2}, [("type", "value.x"), ("undeclared", "value.y")]),
    ({"pattern": "^a$", "format": "date"}, "b", [("pattern", "value"), ("format", "value")]),
    ({"propertyNames": {"maxLength": 1}}, {"ab": 1, "c": 2}, [("property_names", "value.ab")]),
    ({"dependentRequired": {"a": ["b", "c"]}}, {"a": 1, "c": 1}, [("dependent_required", "value.b")]),
    ({"contains": {"const": 1}}, [2], [("contains", "value")]),
    ({"contains": {"const": 1}, "minContains": 2}, [1], [("min_contains", "value")]),
    ({"contains": True, "maxContains": 1}, [1, 2], [("max_contains", "value")]),
    ({"allOf": [{"minimum": 2}, {"type": "string"}]}, 1, [("minimum", "value"), ("type", "value")]),
    ({"not": {"type": "integer"}}, 1, [("not", "value")]),
    ({"if": {}, "then": {"items": {"type": "null"}}}, [1], [("type", "value[0]")]),
    ({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"const": 1}}}}, [2], [("const", "value[0]")]),
    ({"dependentSchemas": {"a": {"properties": {"b": False}}}}, {"a": 1, "b": 2}, [("forbidden", "value.b")]),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "value", "expected"), PLACES)
def test_every_violation_is_reported_at_its_place_in_walk_order(
    schema: Any, value: Any, expected: list[tuple[str, str]]
) -> None:
    assert found(schema, value) == expected


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ({"type": "integer"}, "5", 'expected an integer, got the string "5"'),
        ({"type": "integer"}, True, "expected an integer, got the boolean true"),
        ({"type": ["string", "null"]}, 1, "expected a string or null, got the integer 1"),
        ({"type": "number"}, NAN, "expected a number, got NaN, which is no JSON value"),
        ({"enum": ["open", "closed"]}, "opne", '(did you mean "open"?)'),
        ({"enum": [1]}, 2, "expected 1, got 2"),
        ({"const": None}, 1, "expected null, got the integer 1"),
        ({"minimum": 1}, 0, "expected a number of at least 1, got 0"),
        ({"exclusiveMaximum": 1}, 1, "expected a number less than 1, got 1"),
        ({"multipleOf": 0.5}, 0.7, "expected a multiple of 0.5, got 0.7"),
        ({"minLength": 3}, "ab", 'expected at least 3 characters, got 2: "ab"'),
        ({"pattern": "^a$"}, "b", 'expected a match of the pattern "^a$", got "b"'),
        ({"format": "date"}, "b", 'expected a string of the format date, got "b"'),
        (
            {"patternProperties": {"^x-": {}}, "additionalProperties": False},
            {"a": 1},
            'none are declared; allowed are keys that match "^x-"',
        ),
        ({"maxItems": 1}, [1, 2], "expected at most 1 item, got 2: [1, 2]"),
        ({"uniqueItems": True}, [3, 4, 3], "[0] and [2] are both 3"),
        ({"minProperties": 1}, {}, "expected at least 1 key, got 0: {}"),
        ({"required": ["path"]}, {"pahth": 1}, 'missing: it is required (is "pahth" meant?)'),
        (
            {"properties": {"maxDepth": {}, "path": {}}, "additionalProperties": False},
            {"depth": 3},
            'unknown key "depth" (did you mean "maxDepth"?); known are "maxDepth", "path"',
        ),
        ({"additionalProperties": False}, {"a": 1}, "none are declared"),
        ({"propertyNames": {"maxLength": 1}}, {"ab": 1}, 'the key "ab" is not allowed'),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, 'where "a" is given'),
        ({"not": {"const": 1}}, 1, 'does not match {"const": 1}'),
        ({"contains": {"const": 1}}, [], 'at least 1 of the items to match {"const": 1}, got 0'),
    ],
)
def test_a_message_says_what_is_wrong_and_what_would_be_right(
    schema: Any, value: Any, message: str
) -> None:
    (violation,) = compile_schema(schema)(value)
    assert message in violation.message


def test_a_bad_key_is_one_violation_with_its_reasons() -> None:
    (violation,) = compile_schema({"propertyNames": {"maxLength": 1, "minLength": 4}})({"ab": 1})
    assert [cause.kind for cause in violation.causes] == ["min_length", "max_length"]
    assert {cause.path for cause in violation.causes} == {"value.ab"}


def test_defaults_are_never_put_into_a_value() -> None:
    value: dict[str, Any] = {}
    assert compile_schema({"properties": {"a": {"default": 1}}})(value) == []
    assert value == {}


def test_the_schema_may_change_after_it_was_compiled() -> None:
    schema: dict[str, Any] = {"type": "string", "enum": ["a"]}
    validate = compile_schema(schema)
    schema["enum"].append("b")
    assert validate("b") != []


def test_formats_are_annotations_where_they_are_not_asserted() -> None:
    assert validate_json_schema_value({"format": "date"}, "x") != []
    assert validate_json_schema_value({"format": "date"}, "x", assert_formats=False) == []


def test_a_lone_surrogate_matches_no_pattern() -> None:
    assert found_loosely({"pattern": ""}, "\ud800") == [("pattern", "value")]


def test_a_schema_outside_the_profile_is_not_compiled() -> None:
    with pytest.raises(JsonSchemaError, match="nullable"):
        compile_schema({"nullable": True})
    with pytest.raises(JsonSchemaError, match="minLength"):
        validate_json_schema_value({"minLength": 1}, "a", profile="core")


def test_the_label_begins_every_path() -> None:
    (violation,) = compile_schema({"items": {"type": "null"}}, "arguments")([1])
    assert violation.path == "arguments[0]"
    assert violation.steps == (0,)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": NAN}, [("type", "value.a")]),
        ([1, (2,), {3}], [("type", "value[1]"), ("type", "value[2]")]),
        ((1, (2,)), []),
        (FrozenDict(a=(1,)), []),
        (FrozenDict(a={1}), [("type", "value.a")]),
        ({1: 2}, [("type", "value")]),
        (["\ud800"], [("type", "value[0]")]),
    ],
)
def test_what_is_no_json_is_a_violation_also_where_the_schema_says_nothing(
    value: Any, expected: Any
) -> None:
    violations = validate_json_schema_value({}, value)
    assert [(violation.kind, violation.path) for violation in violations] == expected


def test_what_is_no_json_is_reported_once() -> None:
    schema = {"properties": {"a": {"type": "number"}, "b": {"type": "string"}}}
    violations = validate_json_schema_value(schema, {"a": NAN, "b": 1, "c": {2}})
    assert [violation.path for violation in violations] == ["value.a", "value.b", "value.c"]


def test_a_value_that_contains_itself_is_a_violation() -> None:
    value: list[Any] = []
    value.append(value)
    violations = validate_json_schema_value({"type": "array", "items": {"$ref": "#"}}, value)
    assert [(v.kind, v.path) for v in violations] == [("type", "value[0]")]


def test_json_equality_rules_in_every_keyword_that_compares() -> None:
    pairs = [(1, True), (0, False), (1, 1.0), ("1", 1), ([True], [1]), ({"a": 0}, {"a": False})]
    for one, other in pairs:
        same = json_equal(one, other)
        assert passes({"const": one}, other) is same
        assert passes({"enum": [one]}, other) is same
        assert passes({"uniqueItems": True}, [one, other]) is not same
