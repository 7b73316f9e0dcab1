"""Where a program was when it raised, as Python shows it, without what is ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_FRAMES = 10
"""How many places are shown; of more, the first and the last."""


@dataclass(frozen=True, slots=True)
class Place:
    """One frame."""

    filename: str
    line: int
    function: str | None
    source: str | None


def shown_traceback(places: Sequence[Place], said: str) -> str:
    """*places* from the outermost to the innermost, and what was *said* in the end."""
    if not places:
        return said
    half = MOST_FRAMES // 2
    shown = [_shown(place) for place in places]
    if len(shown) > MOST_FRAMES:
        skipped = f"  … {len(shown) - MOST_FRAMES} more …"
        shown = [*shown[:half], skipped, *shown[-half:]]
    return "\n".join(["Traceback (most recent call last):", *shown, said])


def _shown(place: Place) -> str:
    where = f'  File "{place.filename}", line {place.line}'
    where += f", in {place.function}" if place.function else ""
    return where if place.source is None else f"{where}\n    {place.source.strip()}"
