"""Raw schemas: what the runtime finds is reported at its place in the YAML."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toolc.check import check_schema
from toolc.codes import CODES
from toolc.diagnostics import Diagnostic, Findings
from toolc.document import parse
from toolc.raw import take
from toolc.source import source_of
from toolc.vocabulary import Profile
from toolc_runtime._schema import schema_violations


def checked(schema: Any, profile: Profile) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text that *schema* is written as, and what is wrong with it."""
    findings = Findings()
    text = f"schema: {json.dumps(schema)}"
    (document,) = parse((source_of("s.yaml", text),), findings)
    sound = check_schema(take(document.root.entries["schema"]), profile, findings)
    assert sound == (not findings.diagnostics)
    return text, findings.diagnostics


def pointed_at(schema: Any, profile: Profile = "full") -> list[tuple[str, str]]:
    """Codes and the stretches of text they point at."""
    text, diagnostics = checked(schema, profile)
    return [(d.code, text[d.location.column - 1 : d.location.end_column - 1]) for d in diagnostics]


def recordings(data: Path) -> Iterator[dict[str, Any]]:
    with (data / "cases/raw-schema-oracle.jsonl").open(encoding="utf-8") as file:
        yield from map(json.loads, file)


@pytest.mark.parametrize("profile", ["core", "full"])
def test_a_schema_is_refused_where_the_runtime_refuses_it(
    profile: Profile, acceptance_data: Path
) -> None:
    for row in recordings(acceptance_data):
        _, diagnostics = checked(row["schema"], profile)
        violations = schema_violations(row["schema"], profile)
        assert bool(diagnostics) == bool(violations), row
        assert {d.code for d in diagnostics} <= set(CODES)
        if profile == "core":
            assert bool(diagnostics) == bool(row["violations"]), row


@pytest.mark.parametrize(
    ("schema", "code", "place"),
    [
        ({"type": "strnig"}, "schema-type", '"strnig"'),
        ({"type": "object", "properties": {"a": {"type": "any"}}}, "schema-type", '"any"'),
        ({"type": "string", "nullable": True}, "schema-unsupported-keyword", '"nullable"'),
        ({"type": "string", "minLength": "1"}, "schema-operand", '"1"'),
        ({"type": "string", "title": 5}, "schema-annotation-string", "5"),
        ({"type": "array", "items": 5}, "schema-node", "5"),
        ({"oneOf": 5}, "schema-one-of-min", "5"),
        ({"type": "object", "required": ["a", "a"]}, "schema-required-duplicate", '"a"'),
        ({"type": "object", "required": "a"}, "schema-required-strings", '"a"'),
        ({"$ref": "#/nowhere"}, "schema-ref-target", '"#/nowhere"'),
        ({"$ref": "#"}, "schema-ref-loop", '"#"'),
        ({"enum": []}, "schema-enum-values", '"enum"'),
        ({"properties": {"a": {"$id": "x"}}}, "schema-id-rebase", '"$id"'),
    ],
)
def test_a_finding_points_at_what_has_to_change(schema: Any, code: str, place: str) -> None:
    assert pointed_at(schema) == [(code, place)]


@pytest.mark.parametrize(
    ("schema", "code", "place"),
    [
        ({"type": "string", "minLength": 1}, "schema-unsupported-keyword", '"minLength"'),
        ({"type": "string", "items": {}}, "schema-misplaced", '"items"'),
        ({"enum": ["a"]}, "schema-requires-type", '"enum"'),
        ({"type": ["string"]}, "schema-type-array", '"type"'),
        ({"type": "string", "enum": ["a", 1]}, "schema-enum-values", "1"),
        ({"type": "string", "const": 1}, "schema-const-value", "1"),
        (
            {"type": "object", "properties": {"a": {}}, "required": ["a", "ab", "b"]},
            "schema-required-undeclared",
            '"ab"',
        ),
        ({"type": "object", "additionalProperties": "no"}, "schema-additional-boolean", '"no"'),
    ],
)
def test_core_points_at_what_has_to_change(schema: Any, code: str, place: str) -> None:
    assert pointed_at(schema, "core")[0] == (code, place)


def test_every_violation_is_reported() -> None:
    schema = {"type": "object", "properties": {str(n): {"type": "x"} for n in range(50)}}
    assert len(pointed_at(schema)) == 50


def test_the_suggestion_fits_what_yaml_read() -> None:
    findings = Findings()
    text = "schema: {type: string, minLength: 1_0, title: 5, uniqueItems: yes}"
    (document,) = parse((source_of("s.yaml", text),), findings)
    check_schema(take(document.root.entries["schema"]), "full", findings)
    assert [d.suggestion for d in findings.diagnostics] == [
        "'1_0' is a string in YAML 1.2: write 10",
        "quote it: '5'",
        "'yes' is a string in YAML 1.2: write true",
    ]
