"""Worker threads for plain functions: made when needed, kept for a while, never fewer than needed.

The pool of an event loop is too small for tools that wait on each other, and lives too long.
"""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable
from contextvars import Context, copy_context
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from ._completion import Completion

T = TypeVar("T")

IDLE_SECONDS = 10.0
"""How long a thread without work stays."""


class _Job:
    """A function to call, and who waits for it."""

    __slots__ = ("args", "completion", "context", "function")

    def __init__(
        self, completion: Completion, context: Context, function: Callable[..., Any], args: Any
    ) -> None:
        self.completion = completion
        self.context = context
        self.function = function
        self.args = args

    def run(self) -> None:
        try:
            value, error = self.context.run(self.function, *self.args), None
        except BaseException as raised:  # noqa: BLE001  # handed to whoever waits
            value, error = None, raised
        if isinstance(error, StopIteration):  # which no coroutine can raise
            error = RuntimeError("the function raised StopIteration")
        try:
            self.completion.loop.call_soon_threadsafe(self.completion.settle, value, error)
        except RuntimeError:  # the loop is closed: nobody waits any more
            return


class _Worker(Thread):
    """Runs one job at a time, and is in `_idle` between jobs."""

    def __init__(self) -> None:
        super().__init__(name="toolc-worker", daemon=True)
        self.jobs: SimpleQueue[_Job] = SimpleQueue()

    def run(self) -> None:
        while (job := self._next()) is not None:
            job.run()
            del job  # an idle thread keeps nothing alive
            _idle.append(self)

    def _next(self) -> _Job | None:
        try:
            return self.jobs.get(timeout=IDLE_SECONDS)
        except Empty:
            try:
                _idle.remove(self)
            except ValueError:  # taken at this very moment: its job is on the way
                return self.jobs.get()
            return None


_idle: list[_Worker] = []


async def in_thread(function: Callable[..., T], *args: object, on_cancel: Callable[[], None]) -> T:
    """The outcome of *function*, called in a worker thread within the caller's context.

    It is waited for even if the surrounding task is cancelled: then *on_cancel* is called, and the
    cancellation raised at the end.
    """
    completion = Completion(get_running_loop())
    job = _Job(completion, copy_context(), function, args)
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
        worker.start()
    worker.jobs.put(job)
    outcome: T = await completion.wait(on_cancel)
    return outcome
