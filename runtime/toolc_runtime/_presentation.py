"""Cards: how a tool wants one of its calls shown, whatever shows it. All frozen.

Source: seed, "Tool-presentation UI vocabulary". A field that is `None` is absent; the one null that
says something is `FileDiff.old_text`. Constructors take what their types say and check nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias

from ._content import ContentBlock
from ._json import JsonValue, thaw

ToolCallKind: TypeAlias = Literal[
    "read", "edit", "delete", "move", "search", "execute", "fetch", "other"
]
"""The category of a call; it picks the icon of a generic card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLocation:
    """A file that a call reads or changes, for editors that follow along."""

    path: str
    line: int | None = None
    """The line to look at, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDiff:
    """The change of one file."""

    path: str
    old_text: str | None
    """`None` for a new file, and where a presenter can't know what is overwritten."""
    new_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFileLine:
    """One line of a file under its own number, from 1, without its line end."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLineMatch:
    """A line that a search found, and its number in the file, from 1."""

    line_number: int
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFileMatches:
    """The lines found in one file, in the order of the output."""

    path: str
    matches: Sequence[SearchLineMatch]


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSource:
    """A page that a web search cites."""

    url: str
    title: str | None = None
    snippet: str | None = None
    published_at: str | None = None
    """ISO 8601, as the provider gave it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GenericCallView:
    """The default card of a pending call."""

    card: Literal["generic"] = field(default="generic", init=False)
    title: str
    """Says in a few words what this call does; always visible."""
    kind: ToolCallKind | None = None
    raw_input: JsonValue = None
    """The input worth a look: a string shows as it is, anything else as JSON."""
    content: Sequence[ContentBlock] | None = None
    locations: Sequence[FileLocation] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalCallView:
    """A shell command about to run: its *title* is the command."""

    card: Literal["terminal"] = field(default="terminal", init=False)
    title: str
    description: str | None = None
    """What the command does, in one line above it."""
    cwd: str | None = None
    """Where it runs; a relative path is relative to the session's workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffCallView:
    """Files about to be created or changed, as far as the arguments say."""

    card: Literal["diff"] = field(default="diff", init=False)
    title: str
    diffs: Sequence[FileDiff]
    locations: Sequence[FileLocation] | None = None


ToolCallView: TypeAlias = GenericCallView | TerminalCallView | DiffCallView
"""How a pending call shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GenericResultView:
    """The default card of a completed call: what is absent stays as the call and its result say."""

    card: Literal["generic"] = field(default="generic", init=False)
    title: str | None = None
    """Replaces the title of the pending call, as in every other completed card."""
    content: Sequence[ContentBlock] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalResultView:
    """What a command wrote and how it ended: by *exit_code* or by *signal*, never both."""

    card: Literal["terminal"] = field(default="terminal", init=False)
    title: str | None = None
    output: str | None = None
    exit_code: int | None = None
    signal: str | None = None
    """The name of the signal that killed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffResultView:
    """The change that was applied: hunks with context, or whole files where there was no before."""

    card: Literal["diff"] = field(default="diff", init=False)
    title: str | None = None
    diffs: Sequence[FileDiff]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchMatchesResultView:
    """Lines found, grouped by file in first-seen order."""

    card: Literal["search"] = field(default="search", init=False)
    shape: Literal["matches"] = field(default="matches", init=False)
    title: str | None = None
    files: Sequence[SearchFileMatches]
    truncated: bool
    """Whether *files* holds fewer matches than were found."""
    total: int
    """How many were found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPathsResultView:
    """Paths found, in the order of the result."""

    card: Literal["search"] = field(default="search", init=False)
    shape: Literal["paths"] = field(default="paths", init=False)
    title: str | None = None
    paths: Sequence[str]
    truncated: bool
    """Whether *paths* holds fewer than were found."""
    total: int
    """How many were found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadResultView:
    """A window of a file, line by line."""

    card: Literal["read"] = field(default="read", init=False)
    title: str | None = None
    path: str
    offset: int
    """The first line that was asked for, from 1; kept where *lines* is empty."""
    lines: Sequence[ReadFileLine]
    total_lines: int
    """How many lines the file has."""
    lang: str | None = None
    """The language to highlight it in."""
    content: Sequence[ContentBlock] | None = None
    """The text without its envelope, for a UI that has no card for reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSearchResultView:
    """What a web search cites and, if the provider gave one, its answer."""

    card: Literal["web"] = field(default="web", init=False)
    kind: Literal["search"] = field(default="search", init=False)
    title: str | None = None
    sources: Sequence[WebSource]
    answer: str | None = None
    truncated: bool
    """Whether *sources* was cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebFetchResultView:
    """A page that was fetched; its body stays in the result's content."""

    card: Literal["web"] = field(default="web", init=False)
    kind: Literal["fetch"] = field(default="fetch", init=False)
    title: str | None = None
    url: str
    """Where it was in the end, after redirects."""
    status_code: int
    truncated: bool
    """Whether the body was cut."""


ToolResultView: TypeAlias = (
    GenericResultView
    | TerminalResultView
    | DiffResultView
    | SearchMatchesResultView
    | SearchPathsResultView
    | ReadResultView
    | WebSearchResultView
    | WebFetchResultView
)
"""How a completed call shows; it replaces the pending view."""

CardPart: TypeAlias = (
    FileLocation | FileDiff | ReadFileLine | SearchLineMatch | SearchFileMatches | WebSource
)
"""What cards are made of."""


def to_wire(view: ToolCallView | ToolResultView | CardPart) -> dict[str, JsonValue]:
    """*view* as a plain JSON object, in the page's spelling (`exitCode`); absent fields left out."""
    tree: dict[str, JsonValue] = {}
    for name in (entry.name for entry in fields(view)):
        value = getattr(view, name)
        if value is not None or name == "old_text":
            tree[_camel(name)] = _wire(name, value)
    return tree


def _wire(name: str, value: Any) -> JsonValue:
    if name in _FOREIGN:
        return thaw(value)
    if isinstance(value, (tuple, list)):
        return [item if isinstance(item, str) else to_wire(item) for item in value]
    scalar: JsonValue = value
    return scalar


_FOREIGN = frozenset({"raw_input", "content"})
"""Fields whose JSON is the tool's own: no key in there is ours to spell."""


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join([word.title() for word in rest])
