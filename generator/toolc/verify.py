"""Stage 8, the other way: tell how a folder differs from the packages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .diagnostics import Diagnostic, Findings
from .manifest import NAME
from .package import FACE
from .source import Location
from .tree import File, Nothing, Other, Standing, look

if TYPE_CHECKING:
    from .comparing import Comparison

_HINT = "run 'toolc build'"


def stale(comparisons: Iterable[Comparison], out: Path) -> tuple[Diagnostic, ...]:
    """A finding for each file that `build` would write or remove."""
    findings = Findings()
    for path, current, wanted in _pairs(comparisons, out):
        at = Location(path.as_posix(), 1, 1)
        findings.error(at, "output-stale", _reason(current, wanted), _HINT)
    return findings.diagnostics


def _reason(current: Standing, wanted: str | None) -> str:
    if wanted is None:
        return "the file is no longer generated"
    match current:
        case Nothing():
            return "the file is missing"
        case File():
            return "the file is not what would be generated"
        case Other(what):
            return f"a {what} stands where a file would be generated"


def diff(comparisons: Iterable[Comparison], out: Path) -> Iterator[str]:
    """The lines of a unified diff from what stands below *out* to what would; none if it does."""
    import difflib  # slow to load, and rarely needed

    for path, current, wanted in _pairs(comparisons, out):
        yield from difflib.unified_diff(
            current.text.splitlines() if isinstance(current, File) else (),
            (wanted or "").splitlines(),
            fromfile="/dev/null" if isinstance(current, Nothing) else str(path),
            tofile="/dev/null" if wanted is None else f"{path} (generated)",
            lineterm="",
        )


def _pairs(
    comparisons: Iterable[Comparison], out: Path
) -> Iterator[tuple[Path, Standing, str | None]]:
    face = look(out / FACE)
    if isinstance(face, Nothing):
        yield out / FACE, face, ""
    for comparison in comparisons:
        if comparison.is_blocked:
            yield comparison.folder, Other("strange thing"), ""
        for difference in comparison.differences:
            yield difference.path, difference.current, difference.wanted
        if comparison.manifest is not None:
            path = comparison.folder / NAME
            yield path, look(path), comparison.manifest
