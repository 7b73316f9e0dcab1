"""Cooperative cancellation: a controller aborts its signal, whoever holds the signal notices.

A fused signal looks at its parents when asked and subscribes to them only while somebody listens,
so fusing costs next to nothing and leaves no listener behind. Any thread may abort or ask.
"""

from __future__ import annotations

from ._errors import AbortError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Future
    from collections.abc import Callable


def _nothing() -> None:
    """The disposer of what is gone already."""


class AbortSignal:
    """Says whether, and why, work is to stop. Source: the seed's `AbortSignal`."""

    __slots__ = ("__weakref__", "_aborted", "_listeners", "_parents", "_reason", "_unlink")

    def __init__(self) -> None:
        self._aborted = False
        self._reason: object = None
        self._listeners: dict[object, Callable[[], None]] = {}
        self._parents: tuple[AbortSignal, ...] = ()
        self._unlink: tuple[Callable[[], None], ...] = ()

    @staticmethod
    def any(*signals: AbortSignal) -> AbortSignal:
        """A signal that aborts as soon as one of *signals* does, with its reason."""
        fused = AbortSignal()
        fused._parents = signals
        return fused

    @property
    def aborted(self) -> bool:
        """Whether work is to stop."""
        if self._aborted:
            return True
        for parent in self._parents:
            if parent._aborted or (parent._parents and parent.aborted):
                self._fire(parent._reason)
                return True
        return False

    @property
    def reason(self) -> object:
        """Why: what `abort` was given, an `AbortError` by default; `None` before."""
        return self._reason if self.aborted else None

    def throw_if_aborted(self) -> None:
        """Raise the reason; an `AbortError` where the reason is no exception."""
        if self.aborted:
            raise self.error()

    def error(self) -> Exception:
        """The exception that stands for the reason."""
        reason = self.reason
        return reason if isinstance(reason, Exception) else AbortError(_text(reason))

    def add_listener(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call *callback* once when aborted, now if that has happened; return its disposer."""
        if self.aborted:
            callback()
            return _nothing
        key = object()
        self._listeners[key] = callback
        self._link()
        if self.aborted:  # by another thread, in between
            self._call(key)
        return lambda: self._remove(key)

    async def wait(self) -> None:
        """Return once aborted."""
        if self.aborted:
            return
        from asyncio import get_running_loop  # not before somebody waits: importing it takes long

        loop = get_running_loop()
        future: Future[None] = loop.create_future()
        dispose = self.add_listener(lambda: _wake(loop, future))
        try:
            await future
        finally:
            dispose()

    def wait_in_thread(self, seconds: float | None = None) -> bool:
        """Block the calling worker thread until aborted or *seconds* are over; say which."""
        from threading import Event

        event = Event()
        dispose = self.add_listener(event.set)
        try:
            return event.wait(seconds)
        finally:
            dispose()

    def _interrupt(self) -> None:
        """Abort a derived signal whose surrounding task was cancelled."""
        self._fire(AbortError("the surrounding task was cancelled"))

    def _link(self) -> None:
        if self._parents and not self._unlink:
            self._unlink = tuple([p.add_listener(self._follow) for p in self._parents])

    def _follow(self) -> None:
        _ = self.aborted  # asking adopts the parent's reason and calls the listeners

    def _remove(self, key: object) -> None:
        self._listeners.pop(key, None)
        if not self._listeners:
            self._leave()

    def _leave(self) -> None:
        unlink, self._unlink = self._unlink, ()
        for dispose in unlink:
            dispose()

    def _fire(self, reason: object) -> None:
        if self._aborted:
            return
        self._reason = reason
        self._aborted = True
        self._leave()
        for key in list(self._listeners):
            self._call(key)

    def _call(self, key: object) -> None:
        callback = self._listeners.pop(key, None)
        if callback is not None:
            try:
                callback()
            except Exception:  # noqa: BLE001  # one listener must not keep the others from hearing
                from ._diagnose import report

                report("a listener of an abort signal raised")


class AbortController:
    """The one who may abort a signal."""

    __slots__ = ("signal",)

    def __init__(self) -> None:
        self.signal = AbortSignal()

    def abort(self, reason: object = None) -> None:
        """Abort the signal, once; a later call changes nothing."""
        self.signal._fire(AbortError("aborted") if reason is None else reason)


def is_abort(error: BaseException, signal: AbortSignal) -> bool:
    """Whether *error*, raised under the aborted *signal*, only says that the work has stopped."""
    if not signal.aborted:
        return False
    named = type(error).__name__ in ("AbortError", "CancelledError")
    return named or error is signal.reason or isinstance(error, AbortError)


def _text(reason: object) -> str:
    try:
        return str(reason) or type(reason).__name__
    except Exception:  # noqa: BLE001  # a reason is any object at all
        return f"aborted: {type(reason).__name__}"


def _wake(loop: AbstractEventLoop, future: Future[None]) -> None:
    def settle() -> None:
        if not future.done():
            future.set_result(None)

    try:
        loop.call_soon_threadsafe(settle)
    except RuntimeError:  # the loop is closed: nobody waits any more
        return
