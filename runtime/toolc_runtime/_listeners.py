"""Where policy hooks in: the waterfalls and observers of one layer."""

from __future__ import annotations

from ._diagnose import report
from ._errors import ToolRegistrationError
from ._scope import Disposer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from ._aliases import (
        ChangeObserver,
        ExecuteWrapper,
        PostExecuteListener,
        PreExecuteListener,
        PtcDispatchLogListener,
        ResultObserver,
    )
    from ._registry import ToolRegistry
    from ._scope import Layer

    F = TypeVar("F", bound=Callable[..., Any])


class Listeners:
    """Registers listeners in one layer. Source: "`tools/*` events".

    A scope's listeners see that scope's calls and those of scopes nested in it, global ones see
    all. The first registered is the outermost; global ones come before scoped ones.
    """

    __slots__ = ("_layer", "_registry")

    def __init__(self, registry: ToolRegistry, layer: Layer) -> None:
        self._registry = registry
        self._layer = layer

    def pre_execute(self, listener: PreExecuteListener) -> Disposer:
        """`tools/pre-execute`: allow, deny, cancel or ask; `next()` allows by default."""
        return self._add(self._layer.listeners["pre_execute"], listener)

    def execute(self, wrapper: ExecuteWrapper) -> Disposer:
        """`tools/execute`: around dispatch, for timeout, retry or metrics.

        A wrapper may change nothing but the signal, which the pipeline fuses with the caller's
        and puts back. A result that it makes itself is validated and rendered like any other.
        """
        return self._add(self._layer.listeners["execute"], wrapper)

    def post_execute(self, listener: PostExecuteListener) -> Disposer:
        """`tools/post-execute`: accept, replace, enrich or block; `next()` accepts."""
        return self._add(self._layer.listeners["post_execute"], listener)

    def ptc_dispatch_log(self, listener: PtcDispatchLogListener) -> Disposer:
        """`tools/ptc-dispatch-log`: reshape the logged copy of a sub-call's content, only that."""
        return self._add(self._layer.listeners["ptc_dispatch_log"], listener)

    def result(self, observer: ResultObserver) -> Disposer:
        """`tools/result`: see the frozen outcome. What an observer raises changes nothing."""
        return self._add(self._layer.listeners["result"], observer)

    def change(self, observer: ChangeObserver) -> Disposer:
        """`tools/change`: a tool or restriction came or went, in any scope."""
        disposer = self._add(self._registry._observers, observer)
        self._layer.observers.append(next(reversed(self._registry._observers)))
        return disposer

    def _add(self, where: dict[object, F], listener: F) -> Disposer:
        if not callable(listener):
            raise ToolRegistrationError(f"{listener!r} cannot be called")
        self._layer.check_open()
        key = object()
        where[key] = listener
        self._registry._version += 1
        return Disposer(lambda: self._remove(where, key))

    def _remove(self, where: dict[object, F], key: object) -> None:
        where.pop(key, None)
        self._registry._version += 1


def notify(observer: Callable[..., object], *args: object) -> None:
    """Call *observer*; log what it raises, and that it is no plain function if it is none."""
    try:
        outcome = observer(*args)
        if outcome is not None and hasattr(outcome, "close") and hasattr(outcome, "__await__"):
            outcome.close()
            raise TypeError("an observer is a plain function: nobody awaits it")
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # noqa: BLE001  # observers cannot change what they observe
        report(f"the observer {name_of(observer)} failed")


def name_of(listener: object) -> str:
    """The listener as its author would find it."""
    module = getattr(listener, "__module__", None)
    name = getattr(listener, "__qualname__", None)
    return f"{module}.{name}" if module and name else repr(listener)
