"""Shows cards as HTML: small, escaped, with the standard library alone."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Final

from ._safe_text import safe_line
from ._sheet import lay_out
from ._sheet_types import Block, Row, Sheet

if TYPE_CHECKING:
    from ._presentation import ToolCallView, ToolResultView
    from ._types import ToolResult

STYLE: Final = """\
.card { border: 1px solid #8884; border-radius: 6px; margin: 8px 0; font: 14px/1.5 sans-serif; }
.card header { display: flex; gap: 8px; align-items: baseline; padding: 6px 10px; }
.card h3 { font-size: 14px; margin: 0; overflow-wrap: anywhere; }
.card .status { margin-left: auto; color: #667; white-space: nowrap; }
.card figure { margin: 0; border-top: 1px solid #8884; overflow-x: auto; }
.card figcaption { padding: 2px 10px; color: #667; font-family: monospace; }
.card pre { margin: 0; padding: 4px 10px; font: 13px/1.45 monospace; }
.card p { margin: 0; padding: 4px 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
.card ul { margin: 0; padding: 4px 10px; list-style: none; overflow-wrap: anywhere; }
.card .gutter { display: inline-block; min-width: 4ch; padding-right: 1ch; color: #889;
  text-align: right; user-select: none; }
.card .added { background: #2da44e26; } .card .removed { background: #cf222e26; }
.card .hunk, .card .muted { color: #667; } .card .good { color: #1a7f37; }
.card .bad { color: #cf222e; }
"""
"""What the classes of the fragments look like; put it in a page once."""


def render_html(
    view: ToolCallView | ToolResultView,
    *,
    call: ToolCallView | None = None,
    result: ToolResult | None = None,
) -> str:
    """*view* as one `<article>`; every text in it is escaped.

    For a completed view, *call* is the pending one it replaces (its title stays where the view has
    none) and *result* the durable result (its content shows where the view carries no text).
    Only http and https addresses become links.
    """
    sheet = lay_out(view, call, result)
    blocks = "".join(map(_block, sheet.blocks))
    return f'<article class="card card-{sheet.card} kind-{sheet.kind}">{_head(sheet)}{blocks}</article>'


def render_page(fragments: Iterable[str], *, title: str = "Tool calls") -> str:
    """A whole page around *fragments* of `render_html`; it loads and runs nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(safe_line(title))}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        f"{_joined(fragments)}\n</body>\n</html>\n"
    )


def _head(sheet: Sheet) -> str:
    status = ""
    if sheet.status is not None:
        status = f'<span class="status {sheet.status.tone}">{escape(sheet.status.text)}</span>'
    return f'<header><h3 dir="auto">{escape(sheet.title)}</h3>{status}</header>'


def _block(block: Block) -> str:
    caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
    return f"<figure>{caption}{_BODIES[block.kind](block) if block.rows else ''}</figure>"


def _prose(block: Block) -> str:
    return f'<p dir="auto">{_joined(escape(row.text) for row in block.rows)}</p>'


def _code(block: Block) -> str:
    numbered = any(row.gutter for row in block.rows)
    lang = f' class="language-{escape(block.lang)}"' if block.lang else ""
    return (
        f"<pre><code{lang}>{_joined(_code_row(row, numbered) for row in block.rows)}</code></pre>"
    )


def _code_row(row: Row, numbered: bool) -> str:
    gutter = f'<span class="gutter">{escape(row.gutter)}</span>' if numbered else ""
    text = escape(row.text)
    return gutter + (text if row.tone == "plain" else f'<span class="{row.tone}">{text}</span>')


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _list(block: Block) -> str:
    return f"<ul>{''.join(map(_list_row, block.rows))}</ul>"


def _list_row(row: Row) -> str:
    text = f"<bdi>{escape(row.text)}</bdi>"
    if row.href is not None:
        text = f'<a href="{escape(row.href)}" rel="noopener noreferrer nofollow">{text}</a>'
    return f'<li class="{row.tone}">{text}</li>'


_BODIES: Final = {"prose": _prose, "code": _code, "list": _list}
