"""Examples are put to `jsonschema` too; a disagreement is a fault of ours and stops everything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toolc import second_opinion
from toolc.diagnostics import Findings
from toolc.document import parse
from toolc.second_opinion import Disagreement, compare
from toolc.source import source_of
from toolc.validate import validate
from toolc_runtime._interpreter import validate_json_schema_value


def test_agreement_is_silent() -> None:
    compare({"type": "string"}, "a", [])
    compare({"type": "string"}, 1, ["a violation"])
    compare({"type": "integer"}, 1.0, [])
    compare({"enum": [1]}, True, ["a violation"])


def test_a_disagreement_names_value_and_schema() -> None:
    with pytest.raises(Disagreement, match="we accept what jsonschema refuses: 1 for"):
        compare({"type": "string"}, 1, [])
    with pytest.raises(Disagreement, match="we refuse what jsonschema accepts"):
        compare({"type": "string"}, "a", ["a violation"])


@pytest.mark.parametrize(
    ("keyword", "schema"),
    [
        ("pattern", {"properties": {"a": {"pattern": "^a"}}}),
        ("patternProperties", {"patternProperties": {"a": {}}}),
        ("format", {"anyOf": [{"format": "date"}]}),
        ("multipleOf", {"items": {"multipleOf": 0.1}}),
        ("$id", {"$id": "https://example.com/x"}),
        ("$anchor", {"$defs": {"a": {"$anchor": "b"}}}),
    ],
)
def test_keywords_it_is_wrong_on_are_left_out_by_name_and_counted(
    keyword: str, schema: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = second_opinion.left_out.copy()
    monkeypatch.setattr(second_opinion, "left_out", counts)
    before = counts[keyword]
    compare(schema, "whatever", ["not asked about"])
    assert counts[keyword] == before + 1


def test_what_is_only_called_like_a_keyword_is_not_left_out() -> None:
    with pytest.raises(Disagreement):
        compare({"type": "object", "properties": {"format": {"const": {"pattern": 1}}}}, {}, ["x"])
    with pytest.raises(Disagreement):
        compare({"multipleOf": 3}, 4, [])


def test_a_value_too_deep_for_it_is_left_out() -> None:
    schema = {
        "$ref": "#/$defs/A",
        "$defs": {"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}},
    }
    value: list[Any] = []
    for _ in range(3_000):
        value = [value]
    compare(schema, value, ["not asked about"])


def test_an_example_is_put_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "tools: {t: {description: d, parameters: {a: {type: string}}, output: {type: json}, examples: [{args: {a: x}}]}}"
    asked: list[tuple[object, object]] = []
    monkeypatch.setattr(
        "toolc.examples.compare",
        lambda schema, value, violations: asked.append((value, violations)),
    )
    findings = Findings()
    validate(parse((source_of("s.yaml", text),), findings), findings)
    assert asked == [({"a": "x"}, [])]


def test_the_two_agree_on_every_recorded_value(acceptance_data: Path) -> None:
    with (acceptance_data / "cases/value-oracle.jsonl").open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            compare(
                row["schema"], row["value"], validate_json_schema_value(row["schema"], row["value"])
            )
