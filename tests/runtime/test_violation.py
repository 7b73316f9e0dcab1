"""Violations: their places, and how values and names are put into messages."""

from __future__ import annotations

import pickle

import pytest
from toolc_runtime import Violation
from toolc_runtime._violation import echo, nearest, render_path, violation_at
from toolc_runtime._wording import LONGEST_ECHO, listed, quoted, shown


def test_a_path_is_the_label_then_keys_and_indices() -> None:
    assert render_path("value", ("items", 3, "name")) == "value.items[3].name"
    assert render_path("value", ()) == "value"
    assert render_path("value", ("", "a.b", "0")) == "value..a.b.0"


def test_the_tuple_form_tells_a_dotted_key_from_a_nested_one() -> None:
    dotted = violation_at("value", (None, "a.b"), "type", "x")
    inner = violation_at("value", ((None, "a"), "b"), "type", "x")
    assert dotted.path == inner.path == "value.a.b"
    assert (dotted.steps, inner.steps) == (("a.b",), ("a", "b"))
    assert dotted != inner


def test_path_and_message_are_made_when_they_are_read() -> None:
    asked: list[str] = []

    def message() -> str:
        asked.append("asked")
        return "made"

    lazy = violation_at("value", ((None, "a"), 1), "type", message)
    assert asked == []
    assert str(lazy) == "value.a[1]: made"
    assert lazy.message == "made"
    assert asked == ["asked"]


def test_a_violation_is_frozen_and_compares_by_content() -> None:
    cause = Violation("value.a", "type", "inner", steps=("a",))
    one = Violation("value", "any_of", "outer", [cause])
    other = Violation("value", "any_of", "outer", (cause,))
    assert one == other
    assert len({one, other}) == 1
    assert one != Violation("value", "any_of", "outer")
    assert one != "value"
    assert "outer" in repr(one) and "inner" in repr(one)
    with pytest.raises(AttributeError, match="frozen"):
        one.kind = "type"
    with pytest.raises(AttributeError, match="frozen"):
        del one.kind


def test_a_violation_survives_pickling() -> None:
    lazy = violation_at("value", (None, 0), "type", lambda: "late", [Violation("v", "k", "m")])
    found = pickle.loads(pickle.dumps(lazy))
    assert found == lazy
    assert found.steps == (0,)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": [1, 2.5, None, True], "b": {}}, '{"a": [1, 2.5, null, true], "b": {}}'),
        (("x", ()), '["x", []]'),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
        (-0.0, "-0.0"),
        ('a"\\\n\u2028\ud800', '"a\\"\\\\\\n\\u2028\\ud800"'),
        ("\U0001f600\U000e0001", '"\U0001f600\\udb40\\udc01"'),
        ({1: 2}, "{1: 2}"),
        ({1}, "<set>"),
    ],
)
def test_values_are_echoed_in_json_s_spelling(value: object, text: str) -> None:
    assert echo(value) == text


def test_an_echo_is_short_whatever_the_value() -> None:
    values = ["x" * 500, [0] * 10_000, {"k" * 90: 1}, [[["x" * 300]]], 10**5000, ["\x00" * 90]]
    for value in values:
        assert len(echo(value)) <= LONGEST_ECHO
        assert len(echo(value, 20)) <= 20


def test_an_echo_of_a_deep_value_needs_no_recursion() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    assert echo(value) == "[" * (LONGEST_ECHO - 1) + "…"


@pytest.mark.parametrize(
    ("word", "candidates", "found"),
    [
        ("strnig", ["string", "number"], "string"),
        ("lables", ["title", "labels"], "labels"),
        ("file_path", ["filePath", "file"], "filePath"),
        ("Depth", ["maxDepth", "path"], "maxDepth"),
        ("name", ["first_name", "last_name"], None),
        ("limit", ["limit_", "limits"], "limit_"),
        ("minLenght", ["maxLength", "minLength"], "minLength"),
        ("zzz", ["id", "title"], None),
        ("a", ["b", "c"], None),
        ("", ["a"], None),
        ("x", [], None),
    ],
)
def test_the_nearest_name_is_suggested_where_one_is_close(
    word: str, candidates: list[str], found: str | None
) -> None:
    assert nearest(word, candidates) == found


def test_the_python_type_is_named_where_json_has_none_like_it() -> None:
    assert [shown(value) for value in ("a", [1], None, 1.5)] == ['"a"', "[1]", "null", "1.5"]
    assert [shown(value) for value in ((1,), {1}, b"x")] == ["the tuple [1]", "a set", "a bytes"]


def test_long_lists_are_cut() -> None:
    assert listed(["a", "b"]) == '"a", "b"'
    assert listed(map(str, range(20)), 2) == '"0", "1" and 18 more'


def test_quoted_text_is_on_one_line_and_can_be_encoded() -> None:
    assert quoted("plain é") == '"plain é"'
    assert "\n" not in quoted("a\nb\r\u2029\x85")
    quoted("\udcff").encode()
