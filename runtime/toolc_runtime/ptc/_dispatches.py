"""The durable events of sub-calls: one when a call starts, one when it settles.

The program never waits for them. What listeners make of the content to log goes on beside it, and
the events are appended in the order in which the calls settled.
"""

from __future__ import annotations

from asyncio import Task, get_running_loop, wait
from typing import TYPE_CHECKING

from toolc_runtime._batch_log import projection
from toolc_runtime._ptc_log import PtcDispatchLog, logged_content
from toolc_runtime._results import json_safe
from toolc_runtime._session import PTC_SETTLE, PTC_START, SessionLog
from toolc_runtime._types import ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toolc_runtime._content import ContentBlock
    from toolc_runtime._execution import ToolRunContext
    from toolc_runtime._json import JsonValue
    from toolc_runtime._registry import ToolRegistry
    from toolc_runtime._types import ToolExecutionResult


class DispatchLog:
    """Appends to the session of the run's agent; does nothing where there is none."""

    def __init__(self, registry: ToolRegistry, run: ToolRunContext, limit: int) -> None:
        self._registry = registry
        self._run = run
        self._limit = limit
        self._session: SessionLog | None = getattr(run.agent, "session", None)
        self._unfinished: set[Task[None]] = set()
        self._last: Task[None] | None = None
        self._broken: BaseException | None = None
        self.on_progress: Callable[[], None] = lambda: None
        """Called when something unfinished is finished."""

    def started(self, call_id: str, name: str, arguments: str) -> int | None:
        """Log that the call starts; the number of the event."""
        if self._session is None:
            return None
        ids = {**self._ids(call_id), "name": json_safe(name), "arguments": json_safe(arguments)}
        return self._session.append(PTC_START, ids)

    def settled(
        self, call_id: str, name: str, event: int | None, result: ToolExecutionResult
    ) -> None:
        """Log the outcome of the call, sooner or later."""
        if self._session is None:
            return
        ids = {**self._ids(call_id), "call_event": event, "name": json_safe(name)}
        if not self._registry._hooks(self._run.agent).ptc_dispatch_log and not self._unfinished:
            self._append(self._session, ids, result, result.content)
            return
        dispatch = PtcDispatchLog(
            self._run,
            call_id,
            name,
            result.content,
            agent=self._run.agent,
            is_error=result.is_error,
        )
        work = self._append_later(self._session, ids, result, dispatch, self._last)
        self._last = task = get_running_loop().create_task(work)
        self._unfinished.add(task)
        task.add_done_callback(self._finished)

    @property
    def full(self) -> bool:
        """Whether as much is unfinished as may be."""
        return len(self._unfinished) >= self._limit

    async def finish(self) -> None:
        """Return once all is logged, or has failed."""
        while self._unfinished:
            await wait(self._unfinished)

    def check(self) -> None:
        """Raise what broke the log."""
        if self._broken is not None:
            raise self._broken

    async def _append_later(
        self,
        session: SessionLog,
        ids: Mapping[str, JsonValue],
        result: ToolExecutionResult,
        dispatch: PtcDispatchLog,
        before: Task[None] | None,
    ) -> None:
        content = await logged_content(self._registry, dispatch)
        if before is not None and not before.done():
            await wait({before})
        self._append(session, ids, result, content)

    def _append(
        self,
        session: SessionLog,
        ids: Mapping[str, JsonValue],
        result: ToolExecutionResult,
        content: Sequence[ContentBlock],
    ) -> None:
        whole = ToolResult.of(result)
        logged = ToolResult(content, is_error=whole.is_error, error=whole.error, meta=whole.meta)
        session.append(PTC_SETTLE, {**ids, **projection(logged)})

    def _ids(self, call_id: str) -> dict[str, JsonValue]:
        return {
            "root_call_id": self._run.root_call_id,
            "parent_call_id": self._run.call_id,
            "call_id": call_id,
        }

    def _finished(self, task: Task[None]) -> None:
        self._unfinished.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self._broken = self._broken or task.exception()
        self.on_progress()
