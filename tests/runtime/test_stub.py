"""Stubs: typed definitions, typed dispatch, arguments parsed once, lazy schemas."""

from __future__ import annotations

import asyncio
import copy
import pickle
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from toolc_runtime import (
    AbortController,
    AbortSignal,
    Accept,
    Deny,
    ToolArgsError,
    ToolBatchInput,
    ToolCallBlock,
    ToolCallError,
    ToolDefinition,
    ToolErrorInfo,
    ToolExecutionInput,
    ToolExecutionSuccess,
    ToolHints,
    ToolOutputError,
    ToolRegistry,
    ToolRunContext,
    ToolStub,
    Violation,
    user_message,
)

parsed: list[object] = []


class Count:
    """Typed arguments: a text and how often."""

    def __init__(self, text: str, times: int) -> None:
        self.text = text
        self.times = times


def parse_args(value: Any, label: str = "arguments") -> Count:
    parsed.append(value)
    if type(value) is not dict or type(value.get("times")) is not int:
        raise ToolArgsError([Violation(f"{label}.times", "type", "expected an integer")])
    return Count(value["text"], value["times"])


def dump_args(args: Count) -> dict[str, Any]:
    return {"text": args.text, "times": args.times}


class Lines(tuple[str, ...]):
    """A typed output."""

    __slots__ = ()


def parse_output(value: Any, label: str = "value") -> Lines:
    if type(value) is not list:
        raise ToolOutputError([Violation(label, "type", "expected an array")])
    return Lines(value)


def dump_output(value: Lines) -> list[Any]:
    if not isinstance(value, Lines):
        raise ToolOutputError([Violation("value", "type", "expected lines")])
    return list(value)


def stub(**fields: Any) -> ToolStub[Count, Lines]:
    given: dict[str, Any] = {
        "name": "repeat",
        "description": "Repeat a text.",
        "parameters": '{"type": "object", "properties": {"times": {"type": "integer"}}}',
        "output_schema": '{"type": "array"}',
        "parse_args": parse_args,
        "dump_args": dump_args,
        "parse_output": parse_output,
        "dump_output": dump_output,
        **fields,
    }
    return ToolStub(**given)


async def repeat(args: Count, run: ToolRunContext) -> Lines:
    return Lines([args.text] * args.times)


def texts(result: Any) -> list[str]:
    return [block["text"] for block in result.content]


async def execute(tools: ToolRegistry, arguments: Any, name: str = "repeat") -> Any:
    return await tools.pipeline.execute(ToolExecutionInput("c", name, arguments, AbortSignal()))


def registry(definition: ToolDefinition[Any, Any]) -> ToolRegistry:
    tools = ToolRegistry()
    tools.register(definition)
    return tools


def test_a_typed_dispatch_takes_and_gives_the_stubs_own_types() -> None:
    tool = stub()
    tools = registry(tool(repeat))
    value = asyncio.run(tool.call(tools, Count("a", 2)))
    assert type(value) is Lines
    assert value == ("a", "a")


def test_bodies_and_renderers_get_the_typed_values() -> None:
    seen: list[Any] = []

    def render(args: Count, value: Lines) -> str:
        seen.extend([args, value])
        return f"{args.times} lines"

    def meta(args: Count, value: Lines) -> Any:
        seen.extend([args, value])
        return {"lines": len(value)}

    result = asyncio.run(
        execute(
            registry(stub()(repeat, render=render, presentation_meta=meta)),
            {"text": "a", "times": 2},
        )
    )
    assert (texts(result), result.meta, result.value) == (["2 lines"], {"lines": 2}, ("a", "a"))
    assert [type(x) for x in seen] == [Count, Lines] * 2


def test_a_plain_function_is_a_body_too() -> None:
    def body(args: Count, run: ToolRunContext) -> Lines:
        return Lines([args.text])

    assert asyncio.run(stub().call(registry(stub()(body)), Count("a", 1))) == ("a",)


def test_what_is_given_with_the_body_replaces_what_the_spec_says() -> None:
    tool = stub(
        title="Title",
        timeout_ms=10,
        concurrency_safe=True,
        hints=ToolHints(idempotent=True),
        render=lambda args, value: "spec",
        presentation_meta=lambda args, value: "spec",
        present_call=lambda args: None,
        present_result=lambda args, result: None,
    )
    plain = tool(repeat)
    assert (plain.title, plain.timeout_ms, plain.hints) == ("Title", 10, ToolHints(idempotent=True))
    assert plain.is_concurrency_safe is not None
    assert plain.is_concurrency_safe(Count("", 1)) is True
    assert (plain.present_call, plain.present_result) == (tool.present_call, tool.present_result)

    def other(*_: Any) -> Any:
        return None

    def unsafe(_: Any) -> bool:
        return False

    changed = tool(
        repeat,
        timeout_ms=20,
        is_concurrency_safe=unsafe,
        presentation_meta=other,
        present_call=other,
        present_result=other,
        finalize_content=other,
        project_content=other,
        when=other,
    )
    assert (changed.timeout_ms, changed.is_concurrency_safe) == (20, unsafe)
    assert changed.output.presentation_meta is other
    assert {changed.present_call, changed.present_result, changed.when} == {other}
    assert {changed.finalize_content, changed.project_content} == {other}


