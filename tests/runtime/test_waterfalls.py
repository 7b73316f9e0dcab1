"""Waterfalls: order, delegation by `next()`, misuse that is named, signals that are put back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from toolc_runtime import (
    AbortController,
    AbortSignal,
    Allow,
    ListenerError,
    ToolDefinition,
    ToolExecutionInput,
    ToolExecutionResult,
    ToolExecutionSuccess,
    ToolOutputDefinition,
    ToolRegistry,
    text_block,
)


def registry(body: Callable[..., Any], **hooks: Any) -> ToolRegistry:
    tools = ToolRegistry()
    output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(
        {"type": "string"}, lambda args, value: [text_block(f"value {value}")]
    )
    tools.register(ToolDefinition("tool", "…", {"type": "object"}, output, body, **hooks))
    return tools


async def simple(args: Any, run: Any) -> str:
    return "v"


def call(tools: ToolRegistry, signal: AbortSignal | None = None) -> ToolExecutionResult:
    given = ToolExecutionInput("call", "tool", {}, signal or AbortSignal())
    return asyncio.run(tools.pipeline.execute(given))


def fault(result: ToolExecutionResult) -> str:
    assert result.error is not None
    assert result.error.info is not None
    assert result.error.info.code == "LISTENER_MISUSE"
    return result.error.message


ADD: dict[str, Callable[[ToolRegistry], Callable[[Any], Any]]] = {
    "pre_execute": lambda tools: tools.on.pre_execute,
    "execute": lambda tools: tools.on.execute,
    "post_execute": lambda tools: tools.on.post_execute,
}
WATERFALLS = pytest.mark.parametrize("waterfall", ADD)


def listener(function: Callable[..., Any], waterfall: str) -> Callable[..., Any]:
    """*function*, of `next` alone, in the shape and with the name of a listener."""

    async def short(given: Any, next: Any) -> Any:
        return await function(next)

    async def long(given: Any, result: Any, next: Any) -> Any:
        return await function(next)

    made = long if waterfall == "post_execute" else short
    made.__qualname__ = function.__qualname__
    return made


@WATERFALLS
def test_the_first_registered_listener_is_the_outermost(waterfall: str) -> None:
    order: list[str] = []

    def around(name: str) -> Callable[..., Any]:
        async def step(next: Any) -> Any:
            order.append(f"{name} in")
            outcome = await next()
            order.append(f"{name} out")
            return outcome

        return listener(step, waterfall)

    tools = registry(simple)
    for name in ("first", "second"):
        ADD[waterfall](tools)(around(name))
    assert not call(tools).is_error
    assert order == ["first in", "second in", "second out", "first out"]


@WATERFALLS
def test_calling_next_twice_names_the_listener(waterfall: str) -> None:
    async def twice(next: Any) -> Any:
        await next()
        return await next()

    tools = registry(simple)
    ADD[waterfall](tools)(listener(twice, waterfall))
    message = fault(call(tools))
    assert "twice" in message
    assert "called next() twice" in message


@WATERFALLS
def test_calling_next_twice_cannot_be_hidden(waterfall: str) -> None:
    async def hides_it(next: Any) -> Any:
        outcome = await next()
        try:
            next()
        except ListenerError:
            return outcome
        raise AssertionError("the second next() went through")

    tools = registry(simple)
    ADD[waterfall](tools)(listener(hides_it, waterfall))
    assert "hides_it" in fault(call(tools))


@WATERFALLS
def test_not_awaiting_next_names_the_listener(waterfall: str) -> None:
    async def forgets(next: Any) -> Any:
        next()
        return Allow()

    tools = registry(simple)
    ADD[waterfall](tools)(listener(forgets, waterfall))
    message = fault(call(tools))
    assert "forgets" in message
    assert "did not await next()" in message


@WATERFALLS
def test_what_is_no_decision_names_the_listener(waterfall: str) -> None:
    async def forgets_to_return(next: Any) -> Any:
        await next()

    tools = registry(simple)
    ADD[waterfall](tools)(listener(forgets_to_return, waterfall))
    message = fault(call(tools))
    assert "forgets_to_return" in message
    assert "returned NoneType, which is no decision" in message


def test_a_plain_function_that_decides_is_a_listener_too() -> None:
    tools = registry(simple)
    tools.on.pre_execute(lambda execution, next: Allow())  # type: ignore[arg-type,return-value]
    tools.on.pre_execute(lambda execution, next: next())
    assert not call(tools).is_error


def test_a_plain_function_that_decides_nothing_is_named() -> None:
    tools = registry(simple)
    tools.on.pre_execute(lambda execution, next: None)  # type: ignore[arg-type,return-value]
    assert "<lambda> returned NoneType" in fault(call(tools))


def test_a_wrapper_that_leaves_a_started_body_behind_is_named_once_the_body_has_ended() -> None:
    log: list[str] = []

    async def body(args: Any, run: Any) -> str:
        for _ in range(5):
            await asyncio.sleep(0)
        log.append("body ended")
        return "v"

    async def hasty(execution: Any, next: Any) -> Any:
        running.append(asyncio.ensure_future(next()))
        await asyncio.sleep(0)
        return ToolExecutionSuccess("early", [])

    running: list[Any] = []
    tools = registry(body)
    tools.on.execute(hasty)
    tools.on.result(lambda execution, result: log.append("result"))
    assert "did not await next()" in fault(call(tools))
    assert log == ["body ended", "result"]


def test_a_wrapper_that_raises_with_a_body_running_waits_for_the_body() -> None:
    log: list[str] = []

    async def body(args: Any, run: Any) -> str:
        for _ in range(5):
            await asyncio.sleep(0)
        log.append("body ended")
        return "v"

    async def broken(execution: Any, next: Any) -> Any:
        running.append(asyncio.ensure_future(next()))
        await asyncio.sleep(0)
        raise ValueError("wrapper")

    running: list[Any] = []
    tools = registry(body)
    tools.on.execute(broken)
    tools.on.result(lambda execution, result: log.append("result"))
    result = call(tools)
    assert result.error is not None
    assert result.error.message == "wrapper"
    assert log == ["body ended", "result"]


def test_a_rest_that_was_called_for_and_never_begun_does_not_run() -> None:
    async def body(args: Any, run: Any) -> str:
        raise AssertionError("it ran")

    async def broken(execution: Any, next: Any) -> Any:
        next()
        raise ValueError("wrapper")

    tools = registry(body)
    tools.on.execute(broken)
    assert "wrapper" in str(call(tools).error)


def test_next_works_under_wait_for_and_gather() -> None:
    async def patient(execution: Any, next: Any) -> Any:
        return await asyncio.wait_for(next(), 60)

    async def gathering(execution: Any, next: Any) -> Any:
        result, _ = await asyncio.gather(next(), asyncio.sleep(0))
        return result

    tools = registry(simple)
    tools.on.execute(patient)
    tools.on.execute(gathering)
    assert call(tools).value == "v"


def test_a_wrapper_may_run_the_rest_again_once_it_has_settled() -> None:
    bodies: list[int] = []

    async def body(args: Any, run: Any) -> str:
        bodies.append(len(bodies))
        run.defer_context({"role": "user", "content": [text_block(str(bodies[-1]))]})
        if len(bodies) < 3:
            raise ValueError("not yet")
        return "v"

    async def stubborn(execution: Any, next: Any) -> Any:
        result = await next()
        while result.is_error:
            result = await next.again()
        return result

    tools = registry(body)
    tools.on.execute(stubborn)
    result = call(tools)
    assert (result.value, bodies) == ("v", [0, 1, 2])
    assert [c["content"][0] for c in result.additional_contexts] == [text_block("2")]


def test_running_the_rest_again_before_it_has_settled_is_misuse() -> None:
    async def impatient(execution: Any, next: Any) -> Any:
        return await next.again()

    tools = registry(simple)
    tools.on.execute(impatient)
    assert "impatient" in fault(call(tools))


def test_a_success_that_a_wrapper_made_is_rendered_by_the_active_definition() -> None:
    async def cached(execution: Any, next: Any) -> Any:
        return ToolExecutionSuccess(
            "cached", [text_block("as another tool shows it")], meta={"x": 1}
        )

    tools = registry(simple)
    tools.on.execute(cached)
    result = call(tools)
    assert (result.value, result.meta) == ("cached", None)
    assert list(result.content) == [text_block("value cached")]


def test_changing_content_in_a_wrapper_does_not_last_because_values_are_rendered_anew() -> None:
    async def rewriting(execution: Any, next: Any) -> Any:
        return replace(await next(), content=[text_block("rewritten")])

    tools = registry(simple)
    tools.on.execute(rewriting)
    assert list(call(tools).content) == [text_block("value v")]


def test_a_wrapper_changes_the_signal_for_what_is_inside_it_only() -> None:
    seen: list[tuple[str, bool]] = []
    own = AbortController()
    caller = AbortController()

    async def outer(execution: Any, next: Any) -> Any:
        before = execution.signal
        result = await next()
        seen.append(("outer", execution.signal is before))
        return result

    async def inner(execution: Any, next: Any) -> Any:
        execution.signal = own.signal
        return await next()

    async def body(args: Any, run: Any) -> str:
        seen.append(("aborted at start", run.signal.aborted))
        own.abort()
        seen.append(("aborted by wrapper", run.signal.aborted))
        return "v"

    tools = registry(body)
    tools.on.execute(outer)
    tools.on.execute(inner)
    result = call(tools, caller.signal)
    assert seen == [("aborted at start", False), ("aborted by wrapper", True), ("outer", True)]
    assert result.value == "v"


def test_a_replaced_signal_cannot_detach_the_body_from_its_caller() -> None:
    caller = AbortController()

    async def detaching(execution: Any, next: Any) -> Any:
        execution.signal = AbortController().signal
        return await next()

    async def body(args: Any, run: Any) -> str:
        caller.abort("the caller's reason")
        assert run.signal.reason == "the caller's reason"
        await run.signal.wait()
        return "v"

    tools = registry(body)
    tools.on.execute(detaching)
    result = call(tools, caller.signal)
    assert result.error is not None
    assert result.error.info is not None
    assert result.error.info.code == "ABORTED"


def test_fused_signals_leave_no_listener_behind() -> None:
    caller, own = AbortController(), AbortController()

    async def fusing(execution: Any, next: Any) -> Any:
        execution.signal = own.signal
        return await next()

    async def body(args: Any, run: Any) -> str:
        run.signal.add_listener(lambda: None)()
        waiting = asyncio.ensure_future(run.signal.wait())
        await asyncio.sleep(0)
        assert caller.signal._listeners
        waiting.cancel()
        return "v"

    tools = registry(body)
    tools.on.execute(fusing)
    assert call(tools, caller.signal).value == "v"
    assert not caller.signal._listeners
    assert not own.signal._listeners


def test_a_signal_cannot_be_removed_and_identity_cannot_be_changed() -> None:
    async def removing(execution: Any, next: Any) -> Any:
        with pytest.raises(TypeError, match="NoneType"):
            execution.signal = None
        for field in ("name", "arguments", "token"):
            with pytest.raises(AttributeError):
                setattr(execution, field, None)
        assert (execution.call_id, execution.root_call_id) == ("call", "call")
        assert execution.execution.token is execution.token
        return await next()

    tools = registry(simple)
    tools.on.execute(removing)
    assert call(tools).value == "v"


def test_a_disposed_listener_hears_no_more() -> None:
    heard: list[str] = []

    async def wrapper(execution: Any, next: Any) -> Any:
        heard.append("call")
        return await next()

    tools = registry(simple)
    with tools.on.execute(wrapper), tools.on.execute(wrapper):
        call(tools)
    call(tools)
    assert heard == ["call", "call"]


def test_the_same_listener_registered_twice_is_removed_once_a_disposer() -> None:
    heard: list[str] = []

    async def wrapper(execution: Any, next: Any) -> Any:
        heard.append("call")
        return await next()

    tools = registry(simple)
    first = tools.on.execute(wrapper)
    tools.on.execute(wrapper)
    first()
    first()
    call(tools)
    assert heard == ["call"]
