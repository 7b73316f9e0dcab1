"""How findings are shown."""

from __future__ import annotations

import json
import unicodedata

import pytest
from toolc.diagnostics import Diagnostic, Findings, Rejected, Related
from toolc.document import parse
from toolc.reports import STYLES, format_diagnostics, summary
from toolc.source import Location, Source, source_of


def found(text: str, path: str = "specs/a.yaml") -> tuple[tuple[Diagnostic, ...], tuple[Source]]:
    """The findings of parsing *text*, and its source."""
    findings = Findings()
    source = source_of(path, text)
    parse((source,), findings)
    return findings.diagnostics, (source,)


def shown(text: str) -> str:
    return format_diagnostics(*found(text))


def test_a_finding_shows_its_line_and_a_caret_under_it() -> None:
    assert shown("a: 1\nb: {c: *here}\n") == (
        "specs/a.yaml:2:8: error[yaml-alias]: aliases are refused: '*here' (write the value out)\n"
        "    2 | b: {c: *here}\n"
        "      |        ^^^^^\n"
    )


def test_a_finding_names_the_other_place_it_speaks_of() -> None:
    assert shown("a: 1\na: 2\n").splitlines()[-1] == "      = specs/a.yaml:1:1: first here"


@pytest.mark.parametrize(
    ("line", "indent"),
    [
        ("{'日本': *x}", "{'日本': "),
        ("{é: *x}", "{é: "),
        ("{e\u0301: *x}", "{é: "),
        ("{'🎉': *x}", "{'🎉': "),
        ("{a:\t\t*x}", "{a:        "),
        ("{'\u202e': *x}", "{'\\u{202e}': "),
        ("{'\u200b': *x}", "{'\\u{200b}': "),
    ],
)
def test_the_caret_stands_under_the_place_as_a_terminal_shows_it(line: str, indent: str) -> None:
    columns = sum(2 if unicodedata.east_asian_width(char) == "W" else 1 for char in indent)
    source, caret = shown(line).splitlines()[-2:]  # a hidden character is warned of before
    assert caret == f"      | {' ' * columns}^^"
    assert unicodedata.normalize("NFC", source).startswith(f"    1 | {indent}*x")


@pytest.mark.parametrize("style", STYLES)
def test_no_style_lets_a_control_or_bidi_character_through(style: str) -> None:
    hostile = "\x1b[2J\x07\x00\u202e\u2066\u200f\u2028\x9b\ud800\U000e0041"
    at = Location(f"a{hostile}.yaml", 1, 1, 1, 5)
    finding = Diagnostic(at, "error", "yaml-key", hostile, hostile, (Related(at, hostile),))
    text = format_diagnostics((finding,), (source_of(at.path, hostile),), style)  # type: ignore[arg-type]
    assert {c for c in text if not c.isprintable()} <= {"\n"}
    assert not {"\u202e", "\u2028", "\x1b"} & set(text)


def test_of_a_long_line_only_the_surroundings_are_shown() -> None:
    line = f"{{a: {'x' * 5000}, b: *here, c: {'y' * 5000}}}"
    _, source, caret = shown(line).splitlines()
    assert len(source) < 220
    assert source[len("    1 | ")] == source[-1] == "…"
    assert source[caret.index("^") :].startswith("*here")
    assert caret.count("^") == 5


def test_a_place_that_spans_lines_is_marked_to_the_end_of_its_first() -> None:
    assert shown("a: !t {b: 1,\n  c: 2}  \n").splitlines()[1:] == [
        "    1 | a: !t {b: 1,",
        "      |    ^^^^",
    ]


def test_a_place_behind_the_end_of_the_file_has_a_caret_or_no_line() -> None:
    assert "error[yaml-syntax]" in shown("a: [1")
    at = Location("s.yaml", 9, 1)
    finding = Diagnostic(at, "error", "yaml-key", "m")
    assert format_diagnostics((finding,), (source_of("s.yaml", "a"),)) == f"{finding}\n"
    assert format_diagnostics((finding,), ()) == f"{finding}\n"


