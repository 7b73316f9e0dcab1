"""Recorded verdicts on raw schemas: the core profile agrees in every violation and its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toolc_runtime import JsonSchemaError, assert_object_json_schema, schema_violations

Row = dict[str, Any]


@pytest.fixture(scope="module")
def rows(acceptance_data: Path) -> list[Row]:
    text = (acceptance_data / "cases" / "raw-schema-oracle.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def is_object_root(schema: object) -> bool:
    try:
        assert_object_json_schema(schema)
    except JsonSchemaError:
        return False
    return True


def test_every_violation_of_a_recorded_schema_is_found_and_no_other(rows: list[Row]) -> None:
    wrong = []
    for row in rows:
        got = sorted((v.kind, v.path) for v in schema_violations(row["schema"], "core"))
        if got != sorted((v["kind"], v["path"]) for v in row["violations"]):
            wrong.append((row["id"], got))
    assert len(rows) > 100
    assert wrong == []


def test_a_recorded_schema_is_an_object_root_where_it_was(rows: list[Row]) -> None:
    wrong = [r["id"] for r in rows if is_object_root(r["schema"]) != r["object_root_ok"]]
    assert wrong == []


def test_the_full_profile_takes_whatever_core_takes(rows: list[Row]) -> None:
    sound = [row for row in rows if not row["violations"]]
    wrong = [row["id"] for row in sound if schema_violations(row["schema"], "full")]
    assert len(sound) > 100
    assert wrong == []
