"""Shipped wrappers: the deadline that waits for the body, the retries of idempotent tools."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from toolc_runtime import (
    AbortController,
    AbortError,
    AbortSignal,
    HarnessError,
    ToolDefinition,
    ToolExecutionInput,
    ToolExecutionResult,
    ToolHints,
    ToolOutputDefinition,
    ToolRegistry,
    retry_policy,
    timeout_policy,
    user_message,
)

AT_ONCE = 0.000_001
NEVER = 1e9


def registry(body: Any, **hooks: Any) -> ToolRegistry:
    tools = ToolRegistry()
    output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition({}, lambda args, value: [])
    tools.register(ToolDefinition("tool", "…", {"type": "object"}, output, body, **hooks))
    return tools


def call(tools: ToolRegistry, signal: AbortSignal | None = None) -> ToolExecutionResult:
    given = ToolExecutionInput("call", "tool", {}, signal or AbortSignal())
    return asyncio.run(tools.pipeline.execute(given))


def code(result: ToolExecutionResult) -> tuple[str, str] | None:
    info = None if result.error is None else result.error.info
    return None if info is None else (info.name, info.code)


# ── timeout ───────────────────────────────────────────────────────────────────────────────────


def timed(body: Any, timeout_ms: float | None) -> ToolRegistry:
    tools = registry(body, timeout_ms=timeout_ms)
    tools.on.execute(timeout_policy(tools))
    return tools


def test_a_deadline_aborts_the_body_waits_for_it_and_becomes_the_result() -> None:
    log: list[str] = []

    async def body(args: Any, run: Any) -> str:
        await run.signal.wait()
        await asyncio.sleep(0)
        log.append("body settled")
        run.defer_context(user_message("kept"))
        return "too late"

    result = call(timed(body, AT_ONCE))
    assert code(result) == ("ToolTimeoutError", "TOOL_TIMEOUT")
    assert "timed out after 1e-06 ms" in str(result.error)
    assert log == ["body settled"]
    assert len(result.additional_contexts) == 1


@pytest.mark.parametrize("thrown", ["reason", "abort", "other"])
def test_whatever_a_body_throws_at_its_deadline_is_a_timeout(thrown: str) -> None:
    async def body(args: Any, run: Any) -> None:
        await run.signal.wait()
        if thrown == "reason":
            run.signal.throw_if_aborted()
        raise AbortError("stopped") if thrown == "abort" else ValueError("other")

    assert code(call(timed(body, AT_ONCE))) == ("ToolTimeoutError", "TOOL_TIMEOUT")


@pytest.mark.parametrize("timeout_ms", [None, NEVER])
def test_a_body_in_time_keeps_its_result_and_leaves_no_timer(timeout_ms: float | None) -> None:
    async def main() -> list[Any]:
        async def body(args: Any, run: Any) -> str:
            return "in time"

        given = ToolExecutionInput("call", "tool", {}, AbortSignal())
        result = await timed(body, timeout_ms).pipeline.execute(given)
        assert result.value == "in time"
        timers: list[Any] = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]
        return [timer for timer in timers if not timer.cancelled()]

    assert asyncio.run(main()) == []


def test_a_caller_that_cancels_before_the_deadline_is_an_ordinary_cancellation() -> None:
    caller = AbortController()

    async def body(args: Any, run: Any) -> str:
        caller.abort()
        for _ in range(20):  # the deadline passes meanwhile
            await asyncio.sleep(0)
        return "late"

    assert code(call(timed(body, AT_ONCE), caller.signal)) == ("AbortError", "ABORTED")


def test_of_two_deadlines_the_one_that_fired_names_itself() -> None:
    async def body(args: Any, run: Any) -> None:
        await run.signal.wait()

    tools = timed(body, AT_ONCE)
    tools.on.execute(timeout_policy(tools))
    assert code(call(tools)) == ("ToolTimeoutError", "TOOL_TIMEOUT")


def test_a_thread_hears_of_its_deadline() -> None:
    def body(args: Any, run: Any) -> bool:
        return bool(run.signal.wait_in_thread(60))

    assert code(call(timed(body, AT_ONCE))) == ("ToolTimeoutError", "TOOL_TIMEOUT")


# ── retry ─────────────────────────────────────────────────────────────────────────────────────


class Flaky:
    """A body that fails with *failures*, one after the other, then succeeds."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.attempts = 0

    async def __call__(self, args: Any, run: Any) -> str:
        self.attempts += 1
        if self.failures:
            raise self.failures.pop(0)
        return "done"


