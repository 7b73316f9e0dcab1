"""Guards: final policy before dispatch, which can only reduce permission."""

from __future__ import annotations

from ._decisions import ToolGuardDenial
from ._errors import ListenerError
from ._listeners import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._aliases import ToolGuard
    from ._execution import ToolExecution


def first_denial(guards: tuple[ToolGuard, ...], execution: ToolExecution) -> ToolGuardDenial | None:
    """The first denial of *guards*, in their order. What a guard raises is raised."""
    for guard in guards:
        answer = guard(execution)
        if answer is not None:
            return _denial(guard, answer)
    return None


def _denial(guard: ToolGuard, answer: object) -> ToolGuardDenial:
    if isinstance(answer, str):
        return ToolGuardDenial(answer)
    if isinstance(answer, ToolGuardDenial):
        return answer
    if hasattr(answer, "__await__") and hasattr(answer, "close"):
        answer.close()  # an `async def`, which would deny nothing if nobody awaited it
    raise ListenerError(
        name_of(guard), f"returned {type(answer).__name__}, not a reason, a denial or None"
    )
