"""Recorded verdicts on values: the interpreter agrees in every violation, its place and order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toolc_runtime import compile_schema, freeze, validate_json_schema_value
from toolc_runtime._wording import LONGEST_ECHO

Row = dict[str, Any]


@pytest.fixture(scope="module")
def rows(acceptance_data: Path) -> list[Row]:
    text = (acceptance_data / "cases" / "value-oracle.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def expected(row: Row) -> list[tuple[str, str]]:
    return [(violation["kind"], violation["path"]) for violation in row["violations"]]


@pytest.mark.parametrize("profile", ["core", "full"])
def test_every_violation_of_a_recorded_value_is_found_in_walk_order(
    rows: list[Row], profile: Any
) -> None:
    wrong = []
    for row in rows:
        found = validate_json_schema_value(row["schema"], row["value"], profile=profile)
        if [(violation.kind, violation.path) for violation in found] != expected(row):
            wrong.append(row["id"])
    assert len(rows) > 1_000
    assert wrong == []


def test_frozen_values_get_the_same_verdict_as_plain_ones(rows: list[Row]) -> None:
    wrong = []
    for row in rows:
        found = compile_schema(row["schema"])(freeze(row["value"]))
        if [(violation.kind, violation.path) for violation in found] != expected(row):
            wrong.append(row["id"])
    assert wrong == []


def test_messages_about_recorded_values_stay_short(rows: list[Row]) -> None:
    long = {
        row["id"]: violation.message
        for row in rows
        for violation in compile_schema(row["schema"])(row["value"])
        if violation.kind in ("type", "const") and len(violation.message) > 40 + 2 * LONGEST_ECHO
    }
    assert long == {}
