"""One verdict from what was found out about each spec."""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostics import Diagnostic, Findings
from .together import Outline, check_together


def judge(
    found: Iterable[Iterable[Diagnostic]], outlines: Iterable[Outline | None]
) -> tuple[Diagnostic, ...]:
    """All of *found*, and what is wrong with the catalogues together, by place."""
    together = Findings()
    check_together((outline for outline in outlines if outline), together)
    everything = [*(d for part in found for d in part), *together.diagnostics]
    return tuple(sorted(everything, key=lambda diagnostic: diagnostic.sort_key))


def has_errors(diagnostics: Iterable[Diagnostic], strict: bool = False) -> bool:
    """Whether any of *diagnostics* is an error; *strict*: or anything at all."""
    return any(strict or found.severity == "error" for found in diagnostics)
