"""One call's identity: what enters the pipeline, what policy sees, what a body gets."""

from __future__ import annotations

from ._json import freeze
from ._record import Record, builder, dataclass, set_field
from ._signal import AbortSignal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from ._activation import ResolvedToolSet
    from ._aliases import ScopeKey
    from ._content import ToolSchema, UserMessage
    from ._json import JsonValue


_NOT_YET: Any = object()


class ToolExecutionToken:
    """Opaque identity of an execution: compare it with `is`, nothing else."""

    __slots__ = ("__weakref__",)


@dataclass(frozen=True)
class ToolExecutionInput(Record):
    """A parsed call on its way into the pipeline. Source: `ToolExecutionInput`."""

    call_id: str
    name: str
    arguments: object
    """Parsed arguments; the pipeline refuses what is not lossless JSON."""
    signal: AbortSignal
    """The caller's own cancellation."""
    root_call_id: str | None
    """The model-requested call that owns this tree of calls; `None` for that call itself."""
    schema: ToolSchema | None
    """The schema a program's binding was made with; never logged."""
    agent: ScopeKey | None
    tool_set: ResolvedToolSet | None
    """The step's admission; without it conditional tools cannot be called."""
    parent: ToolExecutionToken | None
    """Token of the enclosing execution, which marks this call as a sub-dispatch."""
    __slots__ = (
        "agent",
        "arguments",
        "call_id",
        "name",
        "parent",
        "root_call_id",
        "schema",
        "signal",
        "tool_set",
    )

    def __init__(
        self,
        call_id: str,
        name: str,
        arguments: object,
        signal: AbortSignal,
        *,
        root_call_id: str | None = None,
        schema: ToolSchema | None = None,
        agent: ScopeKey | None = None,
        tool_set: ResolvedToolSet | None = None,
        parent: ToolExecutionToken | None = None,
    ) -> None:
        set_field(self, "call_id", call_id)
        set_field(self, "name", name)
        set_field(self, "arguments", arguments)
        set_field(self, "signal", signal)
        set_field(self, "root_call_id", root_call_id)
        set_field(self, "schema", schema)
        set_field(self, "agent", agent)
        set_field(self, "tool_set", tool_set)
        set_field(self, "parent", parent)


@dataclass(frozen=True, init=False)
class ToolExecution:
    """A pending call: its identity, frozen arguments and the caller's signal.

    Immutable from the start, so policy, body, observers and log agree. Source: `ToolExecution`.
    """

    __slots__ = (
        "__weakref__",
        "_frozen",
        "_tree",
        "agent",
        "call_id",
        "name",
        "parent",
        "root_call_id",
        "schema",
        "signal",
        "token",
        "tool_set",
    )

    call_id: str
    root_call_id: str
    """The model-requested call at the root of this tree; its own id for a root call."""
    name: str
    schema: ToolSchema | None
    agent: ScopeKey | None
    tool_set: ResolvedToolSet | None
    parent: ToolExecutionToken | None
    signal: AbortSignal
    token: ToolExecutionToken
    """Assigned by the pipeline; nested calls carry it as their `parent`."""
    _tree: JsonValue
    """The private plain snapshot of the arguments, which parsers read."""
    _frozen: JsonValue

    @property
    def arguments(self) -> JsonValue:
        """The arguments as a frozen snapshot, exactly those that would run."""
        if self._frozen is _NOT_YET:  # most calls have nobody who looks
            set_field(self, "_frozen", freeze(self._tree))
        return self._frozen

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot assign to field {name!r} of an execution")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete field {name!r} of an execution")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(call_id={self.call_id!r}, name={self.name!r})"


class ToolRunContext(ToolExecution):
    """What a body gets: its execution, and two things it may say of its own result.

    `signal` aborts when the caller's does or a wrapper's. Source: `ToolRunContext`.
    """

    __slots__ = ("_concluded", "_contexts")

    _contexts: list[UserMessage]
    _concluded: bool

    def defer_context(self, context: UserMessage) -> None:
        """Attach *context* to this call's result; the loop appends it after the result.

        Source: `deferContext`. Contexts keep their order, source and metadata.
        """
        self._contexts.append(context)

    def conclude_turn(self) -> None:
        """End the agent's turn with this call, if it succeeds. Source: `concludeTurn`."""
        set_field(self, "_concluded", True)


class ToolDispatchExecution:
    """The around-dispatch view of an execution, whose signal a wrapper may replace.

    The pipeline fuses any replacement with the caller's signal. Source: `ToolDispatchExecution`.
    """

    __slots__ = ("_execution", "_signal")

    def __init__(self, execution: ToolExecution) -> None:
        self._execution = execution
        self._signal = execution.signal

    @property
    def signal(self) -> AbortSignal:
        """The cancellation the next wrapper or the body will see."""
        return self._signal

    @signal.setter
    def signal(self, signal: AbortSignal) -> None:
        if not isinstance(signal, AbortSignal):
            raise TypeError(f"a signal cannot be replaced by {type(signal).__name__}")
        self._signal = signal

    @property
    def execution(self) -> ToolExecution:
        """The call itself."""
        return self._execution

    @property
    def call_id(self) -> str:
        return self._execution.call_id

    @property
    def root_call_id(self) -> str:
        return self._execution.root_call_id

    @property
    def name(self) -> str:
        return self._execution.name

    @property
    def schema(self) -> ToolSchema | None:
        return self._execution.schema

    @property
    def arguments(self) -> JsonValue:
        return self._execution.arguments

    @property
    def agent(self) -> ScopeKey | None:
        return self._execution.agent

    @property
    def tool_set(self) -> ResolvedToolSet | None:
        return self._execution.tool_set

    @property
    def parent(self) -> ToolExecutionToken | None:
        return self._execution.parent

    @property
    def token(self) -> ToolExecutionToken:
        return self._execution.token


_NewExecution: Any = builder(ToolExecution)
_NewRunContext: Any = builder(ToolRunContext)


def new_execution(call: ToolExecutionInput, signal: AbortSignal, tree: JsonValue) -> ToolExecution:
    """The execution of *call* under *signal* with the argument snapshot *tree* and a new token."""
    new = _NewExecution()
    new.call_id = call.call_id
    new.root_call_id = call.call_id if call.root_call_id is None else call.root_call_id
    new.name = call.name
    new.schema = call.schema
    new.agent = call.agent
    new.tool_set = call.tool_set
    new.parent = call.parent
    new.signal = signal
    new.token = ToolExecutionToken()
    new._tree = tree
    new._frozen = _NOT_YET
    new.__class__ = ToolExecution
    execution: ToolExecution = new
    return execution


def new_run_context(execution: ToolExecution, signal: AbortSignal) -> ToolRunContext:
    """What the body of *execution* gets, with *signal* in the place of the caller's."""
    new = _NewRunContext()
    new.call_id = execution.call_id
    new.root_call_id = execution.root_call_id
    new.name = execution.name
    new.schema = execution.schema
    new.agent = execution.agent
    new.tool_set = execution.tool_set
    new.parent = execution.parent
    new.signal = signal
    new.token = execution.token
    new._tree = execution._tree
    new._frozen = execution._frozen
    new._contexts = []
    new._concluded = False
    new.__class__ = ToolRunContext
    run: ToolRunContext = new
    return run
