"""The lines of a change, as unified hunks."""

from __future__ import annotations

from difflib import unified_diff
from itertools import takewhile

from ._presentation import FileDiff
from ._safe_text import safe_line
from ._sheet_types import Row, Tone

MOST_LINES = 4_000
"""Past this many lines a change shows as one block replaced: finding the best hunks is quadratic."""

CONTEXT = 3
_TONES: dict[str, Tone] = {"+": "added", "-": "removed", "@": "hunk"}
_UNENDED = Row(text="\\ No newline at end of file", tone="muted")


def diff_rows(diff: FileDiff) -> tuple[Row, ...]:
    """The rows of *diff*; those of a new file are all added."""
    old, new = _lines(diff.old_text or ""), _lines(diff.new_text)
    if diff.old_text is None:
        marked = [f"+{line}" for line in new]
    elif len(old) + len(new) > MOST_LINES:
        marked = _replaced(old, new)
    else:
        marked = list(unified_diff(old, new, n=CONTEXT))[2:]  # without the names of the files
    return tuple(row for line in marked for row in _rows(line))


def _lines(text: str) -> list[str]:
    """The lines of *text* with their ends; only `\\n` ends one."""
    *ended, last = text.split("\n")
    return [*(f"{line}\n" for line in ended), *([last] if last else ())]


def _replaced(old: list[str], new: list[str]) -> list[str]:
    """One hunk: what *old* and *new* share at both ends is left out."""
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
    if not gone and not come:
        return []
    hunk = f"@@ -{head + 1},{len(gone)} +{head + 1},{len(come)} @@\n"
    return [hunk, *(f"-{line}" for line in gone), *(f"+{line}" for line in come)]


def _shared(one: list[str], other: list[str]) -> int:
    """How many lines *one* and *other* begin with in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _rows(line: str) -> tuple[Row, ...]:
    tone = _TONES.get(line[0], "plain")
    mark, text = ("", line) if tone == "hunk" else (line[0], line[1:])
    shown = safe_line(text.removesuffix("\n").removesuffix("\r").expandtabs(4))
    row = Row(text=shown, tone=tone, gutter=mark.strip())
    return (row,) if line.endswith("\n") else (row, _UNENDED)
