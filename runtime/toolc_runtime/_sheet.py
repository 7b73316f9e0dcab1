"""Lays cards out: decides what of a card shows, for every renderer alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from json import dumps
from typing import Any
from urllib.parse import urlsplit

from ._diff_rows import diff_rows
from ._json import JsonValue, thaw
from ._presentation import (
    DiffCallView,
    DiffResultView,
    FileDiff,
    FileLocation,
    GenericCallView,
    GenericResultView,
    ReadResultView,
    SearchMatchesResultView,
    SearchPathsResultView,
    TerminalCallView,
    TerminalResultView,
    ToolCallKind,
    ToolCallView,
    ToolResultView,
    WebFetchResultView,
    WebSearchResultView,
    WebSource,
)
from ._safe_text import safe_line, safe_lines
from ._sheet_types import Block, Row, Sheet, Status, Tone
from ._types import ToolResult

CallViews = (GenericCallView, TerminalCallView, DiffCallView)


def lay_out(
    view: ToolCallView | ToolResultView,
    call: ToolCallView | None = None,
    result: ToolResult | None = None,
) -> Sheet:
    """What shows of *view*.

    A completed view takes its title from the pending *call*, and text it does not carry from the
    durable *result*; a failed result always shows its own text.
    """
    if isinstance(view, CallViews):
        return _call_sheet(view)
    return _result_sheet(view, call, result)


def _call_sheet(view: ToolCallView) -> Sheet:
    match view:
        case GenericCallView():
            kind: ToolCallKind = view.kind or "other"
            blocks = (*_input(view.raw_input), *content_blocks(view.content or ()))
            located = _locations(view.locations or ())
        case TerminalCallView():
            kind, blocks = "execute", _prose(view.description or "")
            located = (Block(caption=safe_line(view.cwd)),) if view.cwd else ()
        case DiffCallView():
            kind, blocks = "edit", _diffs(view.diffs)
            changed = {diff.path for diff in view.diffs}
            located = _locations([at for at in view.locations or () if at.path not in changed])
    title = safe_line(view.title)
    return Sheet(card=view.card, kind=kind, title=title, status=None, blocks=(*blocks, *located))


def _result_sheet(
    view: ToolResultView, call: ToolCallView | None, result: ToolResult | None
) -> Sheet:
    kind, status, blocks, wants_content = _completed(view)
    pending = None if call is None else _call_sheet(call)
    if pending is not None and isinstance(view, GenericResultView):
        kind = pending.kind
    if result is not None and (result.is_error or wants_content):
        blocks = (*blocks, *content_blocks(result.content))
    if result is not None and result.is_error:
        status = Status(text="failed" if status is None else f"failed, {status.text}", tone="bad")
    title = view.title or (pending.title if pending else "") or view.card
    return Sheet(card=view.card, kind=kind, title=safe_line(title), status=status, blocks=blocks)


_Completed = tuple[ToolCallKind, Status | None, tuple[Block, ...], bool]


def _completed(view: ToolResultView) -> _Completed:
    """Kind, status and blocks of *view*, and whether the result's content belongs below."""
    match view:
        case GenericResultView():
            return "other", None, content_blocks(view.content or ()), view.content is None
        case TerminalResultView():
            rows = _text_rows(view.output or "")
            return "execute", _exit(view), _code(rows), view.output is None
        case DiffResultView():
            return "edit", None, _diffs(view.diffs), False
        case SearchMatchesResultView():
            found = sum(len(file.matches) for file in view.files)
            status = _count(found, view.total, view.truncated, "match", "matches")
            return "search", status, _matches(view), False
        case SearchPathsResultView():
            paths = tuple(Row(text=safe_line(path)) for path in view.paths)
            status = _count(len(paths), view.total, view.truncated, "path", "paths")
            return "search", status, (Block(rows=paths, kind="list"),) if paths else (), False
        case ReadResultView():
            return "read", Status(text=_window(view)), (_read(view),), False
        case WebSearchResultView():
            blocks = (*_prose(view.answer or ""), *_sources(view.sources))
            return "search", _cited(view), blocks, False
        case WebFetchResultView():
            link = Row(text=safe_line(view.url), href=_href(view.url))
            return "fetch", _fetched(view), (Block(rows=(link,), kind="list"),), True


def content_blocks(content: Sequence[Any]) -> tuple[Block, ...]:
    """Content blocks as prose; what is no text is named."""
    return tuple(block for item in content for block in _prose(_content_text(item)))