def retried(
    body: Any, hints: ToolHints | None = None, seconds: float = 0, **options: Any
) -> tuple[ToolRegistry, list[int]]:
    tools = registry(body, hints=hints or ToolHints(idempotent=True))
    waited: list[int] = []

    def backoff(failed: int) -> float:
        waited.append(failed)
        return seconds

    tools.on.execute(retry_policy(tools, backoff=backoff, **options))
    return tools, waited


def test_an_idempotent_tool_is_tried_again_until_it_succeeds() -> None:
    body = Flaky(OSError("one"), HarnessError("two", "NET"))
    tools, waited = retried(body)
    assert call(tools).value == "done"
    assert (body.attempts, waited) == (3, [1, 2])


def test_the_last_failure_is_the_result() -> None:
    body = Flaky(OSError("one"), OSError("two"), OSError("three"))
    tools, _ = retried(body, attempts=2)
    assert "two" in str(call(tools).error)
    assert body.attempts == 2


@pytest.mark.parametrize("hints", [ToolHints(), ToolHints(idempotent=False, read_only=True)])
def test_a_tool_that_is_not_declared_idempotent_runs_once(hints: ToolHints) -> None:
    body = Flaky(OSError("one"))
    tools, _ = retried(body, hints)
    assert call(tools).is_error
    assert body.attempts == 1


@pytest.mark.parametrize("refused", ["INVALID_ARGS", "UNKNOWN_TOOL", "TOOL_CONTEXT_UNAVAILABLE"])
def test_a_failure_that_would_only_repeat_is_not_tried_again(refused: str) -> None:
    body = Flaky(HarnessError("no", refused))
    tools, _ = retried(body)
    assert call(tools).is_error
    assert body.attempts == 1


def test_an_abort_ends_the_waiting_and_the_attempts() -> None:
    caller = AbortController()

    class Aborting(Flaky):
        async def __call__(self, args: Any, run: Any) -> str:
            asyncio.get_running_loop().call_soon(caller.abort)
            return await super().__call__(args, run)

    body = Aborting(OSError("one"))
    tools, waited = retried(body, seconds=NEVER)
    assert "one" in str(call(tools, caller.signal).error)
    assert (body.attempts, waited) == (1, [1])


def test_the_waiting_ends_with_its_time() -> None:
    body = Flaky(OSError("one"))
    tools, _ = retried(body, seconds=AT_ONCE)
    assert call(tools).value == "done"


@pytest.mark.parametrize("attempts", [0, -1, True, 1.5])
def test_the_number_of_attempts_is_a_positive_integer(attempts: Any) -> None:
    with pytest.raises(ValueError, match="positive integer"):
        retry_policy(ToolRegistry(), attempts=attempts)


def test_policies_stack_and_each_attempt_has_its_own_deadline() -> None:
    attempts: list[int] = []

    async def body(args: Any, run: Any) -> str:
        attempts.append(1)
        if len(attempts) == 1:
            await run.signal.wait()
        return "done"

    tools = registry(body, hints=ToolHints(idempotent=True), timeout_ms=AT_ONCE)
    tools.on.execute(retry_policy(tools, backoff=lambda failed: 0))
    tools.on.execute(timeout_policy(tools))
    assert call(tools).value == "done"
    assert len(attempts) == 2
