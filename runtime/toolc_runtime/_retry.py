"""The retry policy: runs the body of an idempotent tool again where it failed by chance."""

from __future__ import annotations

from asyncio import wait_for
from collections.abc import Callable

from ._execution import ToolDispatchExecution
from ._registry import ToolRegistry
from ._types import ToolExecutionFailure, ToolExecutionResult
from ._waterfall import Next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._aliases import ExecuteWrapper

NO_CHANCE = frozenset(
    {
        "ABORTED",
        "ABORTED_BEFORE_DISPATCH",
        "INVALID_ARGS",
        "INVALID_TOOL_OUTPUT",
        "TOOL_CONTEXT_UNAVAILABLE",
        "UNKNOWN_TOOL",
    }
)
"""Codes of failures that another attempt would only repeat."""


def retry_policy(
    registry: ToolRegistry,
    *,
    attempts: int = 3,
    backoff: Callable[[int], float] = lambda failed: 0.1 * 2 ** (failed - 1),
) -> ExecuteWrapper:
    """A wrapper for `registry.on.execute` that makes up to *attempts* attempts.

    Only tools whose hints say `idempotent` are tried again. *backoff* gives the seconds to wait
    after so many failures; an abort ends the waiting and the attempts. What a failed attempt
    deferred is dropped with it. Raise `ValueError` unless *attempts* is a positive integer.
    """
    if type(attempts) is not int or attempts < 1:
        raise ValueError(f"attempts is {attempts!r}, not a positive integer")

    async def retry(
        execution: ToolDispatchExecution, next: Next[ToolExecutionResult]
    ) -> ToolExecutionResult:
        result = await next()
        if not _idempotent(registry, execution):
            return result
        for failed in range(1, attempts):
            if not _by_chance(result) or await _aborted_within(execution, backoff(failed)):
                break
            result = await next.again()
        return result

    return retry


def _idempotent(registry: ToolRegistry, execution: ToolDispatchExecution) -> bool:
    found = registry.executable(execution.name, execution.agent, execution.tool_set)
    return found is not None and found.hints is not None and found.hints.idempotent is True


def _by_chance(result: ToolExecutionResult) -> bool:
    if not isinstance(result, ToolExecutionFailure):
        return False
    return result.error.info is None or result.error.info.code not in NO_CHANCE


async def _aborted_within(execution: ToolDispatchExecution, seconds: float) -> bool:
    if seconds > 0:
        try:
            await wait_for(execution.signal.wait(), seconds)
        except TimeoutError:
            return False
    return execution.signal.aborted
