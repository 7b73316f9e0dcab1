"""Names for the types of callables and unions that the API speaks of; loaded when asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any, TypeAlias, TypeVar

from ._activation import ToolActivationContext
from ._content import ContentBlock
from ._decisions import PostToolDecision, PreToolDecision, ToolGuardDenial
from ._definition import ToolDefinition
from ._execution import ToolDispatchExecution, ToolExecution, ToolRunContext
from ._ptc_log import PtcDispatchLog
from ._types import ToolExecutionResult
from ._waterfall import Next

Args = TypeVar("Args")
Output = TypeVar("Output")

ScopeKey: TypeAlias = Hashable
"""Whose scope it is: an agent, in most programs. Equal keys are one scope."""

AnyDefinition: TypeAlias = ToolDefinition[Any, Any]
"""A definition whose types do not matter here."""

Body: TypeAlias = Callable[[Args, ToolRunContext], Output | Awaitable[Output]]
"""What runs a call: async, or a plain function, which runs in a thread."""

Render: TypeAlias = Callable[[Args, Output], str | Sequence[ContentBlock] | None]
"""Model-facing text or blocks of a value; `None` is the default rendering."""

ContentHook: TypeAlias = Callable[
    [ToolExecution, ToolExecutionResult], Sequence[ContentBlock] | None
]
"""Replaces content late in a call; `None` keeps it."""

When: TypeAlias = Callable[[ToolActivationContext], bool | Awaitable[bool]]
"""Whether a step may use a tool. It must not register anything or start work."""

ToolGuard: TypeAlias = Callable[[ToolExecution], str | ToolGuardDenial | None]
"""Final policy before dispatch: a reason or denial denies, `None` changes nothing."""

PreExecuteListener: TypeAlias = Callable[
    [ToolExecution, Next[PreToolDecision]], Awaitable[PreToolDecision]
]
ExecuteWrapper: TypeAlias = Callable[
    [ToolDispatchExecution, Next[ToolExecutionResult]], Awaitable[ToolExecutionResult]
]
PostExecuteListener: TypeAlias = Callable[
    [ToolExecution, ToolExecutionResult, Next[PostToolDecision]], Awaitable[PostToolDecision]
]
PtcDispatchLogListener: TypeAlias = Callable[
    [PtcDispatchLog, Next[Sequence[ContentBlock]]], Awaitable[Sequence[ContentBlock]]
]
ResultObserver: TypeAlias = Callable[[ToolExecution, ToolExecutionResult], None]
ChangeObserver: TypeAlias = Callable[[], None]
