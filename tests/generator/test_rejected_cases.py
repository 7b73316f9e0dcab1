"""Every folder `tests/cases/rejected_*`: specs that are wrong, and what is said of them.

`--update-cases` writes what is said now; read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from toolc.codes import CODES
from toolc.diagnostics import Findings
from toolc.document import parse
from toolc.reading import read
from toolc.reports import format_diagnostics
from toolc.validate import validate

CASES = sorted((Path(__file__).parents[1] / "cases").glob("rejected_*"))


def findings_of(case: Path) -> tuple[Findings, str]:
    """The findings of a case's specs, and how they are shown; called in the case's folder."""
    profile = case / "profile.txt"
    findings = Findings()
    sources = read((Path("specs"),), findings)
    documents = parse(sources, findings)
    is_core = profile.exists() and profile.read_text(encoding="utf-8").strip() == "core"
    validate(documents, findings, "core" if is_core else "full")
    return findings, format_diagnostics(findings.diagnostics, sources)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_wrong_specs_are_rejected_with_all_that_is_wrong(
    case: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(case)
    findings, shown = findings_of(case)
    expected = case / "stderr.txt"
    if request.config.getoption("--update-cases", default=False):
        expected.write_text(shown, encoding="utf-8", newline="\n")
    assert findings.has_errors
    assert shown == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_code_that_is_used_is_explained(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(case)
    findings, _ = findings_of(case)
    assert {found.code for found in findings.diagnostics} <= set(CODES)


def test_there_are_cases() -> None:
    assert len(CASES) > 10
