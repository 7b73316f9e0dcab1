"""The table of keywords: complete, consistent, and what everything else goes by."""

from __future__ import annotations

import pytest
from toolc_runtime import compile_schema, schema_violations
from toolc_runtime._interpreter import _BUILDERS
from toolc_runtime._interpreter_scalars import LIMITS
from toolc_runtime._kinds import SCHEMA_KINDS, VALUE_KINDS
from toolc_runtime._schema_full import _CHECKS
from toolc_runtime._vocabulary import (
    ANNOTATIONS,
    IN_PLACE,
    KEYWORDS,
    REFUSED,
    SCALARS,
    TYPE_NAMES,
    Keyword,
    rows,
)

WALKED = {"schema", "schemas", "schema map", "pattern map"}
"""Shapes of operands that hold schemas."""

PART_OF_ANOTHER = {"then", "else", "minContains", "maxContains", "$defs", "definitions", "$anchor"}
"""Keywords that are read by the part of another one, or by references."""

SAMPLES = {
    "type": "string",
    "schema": {"type": "string"},
    "schemas": [{"type": "string"}, {"type": "null"}],
    "schema map": {"a": {"type": "string"}},
    "pattern map": {"^a": {"type": "string"}},
    "names": ["a"],
    "names map": {"a": ["b"]},
    "value": 1,
    "values": [1],
    "number": 1,
    "positive number": 1,
    "count": 1,
    "flag": True,
    "text": "text",
    "pattern": "^a",
    "reference": "#/$defs/a",
    "anchor": "here",
    "identifier": "https://example.org/schema",
    "any": {"x": 1},
}


def sample(row: Keyword) -> dict[str, object]:
    """A schema in which the keyword has an operand of its shape."""
    extra: dict[str, object] = {"$defs": {"a": {}}} if row.operand == "reference" else {}
    return {**extra, row.name: SAMPLES[row.operand]}


@pytest.mark.parametrize("row", KEYWORDS.values(), ids=str)
def test_each_row_is_complete(row: Keyword) -> None:
    assert KEYWORDS[row.name] is row
    assert set(row.types) <= set(TYPE_NAMES)
    assert row.semantics and not row.semantics.endswith(".")
    assert (row.effect == "annotation") == (
        row.group == "annotation" or row.name in ("$defs", "definitions")
    )
    assert row.kind == "" or row.kind in VALUE_KINDS
    assert (row.group == "annotation") <= (row.kind == "" and row.types == ())


@pytest.mark.parametrize("row", KEYWORDS.values(), ids=str)
def test_each_keyword_that_constrains_is_enforced(row: Keyword) -> None:
    enforced = row.name in _BUILDERS or row.name in LIMITS or row.name in PART_OF_ANOTHER
    assert enforced or row.group == "annotation"
    assert not (enforced and row.name in ANNOTATIONS)


@pytest.mark.parametrize("row", KEYWORDS.values(), ids=str)
def test_each_shape_of_operand_is_checked(row: Keyword) -> None:
    assert row.operand in WALKED or row.operand in _CHECKS
    assert schema_violations(sample(row), "full") == []
    compile_schema(sample(row))


@pytest.mark.parametrize(
    "row", [r for r in KEYWORDS.values() if r.operand != "any" and r.name != "const"], ids=str
)
@pytest.mark.parametrize("operand", [object(), 1.5 + 2j])
def test_no_keyword_takes_what_is_no_json(row: Keyword, operand: object) -> None:
    assert schema_violations({row.name: operand}, "full") != []
    assert schema_violations({row.name: operand}, "core") != []


def test_core_has_the_seed_s_keywords_and_no_other() -> None:
    assert {row.name for row in rows("core")} == {
        *("type", "oneOf", "properties", "required", "additionalProperties", "items"),
        *("enum", "const", "description", "title", "default", "examples"),
    }
    assert set(rows("core")) < set(rows("full"))


def test_what_is_refused_by_name_is_not_supported() -> None:
    assert not REFUSED.keys() & KEYWORDS.keys()
    for name, reason in REFUSED.items():
        (found,) = schema_violations({name: True}, "full")
        assert (found.kind, found.path) == ("unsupported_keyword", f"schema.{name}")
        assert reason in found.message


def test_what_sees_the_same_value_is_an_applicator_or_a_reference() -> None:
    for name in IN_PLACE:
        assert KEYWORDS[name].group == "applicator"


def test_kinds_of_values_and_of_schemas_are_all_named() -> None:
    assert not VALUE_KINDS.keys() & SCHEMA_KINDS.keys()
    assert {"type", "required", "undeclared", "enum", "const", "one_of"} <= VALUE_KINDS.keys()
    assert all(text for text in (*VALUE_KINDS.values(), *SCHEMA_KINDS.values()))


def test_enum_and_const_stand_on_scalars_in_core() -> None:
    assert KEYWORDS["enum"].core_types == KEYWORDS["const"].core_types == SCALARS
    assert KEYWORDS["enum"].types == ()
