"""The default rendering: a string as it is, anything else as JSON text, at any depth."""

from __future__ import annotations

import json
from typing import Any

import pytest
from toolc_runtime._encode import json_text
from toolc_runtime._rendering import shown

VALUES = [None, True, 0, -0.0, 1.5, 2**70, 'ä " \\ \n \u2028', [], {}, [1, [2, {"a": [None]}]]]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_are_shown_as_json_text(value: Any) -> None:
    text = shown(value)
    assert text == (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def nested(value: Any, depth: int) -> Any:
    for level in range(depth):
        value = [value] if level % 2 else {"k": value, "n": level}
    return value


def test_depth_is_bounded_by_memory_only() -> None:
    text = json_text(nested("ä", 100_000))
    assert text.startswith('[{"k": [{"k": ')
    assert text.endswith("]")
    assert text.count("[") == text.count("]") == 50_000


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_deep_text_is_spelt_like_shallow_text(value: Any) -> None:
    deep = json_text(nested(value, 3_000))
    assert json.dumps(nested(value, 4), ensure_ascii=False) in deep
