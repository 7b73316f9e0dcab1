"""One run of `run_code`: the program in its process, its calls in the pipeline, both settled."""

from __future__ import annotations

from asyncio import CancelledError, Task, get_running_loop, wait
from typing import TYPE_CHECKING

from toolc_runtime._json import JsonValue
from toolc_runtime._signal import AbortController, AbortSignal
from toolc_runtime._threads import in_thread
from toolc_runtime._unset import UNSET

from ._calls import SubCalls
from ._dispatches import DispatchLog
from ._monty import Program
from ._sandbox import Finished, ProgramStopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolc_runtime._execution import ToolRunContext
    from toolc_runtime._registry import ToolRegistry

    from ._bindings import Bindings
    from ._limits import ProgramLimits


async def run_program(
    registry: ToolRegistry,
    bindings: Bindings,
    limits: ProgramLimits,
    code: str,
    run: ToolRunContext,
) -> JsonValue:
    """The value of `run_code` for *code*; nothing of the program runs on when this returns.

    Raise `CodeRunFailedError`, the reason of the abort, or what broke pipeline or log.
    """
    settled = AbortController()
    signal = AbortSignal.any(run.signal, settled.signal)
    program = Program(bindings.sdk, limits, _from_thread(lambda *call: calls.submit(*call)))
    log = DispatchLog(registry, run, limits.max_parallel_tool_calls)
    calls = SubCalls(
        registry.pipeline,
        run,
        signal,
        bindings.schemas,
        limits.max_parallel_tool_calls,
        log,
        program.deliver,
    )
    serving = _Serving(calls, program)
    dispose = run.signal.add_listener(program.stop)
    finished = Finished(())
    try:
        finished = await in_thread(program.run, code, on_cancel=program.stop)
    except ProgramStopped:  # by an abort, or because pipeline or log broke: that is raised below
        pass
    finally:
        dispose()
        await serving.end(settled)
    run.signal.throw_if_aborted()
    return _value(finished)


def _from_thread(submit: Callable[[int, str, str], None]) -> Callable[[int, str, str], None]:
    """*submit*, callable from the thread of the program."""
    loop = get_running_loop()

    def queue(number: int, name: str, text: str) -> None:
        loop.call_soon_threadsafe(submit, number, name, text)

    return queue


class _Serving:
    """The task that runs the calls: if it breaks, the program is stopped."""

    def __init__(self, calls: SubCalls, program: Program) -> None:
        self._calls = calls
        self._program = program
        self._broken: BaseException | None = None
        self._task: Task[None] = get_running_loop().create_task(self._serve())

    async def _serve(self) -> None:
        try:
            await self._calls.serve()
        except BaseException as error:  # noqa: BLE001  # raised by `end`
            self._broken = error
            self._program.stop()

    async def end(self, settled: AbortController) -> None:
        """Abort what runs, drop what waits, return when all is quiet; raise what broke it."""
        settled.abort()
        self._calls.close()
        cancelled: CancelledError | None = None
        while not self._task.done():
            try:
                await wait({self._task})
            except CancelledError as error:  # the loop is closing: what runs hears it as well
                cancelled = error
        if cancelled is not None:
            raise cancelled
        if self._broken is not None:
            raise self._broken


def _value(finished: Finished) -> dict[str, JsonValue]:
    value: dict[str, JsonValue] = {"logs": list(finished.logs)}
    if finished.result is not UNSET:
        value["result"] = finished.result
    return value
