"""Conditional activation: a step asks every condition once and owns what they admit."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Awaitable

from ._json import FrozenDict
from ._record import Record, dataclass, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Self, TypeAlias

    from ._aliases import AnyDefinition, ScopeKey
    from ._scope import Layer, Registration
    from ._signal import AbortSignal

    LayerOf: TypeAlias = Callable[[ScopeKey | None], Layer]


@dataclass(frozen=True)
class ModelSelection(Record):
    """The model that a step was prepared for."""

    provider: str
    model: str
    reasoning_effort: str | None
    __slots__ = ("model", "provider", "reasoning_effort")

    def __init__(self, provider: str, model: str, *, reasoning_effort: str | None = None) -> None:
        set_field(self, "provider", provider)
        set_field(self, "model", model)
        set_field(self, "reasoning_effort", reasoning_effort)


@dataclass(frozen=True)
class ToolActivationContext(Record):
    """What a condition may go by. Source: `ToolActivationContext`."""

    agent: ScopeKey
    """The agent preparing the step."""
    model_selection: ModelSelection
    signal: AbortSignal
    """Cancels the preparation; conditions that wait must observe it."""
    __slots__ = ("agent", "model_selection", "signal")

    def __init__(
        self, agent: ScopeKey, model_selection: ModelSelection, signal: AbortSignal
    ) -> None:
        set_field(self, "agent", agent)
        set_field(self, "model_selection", model_selection)
        set_field(self, "signal", signal)


class ResolvedToolSet:
    """One step's admitted registrations, for its declarations and all calls of its batch.

    Live: a tool that is removed, replaced or restricted away is no longer in it. Source:
    `ResolvedToolSet`.
    """

    __slots__ = ("__weakref__", "_admitted", "_layer_of", "_scope")

    def __init__(
        self, scope: ScopeKey, layer_of: LayerOf, admitted: dict[str, Registration]
    ) -> None:
        self._scope = scope
        self._layer_of = layer_of
        self._admitted = admitted

    def dispose(self) -> None:
        """Close admission, once the step's batch has settled."""
        self._admitted = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.dispose()

    def view(self, scope: ScopeKey | None) -> Mapping[str, AnyDefinition]:
        """Admitted definitions that *scope* still sees; only the resolving agent has any."""
        if not self._admitted or scope != self._scope:
            return FrozenDict()
        seen = self._layer_of(scope).visible().items()
        return FrozenDict({n: r.definition for n, r in seen if self._admitted.get(n) is r})

    def find(self, name: str, scope: ScopeKey | None) -> Registration | None:
        """The admitted registration of *name*, if *scope* still sees it."""
        admitted = self._admitted.get(name)
        if (
            admitted is None
            or scope != self._scope
            or self._layer_of(scope).find(name) is not admitted
        ):
            return None
        return admitted


async def admit(layer_of: LayerOf, context: ToolActivationContext) -> ResolvedToolSet:
    """Ask every visible condition once, at the same time; all of them settle before this does.

    Raise the reason of an aborted signal, else the first failure in order of registration.
    """
    context.signal.throw_if_aborted()
    visible = layer_of(context.agent).visible()
    asked = [r for r in visible.values() if r.when is not None]
    answers = await gather(*[_ask(r, context) for r in asked], return_exceptions=True)
    context.signal.throw_if_aborted()
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    refused = {id(r) for r, yes in zip(asked, answers, strict=True) if not yes}
    admitted = {n: r for n, r in visible.items() if id(r) not in refused}
    return ResolvedToolSet(context.agent, layer_of, admitted)


async def _ask(registration: Registration, context: ToolActivationContext) -> bool:
    assert registration.when is not None
    answer: object = registration.when(context)
    if isinstance(answer, Awaitable):
        answer = await answer
    if not isinstance(answer, bool):
        name = registration.definition.name
        raise TypeError(f"the condition of {name!r} returned {type(answer).__name__}, not a bool")
    return answer
