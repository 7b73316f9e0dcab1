"""Recorded verdicts on values: generated parsers agree in every violation and its place."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from toolc_runtime import ToolOutputError

sys.path.insert(0, str(Path(__file__).parents[1]))
from generated import catalog, imported, write

Row = dict[str, Any]


@pytest.fixture(scope="module")
def rows(acceptance_data: Path) -> list[Row]:
    text = (acceptance_data / "cases" / "value-oracle.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_generated_parsers_find_every_recorded_violation(rows: list[Row], tmp_path: Path) -> None:
    schemas = list(dict.fromkeys(json.dumps(row["schema"]) for row in rows))
    names = {schema: f"t{number}" for number, schema in enumerate(schemas)}
    made = write(catalog({name: json.loads(s) for s, name in names.items()}), tmp_path)
    wrong = []
    with imported(made) as package:
        for row in rows:
            tool = getattr(package, names[json.dumps(row["schema"])]).tool
            if _violations(tool, row["value"]) != _expected(row):
                wrong.append(row["id"])
    assert wrong == []


def _expected(row: Row) -> Counter[tuple[str, str]]:
    return Counter((violation["kind"], violation["path"]) for violation in row["violations"])


def _violations(tool: Any, value: Any) -> Counter[tuple[str, str]]:
    try:
        parsed = tool.parse_output(value)
    except ToolOutputError as error:
        return Counter((violation.kind, violation.path) for violation in error.violations)
    # What was accepted comes back as it was: nothing is lost, added or put in its place.
    assert tool.dump_output(parsed) == value
    return Counter()
