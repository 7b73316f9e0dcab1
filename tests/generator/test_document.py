"""Stage 1: YAML text to nodes with places."""

from __future__ import annotations

import json

import pytest
import yaml
from toolc.diagnostics import Findings
from toolc.document import Node, Scalar, Table, parse, plain
from toolc.limits import MAX_BYTES, MAX_DEPTH, MAX_FINDINGS
from toolc.source import Location, source_of


def read(text: str) -> tuple[object, list[str]]:
    """The plain tree of *text*, and its findings."""
    findings = Findings()
    documents = parse((source_of("s.yaml", text),), findings)
    tree = plain(documents[0].root) if documents else None
    return tree, [f"{d.location.line}:{d.location.column} {d.code}" for d in findings.diagnostics]


def clean(text: str) -> object:
    tree, findings = read(text)
    assert findings == []
    return tree


def node(text: str, *path: str | int) -> Node:
    found: Node = parse((source_of("s.yaml", text),), Findings())[0].root
    for step in path:
        found = found.entries[step] if isinstance(found, Table) else found.items[step]  # type: ignore[index, union-attr]
    return found


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("false", False),
        ("0", 0),
        ("-7", -7),
        ("+7", 7),
        ("9007199254740995", 9007199254740995),
        ("1.5", 1.5),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-2.5E-2", -0.025),
        ("yes", "yes"),
        ("No", "No"),
        ("on", "on"),
        ("2015-02-22", "2015-02-22"),
        ("2015-02-22 10:00:00", "2015-02-22 10:00:00"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("0b11", "0b11"),
        ("1.2.3", "1.2.3"),
        ("--", "--"),
        ("'1'", "1"),
        ('"null"', "null"),
        ("=", "="),
        ("nan", "nan"),
        ("١٢", "١٢"),
    ],
)
def test_a_scalar_is_read_as_the_core_schema_of_yaml_1_2_reads_it(
    written: str, value: object
) -> None:
    tree = clean(f"a: {written}\n")
    assert isinstance(tree, dict)
    assert tree["a"] == value
    assert type(tree["a"]) is type(value)


def test_minus_zero_keeps_its_sign() -> None:
    assert json.dumps(clean("a: -0.0")) == '{"a": -0.0}'


@pytest.mark.parametrize(
    "written",
    [
        "TRUE",
        "True",
        "FALSE",
        "Null",
        "NULL",
        "0o7",
        "0x1F",
        "012",
        "-01",
        "+00",
        "01.5",
        "00e1",
        ".inf",
        "-.INF",
        "+.Inf",
        ".nan",
        ".NaN",
        "1e999",
    ],
)
def test_a_scalar_that_readers_disagree_on_must_be_quoted(written: str) -> None:
    assert read(f"a: {written}") == ({"a": None}, ["1:4 yaml-scalar"])
    assert clean(f"a: '{written}'") == {"a": written}
    assert read(f"{written}: 1")[1] == ["1:1 yaml-scalar"]


def test_a_finding_about_a_number_says_what_to_write() -> None:
    findings = Findings()
    parse((source_of("s.yaml", "a: 0x1F\nb: TRUE"),), findings)
    assert [d.suggestion for d in findings.diagnostics] == [
        "write 31, or quote it if text is meant: '0x1F'",
        "write true, or quote it if text is meant: 'TRUE'",
    ]


def test_an_integer_beyond_the_digit_limit_is_a_finding() -> None:
    assert read(f"a: {'9' * 5000}")[1] == ["1:4 yaml-scalar"]
    assert clean(f"a: {'9' * 4000}") == {"a": int("9" * 4000)}


@pytest.mark.parametrize("key", ["1", "1.5", "true", "null", "~", "-0"])
def test_a_key_is_a_string(key: str) -> None:
    assert read(f"{key}: 1\nb: 2") == ({"b": 2}, ["1:1 yaml-key"])
    assert clean(f"'{key}': 1") == {key: 1}


def test_words_that_are_strings_are_keys() -> None:
    assert clean("yes: 1\non: 2\n2015-02-22: 3\n1_0: 4") == {
        "yes": 1,
        "on": 2,
        "2015-02-22": 3,
        "1_0": 4,
    }


