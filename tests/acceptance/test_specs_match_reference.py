"""The shipped specs say what the reference catalogue says, in words of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toolc.pipeline import check
from toolc.wire import wire_schema

SPECS = Path(__file__).parents[2] / "specs"
Tool = dict[str, Any]


@pytest.fixture(scope="module")
def reference(acceptance_data: Path) -> list[Tool]:
    text = (acceptance_data / "corpus" / "dsh-tools.json").read_text(encoding="utf-8")
    found: list[Tool] = json.loads(text)
    return found


def _bare(schema: Any, is_map: bool = False) -> Any:
    """*schema* without titles and descriptions; a property may have these names."""
    if isinstance(schema, dict):
        return {
            key: _bare(value, key == "properties" and not is_map)
            for key, value in schema.items()
            if is_map or key not in ("title", "description")
        }
    return [_bare(item) for item in schema] if isinstance(schema, list) else schema


def _words(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "description" and isinstance(value, str):
                yield value
            yield from _words(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _words(item)


def _ours() -> list[tuple[str, Any, Any, Any]]:
    return [
        (
            tool.name,
            _bare(wire_schema(tool.parameters, catalog.types)),
            _bare(wire_schema(tool.output, catalog.types)),
            tool.timeout_ms,
        )
        for catalog in check([SPECS]).catalogs
        for tool in catalog.tools
    ]


def test_every_tool_has_the_recorded_schemas_and_timeout(reference: list[Tool]) -> None:
    recorded = [
        (tool["name"], _bare(tool["parameters"]), _bare(tool["output_schema"]), tool["timeout_ms"])
        for tool in reference
    ]

    def key(row: object) -> str:
        return json.dumps(row, sort_keys=True)

    assert sorted(map(key, _ours())) == sorted(map(key, recorded))
    assert len(recorded) == 63


def test_no_description_is_copied(reference: list[Tool]) -> None:
    recorded = {words for tool in reference for words in _words(tool)}
    ours = {
        words
        for catalog in check([SPECS]).catalogs
        for tool in catalog.tools
        for schema in (
            tool.parameters.schema,
            tool.output.schema,
            {"description": tool.description},
        )
        for words in _words(schema)
    }
    assert len(ours) > 150
    assert not ours & recorded
