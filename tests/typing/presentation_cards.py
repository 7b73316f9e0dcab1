"""Checked by type checkers, never run: cards take what they should, and views can be told apart."""

from typing import Literal, assert_never, assert_type

from toolc_runtime import (
    DiffCallView,
    DiffResultView,
    FileDiff,
    FileLocation,
    GenericCallView,
    GenericResultView,
    JsonValue,
    ReadFileLine,
    ReadResultView,
    SearchFileMatches,
    SearchLineMatch,
    SearchMatchesResultView,
    SearchPathsResultView,
    TerminalCallView,
    TerminalResultView,
    ToolCallKind,
    ToolCallView,
    ToolResult,
    ToolResultView,
    WebFetchResultView,
    WebSearchResultView,
    WebSource,
    parts_of,
    text_block,
    to_wire,
)

call = GenericCallView(
    title="Read",
    kind="read",
    raw_input={"path": "a"},
    content=[text_block("hello")],
    locations=(FileLocation(path="a", line=3),),
)
assert_type(call.card, Literal["generic"])
assert_type(call.kind, ToolCallKind | None)
assert_type(to_wire(call), dict[str, JsonValue])

GenericCallView()  # type: ignore[call-arg]
GenericCallView("Read")  # type: ignore[call-arg]
GenericCallView(title=None)  # type: ignore[arg-type]
GenericCallView(title="Read", kind="look")  # type: ignore[arg-type]
GenericCallView(title="Read", card="terminal")  # type: ignore[call-arg]
GenericCallView(title="Read", raw_input=object())  # type: ignore[arg-type]
GenericCallView(title="Read", content="hello")  # type: ignore[arg-type]
GenericCallView(title="Read", locations=["a"])  # type: ignore[list-item]
call.title = "Write"  # type: ignore[misc]

TerminalCallView(title="ls", description="List", cwd="/")
TerminalCallView(title="ls", exit_code=0)  # type: ignore[call-arg]

diff = FileDiff(path="a", old_text=None, new_text="x")
FileDiff(path="a", new_text="x")  # type: ignore[call-arg]
DiffCallView(title="Write", diffs=[diff])
DiffCallView(title="Write")  # type: ignore[call-arg]
DiffResultView(diffs=[diff])
DiffResultView(diffs=diff)  # type: ignore[arg-type]

TerminalResultView(output="x", exit_code=0)
TerminalResultView(exit_code="0")  # type: ignore[arg-type]
lines = [ReadFileLine(number=1, text="x")]
ReadResultView(path="a", offset=1, lines=lines, total_lines=1, lang="py")
ReadResultView(path="a", offset=1, lines=lines)  # type: ignore[call-arg]
ReadResultView(path="a", offset=1, lines=["x"], total_lines=1)  # type: ignore[list-item]
found = [SearchFileMatches(path="a", matches=[SearchLineMatch(line_number=1, line="x")])]
SearchMatchesResultView(files=found, truncated=False, total=1)
SearchMatchesResultView(paths=["a"], truncated=False, total=1)  # type: ignore[call-arg]
SearchPathsResultView(paths=["a"], truncated=False, total=1)
SearchPathsResultView(paths=["a"], total=1)  # type: ignore[call-arg]
WebSearchResultView(sources=[WebSource(url="u")], truncated=False)
WebSearchResultView(sources=["u"], truncated=False)  # type: ignore[list-item]
WebFetchResultView(url="u", status_code=200, truncated=False)
WebFetchResultView(url="u", status_code="200", truncated=False)  # type: ignore[arg-type]

assert_type(parts_of(ReadFileLine, [{}]), tuple[ReadFileLine, ...])
parts_of(str, [])  # type: ignore[type-var]
to_wire("card")  # type: ignore[arg-type]


def by_tag(view: ToolCallView) -> str:
    """Each tag leaves one class."""
    if view.card == "generic":
        assert_type(view, GenericCallView)
        return view.title
    if view.card == "terminal":
        return view.cwd or ""
    assert_type(view, DiffCallView)
    return view.diffs[0].path


def by_class(view: ToolResultView, result: ToolResult) -> str:
    """All results are here: without one of them `assert_never` is an error."""
    match view:
        case GenericResultView() | TerminalResultView() | DiffResultView():
            return view.title or ""
        case SearchMatchesResultView():
            return view.files[0].matches[0].line
        case SearchPathsResultView():
            return view.paths[0]
        case ReadResultView():
            return view.lines[0].text
        case WebSearchResultView() | WebFetchResultView():
            return view.kind
        case _:
            assert_never(view)


def incomplete(view: ToolCallView) -> str:
    match view:
        case GenericCallView() | TerminalCallView():
            return view.title
        case _:
            assert_never(view)  # type: ignore[arg-type]