def _content_text(block: Any) -> str:
    match block:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": "image", "media_type": str(media)}:
            return f"[image {media}]"
        case {"type": "resource", "uri": str(uri)}:
            return f"[resource {uri}]"
        case {"type": str(kind)}:
            return f"[{kind}]"
    return "[content]"


def _prose(text: str) -> tuple[Block, ...]:
    rows = _text_rows(text)
    return (Block(rows=rows, kind="prose"),) if rows else ()


def _code(rows: tuple[Row, ...]) -> tuple[Block, ...]:
    return (Block(rows=rows),) if rows else ()


def _text_rows(text: str) -> tuple[Row, ...]:
    return tuple(Row(text=line) for line in safe_lines(text))


def _input(value: JsonValue) -> tuple[Block, ...]:
    if value is None:
        return ()
    text = value if isinstance(value, str) else _pretty(value)
    return (Block(rows=_text_rows(text), lang=None if isinstance(value, str) else "json"),)


def _pretty(value: JsonValue) -> str:
    try:
        return dumps(thaw(value), indent=2, ensure_ascii=False)
    except (RecursionError, ValueError):  # nested too deep, or integers of too many digits
        return "[too large to show]"


def _locations(locations: Iterable[FileLocation]) -> tuple[Block, ...]:
    rows = tuple(
        Row(text=safe_line(at.path) + ("" if at.line is None else f":{at.line}"))
        for at in locations
    )
    return (Block(rows=rows, kind="list"),) if rows else ()


def _diffs(diffs: Iterable[FileDiff]) -> tuple[Block, ...]:
    return tuple(Block(rows=diff_rows(diff), caption=safe_line(diff.path)) for diff in diffs)


def _matches(view: SearchMatchesResultView) -> tuple[Block, ...]:
    return tuple(
        Block(
            caption=safe_line(file.path),
            rows=tuple(
                Row(text=_one(match.line), gutter=str(match.line_number)) for match in file.matches
            ),
        )
        for file in view.files
    )


def _one(line: str) -> str:
    return safe_line(line.rstrip("\r\n").expandtabs(4))


def _read(view: ReadResultView) -> Block:
    rows = tuple(Row(text=_one(line.text), gutter=str(line.number)) for line in view.lines)
    lang = None if view.lang is None else safe_line(view.lang)
    return Block(rows=rows, caption=safe_line(view.path), lang=lang)


def _window(view: ReadResultView) -> str:
    if not view.lines:
        return f"no lines from {view.offset}, of {view.total_lines}"
    return f"lines {view.lines[0].number}–{view.lines[-1].number} of {view.total_lines}"


def _exit(view: TerminalResultView) -> Status | None:
    if view.signal is not None:
        return Status(text=f"killed by {safe_line(view.signal)}", tone="bad")
    if view.exit_code is None:
        return None
    tone: Tone = "good" if view.exit_code == 0 else "bad"
    return Status(text=f"exit {view.exit_code}", tone=tone)


def _count(shown: int, total: int, truncated: bool, one: str, many: str) -> Status:
    noun = one if total == 1 else many
    return Status(text=f"{shown} of {total} {noun}" if truncated else f"{total} {noun}")


def _sources(sources: Iterable[WebSource]) -> tuple[Block, ...]:
    rows = tuple(row for source in sources for row in _source_rows(source))
    return (Block(rows=rows, kind="list"),) if rows else ()


def _source_rows(source: WebSource) -> Iterable[Row]:
    url = Row(text=safe_line(source.url), href=_href(source.url))
    if source.title is None:
        yield url
    else:
        yield replace(url, text=safe_line(source.title))
        yield replace(url, tone="muted", href=None)
    for line in safe_lines(source.snippet or ""):
        yield Row(text=line)
    if source.published_at is not None:
        yield Row(text=safe_line(source.published_at), tone="muted")


def _cited(view: WebSearchResultView) -> Status:
    count = len(view.sources)
    noun = "source" if count == 1 else "sources"
    return Status(text=f"{count} {noun}{', cut' if view.truncated else ''}")


def _fetched(view: WebFetchResultView) -> Status:
    tone: Tone = "good" if 200 <= view.status_code < 400 else "bad"
    return Status(text=f"HTTP {view.status_code}{', cut' if view.truncated else ''}", tone=tone)


def _href(url: str) -> str | None:
    """*url* if it is one that may be followed: nothing runs a script, nothing reads a file."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    followed = parts.scheme in ("http", "https") and parts.netloc and url.isprintable()
    return url if followed else None
