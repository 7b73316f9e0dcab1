"""Cards on a terminal: what shows of each, and that nothing a tool says steers the terminal."""

from __future__ import annotations

import builtins
import io
import re
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console
from toolc_runtime import (
    DiffCallView,
    DiffResultView,
    FileDiff,
    FileLocation,
    GenericCallView,
    GenericResultView,
    ReadFileLine,
    ReadResultView,
    SearchFileMatches,
    SearchLineMatch,
    SearchMatchesResultView,
    SearchPathsResultView,
    TerminalCallView,
    TerminalResultView,
    ToolResult,
    WebFetchResultView,
    WebSearchResultView,
    WebSource,
)
from toolc_runtime.terminal import render_plain, render_rich

CONTENT: Any = [{"type": "text", "text": "the raw content"}]
CALL = GenericCallView(title="Pending", kind="read")


def lines(*rows: str) -> str:
    return "\n".join(rows)


SHOWN: list[tuple[Any, str]] = [
    (GenericCallView(title="Go"), "• Go"),
    (GenericCallView(title="Go", kind="delete", raw_input="a\nb"), lines("× Go", "    a", "    b")),
    (
        GenericCallView(title="Go", raw_input={"é": [1]}),
        lines("• Go", "    {", '      "é": [', "        1", "      ]", "    }"),
    ),
    (
        GenericCallView(
            title="Go",
            content=[{"type": "image", "data": "", "media_type": "image/png"}],
            locations=[FileLocation(path="a"), FileLocation(path="b", line=3)],
        ),
        lines("• Go", "    [image image/png]", "    a", "    b:3"),
    ),
    (
        TerminalCallView(title="ls -l", description="List files", cwd="/tmp"),
        lines("$ ls -l", "    List files", "  /tmp"),
    ),
    (
        DiffCallView(
            title="Write",
            diffs=[FileDiff(path="a", old_text=None, new_text="x\ny\n")],
            locations=[FileLocation(path="a"), FileLocation(path="b")],
        ),
        lines("± Write", "  a", "    + x", "    + y", "    b"),
    ),
    (
        DiffResultView(
            title="Done", diffs=[FileDiff(path="a", old_text="x\ny\n", new_text="x\nz")]
        ),
        lines(
            "± Done",
            "  a",
            "      @@ -1,2 +1,2 @@",
            "      x",
            "    - y",
            "    + z",
            "      \\ No newline at end of file",
        ),
    ),
    (TerminalResultView(output="a\r\nb\n", exit_code=0), "$ terminal (exit 0)\n    a\n    b"),
    (TerminalResultView(output="", exit_code=3), "$ terminal (exit 3)"),
    (TerminalResultView(signal="SIGTERM"), "$ terminal (killed by SIGTERM)"),
    (
        ReadResultView(
            title="Read a",
            path="a",
            offset=9,
            lines=[ReadFileLine(number=9, text="x"), ReadFileLine(number=10, text="\ty")],
            total_lines=20,
        ),
        lines("≡ Read a (lines 9–10 of 20)", "  a", "     9 x", "    10     y"),
    ),
    (
        ReadResultView(path="a", offset=30, lines=[], total_lines=20),
        lines("≡ read (no lines from 30, of 20)", "  a"),
    ),
    (
        SearchMatchesResultView(
            files=[
                SearchFileMatches(path="a", matches=[SearchLineMatch(line_number=7, line="foo")])
            ],
            truncated=True,
            total=12,
        ),
        lines("? search (1 of 12 matches)", "  a", "    7 foo"),
    ),
    (
        SearchPathsResultView(paths=["a", "b"], truncated=False, total=2),
        lines("? search (2 paths)", "    a", "    b"),
    ),
    (SearchPathsResultView(paths=[], truncated=False, total=0), "? search (0 paths)"),
    (
        SearchMatchesResultView(files=[], truncated=False, total=1),
        "? search (1 match)",
    ),
    (
        WebSearchResultView(
            answer="Yes.",
            sources=[
                WebSource(url="https://a.b", title="A", snippet="s\nt", published_at="2020-01-01"),
                WebSource(url="https://c.d"),
            ],
            truncated=True,
        ),
        lines(
            "? web (2 sources, cut)",
            "    Yes.",
            "    A",
            "    https://a.b",
            "    s",
            "    t",
            "    2020-01-01",
            "    https://c.d",
        ),
    ),
    (
        WebFetchResultView(url="https://a.b", status_code=404, truncated=False),
        lines("↓ web (HTTP 404)", "    https://a.b"),
    ),
]


