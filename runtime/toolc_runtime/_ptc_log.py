"""A settled sub-call of a program, as policy sees it before it is logged."""

from __future__ import annotations

from ._record import Record, dataclass, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._aliases import ScopeKey
    from ._content import ContentBlock
    from ._execution import ToolExecution


@dataclass(frozen=True)
class PtcDispatchLog(Record):
    """One settled sub-dispatch about to be logged. Source: `PtcDispatchLog`.

    A listener may reshape the logged content; the program already has the value.
    """

    exec: ToolExecution
    """The outer `run_code` execution."""
    agent: ScopeKey | None
    sub_call_id: str
    """`<parent>:ptc:<n>`."""
    name: str
    is_error: bool
    content: Sequence[ContentBlock]
    """The complete rendered result of the sub-call."""
    __slots__ = ("agent", "content", "exec", "is_error", "name", "sub_call_id")

    def __init__(
        self,
        exec: ToolExecution,
        sub_call_id: str,
        name: str,
        content: Sequence[ContentBlock],
        *,
        agent: ScopeKey | None = None,
        is_error: bool = False,
    ) -> None:
        set_field(self, "exec", exec)
        set_field(self, "agent", agent)
        set_field(self, "sub_call_id", sub_call_id)
        set_field(self, "name", name)
        set_field(self, "is_error", is_error)
        set_field(self, "content", content)
