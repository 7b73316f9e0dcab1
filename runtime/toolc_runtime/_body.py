"""Invokes a tool's body and makes its normalised result: nothing that it throws gets out."""

from __future__ import annotations

from functools import partial
from types import FunctionType, MethodType

from ._errors import ToolNotFoundError
from ._execution import new_run_context
from ._results import failure_of, stopped, survivable
from ._signal import AbortSignal
from ._threads import in_thread
from ._values import Rest, success_of_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._execution import ToolRunContext
    from ._pending import PendingCall
    from ._scope import Registration
    from ._types import ToolExecutionResult

_CO_COROUTINE = 0x80


async def run_body(
    pending: PendingCall, found: Registration | None, signal: AbortSignal
) -> ToolExecutionResult:
    """The result of the body of *found* under *signal*; unknown tools fail here."""
    if found is None:
        return failure_of(ToolNotFoundError(pending.execution.name))
    definition, execution = found.definition, pending.execution
    pending.started = True
    pending.run = None
    try:
        if definition.codec is None:
            pending.arguments.check()
            args: Any = execution.arguments
        else:
            args = pending.arguments.parse(definition.codec)
        execute = definition.execute
        if is_coroutine_function(execute):
            run = pending.run = new_run_context(execution, signal)
            output = await execute(args, run)
        else:
            run = pending.run = new_run_context(execution, AbortSignal.any(signal))
            output = await _threaded(execute, args, run)
    except BaseException as error:
        if not survivable(error):
            raise
        return stopped(error, signal, started=True)
    try:
        rest = Rest(run._concluded)
        pending.made = success_of_output(found, pending.arguments, execution, output, rest)
    except BaseException as error:
        if not survivable(error):
            raise
        return failure_of(error)
    return pending.made.result


async def _threaded(execute: Any, args: Any, run: ToolRunContext) -> Any:
    output = await in_thread(execute, args, run, on_cancel=run.signal._interrupt)
    return await output if hasattr(output, "__await__") else output


def is_coroutine_function(function: Any) -> bool:
    """Whether calling *function* gives a coroutine at once. Anything else may block."""
    while type(function) is not FunctionType:
        if type(function) is MethodType:
            function = function.__func__
        elif type(function) is partial:
            function = function.func
        else:
            function = type(function).__call__
            if type(function) is not FunctionType:
                return False
    marked = hasattr(function, "_is_coroutine_mark") or hasattr(function, "_is_coroutine")
    return bool(function.__code__.co_flags & _CO_COROUTINE) or marked