@pytest.mark.parametrize(("view", "text"), SHOWN)
def test_each_card_shows_what_it_holds(view: Any, text: str) -> None:
    assert render_plain(view) == text


@pytest.mark.parametrize(("view", "text"), SHOWN)
def test_rich_shows_the_same_words_in_colour(view: Any, text: str) -> None:
    sink = io.StringIO()
    Console(file=sink, width=200, color_system=None).print(render_rich(view))
    assert sink.getvalue().split() == text.split()


@pytest.mark.parametrize(
    ("view", "shown"),
    [
        (GenericResultView(), "≡ Pending\n    the raw content"),
        (GenericResultView(content=[]), "≡ Pending"),
        (GenericResultView(title="Done"), "≡ Done\n    the raw content"),
        (TerminalResultView(), "$ Pending\n    the raw content"),
        (TerminalResultView(output="mine"), "$ Pending\n    mine"),
        (
            WebFetchResultView(url="u", status_code=200, truncated=True),
            "↓ Pending (HTTP 200, cut)\n    u\n    the raw content",
        ),
        (SearchPathsResultView(paths=[], truncated=False, total=0), "? Pending (0 paths)"),
    ],
)
def test_a_completed_card_keeps_the_pending_title_and_the_raw_content(
    view: Any, shown: str
) -> None:
    assert render_plain(view, call=CALL, result=ToolResult(CONTENT)) == shown


def test_a_failure_shows_as_one_with_its_own_text() -> None:
    failed = ToolResult([{"type": "text", "text": "Error: no"}], is_error=True)
    assert render_plain(GenericResultView(), call=CALL, result=failed) == (
        "≡ Pending (failed)\n    Error: no"
    )
    shown = render_plain(TerminalResultView(output="x", exit_code=1), result=failed)
    assert shown == "$ terminal (failed, exit 1)\n    x\n    Error: no"


HOSTILE = (
    "\x1b]0;title\x07 \x1b[2J \x9b31m \r\x08 \x00\x7f \u202eevil\u2066 \u200b\u2028\u2029\ufeff"
    "\U000e0041 \x85 \ud800 [red]markup[/red] :smile: <b>"
)


def hostile_views() -> Iterator[Any]:
    h = HOSTILE
    blocks: Any = [
        {"type": "text", "text": h},
        {"type": "resource", "uri": h},
        {"type": "image", "data": "", "media_type": h},
        {"type": h},
    ]
    places = [FileLocation(path=h, line=1)]
    diffs = [
        FileDiff(path=h, old_text=f"{h}\na\n", new_text=f"b\n{h}"),
        FileDiff(path=h, old_text=None, new_text=h),
        FileDiff(path=h, old_text=h * 2, new_text=f"{h}\n" * 5000),
    ]
    yield GenericCallView(title=h, raw_input=h, content=blocks, locations=places)
    yield GenericCallView(title=h, raw_input={h.replace("\ud800", ""): h})
    yield TerminalCallView(title=h, description=h, cwd=h)
    yield DiffCallView(title=h, diffs=diffs, locations=places)
    yield GenericResultView(title=h, content=blocks)
    yield TerminalResultView(title=h, output=h, signal=h)
    yield DiffResultView(title=h, diffs=diffs)
    yield SearchMatchesResultView(
        title=h,
        files=[SearchFileMatches(path=h, matches=[SearchLineMatch(line_number=1, line=h)])],
        truncated=False,
        total=1,
    )
    yield SearchPathsResultView(title=h, paths=[h], truncated=False, total=1)
    lines_ = [ReadFileLine(number=1, text=h)]
    yield ReadResultView(title=h, path=h, offset=1, lines=lines_, total_lines=1, lang=h)
    yield ReadResultView(title=h, path=h, offset=1, lines=lines_, total_lines=1, lang="python")
    source = WebSource(url=f"https://{h}", title=h, snippet=h, published_at=h)
    yield WebSearchResultView(title=h, sources=[source], answer=h, truncated=False)
    yield WebFetchResultView(title=h, url=h, status_code=200, truncated=False)


