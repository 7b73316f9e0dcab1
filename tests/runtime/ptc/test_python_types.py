"""Types of schemas: every admitted value has the type, and what has no type is `Any`."""

from __future__ import annotations

from typing import Any

import pytest
from toolc_runtime.ptc._python_types import Declarations, class_name, comment, nameable, type_of


def printed(schema: Any, name: str = "Root") -> tuple[str, str]:
    declarations = Declarations()
    return type_of(schema, name, declarations), declarations.text()


TEXT = {"type": "string"}
CLOSED = {"type": "object", "additionalProperties": False}


@pytest.mark.parametrize(
    ("schema", "type"),
    [
        (True, "Any"),
        ({}, "Any"),
        (False, "Never"),
        (None, "Any"),
        (TEXT, "str"),
        ({"type": "integer", "minimum": 1}, "int"),
        ({"type": "number"}, "float"),
        ({"type": "boolean"}, "bool"),
        ({"type": "null"}, "None"),
        ({"type": "color"}, "Any"),
        ({"type": ["string", "null"]}, "str | None"),
        ({"type": "array"}, "list[Any]"),
        ({"type": "array", "items": TEXT}, "list[str]"),
        ({"type": "array", "prefixItems": [TEXT], "items": {"type": "integer"}}, "list[Any]"),
        ({"type": "object"}, "dict[str, Any]"),
        ({"type": "object", "additionalProperties": TEXT}, "dict[str, str]"),
        ({"type": "object", "patternProperties": {"a": TEXT}}, "dict[str, Any]"),
        ({"type": "string", "enum": ["a", "b'"]}, """Literal['a', "b'"]"""),
        ({"const": True}, "Literal[True]"),
        ({"enum": [1, True, None, "a"]}, "Literal[1, True, None, 'a']"),
        ({"enum": [1.5, "a"]}, "Literal['a'] | float"),
        ({"enum": [[1], "a"]}, "Any"),
        ({"enum": []}, "Never"),
        ({"oneOf": [TEXT, {"type": "null"}, TEXT]}, "str | None"),
        ({"anyOf": [TEXT, {}]}, "Any"),
        ({"anyOf": [False, TEXT]}, "str"),
        ({"type": "string", "anyOf": [{"minLength": 1}, {"maxLength": 5}]}, "str"),
        ({"allOf": [{"minLength": 1}, TEXT]}, "str"),
        ({"allOf": [{"minLength": 1}]}, "Any"),
        ({"not": TEXT}, "Any"),
        ({"properties": {"a": TEXT}}, "Any"),
        ({"$ref": "#/$defs/none"}, "Any"),
        ({"$ref": "https://example.org/x"}, "Any"),
        ({"$ref": 5}, "Any"),
    ],
)
def test_schemas_without_keys_have_a_type_without_a_name(schema: Any, type: str) -> None:
    assert printed(schema) == (type, "")


def test_an_object_with_keys_is_a_class_with_required_optional_and_further_keys() -> None:
    schema = {
        "type": "object",
        "properties": {"path": {**TEXT, "description": "Absolute."}, "line": {"type": "integer"}},
        "required": ["path"],
    }
    type, text = printed(schema)
    assert type == "Root"
    assert text == (
        "class Root(TypedDict, extra_items=Any):\n"
        "    # Absolute.\n"
        "    path: str\n"
        "    line: NotRequired[int]"
    )


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ({"additionalProperties": False}, "closed=True"),
        ({"additionalProperties": True}, "extra_items=Any"),
        ({"additionalProperties": {"type": "integer"}}, "extra_items=int"),
        ({"additionalProperties": False, "patternProperties": {"x": {}}}, "extra_items=Any"),
    ],
)
def test_openness_shows_in_the_class(more: Any, shown: str) -> None:
    _, text = printed({"type": "object", "properties": {"a": TEXT}, "required": ["a"], **more})
    assert text == f"class Root(TypedDict, {shown}):\n    a: str"


