"""Cards: their fields, their JSON, the fallbacks of presenters, and parts read from metadata."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from typing import Any, get_args

import pytest
from toolc_runtime import (
    DiffCallView,
    DiffResultView,
    FileDiff,
    FileLocation,
    FrozenDict,
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
    ToolCallKind,
    ToolCallView,
    ToolResult,
    ToolResultView,
    WebFetchResultView,
    WebSearchResultView,
    WebSource,
    define_tool,
    freeze,
    parts_of,
    present_call,
    present_result,
    to_wire,
)

TEXT = [{"type": "text", "text": "hello"}]

WIRE: list[tuple[Any, dict[str, Any]]] = [
    (GenericCallView(title="Go"), {"card": "generic", "title": "Go"}),
    (
        GenericCallView(
            title="Go",
            kind="read",
            raw_input={"old_text": None},
            content=TEXT,
            locations=[FileLocation(path="a"), FileLocation(path="b", line=3)],
        ),
        {
            "card": "generic",
            "title": "Go",
            "kind": "read",
            "rawInput": {"old_text": None},
            "content": TEXT,
            "locations": [{"path": "a"}, {"path": "b", "line": 3}],
        },
    ),
    (
        TerminalCallView(title="ls", description="List", cwd="/tmp"),
        {"card": "terminal", "title": "ls", "description": "List", "cwd": "/tmp"},
    ),
    (
        DiffCallView(title="Write", diffs=(FileDiff(path="a", old_text=None, new_text="x"),)),
        {
            "card": "diff",
            "title": "Write",
            "diffs": [{"path": "a", "oldText": None, "newText": "x"}],
        },
    ),
    (GenericResultView(), {"card": "generic"}),
    (
        TerminalResultView(output="", exit_code=0),
        {"card": "terminal", "output": "", "exitCode": 0},
    ),
    (TerminalResultView(signal="SIGTERM"), {"card": "terminal", "signal": "SIGTERM"}),
    (
        DiffResultView(title="Done", diffs=[FileDiff(path="a", old_text="x", new_text="y")]),
        {
            "card": "diff",
            "title": "Done",
            "diffs": [{"path": "a", "oldText": "x", "newText": "y"}],
        },
    ),
    (
        SearchMatchesResultView(
            files=[SearchFileMatches(path="a", matches=[SearchLineMatch(line_number=2, line="x")])],
            truncated=True,
            total=9,
        ),
        {
            "card": "search",
            "shape": "matches",
            "files": [{"path": "a", "matches": [{"lineNumber": 2, "line": "x"}]}],
            "truncated": True,
            "total": 9,
        },
    ),
    (
        SearchPathsResultView(paths=["a"], truncated=False, total=1),
        {"card": "search", "shape": "paths", "paths": ["a"], "truncated": False, "total": 1},
    ),
    (
        ReadResultView(
            path="a", offset=4, lines=[ReadFileLine(number=4, text="x")], total_lines=9, lang="py"
        ),
        {
            "card": "read",
            "path": "a",
            "offset": 4,
            "lines": [{"number": 4, "text": "x"}],
            "totalLines": 9,
            "lang": "py",
        },
    ),
    (
        WebSearchResultView(
            sources=[WebSource(url="u", published_at="2020")], answer="yes", truncated=False
        ),
        {
            "card": "web",
            "kind": "search",
            "sources": [{"url": "u", "publishedAt": "2020"}],
            "answer": "yes",
            "truncated": False,
        },
    ),
    (
        WebFetchResultView(url="u", status_code=200, truncated=False),
        {"card": "web", "kind": "fetch", "url": "u", "statusCode": 200, "truncated": False},
    ),
]
VIEWS = [view for view, _ in WIRE]


@pytest.mark.parametrize(("view", "wire"), WIRE)
def test_a_card_goes_on_the_wire_in_camel_case_without_what_is_absent(
    view: Any, wire: dict[str, Any]
) -> None:
    assert to_wire(view) == wire
    assert json.loads(json.dumps(to_wire(view))) == wire


def test_every_card_of_both_unions_is_covered_here() -> None:
    assert {type(v) for v in VIEWS} == {*get_args(ToolCallView), *get_args(ToolResultView)}


def test_the_kinds_of_a_call_are_those_of_the_page() -> None:
    kinds = ("read", "edit", "delete", "move", "search", "execute", "fetch", "other")
    assert get_args(ToolCallKind) == kinds


def test_the_wire_form_is_detached_and_plain() -> None:
    raw = FrozenDict({"a": (1, FrozenDict({"b": 2}))})
    wire: Any = to_wire(GenericCallView(title="Go", raw_input=raw, content=(FrozenDict(TEXT[0]),)))
    assert type(wire["rawInput"]) is dict
    assert type(wire["rawInput"]["a"]) is list
    assert type(wire["content"][0]) is dict
    wire["rawInput"]["a"].append(3)
    assert len(raw["a"]) == 2


@pytest.mark.parametrize("view", VIEWS)
def test_cards_are_frozen_slotted_values_with_a_fixed_tag(view: Any) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.title = "other"
    with pytest.raises(TypeError):
        type(view)(card="generic")
    assert not hasattr(view, "__dict__")
    assert pickle.loads(pickle.dumps(view)) == copy.deepcopy(view) == view
    assert dataclasses.replace(view, title="other").title == "other"


def test_cards_take_keywords_only() -> None:
    with pytest.raises(TypeError):
        GenericCallView("Go")  # type: ignore[misc]


def tool(**presenters: Any) -> Any:
    return define_tool(
        name="read",
        description="Read.",
        parameters={"path": {"type": "string", "required": True}},
        output={"type": "string"},
        execute=lambda args, run: "",
        **presenters,
    )


RESULT = ToolResult(TEXT, meta={"lines": 3})


def test_a_presenter_gets_the_arguments_and_the_durable_result() -> None:
    definition = tool(
        present_call=lambda args: GenericCallView(title=f"Read {args['path']}"),
        present_result=lambda args, result: GenericResultView(
            title=f"{args['path']}: {result.meta['lines']}", content=result.content
        ),
    )
    args = {"path": "a"}
    assert present_call(definition, args) == GenericCallView(title="Read a")
    shown = present_result(definition, args, RESULT)
    assert shown == GenericResultView(title="a: 3", content=TEXT)


def broken(*_: Any) -> Any:
    raise RuntimeError("no card")


@pytest.mark.parametrize(
    ("presenter", "logged"),
    [
        (None, False),
        (broken, True),
        (lambda *_: None, False),
        (lambda *_: {"card": "generic"}, False),
        (lambda: None, True),
    ],
)
def test_without_a_card_the_generic_one_shows_name_and_raw_arguments(
    presenter: Any, logged: bool, caplog: pytest.LogCaptureFixture
) -> None:
    definition = tool(present_call=presenter, present_result=presenter)
    args = {"path": "a"}
    assert present_call(definition, args) == GenericCallView(title="read", raw_input=args)
    assert present_result(definition, args, RESULT) == GenericResultView()
    assert ("a presenter of read failed" in caplog.text) is logged


def test_a_view_of_the_wrong_side_is_no_card() -> None:
    definition = tool(
        present_call=lambda args: TerminalResultView(),
        present_result=lambda args, result: TerminalCallView(title="x"),
    )
    assert present_call(definition, {"path": "a"}).card == "generic"
    assert present_result(definition, {"path": "a"}, RESULT) == GenericResultView()


@pytest.mark.parametrize("args", [{}, {"path": 1}, [], "not JSON", None])
def test_arguments_that_no_longer_match_fall_back_without_asking(args: Any) -> None:
    definition = tool(present_call=broken, present_result=broken)
    assert present_call(definition, args) == GenericCallView(title="read", raw_input=freeze(args))
    assert present_result(definition, args, RESULT) == GenericResultView()


def test_arguments_that_are_no_json_are_not_shown() -> None:
    assert present_call(tool(), {"path": object()}) == GenericCallView(title="read")


def test_a_tool_that_is_gone_is_known_by_its_name() -> None:
    assert present_call("gone", {"a": 1}) == GenericCallView(title="gone", raw_input={"a": 1})
    assert present_result("gone", {"a": 1}, RESULT) == GenericResultView()


def test_a_card_can_not_be_changed_through_the_arguments_it_shows() -> None:
    args: Any = {"path": ["a"]}
    view: Any = present_call("gone", args)
    args["path"].append("b")
    assert view.raw_input == {"path": ("a",)}


def test_parts_are_read_from_plain_and_frozen_metadata() -> None:
    tree = [{"path": "a", "matches": [{"line_number": 2.0, "line": "x", "more": 1}]}]
    expected = (SearchFileMatches(path="a", matches=(SearchLineMatch(line_number=2, line="x"),)),)
    assert parts_of(SearchFileMatches, tree) == expected
    assert parts_of(SearchFileMatches, (FrozenDict(tree[0]),)) == expected
    assert parts_of(FileDiff, [{"path": "a", "old_text": None, "new_text": ""}]) == (
        FileDiff(path="a", old_text=None, new_text=""),
    )
    assert parts_of(FileLocation, [{"path": "a", "line": None}]) == (FileLocation(path="a"),)
    assert parts_of(WebSource, [{"url": "u", "snippet": "s"}]) == (WebSource(url="u", snippet="s"),)
    assert parts_of(ReadFileLine, []) == ()


@pytest.mark.parametrize(
    ("kind", "tree", "where"),
    [
        (ReadFileLine, None, "the parts: expected an array, got NoneType"),
        (ReadFileLine, "ab", "the parts: expected an array, got str"),
        (ReadFileLine, ["a"], r"\[0\]: expected an object, got str"),
        (ReadFileLine, [{"number": 1, "text": "a"}, {"number": 2}], r"\[1\]\.text: missing"),
        (ReadFileLine, [{"number": True, "text": ""}], r"\[0\]\.number: expected an integer"),
        (ReadFileLine, [{"number": 1.5, "text": ""}], r"\[0\]\.number: expected an integer"),
        (FileDiff, [{"path": "a", "new_text": ""}], r"\[0\]\.old_text: missing"),
        (FileDiff, [{"path": "a", "old_text": 1, "new_text": ""}], r"\[0\]\.old_text: expected"),
        (SearchFileMatches, [{"path": "a", "matches": [{}]}], r"\[0\]\.matches\[0\]\.line_number"),
    ],
)
def test_parts_that_do_not_fit_are_refused_with_their_place(
    kind: Any, tree: Any, where: str
) -> None:
    with pytest.raises(ValueError, match=where):
        parts_of(kind, tree)