def test_a_collection_is_no_key() -> None:
    assert read("? [a, {b: c}]\n: 1\nb: 2") == ({"b": 2}, ["1:3 yaml-key"])
    assert read("{a: 1}: 2\nb: 2")[1] == ["1:1 yaml-key"]


def test_what_yaml_can_and_json_cannot_is_refused_with_its_place() -> None:
    text = "a: &x [1]\nb: *x\nc: !!str 1\nd: !foo {}\n<<: {e: 1}\n&k f: 1\n!t g: 1\n*x : 1\n"
    tree, findings = read(text)
    assert findings == [
        "1:4 yaml-anchor",
        "2:4 yaml-alias",
        "3:4 yaml-tag",
        "4:4 yaml-tag",
        "5:1 yaml-merge",
        "6:1 yaml-anchor",
        "7:1 yaml-tag",
        "8:1 yaml-alias",
    ]
    assert tree == {"a": [1], "b": None, "c": None, "d": {}, "f": 1}


def test_a_quoted_merge_key_is_a_key() -> None:
    assert clean("'<<': 1") == {"<<": 1}


def test_what_was_refused_is_marked_broken() -> None:
    scalar = node("a: *x", "a")
    assert isinstance(scalar, Scalar)
    assert scalar.broken


def test_the_first_of_two_equal_keys_stays_and_the_second_is_a_finding() -> None:
    findings = Findings()
    documents = parse((source_of("s.yaml", 'a: 1\nb: {c: 1, "c": 2}\na: 3'),), findings)
    assert plain(documents[0].root) == {"a": 1, "b": {"c": 1}}
    inner, outer = findings.diagnostics
    assert (inner.code, inner.related[0].location[:3]) == ("yaml-duplicate-key", ("s.yaml", 2, 5))
    assert (outer.location.line, outer.related[0].location.line) == (3, 1)


def test_keys_and_values_have_places() -> None:
    text = "名: {x: 1,\n  é: [2, 'zw ei']}\nb:\n  c: |\n    x\n    y\n"
    assert node(text, "名").owner == Location("s.yaml", 1, 1, 1, 2)
    assert node(text, "名").at == Location("s.yaml", 1, 4, 2, 19)
    assert node(text, "名", "é").owner == Location("s.yaml", 2, 3, 2, 4)
    assert node(text, "名", "é", 1).at == Location("s.yaml", 2, 10, 2, 17)
    assert node(text, "b", "c").at[:3] == ("s.yaml", 4, 6)
    assert node(text, "b", "c").owner == Location("s.yaml", 4, 3, 4, 4)


def test_an_item_without_a_key_owns_itself() -> None:
    item = node("x:\n- a\n- b\n", "x", 1)
    assert item.owner == item.at == Location("s.yaml", 3, 3, 3, 4)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_lines_are_counted_by_their_breaks(line_break: str) -> None:
    text = line_break.join(["a: 1", "b: &x 2", "c: 3"])
    assert read(text) == ({"a": 1, "b": 2, "c": 3}, ["2:4 yaml-anchor"])


@pytest.mark.parametrize("char", "\x85\u2028\u2029")
def test_what_yaml_1_1_took_for_line_breaks_is_text(char: str) -> None:
    assert read(f"a: x{char}y\nb: *z")[0] == {"a": f"x{char}y", "b": None}
    assert read(f"a: x{char}y\nb: *z")[1] == ["2:4 yaml-alias"]


def test_a_byte_order_mark_is_no_column_and_inside_it_is_text() -> None:
    assert read("\ufeffa: *x")[1] == ["1:4 yaml-alias"]
    assert clean("\ufeffa: x\ufeffy") == {"a": "x\ufeffy"}


@pytest.mark.parametrize("char", ["\x00", "\x07", "\x1b", "\x7f", "\x9b", "\ufffe", "\uffff"])
def test_a_control_character_is_a_finding_and_reading_goes_on(char: str) -> None:
    tree, findings = read(f"b: 1\na: x{char}y\nc: *x")
    assert tree == {"b": 1, "a": "x\ufffdy", "c": None}
    assert findings == ["2:5 yaml-character", "3:4 yaml-alias"]


