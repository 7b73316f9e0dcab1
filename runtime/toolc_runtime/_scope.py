"""Layers: what is registered globally and for each scope, and the chains that scopes form."""

from __future__ import annotations

from ._errors import ToolRegistrationError
from ._record import Record, dataclass, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, Self

    from ._aliases import AnyDefinition, ScopeKey, ToolGuard, When
    from ._executor import ToolExecutor
    from ._violation import Violation

RUN_CODE = "run_code"
"""The reserved name of the transport that runs programs; nothing else may have it."""

EVENTS = ("pre_execute", "execute", "post_execute", "ptc_dispatch_log", "result")


class Disposer:
    """Undoes exactly one registration, once; also as a context manager."""

    __slots__ = ("_undo",)

    def __init__(self, undo: Callable[[], None]) -> None:
        self._undo: Callable[[], None] | None = undo

    def __call__(self) -> None:
        undo, self._undo = self._undo, None
        if undo is not None:
            undo()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self()


@dataclass(frozen=True)
class ToolRestriction(Record):
    """A live filter over what a scope inherits. Source: `ToolRestriction`.

    *allow* keeps only these names, *deny* takes these away; a scope's own tools are exempt.
    """

    allow: tuple[str, ...] | None
    deny: tuple[str, ...] | None
    __slots__ = ("allow", "deny")

    def __init__(
        self, *, allow: Iterable[str] | None = None, deny: Iterable[str] | None = None
    ) -> None:
        set_field(self, "allow", _names(allow))
        set_field(self, "deny", _names(deny))


def _names(names: Iterable[str] | None) -> tuple[str, ...] | None:
    if isinstance(names, str):
        raise TypeError("a restriction takes a list of names, not one name")
    return None if names is None else tuple(names)


class Registration:
    """One `register`: its identity is what admission and disposal go by."""

    __slots__ = ("definition", "validate", "when")

    def __init__(self, definition: AnyDefinition, when: When | None) -> None:
        self.definition = definition
        self.when = when
        self.validate: Callable[[object], Sequence[Violation]] | None = None
        """Checks the values of a raw definition; compiled when its first value comes."""


class Mask:
    """A compiled restriction."""

    __slots__ = ("allow", "deny")

    def __init__(self, restriction: ToolRestriction) -> None:
        self.allow = None if restriction.allow is None else frozenset(restriction.allow)
        self.deny = frozenset(restriction.deny or ())

    def admits(self, name: str) -> bool:
        """Whether the name stays visible."""
        return name not in self.deny and (self.allow is None or name in self.allow)


class ExecutorSlot:
    """A layer's executor: `None` inside once it is unloaded and not yet replaced."""

    __slots__ = ("executor",)

    def __init__(self, executor: ToolExecutor) -> None:
        self.executor: ToolExecutor | None = executor

    def unload(self) -> None:
        """The selection becomes unavailable; it does not fall back to an outer one."""
        self.executor = None


class Hooks:
    """The listeners and guards that a scope's calls meet, global ones first."""

    __slots__ = (
        "execute",
        "gates",
        "guards",
        "post_execute",
        "pre_execute",
        "ptc_dispatch_log",
        "result",
        "version",
    )

    def __init__(self, layer: Layer, version: int) -> None:
        chain = list(layer.chain())[::-1]
        self.version = version
        self.guards: tuple[ToolGuard, ...] = tuple([g for x in chain for g in x.guards.values()])
        for event in EVENTS:
            setattr(self, event, tuple([f for x in chain for f in x.listeners[event].values()]))

        self.gates = bool(self.guards or self.pre_execute)
        """Whether anything is asked before dispatch."""

    if TYPE_CHECKING:
        pre_execute: tuple[Callable[..., Any], ...]
        execute: tuple[Callable[..., Any], ...]
        post_execute: tuple[Callable[..., Any], ...]
        ptc_dispatch_log: tuple[Callable[..., Any], ...]
        result: tuple[Callable[..., Any], ...]


class Layer:
    """What is registered in one place: globally, or for one scope."""

    __slots__ = (
        "executor",
        "guards",
        "hooks",
        "key",
        "listeners",
        "masks",
        "observers",
        "open",
        "parent",
        "tools",
    )

    def __init__(self, key: ScopeKey | None, parent: Layer | None) -> None:
        self.key = key
        self.parent = parent
        self.tools: dict[str, Registration] = {}
        self.masks: list[Mask] = []
        self.guards: dict[object, ToolGuard] = {}
        self.listeners: dict[str, dict[object, Callable[..., Any]]] = {e: {} for e in EVENTS}
        self.open = True
        self.observers: list[object] = []
        """Keys of the change observers that came from here; every layer's changes reach them."""
        self.executor: ExecutorSlot | None = None
        self.hooks: Hooks | None = None

    def check_open(self) -> None:
        """Raise `ToolRegistrationError` where nothing can be registered any more."""
        if not self.open:
            raise ToolRegistrationError(f"the scope of {self.key!r} was disposed")

    def close(self) -> None:
        """Drop all that is registered here, for good."""
        self.open = False
        self.tools.clear()
        self.masks.clear()
        self.guards.clear()
        self.executor = None
        self.observers.clear()
        for listeners in self.listeners.values():
            listeners.clear()

    def chain(self) -> Iterator[Layer]:
        """This layer, its ancestors, the global one."""
        layer: Layer | None = self
        while layer is not None:
            yield layer
            layer = layer.parent

    def find(self, name: str) -> Registration | None:
        """The nearest visible registration of *name*."""
        own = self.tools.get(name)
        if own is not None or self.parent is None:
            return own
        if not self._admits(name):
            return None
        return self.parent.nearest(name)

    def nearest(self, name: str) -> Registration | None:
        """The nearest registration of *name*, whatever restrictions say."""
        for layer in self.chain():
            found = layer.tools.get(name)
            if found is not None:
                return found
        return None

    def visible(self) -> dict[str, Registration]:
        """All that the scope sees, by name: inherited first, then its own."""
        seen: dict[str, Registration] = {}
        for layer in list(self.chain())[:0:-1]:
            seen.update(layer.tools)
        return {n: r for n, r in seen.items() if self._admits(n)} | self.tools

    def inherited(self) -> set[str]:
        """Names that the scope would see without restrictions and its own tools."""
        return {name for layer in list(self.chain())[1:] for name in layer.tools}

    def _admits(self, name: str) -> bool:
        return all(mask.admits(name) for layer in self.chain() for mask in layer.masks)
