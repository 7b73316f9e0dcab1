"""The map from the specification's names to ours: every name of ours that it gives exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import toolc_runtime

MAP = Path(__file__).parents[2] / "docs" / "seed-map.md"
ROW = re.compile(r"^\| (?P<seed>.+?) \| (?P<here>.+?) \| .*\|$", re.MULTILINE)


def names() -> list[str]:
    text = MAP.read_text(encoding="utf-8")
    rows = [row for row in ROW.finditer(text) if row["seed"] != "seed"]
    return sorted({name for row in rows for name in re.findall(r"`([^`]+)`", row["here"])})


def exists(name: str) -> bool:
    first, *rest = name.split(".")
    owner = getattr(toolc_runtime, first)
    return all(hasattr(owner, part) or part in owner.__annotations__ for part in rest)


def test_the_map_names_much() -> None:
    assert len(names()) > 100


@pytest.mark.parametrize("name", names())
def test_every_name_of_the_map_exists(name: str) -> None:
    assert exists(name)