def test_a_control_character_can_be_written_as_an_escape() -> None:
    assert clean(r'a: "\0\a\e\x7f\u2028\ufeff"') == {"a": "\x00\x07\x1b\x7f\u2028\ufeff"}


@pytest.mark.parametrize("text", ["a: x\ud800", "\udfff: 1", "# \ud83d\na: 1", "a: 'x\udcffy'"])
def test_a_lone_surrogate_is_a_finding_wherever_it_stands(text: str) -> None:
    assert [finding.split()[1] for finding in read(text)[1]] == ["yaml-encoding"]


def test_bytes_that_are_no_utf_8_are_named() -> None:
    findings = Findings()
    text = b"a: caf\xe9".decode("utf-8", "surrogateescape")
    parse((source_of("s.yaml", text),), findings)
    (finding,) = findings.diagnostics
    assert str(finding) == "s.yaml:1:7: error[yaml-encoding]: not UTF-8: byte 0xE9"


def test_utf_16_is_one_finding() -> None:
    text = "a: 1\nb: 2".encode("utf-16").decode("utf-8", "surrogateescape")
    assert read(text) == (None, ["1:1 yaml-encoding"])


def test_the_escaped_pair_that_json_writes_is_one_character() -> None:
    written = json.dumps({"a": "😀 \ue000", "𝒳": ["\u1000🎉"]})
    assert "\\ud83d\\ude00" in written
    assert clean(written) == {"a": "😀 \ue000", "𝒳": ["\u1000🎉"]}


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"x[\uD83d-\udBff]", r"x[\uD83d-\udBff]"),
        (r"'\ud83d\ude00'", r"\ud83d\ude00"),
        (r'"\\ud83d"', r"\ud83d"),
        (r'"\\\ud83d\ude00"', "\\\U0001f600"),
        ("| # \\ud800\n  \\ud83D\n", "\\ud83D\n"),
    ],
)
def test_a_surrogate_escape_is_plain_text_where_yaml_has_no_escapes(
    written: str, text: str
) -> None:
    assert clean(f"b: [x]\na: {written}") == {"b": ["x"], "a": text}


@pytest.mark.parametrize("escape", [r"\ud83d", r"\ude00\ud83d", r"\ud83d x", r"\udfff"])
def test_half_an_escaped_pair_is_a_finding(escape: str) -> None:
    assert read(f'b: 1\na: "{escape}"')[1] == ["2:4 yaml-encoding"]
    assert read(f'b: 1\n"{escape}": 1')[1] == ["2:1 yaml-encoding"]


def test_every_code_point_is_text_or_a_finding_and_moves_no_place() -> None:
    for start in range(0, 0x110000, 0x400):
        chars = "".join(map(chr, range(start, start + 0x400)))
        text = f'a: "{chars}"\nb: *x'.replace('!"#', "!#")
        tree, found = read(text.replace("\r", "").replace("\\", ""))
        assert isinstance(tree, dict)
        assert found[-1] == ("3:4 yaml-alias" if start == 0 else "2:4 yaml-alias"), hex(start)
        errors = [finding for finding in found if not finding.endswith("yaml-invisible")]
        assert (len(errors) == 1) == (tree["a"] == chars), hex(start)


@pytest.mark.parametrize(
    "text",
    [
        "a: b: c",
        "a: [1, 2",
        "a: 'x",
        "a:\n\t- b",
        "a: @x",
        "%FOO",
        "a: {]}",
        '"\\q": 1',
        "- a\nb: 1",
        "a: |3x\n b",
    ],
)
def test_what_is_no_yaml_is_one_finding_and_ends_its_file_only(text: str) -> None:
    findings = Findings()
    sources = (source_of("bad.yaml", text), source_of("good.yaml", "a: *x\nb: 1"))
    documents = parse(sources, findings)
    assert [document.source.path for document in documents] == ["good.yaml"]
    assert [(d.location.path, d.code) for d in findings.diagnostics] == [
        ("bad.yaml", "yaml-syntax"),
        ("good.yaml", "yaml-alias"),
    ]


@pytest.mark.parametrize("text", ["", "# nothing", "---\n", "5", "- a", "'x'", "null"])
def test_a_spec_is_a_mapping(text: str) -> None:
    tree, (finding,) = read(text)
    assert tree is None
    assert finding.endswith("yaml-root")


