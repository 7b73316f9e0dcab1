"""Checked by type checkers, never run: a stub's types reach its body, its definition and its caller."""

from collections.abc import Mapping
from typing import Any, assert_type

from toolc_runtime import (
    Disposer,
    JsonValue,
    ToolCodec,
    ToolDefinition,
    ToolOutputDefinition,
    ToolRegistry,
    ToolRunContext,
    ToolStub,
    define_tool,
    text_block,
)


class Args:
    text: str


class Output:
    total: int


async def body(args: Args, run: ToolRunContext) -> Output:
    assert_type(args.text, str)
    assert_type(run.call_id, str)
    return Output()


def threaded(args: Args, run: ToolRunContext) -> Output:
    return Output()


async def wrong_output(args: Args, run: ToolRunContext) -> int:
    return 1


async def wrong_args(args: str, run: ToolRunContext) -> Output:
    return Output()


def define(stub: ToolStub[Args, Output], tools: ToolRegistry) -> None:
    definition = stub(body)
    assert_type(definition, ToolDefinition[Args, Output])
    assert_type(stub(threaded), ToolDefinition[Args, Output])
    assert_type(definition.output, ToolOutputDefinition[Args, Output])
    assert_type(definition.codec, ToolCodec[Args, Output] | None)
    stub(wrong_output)  # type: ignore[arg-type]
    stub(wrong_args)  # type: ignore[arg-type]
    stub(body, render=lambda args, value: f"{args.text} {value.total}")
    stub(body, render=lambda args, value: f"{args.missing}")  # type: ignore[attr-defined]
    stub(body, presentation_meta=lambda args, value: {"total": value.total})
    stub(body, is_concurrency_safe=lambda args: args.text == "")
    stub(body, is_concurrency_safe=lambda args: args.text)  # type: ignore[arg-type,return-value]

    dispose = tools.register(definition)
    assert_type(dispose, Disposer)
    assert_type(dispose(), None)


async def dispatch(stub: ToolStub[Args, Output], tools: ToolRegistry, run: ToolRunContext) -> None:
    assert_type(await stub.call(tools, Args()), Output)
    assert_type(await stub.call(tools.scope("agent"), Args(), parent=run), Output)
    await stub.call(tools, Output())  # type: ignore[arg-type]
    await stub.call("tools", Args())  # type: ignore[arg-type]


async def search(args: Mapping[str, Any], run: ToolRunContext) -> list[str]:
    return [args["text"]]


code_first = define_tool(
    name="search",
    description="Search.",
    parameters={"text": {"type": "string", "required": True}},
    output={"type": "array", "items": {"type": "string"}},
    execute=search,
    render=lambda args, value: ", ".join(value),
)
assert_type(code_first, ToolDefinition[Mapping[str, Any], list[str]])


async def raw_body(args: JsonValue, run: ToolRunContext) -> JsonValue:
    return args


raw: ToolDefinition[JsonValue, JsonValue] = ToolDefinition(
    "raw",
    "A raw tool.",
    {"type": "object"},
    ToolOutputDefinition({"type": "string"}, lambda args, value: [text_block(str(value))]),
    raw_body,
)
tools = ToolRegistry()
tools.register(raw)
tools.register("raw")  # type: ignore[arg-type]
