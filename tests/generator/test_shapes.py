"""What schemas say of the things inside values."""

from __future__ import annotations

from typing import Any

import pytest
from toolc.refs import Resolver
from toolc.shapes import Nowhere, Shape, Shapes, fits

LINE = {
    "type": "object",
    "properties": {"number": {"type": "integer"}, "text": {"type": "string"}},
    "required": ["number"],
    "additionalProperties": False,
}
TREE: dict[str, Any] = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "child": {"$ref": "types:Tree"}},
    "required": ["name"],
}
TYPES: dict[str, Any] = {
    "Line": LINE,
    "Tree": TREE,
    "Self": {"oneOf": [{"$ref": "types:Self"}, {"type": "null"}]},
}


def shapes(root: Any) -> Shapes:
    return Shapes(Resolver(root, TYPES))


def found(schema: Any, *path: str | int) -> tuple[frozenset[str], bool]:
    """Types of the thing at *path*, and whether it may be absent."""
    reader = shapes(schema)
    shape = reader.follow(schema, path)
    assert isinstance(shape, Shape), shape
    return reader.types(shape), shape.can_be_absent


def obj(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [*required],
        "additionalProperties": False,
    }


STRING, INTEGER, NULL = {"type": "string"}, {"type": "integer"}, {"type": "null"}


def test_a_required_property_is_there_and_an_optional_one_may_not_be() -> None:
    schema = obj(("a",), a=STRING, b=INTEGER)
    assert found(schema, "a") == ({"string"}, False)
    assert found(schema, "b") == ({"integer"}, True)


def test_what_stands_below_something_optional_may_be_absent() -> None:
    assert found(obj(a=obj(("b",), b=STRING)), "a", "b") == ({"string"}, True)


def test_what_stands_below_something_nullable_may_be_absent() -> None:
    schema = obj(("a",), a={"oneOf": [obj(("b",), b=STRING), NULL]})
    assert found(schema, "a") == ({"object", "null"}, False)
    assert found(schema, "a", "b") == ({"string"}, True)
    schema = obj(("a",), a={**obj(("b",), b=STRING), "type": ["object", "null"]})
    assert found(schema, "a", "b") == ({"string"}, True)


def test_what_one_branch_lacks_may_be_absent() -> None:
    schema = {"oneOf": [obj(("a", "b"), a=STRING, b=STRING), obj(("a",), a=INTEGER)]}
    assert found(schema, "a") == ({"string", "integer"}, False)
    assert found(schema, "b") == ({"string"}, True)


def test_all_of_adds_up() -> None:
    schema = {"allOf": [{"properties": {"a": STRING}}, {"required": ["a"]}], "type": "object"}
    assert found(schema, "a") == ({"string"}, False)


def test_conditions_may_add_properties() -> None:
    schema = {"type": "object", "if": {}, "then": {"properties": {"a": STRING}, "required": ["a"]}}
    assert found(schema, "a")[1]


def test_references_are_followed() -> None:
    assert found(obj(("l",), l={"$ref": "types:Line"}), "l", "number") == ({"integer"}, False)
    assert found(TREE, "child", "child", "name") == ({"string"}, True)
    local = {**obj(("x",), x={"$ref": "#/$defs/a~1b%20c"}), "$defs": {"a/b c": STRING}}
    assert found(local, "x") == ({"string"}, False)
    assert found(obj(a={"$ref": "#"}), "a", "a", "a") == ({"object"}, True)


def test_a_type_that_only_leads_to_itself_ends() -> None:
    assert found({"$ref": "types:Self"})[0] == {"null"} | found(True)[0]


def test_items_are_there_as_far_as_the_schema_says() -> None:
    assert found({"type": "array", "items": STRING}, 0) == ({"string"}, True)
    assert found({"type": "array", "items": STRING, "minItems": 2}, 1) == ({"string"}, False)
    assert found({"type": "array", "prefixItems": [INTEGER], "items": STRING}, 0)[0] == {"integer"}
    closed = {"type": "array", "prefixItems": [INTEGER], "items": False}
    assert shapes(closed).follow(closed, (1,)) == Nowhere(0, ())


def test_a_free_object_has_any_property_and_a_declared_one_has_its_own() -> None:
    assert found({"type": "object"}, "x", "y")[1]
    assert found({}, "x")[1]
    assert found({"type": "object", "additionalProperties": INTEGER}, "x") == ({"integer"}, True)
    open_object = {"type": "object", "properties": {"a": STRING}}
    assert shapes(open_object).follow(open_object, ("b",)) == Nowhere(0, ("a",))


def test_a_step_that_leads_nowhere_is_named_with_what_would_have_led_on() -> None:
    schema = obj(a=obj(b=STRING, c=STRING))
    assert shapes(schema).follow(schema, ("a", "x", "y")) == Nowhere(1, ("b", "c"))
    assert shapes(schema).follow(schema, ("a", "b", "y")) == Nowhere(2, ())
    assert shapes(schema).follow(schema, ("a", 0)) == Nowhere(1, ("b", "c"))


def test_enum_and_const_narrow_types() -> None:
    assert found({"enum": ["a", None, 1.0, 1.5]})[0] == {"string", "null", "integer", "number"}
    assert found({"type": ["string", "null"], "const": None})[0] == {"null"}


def test_unions_of_unions_are_read_in_bounded_time() -> None:
    chain: dict[str, Any] = {
        f"t{n}": {"oneOf": [{"$ref": f"types:t{n + 1}"}] * 2} for n in range(60)
    }
    chain["t60"] = obj(("a",), a=STRING)
    schema = {"$ref": "types:t0"}
    reader = Shapes(Resolver(schema, chain))
    assert isinstance(reader.follow(schema, ("a",)), Shape)
    product = {"allOf": [{"anyOf": [obj(a=STRING), obj(a=INTEGER)]} for _ in range(40)]}
    assert isinstance(shapes(product).follow(product, ("a",)), Shape)


LINES = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"number": INTEGER, "text": STRING},
        "required": ["number"],
    },
}


@pytest.mark.parametrize(
    ("schema", "wanted", "why"),
    [
        (STRING, STRING, None),
        (INTEGER, {"type": "number"}, None),
        ({"type": "number"}, INTEGER, "it can be a number"),
        ({}, {}, None),
        ({}, STRING, "it can be anything"),
        ({"oneOf": [STRING, NULL]}, STRING, "it can be null"),
        ({"type": "string", "enum": ["a"]}, {"type": "string", "enum": ["a", "b"]}, None),
        (STRING, {"type": "string", "enum": ["a", "b"]}, "something else"),
        ({"type": "array", "items": {"$ref": "types:Line"}}, LINES, None),
        ({"type": "array"}, LINES, "of an item, it can be anything"),
        ({"type": "array", "items": obj(text=STRING)}, LINES, "'number' is not declared"),
        ({"type": "array", "items": obj(number=INTEGER)}, LINES, "'number' can be absent"),
        ({"type": "array", "items": obj(("number",), number=STRING)}, LINES, "a string"),
        (
            {"type": "array", "items": obj(("number",), number=INTEGER, text=INTEGER)},
            LINES,
            "of 'text'",
        ),
        ({"type": "array", "items": obj(("number",), number=INTEGER, extra=NULL)}, LINES, None),
        ({"type": "array", "prefixItems": [STRING], "items": False}, LINES, "of an item"),
    ],
)
def test_a_schema_fits_if_all_that_passes_it_passes(
    schema: Any, wanted: Any, why: str | None
) -> None:
    reason = fits(shapes(schema), Shape(((schema,),)), wanted)
    assert (reason is None) == (why is None), reason
    assert why is None or why in str(reason)