def test_a_second_document_is_a_finding_and_the_first_is_read() -> None:
    assert read("a: *x\n---\nb: 1\n---\nc: 1") == (
        {"a": None},
        ["1:4 yaml-alias", "2:1 yaml-documents"],
    )


def test_yaml_1_1_is_a_warning() -> None:
    findings = Findings()
    parse((source_of("s.yaml", "%YAML 1.1\n---\na: yes"),), findings)
    assert [(d.severity, d.code) for d in findings.diagnostics] == [("warning", "yaml-version")]
    assert read("%YAML 1.2\n---\na: yes") == ({"a": "yes"}, [])


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "{? ", "[{a: ", "? "])
def test_nesting_is_limited_whatever_it_is_made_of(opening: str) -> None:
    _, findings = read(opening * 100_000)
    codes = [finding.split()[1] for finding in findings]
    assert codes.count("yaml-depth") == 1
    assert set(codes) <= {"yaml-depth", "yaml-key"}


def test_the_deepest_nesting_allowed_is_read() -> None:
    depth = MAX_DEPTH - 1
    assert read(f"a: {'[' * depth}{']' * depth}")[1] == []
    assert read(f"a: {'[' * (depth + 1)}{']' * (depth + 1)}")[1] == ["1:203 yaml-depth"]


def test_a_file_has_a_size_limit_in_bytes() -> None:
    def of_size(count: int, char: str) -> str:
        return f"a: 1 #{char * count}"

    assert read(of_size(MAX_BYTES - 6, "x"))[1] == []
    assert read(of_size(MAX_BYTES - 5, "x"))[1] == ["1:1 yaml-size"]
    assert read(of_size(MAX_BYTES // 2, "é"))[1] == ["1:1 yaml-size"]


def test_a_laughing_document_stays_small() -> None:
    lines = ["a0: &a0 [lol, lol]"]
    lines += [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)]
    tree, findings = read("\n".join(lines))
    assert isinstance(tree, dict)
    assert tree["a59"] == [None, None]
    assert len(findings) == 60 + 2 * 59


def test_findings_of_one_file_are_listed_up_to_a_limit_and_counted_beyond() -> None:
    findings = Findings()
    parse((source_of("s.yaml", "a:\n" + "- *x\n" * 2000),), findings)
    *listed, rest = findings.diagnostics
    assert len(listed) == MAX_FINDINGS
    assert rest.code == "too-many"
    assert rest.message == f"{2000 - MAX_FINDINGS} more errors of this file are not listed"


@pytest.mark.parametrize("text", ["x\u202ey", "\u2066x", "hi\U000e0068\U000e0069"])
def test_text_that_people_do_not_see_is_a_warning(text: str) -> None:
    for written in (f"a: {text}", json.dumps({"a": text}), f"{text}: a"):
        findings = Findings()
        parse((source_of("s.yaml", written),), findings)
        assert [(d.severity, d.code) for d in findings.diagnostics] == [
            ("warning", "yaml-invisible")
        ]


@pytest.mark.parametrize(
    "text", ["שלום", "👩\u200d👧", "🏴\U000e0067\U000e0062\U000e007f", "e\u0301"]
)
def test_scripts_and_emoji_are_text(text: str) -> None:
    assert clean(f"a: {text}") == {"a": text}


def test_without_libyaml_files_are_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        "名: {x: 1,\n  é: [2, 'zw ei']}\nb:\n  c: |\n    x\n    y\nd: >-\n  a\n  b\n",
        "a: &x [1]\nb: *x\nc: !!str 1\n<<: {e: 1}\n1: 2\na: 3\n",
        'a: "\\ud83d\\ude00 \\u2028"\nb: x\u2028y\nc: {d: "\\ud800"}\n',
        "# c\na:\n  - b: 0x1\n  -\n  - [TRUE, 1_0]\n",
    ]

    def both() -> list[tuple[object, list[str], str]]:
        found = []
        for text in texts:
            root = parse((source_of("s.yaml", text),), Findings())[0].root
            found.append((*read(text), repr(root)))
        return found

    fast = both()
    monkeypatch.setattr("toolc.document.LOADER", yaml.SafeLoader)
    assert both() == fast
