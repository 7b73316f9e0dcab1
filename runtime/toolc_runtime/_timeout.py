"""The timeout policy: enforces a tool's `timeout_ms` without abandoning its body."""

from __future__ import annotations

from asyncio import get_running_loop

from ._errors import ToolTimeoutError
from ._execution import ToolDispatchExecution
from ._registry import ToolRegistry
from ._results import failure_of, with_contexts
from ._signal import AbortController, AbortSignal
from ._types import ToolExecutionResult
from ._waterfall import Next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._aliases import ExecuteWrapper


def timeout_policy(registry: ToolRegistry) -> ExecuteWrapper:
    """A wrapper for `registry.on.execute`.

    After `timeout_ms` it aborts the body's signal and waits for the body; the result is then a
    failure `ToolTimeoutError`/`TOOL_TIMEOUT`. A call that its caller cancelled before the deadline
    stays an ordinary cancellation.
    """

    async def enforce_timeout(
        execution: ToolDispatchExecution, next: Next[ToolExecutionResult]
    ) -> ToolExecutionResult:
        found = registry.executable(execution.name, execution.agent, execution.tool_set)
        if found is None or found.timeout_ms is None:
            return await next()
        deadline = _Deadline(execution, found.timeout_ms)
        try:
            result = await next()
        finally:
            deadline.timer.cancel()
        if not deadline.passed:
            return result
        return with_contexts(failure_of(deadline.error), result.additional_contexts)

    return enforce_timeout


class _Deadline:
    """Aborts the signal that a call's inner part sees, once its time is up."""

    def __init__(self, execution: ToolDispatchExecution, timeout_ms: float) -> None:
        self.passed = False
        self._outer = execution.signal
        self._own = AbortController()
        execution.signal = AbortSignal.any(execution.signal, self._own.signal)
        self.error = ToolTimeoutError(execution.name, timeout_ms)
        self.timer = get_running_loop().call_later(timeout_ms / 1000, self._pass)

    def _pass(self) -> None:
        if not self._outer.aborted:
            self.passed = True
            self._own.abort(self.error)
