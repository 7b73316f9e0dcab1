"""A typed dispatch through a stub: its types in, its types out, the whole pipeline between."""

from __future__ import annotations

from itertools import count

from ._errors import ToolCallError
from ._execution import ToolExecutionInput
from ._json import thaw
from ._registry import ToolScope
from ._signal import AbortSignal
from ._types import ToolExecutionFailure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from ._execution import ToolRunContext
    from ._registry import ToolRegistry
    from ._stub import ToolStub

    Args = TypeVar("Args")
    Output = TypeVar("Output")

_numbers = count(1)


async def typed_call(
    stub: ToolStub[Args, Output],
    target: ToolRegistry | ToolScope,
    args: Args,
    signal: AbortSignal | None,
    parent: ToolRunContext | None,
) -> Output:
    """`ToolStub.call`."""
    call = _input(stub, target, args, signal, parent)
    result = await target.pipeline.execute(call)
    if parent is not None:
        for context in result.additional_contexts:
            parent.defer_context(context)
        if result.concludes_turn:
            parent.conclude_turn()
    if isinstance(result, ToolExecutionFailure):
        raise ToolCallError(stub.name, result.error.message, result.error.info)
    return stub.parse_output(thaw(result.value))


def _input(
    stub: ToolStub[Args, Output],
    target: ToolRegistry | ToolScope,
    args: Args,
    signal: AbortSignal | None,
    parent: ToolRunContext | None,
) -> ToolExecutionInput:
    number, tree = next(_numbers), stub.dump_args(args)
    agent = target.agent if isinstance(target, ToolScope) else None
    if parent is None:
        own = AbortSignal() if signal is None else signal
        return ToolExecutionInput(f"call:{number}", stub.name, tree, own, agent=agent)
    return ToolExecutionInput(
        f"{parent.call_id}:call:{number}",
        stub.name,
        tree,
        parent.signal if signal is None else AbortSignal.any(parent.signal, signal),
        root_call_id=parent.root_call_id,
        agent=parent.agent if agent is None else agent,
        tool_set=parent.tool_set,
        parent=parent.token,
    )
