"""The strict decoder: what it refuses, why and where, and what it keeps."""

from __future__ import annotations

import json
import math
import pickle
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolc_runtime import JsonTextError, decode_json
from toolc_runtime._json_parser import DEEPEST, Parser

texts = st.text(st.characters(codec="utf-8"), max_size=6)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("", "the end of the text", 1, 1),
        ("  \n ", "the end of the text", 2, 2),
        ('{"a": 1, "a": 2}', 'duplicate key "a"', 1, 10),
        ('{"a": 1, "\\u0061": 2}', 'duplicate key "a"', 1, 10),
        ('[{"b": {"c": 1,\n  "c": 2}}]', 'duplicate key "c"', 2, 3),
        ("[1, NaN]", "NaN is not JSON", 1, 5),
        ("Infinity", "Infinity is not JSON", 1, 1),
        ("[-Infinity]", "-Infinity is not JSON", 1, 2),
        ("1e400", "beyond the range", 1, 1),
        ("-1e400", "beyond the range", 1, 1),
        ('"\\ud800"', "lone surrogate", 1, 1),
        ('["a", "\\uDC00\\uD800"]', "lone surrogate", 1, 7),
        ('{"\\udfff": 1}', "lone surrogate", 1, 2),
        ('"\ud800"', "lone surrogate", 1, 1),
        ("None", "write null", 1, 1),
        ("True", "write true", 1, 1),
        ("{'a': 1}", "double quotes", 1, 2),
        ("['a']", "double quotes", 1, 2),
        ("{a: 1}", "double quotes", 1, 2),
        ('{"a" 1}', "':'", 1, 6),
        ('{"a": 1,}', "double quotes", 1, 9),
        ("[1,]", 'got "]"', 1, 4),
        ("[1 2]", "','", 1, 4),
        ("[1", "the end of the text", 1, 3),
        ('{"a": 1', "the end of the text", 1, 8),
        ("[1] 2", "after the end", 1, 5),
        ("[]]", "after the end", 1, 3),
        ("01", "begin with 0", 1, 1),
        ("-", "a digit", 1, 2),
        ("1.", "after the decimal point", 1, 3),
        ("1e", "in the exponent", 1, 3),
        (".5", "expected a JSON value", 1, 1),
        ("+1", "expected a JSON value", 1, 1),
        ('"abc', "does not end", 1, 1),
        ('"a\tb"', "control character", 1, 3),
        ('"\\x41"', "no such escape", 1, 2),
        ('"\\u12"', "four hexadecimal digits", 1, 2),
        ("\ufeff[]", "byte order mark", 1, 1),
        ("[\r\n1,\r2,\n x]", 'got "x"', 4, 2),
        ("\u00a01", "expected a JSON value", 1, 1),
        ("[1] // no", "after the end", 1, 5),
    ],
)
def test_text_is_refused_with_a_reason_at_its_line_and_column(
    text: str, reason: str, line: int, column: int
) -> None:
    with pytest.raises(JsonTextError) as caught:
        decode_json(text)
    assert reason in caught.value.reason
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value) == f"{caught.value.reason} (line {line}, column {column})"


def test_an_integer_beyond_the_interpreter_s_limit_is_refused_with_its_size() -> None:
    digits = sys.get_int_max_str_digits() + 1
    with pytest.raises(JsonTextError, match=f"an integer of {digits} digits"):
        decode_json(f"[{'9' * digits}]")


@pytest.mark.parametrize("closed", [True, False])
def test_text_nested_too_deep_is_refused_whatever_the_recursion_limit(closed: bool) -> None:
    text = "[" * 100_000 + ("]" * 100_000 if closed else "")
    with pytest.raises(JsonTextError, match=f"more than {DEEPEST} levels"):
        decode_json(text)


def test_the_deepest_level_is_the_same_where_the_interpreter_would_go_deeper() -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(5 * DEEPEST)
    try:
        assert decode_json("[" * DEEPEST + "]" * DEEPEST)
        for bracket, closing in (("[", "]"), ('{"a":', "}")):
            with pytest.raises(JsonTextError, match="levels deep"):
                decode_json(bracket * (DEEPEST + 1) + "1" + closing * (DEEPEST + 1))
    finally:
        sys.setrecursionlimit(before)


def test_text_of_our_own_may_be_of_any_depth() -> None:
    found: Any = decode_json("[" * 100_000 + "]" * 100_000, deepest=None)
    levels = 0
    while found:
        (found,) = found
        levels += 1
    assert levels == 99_999
    with pytest.raises(JsonTextError, match="more than 2 levels"):
        decode_json("[[[1]]]", deepest=2)


def test_many_brackets_side_by_side_are_not_deep() -> None:
    assert decode_json("[" + ",".join(['{"a":[]}'] * DEEPEST) + "]") == [{"a": []}] * DEEPEST


def test_a_negative_zero_is_kept() -> None:
    found: Any = decode_json("-0.0")
    assert math.copysign(1, found) == -1


def test_pairs_of_surrogate_escapes_are_one_character() -> None:
    assert decode_json('"\\ud83d\\ude00 \\uD83D\\uDE00"') == "😀 😀"
    with pytest.raises(JsonTextError, match="lone surrogate"):
        decode_json('"\\ud83dx\\ude00"')


def test_only_text_is_decoded() -> None:
    with pytest.raises(TypeError, match="bytes"):
        decode_json(b"{}")  # type: ignore[arg-type]


def test_an_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(JsonTextError("odd", 2, 3)))
    assert (error.reason, error.line, error.column) == ("odd", 2, 3)


@given(json_values, st.sampled_from([None, 2]), st.booleans())
def test_what_was_written_is_read_by_both_decoders(
    value: Any, indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert json.dumps(decode_json(text)) == json.dumps(value)
    assert json.dumps(Parser(text).parse()) == json.dumps(value)


@given(st.text('[]{}",:\\ \n0123.eE+-aunltrfs/', max_size=12))
def test_both_decoders_agree_on_what_is_json(text: str) -> None:
    def verdict(decode: Any) -> Any:
        try:
            return json.dumps(decode(text))
        except ValueError:
            return "refused"

    ours = verdict(decode_json)
    assert ours == verdict(lambda given: Parser(given).parse())
    if ours != "refused":
        assert ours == verdict(json.loads)
