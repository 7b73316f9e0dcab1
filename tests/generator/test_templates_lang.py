"""The text of templates."""

from __future__ import annotations

import pytest
from toolc.source import Location
from toolc.templates_lang import (
    CardTemplate,
    Placeholder,
    TemplateList,
    TemplateLiteral,
    TemplateObject,
    TemplateText,
)
from toolc.templates_text import MAX_FALLBACK, Slot, TemplateError, split_template
from toolc_runtime._unset import UNSET

HERE = Location("s.yaml", 1, 1)


def slot(text: str) -> Slot:
    """The one placeholder of *text*."""
    (found,) = split_template(text)
    assert isinstance(found, Slot)
    return found


@pytest.mark.parametrize(
    ("text", "root", "path"),
    [
        ("{args.path}", "args", ("path",)),
        ("{value}", "value", ()),
        ("{ value.a.b }", "value", ("a", "b")),
        ("{value.items[0].name}", "value", ("items", 0, "name")),
        ('{value["odd key"]["a.b"][12]}', "value", ("odd key", "a.b", 12)),
        ('{args["}"]}', "args", ("}",)),
        ("{args.straße-1}", "args", ("straße-1",)),
        ('{args[""]}', "args", ("",)),
        ('{args["\\ud83d\\ude00"]}', "args", ("😀",)),
    ],
)
def test_a_placeholder_is_a_root_and_a_path(
    text: str, root: str, path: tuple[str | int, ...]
) -> None:
    found = slot(text)
    assert (found.root, found.path, found.fallback) == (root, path, UNSET)
    assert (found.start, found.end) == (0, len(text))


@pytest.mark.parametrize(
    ("written", "fallback"),
    [
        ("1", 1),
        ("1.5", 1.5),
        ("true", True),
        ("null", None),
        ('"1"', "1"),
        ('"a}b"', "a}b"),
        ("[]", []),
        ('{"a": [1]}', {"a": [1]}),
        ("", ""),
        ("text", "text"),
        ("no such thing", "no such thing"),
        ("1 of 2", "1 of 2"),
        ("NaN", "NaN"),
        ("1e999", "1e999"),
    ],
)
def test_a_fallback_is_json_if_it_is_json_and_else_text(written: str, fallback: object) -> None:
    found = slot(f"{{args.x|{written}}}").fallback
    assert found == fallback
    assert type(found) is type(fallback)


def test_a_fallback_is_decoded_as_strictly_as_arguments_are() -> None:
    with pytest.raises(TemplateError, match="brace in a fallback"):
        slot('{args.x|{"a": 1, "a": 2}}')


def test_a_fallback_longer_than_the_limit_is_text() -> None:
    digits = "1" * (MAX_FALLBACK + 1)
    assert slot(f"{{args.x|{digits}}}").fallback == digits
    assert slot(f"{{args.x|{digits[:300]}}}").fallback == int(digits[:300])


def test_doubled_braces_are_braces() -> None:
    assert split_template("a {{b}} c") == ("a {b} c",)
    opening, inner, closing = split_template("{{{args.a}}}")
    assert (opening, closing) == ("{", "}")
    assert isinstance(inner, Slot)
    assert split_template("") == ()


def test_text_and_placeholders_come_in_order() -> None:
    first, middle, last, end = split_template("{args.a} of {args.b}!")
    assert isinstance(first, Slot)
    assert isinstance(last, Slot)
    assert (first.path, middle, last.path, end) == (("a",), " of ", ("b",), "!")
    assert (last.start, last.end) == (12, 20)


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("{", 1),
        ("a}", 1),
        ("{}", 1),
        ("{args", 5),
        ("{args.}", 6),
        ("{args. a}", 6),
        ("{args a}", 6),
        ("{args[}", 6),
        ("{args[a]}", 6),
        ("{args[0}", 7),
        ("{args[-1]}", 6),
        ("{args[01]}", 7),
        ("{args.a|x{y}", 9),
        ("{args.a|x", 9),
        ("{args.a|" + "[" * 100_000, 100_008),
    ],
)
def test_what_is_no_template_is_an_error_at_its_offset(text: str, offset: int) -> None:
    with pytest.raises(TemplateError) as error:
        split_template(text)
    assert error.value.offset == offset


def test_an_index_of_a_thousand_digits_is_no_index() -> None:
    with pytest.raises(TemplateError):
        split_template(f"{{args[{'9' * 1000}]}}")


def test_a_path_is_shown_as_it_would_be_written() -> None:
    assert slot('{args.a["b c"][0].d}').shown == 'args.a["b c"][0].d'


def placeholder(root: str, *path: str) -> Placeholder:
    return Placeholder(root, path, UNSET, HERE, True, False, False)  # type: ignore[arg-type]


def test_text_that_is_exactly_one_placeholder_is_whole() -> None:
    only = placeholder("args", "a")
    assert TemplateText((only,), HERE).whole is only
    assert TemplateText((only, "!"), HERE).whole is None
    assert TemplateText(("a",), HERE).whole is None
    assert TemplateText((), HERE).whole is None


def test_a_card_knows_what_it_reads() -> None:
    text = TemplateText(("at ", placeholder("meta", "line")), HERE)
    inner = TemplateObject((("path", TemplateText((placeholder("args"),), HERE)),), HERE)
    entries = (
        ("title", text),
        ("locations", TemplateList((inner,), HERE)),
        ("kind", TemplateLiteral("read", HERE)),
    )
    assert CardTemplate("generic", entries, HERE).reads == {"meta", "args"}
