"""Random schemas and values: the interpreter agrees with an independent validator."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
from hypothesis import given, settings
from hypothesis import strategies as st
from toolc_runtime import compile_schema, freeze, schema_violations
from toolc_runtime._interpreter_node import account
from toolc_runtime._vocabulary import KEYWORDS, TYPE_NAMES

Schema = Any

NAMES = ("a", "b", "c")
names = st.sampled_from(NAMES)
numbers = st.integers(-3, 4) | st.sampled_from([0.5, 1.0, 1.5, -0.0])
scalars = st.none() | st.booleans() | numbers | st.sampled_from(["", "a", "b", "ab", "é😀"])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=3),
    max_leaves=12,
)
counts = st.integers(0, 3)
kinds = st.sampled_from(TYPE_NAMES)


def core_schemas() -> st.SearchStrategy[Schema]:
    """The seed's subset: a type and what belongs to it, or oneOf."""
    members = {
        "string": st.sampled_from(["", "a", "b"]),
        "number": numbers,
        "integer": st.integers(-2, 3),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    leaves = st.one_of(
        *[
            st.fixed_dictionaries(
                {"type": st.just(kind)}, optional={"enum": st.lists(some, min_size=1, max_size=3)}
            )
            for kind, some in members.items()
        ],
        st.just({}),
    )

    def deeper(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
        objects = st.builds(_object, st.dictionaries(names, inner), st.booleans(), st.booleans())
        arrays = st.fixed_dictionaries({"type": st.just("array")}, optional={"items": inner})
        unions = st.fixed_dictionaries({"oneOf": st.lists(inner, min_size=2, max_size=3)})
        return objects | arrays | unions

    return st.recursive(leaves, deeper, max_leaves=8)


def _object(properties: dict[str, Schema], all_required: bool, is_open: bool) -> Schema:
    required = sorted(properties) if all_required else sorted(properties)[:1]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": is_open,
    }


def full_schemas() -> st.SearchStrategy[Schema]:
    """Keywords in any company; references lead to two definitions and to the root."""
    references = st.sampled_from(["#/$defs/x", "#/$defs/y"]).map(lambda at: {"$ref": at})
    leaves = st.booleans() | references | st.fixed_dictionaries({}, optional=_assertions())

    def deeper(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
        return st.fixed_dictionaries({}, optional={**_assertions(), **_applicators(inner)})

    return st.recursive(leaves, deeper, max_leaves=8)


def _assertions() -> dict[str, st.SearchStrategy[Any]]:
    return {
        "type": kinds | st.lists(kinds, min_size=1, max_size=3, unique=True),
        "enum": st.lists(values, min_size=1, max_size=3),
        "const": values,
        "minimum": numbers,
        "maximum": numbers,
        "exclusiveMinimum": numbers,
        "exclusiveMaximum": numbers,
        "multipleOf": st.sampled_from([1, 2, 0.5, 1.5]),
        "minLength": counts,
        "maxLength": counts,
        "minItems": counts,
        "maxItems": counts,
        "uniqueItems": st.booleans(),
        "minProperties": counts,
        "maxProperties": counts,
        "required": st.lists(names, max_size=2, unique=True),
        "dependentRequired": st.dictionaries(names, st.lists(names, max_size=2, unique=True)),
    }


def _applicators(inner: st.SearchStrategy[Schema]) -> dict[str, st.SearchStrategy[Any]]:
    some = st.lists(inner, min_size=1, max_size=3)
    maps = st.dictionaries(names, inner, max_size=3)
    return {
        **dict.fromkeys(("items", "not", "if", "then", "else", "contains"), inner),
        **dict.fromkeys(("additionalProperties", "propertyNames"), inner),
        **dict.fromkeys(("oneOf", "anyOf", "allOf", "prefixItems"), some),
        **dict.fromkeys(("properties", "dependentSchemas"), maps),
        "minContains": counts,
        "maxContains": counts,
    }


definitions = st.fixed_dictionaries(
    {
        "x": st.sampled_from(
            [
                {"type": "array", "items": {"$ref": "#/$defs/x"}},
                {"properties": {"a": {"anyOf": [{"$ref": "#/$defs/x"}, {"type": "null"}]}}},
                {"type": "object", "additionalProperties": {"$ref": "#/$defs/y"}},
            ]
        ),
        "y": st.sampled_from(
            [{"type": "integer"}, {"items": {"$ref": "#/$defs/x"}}, {"not": {"$ref": "#/$defs/x"}}]
        ),
    }
)


def agree(schema: Schema, value: Any) -> None:
    validate = compile_schema(schema)
    violations = validate(value)
    assert (violations == []) == jsonschema_rs.validator_for(schema).is_valid(value)
    told = account(validate._node, value, "value")
    assert told == violations
    assert validate.is_valid(value) == (told == [])
    assert [violation.path for violation in validate(freeze(value))] == [v.path for v in told]


@given(core_schemas(), values)
@settings(max_examples=400)
def test_core_schemas_accept_what_an_independent_validator_accepts(
    schema: Schema, value: Any
) -> None:
    assert schema_violations(schema, "core") == []
    agree(schema, value)


@given(full_schemas(), definitions, values)
@settings(max_examples=600)
def test_full_schemas_accept_what_an_independent_validator_accepts(
    schema: Schema, shared: Any, value: Any
) -> None:
    if isinstance(schema, dict):
        schema = {**schema, "$defs": shared}
    else:
        schema = {"allOf": [schema], "$defs": shared}
    if schema_violations(schema, "full") == []:  # a reference may close a loop
        agree(schema, value)


def test_the_random_schemas_use_every_keyword_that_judges() -> None:
    elsewhere = {"pattern", "format", "patternProperties", "$anchor", "definitions"}
    known = {name for name, row in KEYWORDS.items() if row.group != "annotation"} - elsewhere
    assert known <= {*_assertions(), *_applicators(st.none()), "$ref", "$defs"}
