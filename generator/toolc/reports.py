"""Diagnostics as text for people, JSON for programs, and what GitHub and SARIF viewers show."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias, get_args
from urllib.parse import quote

from .characters import without_bom
from .codes import CODES
from .diagnostics import Diagnostic
from .printable import printable, width
from .source import Location, Source

Style: TypeAlias = Literal["text", "json", "github", "sarif"]
STYLES: tuple[Style, ...] = get_args(Style)

_BREAK = re.compile(r"\r\n|\n|\r")
_WINDOW = 100
"""Characters of a long line that are shown around the place."""

Lines: TypeAlias = Mapping[str, list[str]]


def format_diagnostics(
    diagnostics: Iterable[Diagnostic], sources: Iterable[Source], style: Style = "text"
) -> str:
    """*diagnostics* in the given style, with a line break at the end; nothing for none of them.

    JSON and SARIF are whole documents, with no diagnostics too.
    """
    return _STYLES[style](tuple(diagnostics), tuple(sources))


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`; empty for none."""
    found = [diagnostic.severity for diagnostic in diagnostics]
    counts = ((found.count("error"), "error"), (found.count("warning"), "warning"))
    return ", ".join(f"{n} {word}{'s' * (n > 1)}" for n, word in counts if n)


def _text(diagnostics: tuple[Diagnostic, ...], sources: tuple[Source, ...]) -> str:
    lines: dict[str, list[str]] = {}
    texts = {source.path: source.text for source in sources}
    for path in {found.location.path for found in diagnostics} & set(texts):
        lines[path] = _BREAK.split(without_bom(texts[path]))
    return "".join(f"{line}\n" for found in diagnostics for line in _blocks(found, lines))


def _blocks(found: Diagnostic, lines: Lines) -> Iterable[str]:
    yield printable(str(found))
    yield from _snippet(found.location, lines)
    for related in found.related:
        yield printable(f"      = {related.location}: {related.message}")


def _snippet(at: Location, lines: Lines) -> Iterable[str]:
    """The source line and, below it, carets under the place."""
    known = lines.get(at.path, ())
    if not 1 <= at.line <= len(known):
        return
    line, start, end = _window(known[at.line - 1], at)
    lead, marked = _expanded(line[:start]), line[start:end]
    tail = _expanded(line[end:])
    shown = _expanded(marked)
    yield f"{at.line:5d} | {lead}{shown}{tail}".rstrip()
    yield f"      | {' ' * width(lead)}{'^' * max(1, width(shown))}"


def _window(line: str, at: Location) -> tuple[str, int, int]:
    """The part of *line* around the place, and start and end of the place in it."""
    start = min(at.column - 1, len(line))
    end = at.end_column - 1 if at.end_line == at.line else len(line) if at.end_line else start
    end = max(start, min(end, len(line.rstrip())))
    first = max(0, start - _WINDOW) if len(line) > 2 * _WINDOW else 0
    last = start + _WINDOW if len(line) > 2 * _WINDOW else len(line)
    head, foot = "…" * (first > 0), "…" * (last < len(line))
    part = f"{head}{line[first:last]}{foot}"
    shift = len(head) - first
    return part, start + shift, min(end, last) + shift


def _expanded(text: str) -> str:
    """*text* as it is shown: a tab is four spaces, and nothing is left that acts on a terminal."""
    return printable(text.replace("\t", "    "))


def _json(diagnostics: tuple[Diagnostic, ...], _: tuple[Source, ...]) -> str:
    return _document({"diagnostics": [_json_item(found) for found in diagnostics]})


def _json_item(found: Diagnostic) -> dict[str, object]:
    return {
        **_json_place(found.location),
        "severity": found.severity,
        "code": found.code,
        "message": found.message,
        "suggestion": found.suggestion,
        "related": [
            {**_json_place(related.location), "message": related.message}
            for related in found.related
        ],
    }


def _json_place(at: Location) -> dict[str, object]:
    place: dict[str, object] = {"path": at.path, "line": at.line, "column": at.column}
    if at.end_line:
        place |= {"end_line": at.end_line, "end_column": at.end_column}
    return place


def _document(value: object) -> str:
    """JSON of ASCII alone: safe on a terminal too."""
    return json.dumps(value, indent=2) + "\n"


def _github(diagnostics: tuple[Diagnostic, ...], _: tuple[Source, ...]) -> str:
    """Workflow commands; GitHub shows them beside the lines of a pull request."""
    return "".join(f"{_command(found)}\n" for found in diagnostics)


def _command(found: Diagnostic) -> str:
    at = found.location
    properties = {"file": at.path, "line": str(at.line), "col": str(at.column)}
    if at.end_line == at.line and at.end_column > at.column:
        properties |= {"endLine": str(at.end_line), "endColumn": str(at.end_column - 1)}
    properties["title"] = found.code
    escaped = {key: _escaped(value, ":", ",") for key, value in properties.items()}
    joined = ",".join(f"{key}={value}" for key, value in escaped.items())
    return f"::{found.severity} {joined}::{_escaped(found.text)}"


def _escaped(text: str, *more: str) -> str:
    for char in ("%", "\r", "\n", *more):
        text = text.replace(char, f"%{ord(char):02X}")
    return printable(text)


def _sarif(diagnostics: tuple[Diagnostic, ...], _: tuple[Source, ...]) -> str:
    """SARIF 2.1.0, as the OASIS standard has it."""
    codes = sorted({found.code for found in diagnostics})
    rules = [{"id": code, "shortDescription": {"text": CODES.get(code, code)}} for code in codes]
    run = {
        "tool": {"driver": {"name": "toolc", "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(found, codes) for found in diagnostics],
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return _document({"$schema": schema, "version": "2.1.0", "runs": [run]})


def _sarif_result(found: Diagnostic, codes: list[str]) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": codes.index(found.code),
        "level": found.severity,
        "message": {"text": found.text},
        "locations": [_sarif_place(found.location)],
    }
    if found.related:
        result["relatedLocations"] = [
            {**_sarif_place(related.location), "message": {"text": related.message}}
            for related in found.related
        ]
    return result


def _sarif_place(at: Location) -> dict[str, object]:
    region = {"startLine": at.line, "startColumn": at.column}
    if at.end_line:
        region |= {"endLine": at.end_line, "endColumn": at.end_column}
    artifact = {"uri": quote(at.path, errors="surrogatepass")}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


_STYLES: Mapping[Style, Callable[[tuple[Diagnostic, ...], tuple[Source, ...]], str]] = {
    "text": _text,
    "json": _json,
    "github": _github,
    "sarif": _sarif,
}
