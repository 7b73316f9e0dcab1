"""Cards as HTML: well-formed, escaped, and with links to the web only."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from toolc_runtime import (
    DiffResultView,
    FileDiff,
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
from toolc_runtime.html import render_html, render_page

VOID = {"meta"}
H = "<script>alert('x')</script>\"&amp; \u202e\x1b"


class Reader(HTMLParser):
    """Reads HTML back, and fails where tags don't nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


BLOCKS: Any = [{"type": "text", "text": H}, {"type": H}]
HOSTILE: list[Any] = [
    GenericCallView(title=H, raw_input={H: H}, content=BLOCKS),
    TerminalCallView(title=H, description=H, cwd=H),
    GenericResultView(title=H, content=BLOCKS),
    TerminalResultView(title=H, output=H, signal=H),
    DiffResultView(title=H, diffs=[FileDiff(path=H, old_text=H, new_text=f"{H}\n{H}")]),
    SearchMatchesResultView(
        title=H,
        files=[SearchFileMatches(path=H, matches=[SearchLineMatch(line_number=1, line=H)])],
        truncated=False,
        total=1,
    ),
    SearchPathsResultView(title=H, paths=[H], truncated=False, total=1),
    ReadResultView(
        title=H,
        path=H,
        offset=1,
        lines=[ReadFileLine(number=1, text=H)],
        total_lines=1,
        lang='x" onload="y',
    ),
    WebSearchResultView(
        title=H,
        sources=[WebSource(url='https://a.b/"onclick="x', title=H, snippet=H, published_at=H)],
        answer=H,
        truncated=False,
    ),
    WebFetchResultView(title=H, url=H, status_code=200, truncated=False),
]
SAFE_TAGS = {
    *("article", "header", "h3", "span", "figure", "figcaption"),
    *("pre", "code", "p", "ul", "li", "bdi", "a"),
}
SAFE_ATTRIBUTES = {"class", "dir", "href", "rel"}


@pytest.mark.parametrize("view", HOSTILE)
def test_no_text_of_a_tool_becomes_markup(view: Any) -> None:
    read = Reader(render_html(view, call=GenericCallView(title=H), result=ToolResult(BLOCKS)))
    assert {tag for tag, _ in read.tags} <= SAFE_TAGS
    assert {name for _, attributes in read.tags for name in attributes} <= SAFE_ATTRIBUTES
    assert "<script>alert('x')</script>\"&amp; \\u{202e}\\u{1b}" in read.text
    assert not {"\u202e", "\x1b"} & set(read.text)


@pytest.mark.parametrize(
    ("url", "followed"),
    [
        ("https://a.b/c?d=e&f", True),
        ("http://a.b", True),
        ("HTTPS://a.b", True),
        ("javascript:alert(1)", False),
        (" javascript:alert(1)", False),
        ("java\nscript:alert(1)", False),
        ("data:text/html,x", False),
        ("file:///etc/passwd", False),
        ("//a.b", False),
        ("https:///path", False),
        ("https://a.b/\u202e", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_only_addresses_of_the_web_become_links(url: str, followed: bool) -> None:
    sources = [WebSource(url=url)]
    read = Reader(render_html(WebSearchResultView(sources=sources, truncated=False)))
    links = [attributes["href"] for tag, attributes in read.tags if tag == "a"]
    assert links == ([url] if followed else [])


def test_a_card_says_its_kind_status_and_rows_in_classes() -> None:
    view = DiffResultView(
        title="Edit", diffs=[FileDiff(path="a", old_text="x\ny\n", new_text="x\nz\n")]
    )
    read = Reader(render_html(view))
    classes = [attributes.get("class") for _, attributes in read.tags]
    assert classes[0] == "card card-diff kind-edit"
    assert [c for c in classes if c in ("hunk", "added", "removed")] == ["hunk", "removed", "added"]
    assert read.text == "Edita@@ -1,2 +1,2 @@\nx\n-y\n+z"
    failed = TerminalResultView(exit_code=2)
    assert '<span class="status bad">exit 2</span>' in render_html(failed)


def test_a_completed_card_keeps_the_pending_title_and_the_raw_content() -> None:
    result = ToolResult([{"type": "text", "text": "raw"}])
    read = Reader(render_html(GenericResultView(), call=GenericCallView(title="Go"), result=result))
    assert read.text == "Goraw"


def test_a_page_is_whole_and_loads_nothing() -> None:
    cards = [render_html(view) for view in HOSTILE]
    text = render_page(cards, title=H)
    assert text.startswith("<!doctype html>\n")
    read = Reader(text)
    assert sum(tag == "article" for tag, _ in read.tags) == len(HOSTILE)
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in read.tags}
    assert "default-src 'none'" in text
    text.encode("utf-8")