def test_a_stub_that_is_not_said_to_be_safe_is_exclusive() -> None:
    assert stub()(repeat).is_concurrency_safe is None
    assert stub(concurrency_safe=False)(repeat).is_concurrency_safe is None


@pytest.mark.parametrize(
    ("render", "shown"),
    [
        (None, '["ä", "ä"]'),
        (lambda args, value: None, '["ä", "ä"]'),
        (lambda args, value: "text", "text"),
        (lambda args, value: [{"type": "text", "text": "block"}], "block"),
    ],
    ids=["absent", "none", "text", "blocks"],
)
def test_a_value_is_rendered_as_text_as_blocks_or_by_default_as_json(
    render: Any, shown: str
) -> None:
    tools = registry(stub(render=render)(repeat))
    assert texts(asyncio.run(execute(tools, {"text": "ä", "times": 2}))) == [shown]


def test_a_string_is_rendered_as_it_is() -> None:
    async def body(args: Count, run: ToolRunContext) -> Any:
        return args.text

    tool = stub(output_schema='{"type": "string"}', dump_output=lambda v: v, parse_output=str)
    assert texts(asyncio.run(execute(registry(tool(body)), {"text": 'a "b"', "times": 1}))) == [
        'a "b"'
    ]


def test_the_default_renderer_serves_those_who_call_it_themselves() -> None:
    assert stub()(repeat).output.render(Count("", 1), Lines(["a"])) == [
        {"type": "text", "text": '["a"]'}
    ]


def test_arguments_are_parsed_once_a_call_from_a_plain_tree_after_policy() -> None:
    async def policy(execution: Any, next: Any) -> Any:
        assert parsed == []
        return await next()

    tools = registry(stub(concurrency_safe=True)(repeat, render=lambda args, value: args.text))
    tools.on.pre_execute(policy)
    parsed.clear()
    asyncio.run(execute(tools, {"text": "a", "times": 1}))
    assert parsed == [{"text": "a", "times": 1}]
    assert type(parsed[0]) is dict


def test_parsing_for_classification_is_not_repeated_for_the_body() -> None:
    tools = registry(stub(concurrency_safe=True)(repeat))
    parsed.clear()
    calls = [ToolCallBlock(str(n), "repeat", '{"text": "a", "times": 1}') for n in range(3)]
    asyncio.run(tools.execute(ToolBatchInput(calls, AbortSignal(), max_parallel_tool_calls=1)))
    assert len(parsed) == 3


def test_invalid_arguments_fail_the_call_with_every_violation() -> None:
    result = asyncio.run(execute(registry(stub()(repeat)), {"text": "a", "times": "2"}))
    assert result.error.info == ToolErrorInfo("ToolArgsError", "INVALID_ARGS")
    assert result.error.message == "invalid arguments: arguments.times: expected an integer"


def test_a_body_that_returns_something_else_is_an_invalid_output() -> None:
    async def wrong(args: Count, run: ToolRunContext) -> Any:
        return ["a"]

    result = asyncio.run(execute(registry(stub()(wrong)), {"text": "a", "times": 1}))
    assert result.error.info == ToolErrorInfo("ToolOutputError", "INVALID_TOOL_OUTPUT")


def test_policy_values_pass_through_the_stubs_parser() -> None:
    def accepted(value: Any) -> Any:
        async def policy(execution: Any, result: Any, next: Any) -> Any:
            return Accept(value=value)

        tools = registry(stub(render=lambda args, value: f"{type(value).__name__}")(repeat))
        tools.on.post_execute(policy)
        return asyncio.run(execute(tools, {"text": "a", "times": 1}))

    assert texts(accepted(["new"])) == ["Lines"]
    assert accepted("no list").error.info.code == "INVALID_TOOL_OUTPUT"


def test_a_cached_success_of_invalid_arguments_is_no_success() -> None:
    async def cached(execution: Any, next: Any) -> Any:
        return ToolExecutionSuccess(["cached"], [])

    tools = registry(stub()(repeat))
    tools.on.execute(cached)
    assert asyncio.run(execute(tools, {"times": 1, "text": ""})).value == ("cached",)
    assert asyncio.run(execute(tools, {})).error.info.code == "INVALID_ARGS"


