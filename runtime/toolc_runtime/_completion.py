"""The outcome of work that goes on elsewhere, awaited to its end whatever happens meanwhile."""

from __future__ import annotations

from asyncio import AbstractEventLoop, CancelledError, Future
from collections.abc import Callable
from typing import Any


class Completion:
    """Settled once, by the work; awaited by one task, which cancellation cannot tear away."""

    __slots__ = ("done", "error", "loop", "value", "waiter")

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.loop = loop
        self.done = False
        self.value: Any = None
        self.error: BaseException | None = None
        self.waiter: Future[None] | None = None

    def settle(self, value: Any, error: BaseException | None) -> None:
        """The work has ended, with *value* or *error*."""
        self.done = True
        self.value = value
        self.error = error
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    async def wait(self, on_cancel: Callable[[], None]) -> Any:
        """The outcome of the work.

        When the waiting task is cancelled, call *on_cancel*, wait on, then raise the cancellation
        (or what interrupts the program, if the work ended with that).
        """
        cancelled: CancelledError | None = None
        while not self.done:
            self.waiter = self.loop.create_future()
            try:
                await self.waiter
            except CancelledError as error:
                cancelled = cancelled or error
                if not self.done:
                    on_cancel()
        if cancelled is not None and not _interrupts(self.error):
            raise cancelled
        if self.error is not None:
            raise self.error
        return self.value


def _interrupts(error: BaseException | None) -> bool:
    return isinstance(error, (KeyboardInterrupt, SystemExit))
