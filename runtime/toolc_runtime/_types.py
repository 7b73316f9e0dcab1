"""The values that travel through a call: failures, results and their parts. All frozen."""

from __future__ import annotations

from ._record import Record, dataclass, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar, Literal, TypeAlias

    from ._content import ContentBlock, UserMessage
    from ._json import JsonValue


@dataclass(frozen=True)
class ToolErrorInfo(Record):
    """The structured identity of a failure, beside its text. Source: `ToolErrorInfo`."""

    name: str
    code: str
    reason: str | None
    """Raw detail for the user; durable, and never in model-facing content."""
    __slots__ = ("code", "name", "reason")

    def __init__(self, name: str, code: str, *, reason: str | None = None) -> None:
        set_field(self, "name", name)
        set_field(self, "code", code)
        set_field(self, "reason", reason)


@dataclass(frozen=True)
class ToolFailure(Record):
    """Why a call failed, without the `Error: ` envelope. Source: `ToolFailure`."""

    message: str
    info: ToolErrorInfo | None
    __slots__ = ("info", "message")

    def __init__(self, message: str, *, info: ToolErrorInfo | None = None) -> None:
        set_field(self, "message", message)
        set_field(self, "info", info)


@dataclass(frozen=True)
class ToolExecutionSuccess(Record):
    """A call that succeeded. Source: `ToolExecutionSuccess`."""

    value: JsonValue
    """The canonical value. It lives as long as this execution: nothing durable holds it."""
    content: Sequence[ContentBlock]
    meta: JsonValue
    """The presentation projection; `None` without one."""
    additional_contexts: Sequence[UserMessage]
    concludes_turn: bool
    """The agent loop stops once it has committed this result's batch."""
    __slots__ = ("additional_contexts", "concludes_turn", "content", "meta", "value")
    if TYPE_CHECKING:
        is_error: ClassVar[Literal[False]]
        error: ClassVar[None]
    else:
        is_error = False
        error = None

    def __init__(
        self,
        value: JsonValue,
        content: Sequence[ContentBlock],
        *,
        meta: JsonValue = None,
        additional_contexts: Sequence[UserMessage] = (),
        concludes_turn: bool = False,
    ) -> None:
        set_field(self, "value", value)
        set_field(self, "content", content)
        set_field(self, "meta", meta)
        set_field(self, "additional_contexts", additional_contexts)
        set_field(self, "concludes_turn", concludes_turn)


@dataclass(frozen=True)
class ToolExecutionFailure(Record):
    """A call that failed; it never carries a value. Source: `ToolExecutionFailure`."""

    error: ToolFailure
    content: Sequence[ContentBlock]
    meta: JsonValue
    additional_contexts: Sequence[UserMessage]
    __slots__ = ("additional_contexts", "content", "error", "meta")
    if TYPE_CHECKING:
        is_error: ClassVar[Literal[True]]
        value: ClassVar[None]
        concludes_turn: ClassVar[Literal[False]]
    else:
        is_error = True
        value = None
        concludes_turn = False

    def __init__(
        self,
        error: ToolFailure,
        content: Sequence[ContentBlock],
        *,
        meta: JsonValue = None,
        additional_contexts: Sequence[UserMessage] = (),
    ) -> None:
        set_field(self, "error", error)
        set_field(self, "content", content)
        set_field(self, "meta", meta)
        set_field(self, "additional_contexts", additional_contexts)


if TYPE_CHECKING:
    ToolExecutionResult: TypeAlias = ToolExecutionSuccess | ToolExecutionFailure
else:
    ToolExecutionResult = ToolExecutionSuccess | ToolExecutionFailure
"""The outcome of one call. Its identity stays on the execution beside it."""


@dataclass(frozen=True)
class ToolResult(Record):
    """The durable projection of a result: what a log holds and a presenter may read."""

    content: Sequence[ContentBlock]
    is_error: bool
    error: ToolErrorInfo | None
    meta: JsonValue
    __slots__ = ("content", "error", "is_error", "meta")

    def __init__(
        self,
        content: Sequence[ContentBlock],
        *,
        is_error: bool = False,
        error: ToolErrorInfo | None = None,
        meta: JsonValue = None,
    ) -> None:
        set_field(self, "content", content)
        set_field(self, "is_error", is_error)
        set_field(self, "error", error)
        set_field(self, "meta", meta)

    @classmethod
    def of(cls, result: ToolExecutionResult) -> ToolResult:
        """What of *result* is durable: everything but the value, the contexts and the message."""
        info = None if result.error is None else result.error.info
        return cls(result.content, is_error=result.is_error, error=info, meta=result.meta)


@dataclass(frozen=True)
class ToolCallBlock(Record):
    """A call as the model made it: *arguments* is its raw text. Source: `ToolCallBlock`."""

    call_id: str
    name: str
    arguments: str
    __slots__ = ("arguments", "call_id", "name")

    def __init__(self, call_id: str, name: str, arguments: str = "") -> None:
        set_field(self, "call_id", call_id)
        set_field(self, "name", name)
        set_field(self, "arguments", arguments)


@dataclass(frozen=True)
class ToolCallResult(Record):
    """One settled result beside the id of its call. Source: `ToolCallResult`."""

    call_id: str
    result: ToolExecutionResult
    __slots__ = ("call_id", "result")

    def __init__(self, call_id: str, result: ToolExecutionResult) -> None:
        set_field(self, "call_id", call_id)
        set_field(self, "result", result)


@dataclass(frozen=True)
class ToolHints(Record):
    """What MCP's tool annotations say; `None` is not said."""

    read_only: bool | None
    destructive: bool | None
    idempotent: bool | None
    open_world: bool | None
    __slots__ = ("destructive", "idempotent", "open_world", "read_only")

    def __init__(
        self,
        *,
        read_only: bool | None = None,
        destructive: bool | None = None,
        idempotent: bool | None = None,
        open_world: bool | None = None,
    ) -> None:
        set_field(self, "read_only", read_only)
        set_field(self, "destructive", destructive)
        set_field(self, "idempotent", idempotent)
        set_field(self, "open_world", open_world)


@dataclass(frozen=True)
class Parallel(Record):
    """The call may overlap with its siblings."""

    __slots__ = ()
    if TYPE_CHECKING:
        kind: ClassVar[Literal["parallel"]]
    else:
        kind = "parallel"

        def __init__(self) -> None: ...


@dataclass(frozen=True)
class Exclusive(Record):
    """The call runs alone and is an ordering barrier."""

    __slots__ = ()
    if TYPE_CHECKING:
        kind: ClassVar[Literal["exclusive"]]
    else:
        kind = "exclusive"

        def __init__(self) -> None: ...


if TYPE_CHECKING:
    ToolExecutionMode: TypeAlias = Parallel | Exclusive
else:
    ToolExecutionMode = Parallel | Exclusive