def steering(text: str) -> set[str]:
    """The characters of *text* that could steer a terminal."""
    return {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - {"\n"}


@pytest.mark.parametrize("view", list(hostile_views()))
def test_no_control_or_bidi_character_reaches_the_terminal(view: Any) -> None:
    failed = ToolResult([{"type": "text", "text": HOSTILE}], is_error=True)
    call = GenericCallView(title=HOSTILE)
    sink = io.StringIO()
    Console(file=sink, width=400, color_system=None).print(
        render_rich(view, call=call, result=failed)
    )
    for shown in (render_plain(view, call=call, result=failed), sink.getvalue()):
        assert steering(shown) == set()
        assert "[red]markup[/red] :smile:" in shown
        assert "\\u{202e}evil\\u{2066}" in shown
        shown.encode("utf-8")


def test_a_title_stays_on_its_line() -> None:
    assert render_plain(TerminalCallView(title="ls\nrm")) == "$ ls\\u{a}rm"


def test_colours_of_a_command_are_dropped_and_other_escapes_shown() -> None:
    view = TerminalResultView(output="\x1b[1;31mred\x1b[0m \x1b[2Jx")
    assert render_plain(view) == "$ terminal\n    red \\u{1b}[2Jx"


def test_scripts_and_emoji_that_need_joiners_stay_whole() -> None:
    text = "👩\u200d💻 نمی\u200cخواهم שלום"
    assert render_plain(GenericCallView(title=text)) == f"• {text}"


def test_code_is_highlighted_without_changing_its_text() -> None:
    code = ["def f():", "", "    return '[bold]x'", "  "]
    numbered = [ReadFileLine(number=i, text=text) for i, text in enumerate(code, 7)]
    view = ReadResultView(path="a.py", offset=7, lines=numbered, total_lines=9, lang="py")
    sink = io.StringIO()
    console = Console(file=sink, width=80, force_terminal=True, color_system="standard")
    console.print(render_rich(view))
    assert re.search(r"\x1b\[[0-9;]+mdef\x1b\[0m", sink.getvalue())
    plain = io.StringIO()
    Console(file=plain, width=80, color_system=None).print(render_rich(view))
    assert plain.getvalue().splitlines()[2:] == [
        "     7 def f():",
        "     8 ",
        "     9     return '[bold]x'",
        "    10   ",
    ]


def test_input_that_can_not_be_printed_is_named() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, {"n": 10**5000}):
        shown = render_plain(GenericCallView(title="Go", raw_input=value))
        assert shown == "• Go\n    [too large to show]"


def test_large_changes_show_as_one_block_replaced() -> None:
    old = "".join([f"{i}\n" for i in range(3000)])
    new = "".join([f"{i}\n" for i in [*range(10), *range(2990, 10, -1), *range(2995, 3000)]])
    shown = render_plain(DiffResultView(diffs=[FileDiff(path="a", old_text=old, new_text=new)]))
    rows = shown.split("\n")[2:]
    assert rows[0] == "      @@ -11,2985 +11,2980 @@"
    assert [r[4] for r in rows[1:]] == ["-"] * 2985 + ["+"] * 2980
    assert rows[1] == "    - 10"
    assert rows[-1] == "    + 11"


def test_a_large_file_that_stays_the_same_has_no_rows() -> None:
    text = "".join([f"{i}\n" for i in range(3000)])
    diff = FileDiff(path="a", old_text=text, new_text=text)
    assert render_plain(DiffResultView(diffs=[diff])) == "± diff\n  a"


def test_without_rich_the_command_that_installs_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "rich"]:
        monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def without_rich(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == "rich":
            raise ModuleNotFoundError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_rich)
    with pytest.raises(ImportError, match=r"pip install 'toolc-runtime\[rich\]'"):
        render_rich(CALL)
    assert render_plain(CALL) == "≡ Pending"
