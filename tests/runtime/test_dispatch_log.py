"""The logged copy of a sub-call's content: listeners may reshape it, and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from toolc_runtime import (
    AbortSignal,
    PtcDispatchLog,
    ToolExecutionInput,
    ToolRegistry,
    logged_content,
    text_block,
)

CONTENT = (text_block("full"),)


def logged(tools: ToolRegistry, agent: str | None = None) -> list[Any]:
    call = ToolExecutionInput("outer", "run_code", {}, AbortSignal(), agent=agent)
    execution = tools.pipeline.begin(call, call.signal).execution
    dispatch = PtcDispatchLog(execution, "outer:ptc:1", "tool", CONTENT, agent=agent)
    return list(asyncio.run(logged_content(tools, dispatch)))


def test_without_listeners_the_content_is_logged_as_it_is() -> None:
    assert logged(ToolRegistry()) == list(CONTENT)


def test_listeners_reshape_the_copy_and_see_whose_it_is() -> None:
    seen: list[Any] = []

    async def spill(dispatch: PtcDispatchLog, next: Any) -> Any:
        seen.append((dispatch.sub_call_id, dispatch.name, dispatch.is_error, dispatch.agent))
        return [text_block("preview"), *await next()]

    tools = ToolRegistry()
    tools.scope("agent").on.ptc_dispatch_log(spill)
    assert logged(tools, "agent") == [text_block("preview"), *CONTENT]
    assert logged(tools) == list(CONTENT)
    assert seen == [("outer:ptc:1", "tool", False, "agent")]


@pytest.mark.parametrize("returned", [None, "text", [1], [{"type": object()}]])
def test_a_listener_that_fails_changes_nothing(
    returned: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(dispatch: PtcDispatchLog, next: Any) -> Any:
        if returned is None:
            raise ValueError("listener")
        return returned

    tools = ToolRegistry()
    tools.on.ptc_dispatch_log(broken)
    assert logged(tools) == list(CONTENT)
    assert "ptc_dispatch_log" in caplog.text