def test_a_byte_order_mark_moves_no_caret() -> None:
    assert shown("\ufeffa: *x").splitlines()[1:] == ["    1 | a: *x", "      |    ^^"]


def test_json_has_every_part_of_a_finding() -> None:
    (item,) = json.loads(format_diagnostics(*found("a: 1\na: 2"), "json"))["diagnostics"]
    assert item == {
        "path": "specs/a.yaml",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 2,
        "severity": "error",
        "code": "yaml-duplicate-key",
        "message": "'a' stands twice in this mapping",
        "suggestion": None,
        "related": [
            {
                "path": "specs/a.yaml",
                "line": 1,
                "column": 1,
                "end_line": 1,
                "end_column": 2,
                "message": "first here",
            }
        ],
    }


def test_github_gets_one_workflow_command_a_finding() -> None:
    at = Location("a,b:c%.yaml", 3, 4, 3, 6)
    finding = Diagnostic(at, "warning", "yaml-key", "50 %\nof: it, all", "fix")
    assert format_diagnostics((finding,), (), "github") == (
        "::warning file=a%2Cb%3Ac%25.yaml,line=3,col=4,endLine=3,endColumn=5,title=yaml-key"
        "::50 %25%0Aof: it, all (fix)\n"
    )


def test_sarif_is_a_run_with_rules_and_results() -> None:
    diagnostics, sources = found("a: *x\nb: 1\nb: 2", "specs/ä b.yaml")
    log = json.loads(format_diagnostics(diagnostics, sources, "sarif"))
    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [
        "yaml-alias",
        "yaml-duplicate-key",
    ]
    alias, twin = run["results"]
    assert (alias["ruleId"], alias["ruleIndex"], alias["level"]) == ("yaml-alias", 0, "error")
    assert alias["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "specs/%C3%A4%20b.yaml"},
        "region": {"startLine": 1, "startColumn": 4, "endLine": 1, "endColumn": 6},
    }
    related = twin["relatedLocations"][0]
    assert related["message"] == {"text": "first here"}
    assert related["physicalLocation"]["region"]["startLine"] == 2


def test_without_findings_text_is_empty_and_documents_are_whole() -> None:
    assert format_diagnostics((), ()) == format_diagnostics((), (), "github") == ""
    assert json.loads(format_diagnostics((), (), "json")) == {"diagnostics": []}
    assert json.loads(format_diagnostics((), (), "sarif"))["runs"][0]["results"] == []


def test_a_summary_counts() -> None:
    at = Location("s.yaml", 1, 1)
    error, warning = (
        Diagnostic(at, severity, "yaml-key", "m") for severity in ("error", "warning")
    )  # type: ignore[arg-type]
    assert summary(()) == ""
    assert summary((error,)) == "1 error"
    assert summary((warning, error, error)) == "2 errors, 1 warning"


def test_findings_are_sorted_and_noted_once() -> None:
    findings = Findings()
    second, first = Location("b.yaml", 1, 1), Location("a.yaml", 10, 2)
    for _ in range(2):
        findings.warning(second, "yaml-key", "m")
        findings.error(first, "yaml-key", "m")
        findings.error(second, "yaml-key", "m")
    assert [str(found) for found in findings.diagnostics] == [
        "a.yaml:10:2: error[yaml-key]: m",
        "b.yaml:1:1: error[yaml-key]: m",
        "b.yaml:1:1: warning[yaml-key]: m",
    ]


def test_warnings_alone_do_not_reject() -> None:
    findings = Findings()
    at = Location("s.yaml", 1, 1)
    findings.warning(at, "yaml-key", "w")
    findings.raise_if_errors()
    assert not findings.has_errors
    findings.error(at, "yaml-key", "e")
    with pytest.raises(Rejected) as rejected:
        findings.raise_if_errors()
    assert [found.message for found in rejected.value.diagnostics] == ["e", "w"]
