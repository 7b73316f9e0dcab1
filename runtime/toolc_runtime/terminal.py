"""Shows cards on a terminal: as plain text without dependencies, in colour with `rich`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ._presentation import ToolCallKind
from ._sheet import lay_out
from ._sheet_types import Block, Row, Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Group
    from rich.text import Text

    from ._presentation import ToolCallView, ToolResultView
    from ._sheet_types import Tone
    from ._types import ToolResult

ICONS: Final[Mapping[ToolCallKind, str]] = {
    "read": "≡",
    "edit": "±",
    "delete": "×",
    "move": "→",
    "search": "?",
    "execute": "$",
    "fetch": "↓",
    "other": "•",
}
"""One column each, in every font."""

_STYLES: Final[Mapping[Tone, str]] = {
    "plain": "",
    "added": "green",
    "removed": "red",
    "hunk": "cyan",
    "muted": "dim",
    "good": "green",
    "bad": "bold red",
}


def render_plain(
    view: ToolCallView | ToolResultView,
    *,
    call: ToolCallView | None = None,
    result: ToolResult | None = None,
) -> str:
    """*view* as lines of text: no colours, no control characters, nothing wrapped.

    For a completed view, *call* is the pending one it replaces (its title stays where the view has
    none) and *result* the durable result (its content shows where the view carries no text).
    """
    sheet = lay_out(view, call, result)
    return "\n".join([_head(sheet), *(line for block in sheet.blocks for line in _lines(block))])


def _head(sheet: Sheet) -> str:
    status = "" if sheet.status is None else f" ({sheet.status.text})"
    return f"{ICONS[sheet.kind]} {sheet.title}{status}"


def _lines(block: Block) -> list[str]:
    caption = [f"  {block.caption}"] if block.caption else []
    width = _gutter(block)
    return caption + [f"    {_gap(row, width)}{row.text}".rstrip() for row in block.rows]


def _gutter(block: Block) -> int:
    return max((len(row.gutter) for row in block.rows), default=0)


def _gap(row: Row, width: int) -> str:
    return f"{row.gutter:>{width}} " if width else ""


def render_rich(
    view: ToolCallView | ToolResultView,
    *,
    call: ToolCallView | None = None,
    result: ToolResult | None = None,
) -> Group:
    """*view* as something a `rich` console prints, in colour; *call*, *result* as above.

    Raise `ImportError`, with the command that helps, where `rich` is not installed.
    """
    try:
        from rich.console import Group  # an extra: only who asks for colours needs it
    except ImportError as error:
        raise ImportError("render_rich needs rich: pip install 'toolc-runtime[rich]'") from error
    sheet = lay_out(view, call, result)
    return Group(_rich_head(sheet), *(text for block in sheet.blocks for text in _rich(block)))


def _rich_head(sheet: Sheet) -> Text:
    from rich.text import Text

    head = Text.assemble((f"{ICONS[sheet.kind]} ", "bold"), (sheet.title, "bold"))
    if sheet.status is not None:
        head.append(f" ({sheet.status.text})", _STYLES[sheet.status.tone])
    return head


def _rich(block: Block) -> list[Text]:
    """The caption and rows of *block*; text goes in as text, so no markup of a tool's is read."""
    from rich.text import Text

    caption = [Text(f"  {block.caption}", "bold dim")] if block.caption else []
    width = _gutter(block)
    return caption + [
        Text.assemble("    ", (_gap(row, width), "dim"), text)
        for row, text in zip(block.rows, _coloured(block), strict=True)
    ]


def _coloured(block: Block) -> list[Text]:
    from rich.text import Text

    if block.lang is None:
        return [Text(row.text, _STYLES[row.tone]) for row in block.rows]
    from rich.syntax import Syntax

    source = "\n".join([row.text for row in block.rows])
    syntax = Syntax(source, block.lang, theme="ansi_dark", background_color="default")
    lines = list(syntax.highlight(source).split("\n", allow_blank=True))[: len(block.rows)]
    same = [line.plain for line in lines] == [row.text for row in block.rows]
    return lines if same else [Text(row.text) for row in block.rows]
