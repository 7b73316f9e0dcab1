"""A settled sub-call of a program, as policy sees it before it is logged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._diagnose import report
from ._record import Record, dataclass, set_field
from ._results import frozen_blocks
from ._waterfall import Waterfall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._aliases import ScopeKey
    from ._content import ContentBlock
    from ._execution import ToolExecution
    from ._registry import ToolRegistry


_CONTENT = frozenset({list, tuple})


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


async def logged_content(
    registry: ToolRegistry, dispatch: PtcDispatchLog
) -> Sequence[ContentBlock]:
    """The content to log for *dispatch*, as the `ptc_dispatch_log` listeners left it.

    A listener that fails or returns what is no content is logged, and changes nothing.
    """
    listeners = registry._hooks(dispatch.agent).ptc_dispatch_log
    if not listeners:
        return dispatch.content

    async def unchanged() -> Sequence[ContentBlock]:
        return dispatch.content

    try:
        content = await Waterfall(listeners, (dispatch,), unchanged, _CONTENT).run()
        frozen: Any = frozen_blocks(content, "content")
    except Exception:  # noqa: BLE001  # the program has its value; only the copy is at stake
        report("a listener of ptc_dispatch_log failed")
        return dispatch.content
    return frozen  # type: ignore[no-any-return]  # frozen blocks are blocks
