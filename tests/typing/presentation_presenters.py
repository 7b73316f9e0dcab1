"""Checked by type checkers, never run: presenters get a tool's arguments and give a view of their side."""

from typing import Any, assert_type

from toolc_runtime import (
    GenericCallView,
    GenericResultView,
    TerminalResultView,
    ToolCallView,
    ToolDefinition,
    ToolResult,
    ToolResultView,
    ToolRunContext,
    ToolStub,
    present_call,
    present_result,
)
from toolc_runtime.html import render_html, render_page
from toolc_runtime.terminal import render_plain, render_rich


class Args:
    path: str


class Output:
    total: int


async def body(args: Args, run: ToolRunContext) -> Output:
    return Output()


def shown(args: Args) -> ToolCallView | None:
    return GenericCallView(title=args.path) if args.path else None


def done(args: Args, result: ToolResult) -> ToolResultView:
    return GenericResultView(title=args.path, content=result.content)


def wrong_args(args: int) -> ToolCallView:
    return GenericCallView(title=str(args))


def wrong_side(args: Args) -> ToolResultView:
    return TerminalResultView()


def with_value(args: Args, value: Output) -> ToolResultView:
    return GenericResultView(title=str(value.total))


async def awaited(args: Args) -> ToolCallView:
    return GenericCallView(title=args.path)


def define(stub: ToolStub[Args, Output]) -> None:
    stub(body, present_call=shown, present_result=done)
    stub(body, present_call=lambda args: GenericCallView(title=args.path))
    stub(body, present_call=lambda args: GenericCallView(title=args.nope))  # type: ignore[attr-defined]
    stub(body, present_call=wrong_args)  # type: ignore[arg-type]
    stub(body, present_call=wrong_side)  # type: ignore[arg-type]
    stub(body, present_call=awaited)  # type: ignore[arg-type]
    stub(body, present_result=with_value)  # type: ignore[arg-type]
    stub(body, present_result=shown)  # type: ignore[arg-type]


def show(definition: ToolDefinition[Any, Any], args: object, result: ToolResult) -> str:
    call = present_call(definition, args)
    view = present_result(definition, args, result)
    assert_type(call, ToolCallView)
    assert_type(view, ToolResultView)
    assert_type(present_call("gone", args), ToolCallView)
    present_call(None, args)  # type: ignore[arg-type]
    present_result(definition, args)  # type: ignore[call-arg]
    present_result(definition, args, "text")  # type: ignore[arg-type]
    render_plain(view, call=view)  # type: ignore[arg-type]
    render_plain("text")  # type: ignore[arg-type]
    render_rich(view, call=call, result=result)
    page = render_page([render_html(view, call=call, result=result)], title="Calls")
    assert_type(page, str)
    return render_plain(view, call=call, result=result)
