"""A call on its way through the pipeline: the one mutable thing there, never handed to policy."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._aliases import ContentHook
    from ._arguments import Arguments
    from ._execution import ToolExecution, ToolRunContext
    from ._scope import Registration
    from ._types import ToolExecutionResult
    from ._values import Made


class PendingCall:
    """What is known of a call so far."""

    __slots__ = (
        "arguments",
        "execution",
        "final",
        "finalize",
        "found",
        "made",
        "outcome",
        "project",
        "run",
        "started",
        "transport",
    )

    def __init__(
        self, execution: ToolExecution, arguments: Arguments, transport: Registration | None
    ) -> None:
        self.execution = execution
        self.arguments = arguments
        self.transport = transport
        """What runs instead of a registered tool: the reserved transport of programs."""
        self.found: Registration | None = None
        """What the name means, as long as nobody's code has run since it was looked up."""
        self.project: ContentHook | None = None
        self.finalize: ContentHook | None = None
        self.outcome: ToolExecutionResult | None = None
        self.final = False
        """Whether the outcome bypasses post-execute policy."""
        self.started = False
        """Whether the body was invoked, which decides the code of a cancellation."""
        self.run: ToolRunContext | None = None
        self.made: Made | None = None
        """The latest success that this call itself made."""

    def fail(self, outcome: ToolExecutionResult) -> None:
        """End with *outcome*, past post-execute policy."""
        self.outcome = outcome
        self.final = True
