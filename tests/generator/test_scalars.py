"""What was probably meant where YAML 1.2 reads a string."""

from __future__ import annotations

import pytest
from toolc.diagnostics import Findings
from toolc.document import parse
from toolc.forms import hint_for
from toolc.scalars import Disputed, meant, resolve
from toolc.source import source_of


@pytest.mark.parametrize(
    ("text", "type_", "advice"),
    [
        ("yes", "boolean", "write true"),
        ("Off", "boolean", "write false"),
        ("y", "boolean", "write true"),
        ("1_000", "integer", "write 1000"),
        ("1_000.5", "number", "write 1000.5"),
        ("yes", "string", None),
        ("yes", "integer", None),
        ("1_000", "boolean", None),
        ("a_b", "integer", None),
        ("2015-02-22", "integer", None),
    ],
)
def test_a_string_that_looks_like_another_type_has_a_suggestion(
    text: str, type_: str, advice: str | None
) -> None:
    found = meant(text, type_)
    assert (found is None) == (advice is None)
    assert advice is None or str(found).endswith(advice)


@pytest.mark.parametrize(
    ("written", "type_", "hint"),
    [
        ("5", "string", "quote it: '5'"),
        ("true", "string", "quote it: 'true'"),
        ("'5'", "integer", "leave out the quotes"),
        ("'-5'", "number", "leave out the quotes"),
        ("'true'", "boolean", "leave out the quotes"),
        ("'null'", "null", "leave out the quotes"),
        ("'yes'", "boolean", None),
        ("'x'", "integer", None),
        ("[1]", "string", None),
        ("", "string", None),
        ("5", "boolean", None),
    ],
)
def test_the_hint_is_about_quotes_where_they_make_the_difference(
    written: str, type_: str, hint: str | None
) -> None:
    (document,) = parse((source_of("s.yaml", f"a: {written}"),), Findings())
    assert hint_for(document.root.entries["a"], type_) == hint


def test_a_disputed_scalar_says_how_to_write_either() -> None:
    with pytest.raises(Disputed) as disputed:
        resolve("0o17")
    assert disputed.value.message == "'0o17' is octal in YAML"
    assert disputed.value.suggestion == "write 15, or quote it if text is meant: '0o17'"


def test_a_long_disputed_scalar_is_shortened() -> None:
    with pytest.raises(Disputed) as disputed:
        resolve("0x" + "f" * 10_000)
    assert len(disputed.value.suggestion) < 100