def test_a_failed_typed_dispatch_raises_with_name_message_and_identity() -> None:
    async def deny(execution: Any, next: Any) -> Any:
        return Deny("not today", info=ToolErrorInfo("Policy", "NO"))

    tool, tools = stub(), registry(stub()(repeat))
    tools.on.pre_execute(deny)
    with pytest.raises(ToolCallError) as caught:
        asyncio.run(tool.call(tools, Count("a", 1)))
    error = caught.value
    assert (error.tool_name, error.message, error.code) == ("repeat", "not today", "NO")
    assert error.info == ToolErrorInfo("Policy", "NO")
    assert str(error) == "repeat: not today"
    assert pickle.loads(pickle.dumps(error)).info == error.info


def test_a_failure_without_identity_has_a_code_all_the_same() -> None:
    async def broken(args: Count, run: ToolRunContext) -> Lines:
        raise ValueError("broken")

    with pytest.raises(ToolCallError) as caught:
        asyncio.run(stub().call(registry(stub()(broken)), Count("a", 1)))
    assert (caught.value.info, caught.value.code) == (None, "TOOL_CALL_FAILED")


def test_a_dispatch_of_an_unknown_tool_fails() -> None:
    with pytest.raises(ToolCallError) as caught:
        asyncio.run(stub().call(ToolRegistry(), Count("a", 1)))
    assert caught.value.code == "UNKNOWN_TOOL"


def test_a_dispatch_can_be_cancelled_by_its_signal() -> None:
    controller = AbortController()
    controller.abort()
    with pytest.raises(ToolCallError) as caught:
        asyncio.run(stub().call(registry(stub()(repeat)), Count("a", 1), signal=controller.signal))
    assert caught.value.code == "ABORTED_BEFORE_DISPATCH"


def test_a_dispatch_through_a_scope_runs_for_its_agent() -> None:
    agents: list[Any] = []

    async def body(args: Count, run: ToolRunContext) -> Lines:
        agents.append(run.agent)
        return Lines([])

    tools = ToolRegistry()
    scope = tools.scope("agent")
    scope.register(stub()(body))
    asyncio.run(stub().call(scope, Count("a", 1)))
    assert agents == ["agent"]
    with pytest.raises(ToolCallError):
        asyncio.run(stub().call(tools, Count("a", 1)))


def test_a_nested_dispatch_hangs_below_its_parent_and_hands_its_contexts_up() -> None:
    runs: list[ToolRunContext] = []

    async def inner(args: Count, run: ToolRunContext) -> Lines:
        runs.append(run)
        run.defer_context(user_message("from inside"))
        run.conclude_turn()
        return Lines(["inner"])

    async def outer(args: Count, run: ToolRunContext) -> Lines:
        runs.append(run)
        return await stub(name="inner").call(tools, args, parent=run)

    tools = ToolRegistry()
    tools.register(stub(name="inner")(inner))
    tools.register(stub()(outer))
    result = asyncio.run(execute(tools, {"text": "a", "times": 1}))
    assert result.value == ("inner",)
    assert result.concludes_turn is True
    assert [c["content"][0]["text"] for c in result.additional_contexts] == ["from inside"]
    above, below = runs
    assert below.parent is above.token
    assert below.root_call_id == above.root_call_id == "c"
    assert below.call_id.startswith("c:call:")


def test_schemas_are_decoded_when_they_are_first_looked_at() -> None:
    definition = stub(parameters="not json")(repeat)
    tools = registry(definition)
    with pytest.raises(ValueError, match="JSON"):
        tools.schemas()
    good = stub()(repeat)
    assert good.parameters["type"] == "object"  # type: ignore[index]
    assert len(good.parameters) == 2  # type: ignore[arg-type]
    assert good.parameters == {
        "type": "object",
        "properties": {"times": {"type": "integer"}},
    }
    assert stub(output_schema="true")(repeat).output.schema is True


def test_stubs_are_trusted_except_under_the_core_profile() -> None:
    beyond = stub(output_schema='{"type": "array", "minItems": 1}')
    registry(beyond(repeat))
    with pytest.raises(ValueError, match="minItems"):
        ToolRegistry(profile="core").register(beyond(repeat))


def test_stubs_and_definitions_are_dataclasses() -> None:
    tool = stub()
    definition = tool(repeat)
    assert is_dataclass(tool)
    assert is_dataclass(definition)
    assert "execute" in {f.name for f in fields(definition)}
    assert replace(tool, name="other").name == "other"
    assert replace(definition, name="other").execute is repeat
    assert copy.copy(definition) == definition
