"""Recorded specs in the author's language: the same raw schema, or the same violation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toolc_runtime import (
    JsonSchemaError,
    json_equal,
    parameter_schema_spec_to_json_schema,
    value_schema_spec_to_json_schema,
)

Row = dict[str, Any]
COMPILERS = {
    "value": value_schema_spec_to_json_schema,
    "parameters": parameter_schema_spec_to_json_schema,
}


@pytest.fixture(scope="module")
def rows(acceptance_data: Path) -> list[Row]:
    text = (acceptance_data / "cases" / "author-schema-oracle.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def compiled(row: Row) -> Any:
    """The raw schema of the row's spec, or its violations as kind and path."""
    try:
        return COMPILERS[row["kind"]](row["spec"])
    except JsonSchemaError as error:
        return sorted((violation.kind, violation.path) for violation in error.violations)


def test_every_recorded_spec_compiles_to_its_schema(rows: list[Row]) -> None:
    sound = [row for row in rows if "compiled" in row]
    wrong = [row["id"] for row in sound if not json_equal(compiled(row), row["compiled"])]
    assert len(sound) > 100
    assert wrong == []


def test_compiled_keywords_stand_in_the_recorded_order(rows: list[Row]) -> None:
    def order(schema: Any) -> str:
        return json.dumps(schema).replace(".0", "")  # numbers are compared elsewhere

    sound = [row for row in rows if "compiled" in row]
    assert [r["id"] for r in sound if order(compiled(r)) != order(r["compiled"])] == []


def test_every_recorded_slip_is_reported_at_its_place(rows: list[Row]) -> None:
    bad = [row for row in rows if "violations" in row]
    wrong = [
        row["id"]
        for row in bad
        if compiled(row) != sorted((v["kind"], v["path"]) for v in row["violations"])
    ]
    assert len(bad) > 100
    assert wrong == []
