"""What an executor is: it describes tools to a model and runs a batch of its raw calls."""

from __future__ import annotations

from typing import Protocol

from ._record import Record, dataclass, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ._activation import ResolvedToolSet
    from ._aliases import AnyDefinition, ScopeKey
    from ._content import ToolSchema, UserMessage
    from ._signal import AbortSignal
    from ._types import ToolCallBlock, ToolCallResult


@dataclass(frozen=True)
class ToolPromptSection(Record):
    """A section of guidance that an executor adds to the prompt."""

    name: str
    text: str
    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str) -> None:
        set_field(self, "name", name)
        set_field(self, "text", text)


@dataclass(frozen=True)
class ToolModelInput(Record):
    """What a model may call, and the names by which tools may be ordered."""

    schemas: tuple[ToolSchema, ...]
    known_names: tuple[str, ...]
    __slots__ = ("known_names", "schemas")

    def __init__(self, schemas: Iterable[ToolSchema], known_names: Iterable[str]) -> None:
        set_field(self, "schemas", tuple(schemas))
        set_field(self, "known_names", tuple(known_names))


@dataclass(frozen=True)
class ToolBatchLog(Record):
    """The committed model step that root call and result events belong to."""

    turn: int
    step: int
    __slots__ = ("step", "turn")

    def __init__(self, turn: int, step: int) -> None:
        set_field(self, "turn", turn)
        set_field(self, "step", step)


@dataclass(frozen=True)
class ToolBatchInput(Record):
    """Raw model calls with their cancellation. Source: `ToolBatchInput`."""

    calls: tuple[ToolCallBlock, ...]
    signal: AbortSignal
    max_parallel_tool_calls: int | None
    """Overrides the executor's limit for this batch; a positive integer."""
    agent: ScopeKey | None
    """The owner: it supplies scoped tools and context, inside a turn or not."""
    tool_set: ResolvedToolSet | None
    """The step's admission; `None` admits unconditional tools only."""
    log: ToolBatchLog | None
    """Where events go; needs an agent with a session. `None` omits root events."""
    __slots__ = ("agent", "calls", "log", "max_parallel_tool_calls", "signal", "tool_set")

    def __init__(
        self,
        calls: Iterable[ToolCallBlock],
        signal: AbortSignal,
        *,
        max_parallel_tool_calls: int | None = None,
        agent: ScopeKey | None = None,
        tool_set: ResolvedToolSet | None = None,
        log: ToolBatchLog | None = None,
    ) -> None:
        set_field(self, "calls", tuple(calls))
        set_field(self, "signal", signal)
        set_field(self, "max_parallel_tool_calls", max_parallel_tool_calls)
        set_field(self, "agent", agent)
        set_field(self, "tool_set", tool_set)
        set_field(self, "log", log)


@dataclass(frozen=True)
class ToolBatchResult(Record):
    """One result a call, in the model's order. Source: `ToolBatchResult`."""

    results: tuple[ToolCallResult, ...]
    additional_contexts: tuple[UserMessage, ...]
    """Context accepted for the next step."""
    concluded: bool
    """Whether a success ends the turn."""
    __slots__ = ("additional_contexts", "concluded", "results")

    def __init__(
        self,
        results: Iterable[ToolCallResult],
        additional_contexts: Iterable[UserMessage] = (),
        *,
        concluded: bool = False,
    ) -> None:
        set_field(self, "results", tuple(results))
        set_field(self, "additional_contexts", tuple(additional_contexts))
        set_field(self, "concluded", concluded)


class ToolExecutor(Protocol):
    """Owns parsing of arguments, dispatch, scheduling, cancellation and logging of a batch.

    Source: `ToolExecutor`.
    """

    @property
    def sections(self) -> Sequence[ToolPromptSection]:
        """Guidance that comes and goes with this executor; empty for none."""

    def describe(self, tools: Sequence[AnyDefinition], /) -> ToolModelInput:
        """What the model may call, of the *tools* that are visible."""

    async def execute(self, batch: ToolBatchInput, /) -> ToolBatchResult:
        """Settle every call of *batch*, in its order, skipped ones too on abort.

        Never return while started work runs. Raise `ToolBatchExecutionError`, after draining,
        where the executor itself fails.
        """