def test_a_closed_object_without_keys_is_empty() -> None:
    assert printed(CLOSED) == ("Root", "class Root(TypedDict, closed=True):\n    pass")


@pytest.mark.parametrize("key", ["my-key", "class", "__x", "ﬁ", "", "a b", "str", "NotRequired"])
def test_keys_that_no_class_can_have_are_written_as_strings(key: str) -> None:
    _, text = printed({"type": "object", "properties": {key: TEXT, "n": {"type": "integer"}}})
    assert text == (
        "Root = TypedDict('Root', {\n"
        f"    {key!r}: NotRequired[str],\n"
        "    'n': NotRequired[int],\n"
        "}, extra_items=Any)"
    )


def test_nested_classes_are_named_by_their_path() -> None:
    item = {"type": "object", "properties": {"a": TEXT}}
    type, text = printed(
        {"type": "object", "properties": {"line_items": {"items": item, "type": "array"}}}
    )
    assert type == "Root"
    assert "line_items: NotRequired[list[RootLineItemsItem]]" in text
    assert "class RootLineItemsItem(TypedDict, extra_items=Any):" in text


def test_two_classes_never_share_a_name() -> None:
    part = {"type": "object", "properties": {"a": TEXT}}
    _, text = printed({"type": "object", "properties": {"a_b": part, "aB": part, "a.b": part}})
    for name in ("RootAB", "RootAB_2", "RootAB_3"):
        assert text.count(f"class {name}(") == 1


def test_branches_of_a_union_are_named_by_their_tag() -> None:
    def branch(kind: str) -> Any:
        return {"type": "object", "properties": {"kind": {"const": kind}}, "required": ["kind"]}

    type, text = printed({"oneOf": [branch("on"), branch("off"), {**CLOSED}]})
    assert type == "RootOn | RootOff | Root3"
    assert "class RootOff(TypedDict, extra_items=Any):\n    kind: Literal['off']" in text


def test_references_have_names_and_may_go_in_circles() -> None:
    schema = {
        "$ref": "#/$defs/node",
        "$defs": {
            "node": {
                "type": "object",
                "properties": {"next": {"$ref": "#/$defs/node"}, "t": {"$ref": "#/$defs/tree"}},
            },
            "tree": {
                "oneOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/tree"}}]
            },
        },
    }
    type, text = printed(schema)
    assert type == "RootNode"
    assert text == (
        "class RootNode(TypedDict, extra_items=Any):\n"
        "    next: NotRequired[RootNode]\n"
        "    t: NotRequired[RootTree]\n"
        "\n"
        "type RootTree = int | list[RootTree]"
    )


def test_a_reference_to_itself_alone_is_anything() -> None:
    assert printed({"$ref": "#"}) == ("Root", "type Root = Any")


def test_no_depth_of_nesting_or_of_references_breaks_it() -> None:
    schema: Any = TEXT
    for _ in range(100_000):
        schema = {"type": "array", "items": schema}
    type, _ = printed(schema)
    assert type.startswith("list[list[")
    assert "Any" in type
    chain = {
        f"d{i}": {**CLOSED, "properties": {"x": {"$ref": f"#/$defs/d{i + 1}"}}} for i in range(5000)
    }
    _, text = printed({"$ref": "#/$defs/d0", "$defs": chain})
    assert text.count("class ") == 5000


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("read_file", "Args"), "ReadFileArgs"),
        (("get-HTTP.status",), "GetHTTPStatus"),
        (("7zip",), "T7zip"),
        (("", "読む"), "T"),
    ],
)
def test_names_of_classes_are_python(parts: Any, name: str) -> None:
    assert class_name(*parts) == name
    assert nameable(name)


def test_descriptions_become_comments_line_by_line() -> None:
    text = "One.\r\n\n two\x00\u2028three\x0cfour \u202e"
    shown = comment(text, "  ")
    assert shown == "  # One.\n  #\n  #  two\\u{0}\n  # three\n  # four \\u{202e}\n"
    assert comment("", "  ") == ""
