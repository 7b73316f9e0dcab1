"""Local references: where they lead, which are refused, and which would never end."""

from __future__ import annotations

from typing import Any

import pytest
from toolc_runtime import schema_violations
from toolc_runtime._references import Document, UnresolvedError

DOCUMENT: dict[str, Any] = {
    "$id": "https://example.org/root.json",
    "properties": {"a/b": {"type": "string"}, "c~d": True, "%25": {"type": "null"}, "é": {}},
    "items": {"anyOf": [{"$anchor": "first"}, {"const": {"not": {"$anchor": "data"}}}]},
    "$defs": {"0": {"prefixItems": [{}, {"type": "array"}]}},
    "default": {"type": "string"},
}


@pytest.mark.parametrize(
    ("reference", "target"),
    [
        ("#", DOCUMENT),
        ("", DOCUMENT),
        ("https://example.org/root.json", DOCUMENT),
        ("https://example.org/root.json#first", DOCUMENT["items"]["anyOf"][0]),
        ("#/properties/a~1b", {"type": "string"}),
        ("#/properties/c~0d", True),
        ("#/properties/%2525", {"type": "null"}),
        ("#/properties/%C3%A9", {}),
        ("#/items", DOCUMENT["items"]),
        ("#/items/anyOf/1", DOCUMENT["items"]["anyOf"][1]),
        ("#/$defs/0/prefixItems/1", {"type": "array"}),
        ("#first", DOCUMENT["items"]["anyOf"][0]),
    ],
)
def test_a_reference_leads_to_a_schema_of_the_document(reference: str, target: object) -> None:
    assert Document(DOCUMENT).resolve(reference) == target


@pytest.mark.parametrize(
    "reference",
    [
        "#/nowhere",
        "#/properties",
        "#/properties/x",
        "#/default",
        "#/items/anyOf",
        "#/items/anyOf/2",
        "#/items/anyOf/01",
        "#/items/anyOf/-1",
        "#/properties/c~0d/not",
        "#/items/anyOf/1/const/not",
        "#data",
        "#missing",
        "other.json",
        "https://example.org/other.json#first",
    ],
)
def test_a_reference_that_leads_to_no_schema_is_refused(reference: str) -> None:
    with pytest.raises(UnresolvedError):
        Document(DOCUMENT).resolve(reference)
    (violation,) = schema_violations({**DOCUMENT, "not": {"$ref": reference}}, "full")
    assert (violation.kind, violation.path) == ("ref_target", "schema.not.$ref")


@pytest.mark.parametrize(
    ("schema", "places"),
    [
        ({"$ref": "#"}, ["schema.$ref"]),
        ({"allOf": [{"$ref": "#"}]}, ["schema.allOf[0].$ref"]),
        ({"not": {"$ref": "#"}}, ["schema.not.$ref"]),
        ({"if": True, "then": {"$ref": "#"}}, ["schema.then.$ref"]),
        ({"dependentSchemas": {"a": {"$ref": "#"}}}, ["schema.dependentSchemas.a.$ref"]),
        (
            {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}},
            ["schema.$defs.b.anyOf[0].$ref"],
        ),
        ({"properties": {"a": {"$ref": "#"}}}, []),
        ({"items": {"$ref": "#"}, "contains": {"$ref": "#"}}, []),
        ({"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {}}}, []),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"b": {"$ref": "#"}}}}}, []),
    ],
)
def test_only_a_loop_that_reads_nothing_of_the_value_is_refused(
    schema: object, places: list[str]
) -> None:
    found = schema_violations(schema, "full")
    assert [violation.path for violation in found] == places
    assert {violation.kind for violation in found} <= {"ref_loop"}


def test_a_long_chain_of_references_is_followed() -> None:
    chain: dict[str, Any] = {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(20_000)}
    sound = {"$defs": {**chain, "d20000": {}}, "$ref": "#/$defs/d0"}
    assert schema_violations(sound, "full") == []
    looped = {"$defs": {**chain, "d20000": {"$ref": "#/$defs/d0"}}}
    assert [v.kind for v in schema_violations(looped, "full")] == ["ref_loop"]
