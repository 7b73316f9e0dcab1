"""A card laid out for any renderer: a head and blocks of rows, all of it safe to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ._presentation import ToolCallKind

Tone: TypeAlias = Literal["plain", "added", "removed", "hunk", "muted", "good", "bad"]
"""What a row or a status means; renderers choose the colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line."""

    text: str
    tone: Tone = "plain"
    gutter: str = ""
    """A line number, or `+` and `-`."""
    href: str | None = None
    """Where the line leads: always http or https."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Rows that belong together."""

    rows: tuple[Row, ...] = ()
    caption: str = ""
    kind: Literal["prose", "code", "list"] = "code"
    lang: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """How it ended, in a word or two."""

    text: str
    tone: Tone = "muted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """All that shows of one card."""

    card: str
    kind: ToolCallKind
    title: str
    status: Status | None
    blocks: tuple[Block, ...]
