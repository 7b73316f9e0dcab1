"""Runs a coroutine to its end, however often the surrounding task is cancelled.

A task of its own would do, and costs an extra turn of the event loop for a call that never waits.
So the coroutine takes its first step at once, under the identity of a task that has not started
(`current_task()` is the same before and after a suspension, which timeouts and task groups need).
Only if that step suspends does the task go on with it; else the task is lent to the next call.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, Task, current_task
from asyncio.events import get_running_loop
from asyncio.tasks import _enter_task, _leave_task, _register_task, _unregister_task
from collections.abc import Callable, Coroutine
from contextvars import Context, copy_context
from types import CodeType, FrameType
from typing import Any, TypeVar

from ._completion import Completion

T = TypeVar("T")


class _Driver(Coroutine[Any, Any, None]):
    """The coroutine of a host's task: hands every step to the job, if there is one.

    It looks like the job to those who inspect a task's coroutine.
    """

    __slots__ = ("completion", "context", "first", "held", "job", "loop")

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.loop = loop
        self.job: Coroutine[Any, Any, Any] | None = None
        self.completion = Completion(loop)
        self.context: Context
        self.first: Any = None
        self.held = False
        """Whether *first*, what the borrowed step waits for, has yet to reach the loop."""

    def send(self, value: Any) -> Any:
        if self.job is None:  # not borrowed in this turn of the loop: no longer to be had
            _spare.pop(self.loop, None)
            raise StopIteration
        if self.held:
            first, self.first, self.held = self.first, None, False
            return first
        return self._step(self.job.send, value)

    def throw(self, *error: Any) -> Any:
        if self.job is None:
            _spare.pop(self.loop, None)
            raise StopIteration
        if self.held:  # cancelled between the borrowed step and the first own one
            first, self.first, self.held = self.first, None, False
            if first is not None:
                first._asyncio_future_blocking = False
                first.cancel()
        return self._step(self.job.throw, *error)

    def close(self) -> None:
        if self.job is not None:
            self.job.close()

    def __await__(self) -> Any:
        return self

    def _step(self, advance: Callable[..., Any], *args: Any) -> Any:
        try:
            return self.context.run(advance, *args)
        except StopIteration as stop:
            self.completion.settle(stop.value, None)
        except BaseException as error:  # noqa: BLE001  # handed to whoever waits
            self.completion.settle(None, error)
        raise StopIteration

    @property
    def cr_running(self) -> bool:
        return bool(getattr(self.job, "cr_running", False))

    @property
    def cr_frame(self) -> FrameType | None:
        return getattr(self.job, "cr_frame", None)

    @property
    def cr_code(self) -> CodeType | None:
        return getattr(self.job, "cr_code", None)

    @property
    def cr_await(self) -> Any:
        return getattr(self.job, "cr_await", None)


class _Host:
    """A task that has not started, and its driver."""

    __slots__ = ("driver", "task")

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.driver = _Driver(loop)
        self.task: Task[None] = Task(self.driver, loop=loop)
        self.lend()

    def lend(self) -> None:
        """Nobody is to see or miss this task while it has nothing to do."""
        _unregister_task(self.task)
        self.task._log_destroy_pending = False  # type: ignore[attr-defined]  # as `gather` does

    def keep(self) -> None:
        """The task goes on with its job: from here on it is a task like any other."""
        _register_task(self.task)
        self.task._log_destroy_pending = True  # type: ignore[attr-defined]

    def give_back(self) -> None:
        """Lend the task to the next call, unless somebody has cancelled it."""
        if not self.task.cancelling() and not self.task._must_cancel:  # type: ignore[attr-defined]
            _spare[self.driver.loop] = self


_spare: dict[AbstractEventLoop, _Host] = {}
"""At most one host a loop, from its making to the next turn of the loop."""


async def run_to_end(job: Coroutine[Any, Any, T], on_cancel: Callable[[], None]) -> T:
    """The result of *job*, which is never abandoned.

    When the surrounding task is cancelled, call *on_cancel*, wait for *job* all the same, then
    raise the cancellation.
    """
    loop = get_running_loop()
    host = _spare.pop(loop, None) or _Host(loop)
    driver = host.driver
    outer: Any = current_task(loop)
    context = copy_context()
    _leave_task(loop, outer)
    _enter_task(loop, host.task)
    try:
        first = context.run(job.send, None)
    except StopIteration as stop:
        host.give_back()
        value: T = stop.value
        return value
    except BaseException:
        host.give_back()
        raise
    finally:
        _leave_task(loop, host.task)
        _enter_task(loop, outer)
    driver.job, driver.context, driver.first, driver.held = job, context, first, True
    host.keep()
    outcome: T = await driver.completion.wait(on_cancel)
    return outcome
