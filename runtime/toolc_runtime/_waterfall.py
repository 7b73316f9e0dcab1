"""Waterfalls: listeners around a default, each of which may delegate to the rest by `next()`.

The first listener is the outermost. A listener that calls `next()` twice, does not await it, or
returns what is no decision is told so by name; whatever it started is waited for first.
"""

from __future__ import annotations

from asyncio import Future, get_running_loop, sleep
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Generic, TypeVar

from ._errors import ListenerError
from ._execution import ToolDispatchExecution
from ._listeners import name_of

R = TypeVar("R")

Listener = Callable[..., Awaitable[Any]]


_IDLE, _CALLED, _ENTERED, _DONE = range(4)
_OPEN = frozenset({_CALLED, _ENTERED})


class Next(Generic[R]):
    """What a listener delegates with: `await next()` runs the rest and returns its outcome."""

    __slots__ = ("_fault", "_rest", "_runs", "_state", "_waiter", "_waterfall")

    _runs: Coroutine[Any, Any, R]
    _waiter: Future[None] | None

    def __init__(self, waterfall: Waterfall[R], rest: int) -> None:
        self._waterfall = waterfall
        self._rest = rest
        self._state = _IDLE
        self._fault: str | None = None

    def __call__(self) -> Coroutine[Any, Any, R]:
        """Run the rest of the waterfall; once."""
        if self._state != _IDLE:
            self._fault = "called next() twice"
            raise ListenerError(self._listener(), self._fault)
        return self._begin()

    def again(self) -> Coroutine[Any, Any, R]:
        """Run the rest once more, for retries: allowed when the run before has settled."""
        if self._state != _DONE:
            self._fault = "called next.again() before next() had settled"
            raise ListenerError(self._listener(), self._fault)
        return self._begin()

    def _begin(self) -> Coroutine[Any, Any, R]:
        self._state = _CALLED
        self._waiter = None
        self._runs = self._waterfall._step(self._rest, self)
        return self._runs

    def _listener(self) -> str:
        return name_of(self._waterfall._listeners[self._rest - 1])

    def _settled(self) -> None:
        self._state = _DONE
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def _drain(self) -> None:
        """Wait for a run that goes on in another task; close one that never began."""
        await sleep(0)  # a task made for it begins now
        if self._state == _CALLED:
            self._runs.close()
            return
        while self._state == _ENTERED:
            self._waiter = get_running_loop().create_future()
            await self._waiter


class Waterfall(Generic[R]):
    """One passage: *listeners* around *default*, each given *args* and its `Next`."""

    __slots__ = ("_args", "_default", "_kinds", "_listeners", "_view")

    def __init__(
        self,
        listeners: tuple[Listener, ...],
        args: tuple[object, ...],
        default: Callable[[], Coroutine[Any, Any, R]],
        kinds: frozenset[type],
        view: ToolDispatchExecution | None = None,
    ) -> None:
        self._listeners = listeners
        self._args = args
        self._default = default
        self._kinds = kinds
        self._view = view
        """Whose signal a listener may change for the time it runs."""

    def run(self) -> Coroutine[Any, Any, R]:
        """The outcome of the outermost listener."""
        return self._step(0, None)

    async def _step(self, index: int, link: Next[R] | None) -> R:
        if link is not None:
            link._state = _ENTERED
        try:
            if index == len(self._listeners):
                return await self._default()
            listener = self._listeners[index]
            following = Next(self, index + 1)
            view = self._view
            signal = None if view is None else view._signal
            try:
                outcome: Any = listener(*self._args, following)
                waits = hasattr(outcome, "__await__")
                if waits:
                    outcome = await outcome
            finally:
                if view is not None and signal is not None:
                    view._signal = signal
                if following._state in _OPEN:
                    following._fault = "did not await next()"
                    await following._drain()
            if following._fault is not None:
                raise ListenerError(name_of(listener), following._fault)
            kind = outcome.__class__
            if kind not in self._kinds:
                fault = f"returned {kind.__name__}, which is no decision"
                raise ListenerError(name_of(listener), fault)
            decision: R = outcome
            return decision
        finally:
            if link is not None:
                link._settled()
