"""What policy may decide: closed unions of frozen values."""

from __future__ import annotations

from ._record import Record, dataclass, set_field
from ._unset import UNSET, Unset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import ClassVar, Literal, TypeAlias, overload

    from ._content import ContentBlock, UserMessage
    from ._json import JsonValue
    from ._types import ToolErrorInfo
else:

    def overload(function: object) -> object:
        """What `typing.overload` is at run time, without importing `typing`."""
        return function


@dataclass(frozen=True)
class Allow(Record):
    """Run the call."""

    __slots__ = ()
    if TYPE_CHECKING:
        kind: ClassVar[Literal["allow"]]
    else:
        kind = "allow"

        def __init__(self) -> None: ...


@dataclass(frozen=True)
class Deny(Record):
    """Fail the call with a reason that the model reads."""

    reason: str
    info: ToolErrorInfo | None
    __slots__ = ("info", "reason")
    if TYPE_CHECKING:
        kind: ClassVar[Literal["deny"]]
    else:
        kind = "deny"

    def __init__(self, reason: str, *, info: ToolErrorInfo | None = None) -> None:
        set_field(self, "reason", reason)
        set_field(self, "info", info)


@dataclass(frozen=True)
class Cancel(Record):
    """Settle the call as cancelled before dispatch, without a policy denial."""

    __slots__ = ()
    if TYPE_CHECKING:
        kind: ClassVar[Literal["cancel"]]
    else:
        kind = "cancel"

        def __init__(self) -> None: ...


@dataclass(frozen=True)
class Ask(Record):
    """Run the call only if an approval service answers `allowed-once`."""

    reason: str | None
    """The audited reason of the request."""
    display_reason: Mapping[str, str] | None
    """The prompt's text by locale; `en` is always there."""
    __slots__ = ("display_reason", "reason")
    if TYPE_CHECKING:
        kind: ClassVar[Literal["ask"]]
    else:
        kind = "ask"

    def __init__(
        self, reason: str | None = None, *, display_reason: Mapping[str, str] | None = None
    ) -> None:
        set_field(self, "reason", reason)
        set_field(self, "display_reason", display_reason)


@dataclass(frozen=True)
class Accept(Record):
    """Keep the outcome, or replace its content or its value, never both; add context.

    A new value is validated, rendered and projected anew, and refused on a failed result.
    """

    content: Sequence[ContentBlock] | None
    value: JsonValue | Unset
    additional_contexts: Sequence[UserMessage]
    __slots__ = ("additional_contexts", "content", "value")
    if TYPE_CHECKING:
        kind: ClassVar[Literal["accept"]]
    else:
        kind = "accept"

    @overload
    def __init__(
        self,
        *,
        content: Sequence[ContentBlock] | None = None,
        additional_contexts: Sequence[UserMessage] = (),
    ) -> None: ...
    @overload
    def __init__(  # noqa: F811  # an overload, of a name that ruff does not know
        self, *, value: JsonValue, additional_contexts: Sequence[UserMessage] = ()
    ) -> None: ...
    def __init__(  # noqa: F811  # the implementation
        self,
        *,
        content: Sequence[ContentBlock] | None = None,
        value: JsonValue | Unset = UNSET,
        additional_contexts: Sequence[UserMessage] = (),
    ) -> None:
        set_field(self, "content", content)
        set_field(self, "value", value)
        set_field(self, "additional_contexts", additional_contexts)


@dataclass(frozen=True)
class Block(Record):
    """Take the value away and fail the call with corrective *feedback*."""

    feedback: Sequence[ContentBlock]
    info: ToolErrorInfo | None
    additional_contexts: Sequence[UserMessage]
    __slots__ = ("additional_contexts", "feedback", "info")
    if TYPE_CHECKING:
        kind: ClassVar[Literal["block"]]
    else:
        kind = "block"

    def __init__(
        self,
        feedback: Sequence[ContentBlock],
        *,
        info: ToolErrorInfo | None = None,
        additional_contexts: Sequence[UserMessage] = (),
    ) -> None:
        set_field(self, "feedback", feedback)
        set_field(self, "info", info)
        set_field(self, "additional_contexts", additional_contexts)


@dataclass(frozen=True)
class ToolGuardDenial(Record):
    """A guard's last word: the reason, and an identity if it has one."""

    reason: str
    info: ToolErrorInfo | None
    __slots__ = ("info", "reason")

    def __init__(self, reason: str, *, info: ToolErrorInfo | None = None) -> None:
        set_field(self, "reason", reason)
        set_field(self, "info", info)


if TYPE_CHECKING:
    PreToolDecision: TypeAlias = Allow | Deny | Cancel | Ask
    PostToolDecision: TypeAlias = Accept | Block
else:
    PreToolDecision = Allow | Deny | Cancel | Ask
    PostToolDecision = Accept | Block

PRE_DECISIONS = frozenset({Allow, Deny, Cancel, Ask})
POST_DECISIONS = frozenset({Accept, Block})
ALLOW = Allow()
ACCEPT = Accept()
