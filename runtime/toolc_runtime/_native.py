"""The native executor: a model's calls are calls of the registered tools, in the model's order.

Exclusive calls are barriers; a run of parallel ones shares a rolling pool. What touches policy, log
or context happens one call after the other in the model's order, only bodies overlap.
"""

from __future__ import annotations

from asyncio import CancelledError, Future, Task, get_running_loop
from collections import deque
from collections.abc import Sequence

from ._arguments import Arguments, arguments_of_text
from ._batch_log import BatchLog
from ._errors import ToolBatchExecutionError
from ._execution import ToolExecutionInput
from ._executor import ToolBatchInput, ToolBatchResult, ToolModelInput, ToolPromptSection
from ._host import run_to_end
from ._pending import PendingCall
from ._results import message_of
from ._signal import AbortSignal
from ._types import Parallel, ToolCallBlock, ToolCallResult
from ._wire import wire_schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._aliases import AnyDefinition
    from ._content import UserMessage
    from ._pipeline import ToolExecutionPipeline

MAX_PARALLEL_TOOL_CALLS = 10


class NativeToolExecutor:
    """Runs every call through the pipeline. Source: "Executors and raw call batches"."""

    sections: Sequence[ToolPromptSection] = ()

    def __init__(
        self,
        pipeline: ToolExecutionPipeline,
        *,
        max_parallel_tool_calls: int = MAX_PARALLEL_TOOL_CALLS,
    ) -> None:
        self._pipeline = pipeline
        self._limit = positive(max_parallel_tool_calls)

    def describe(self, tools: Sequence[AnyDefinition], /) -> ToolModelInput:
        """The schemas of all *tools*."""
        return ToolModelInput([wire_schema(t) for t in tools], [t.name for t in tools])

    async def execute(self, batch: ToolBatchInput, /) -> ToolBatchResult:
        """One result a call, in order, whatever happens.

        On abort nothing new starts, what runs is waited for, and the other calls settle as
        `ABORTED_BEFORE_DISPATCH`. Raise `ValueError` for a limit that is no positive integer or a
        log without a session, `ToolBatchExecutionError` where pipeline or log break.
        """
        limit = batch.max_parallel_tool_calls
        signal = AbortSignal.any(batch.signal)
        run = self._new_batch(batch, signal, self._limit if limit is None else positive(limit))
        return await run_to_end(run.run(), signal._interrupt)

    def _new_batch(self, batch: ToolBatchInput, signal: AbortSignal, limit: int) -> Batch:
        return Batch(self._pipeline, batch, signal, limit)


def positive(limit: int) -> int:
    """*limit*; raise `ValueError` unless it is a positive integer."""
    if type(limit) is not int or limit < 1:
        raise ValueError(f"max_parallel_tool_calls is {limit!r}, not a positive integer")
    return limit


class _Flight:
    """A call that has started and is not committed."""

    __slots__ = ("call", "event", "landed", "pending", "task")

    def __init__(self, call: ToolCallBlock, pending: PendingCall, event: int | None) -> None:
        self.call = call
        self.pending = pending
        self.event = event
        self.landed = False
        self.task: Task[None] | None = None


class Batch:
    """One batch on its way."""

    def __init__(
        self,
        pipeline: ToolExecutionPipeline,
        batch: ToolBatchInput,
        signal: AbortSignal,
        limit: int,
    ) -> None:
        self._pipeline = pipeline
        self._batch = batch
        self._signal = signal
        self._limit = limit
        self._log = BatchLog(batch)
        self._line: deque[_Flight] = deque()
        self._flying = 0
        self._broken: BaseException | None = None
        self._progress: Future[None] | None = None
        self._results: list[ToolCallResult] = []
        self._contexts: list[UserMessage] = []
        self._concluded = False

    async def run(self) -> ToolBatchResult:
        """The settled batch."""
        try:
            for call in self._batch.calls:
                await self._enter(call)
            while self._line:
                await self._advance()
        except BaseException as error:
            await self._drain(error)
            if not isinstance(error, Exception):
                raise
            message = f"the executor failed: {message_of(error)}"
            raise ToolBatchExecutionError(message, self._results, self._contexts) from error
        return ToolBatchResult(self._results, self._contexts, concluded=self._concluded)

    async def _enter(self, call: ToolCallBlock) -> None:
        """Start *call* when its turn has come.

        How it may run is asked each time: what was committed may have changed the registry.
        """
        arguments = arguments_of_text(call.arguments)
        while not self._ready(parallel := self._parallel(call, arguments)):
            await self._advance()
        await self._start(call, arguments, parallel)

    def _ready(self, parallel: bool) -> bool:
        if not self._line:
            return True
        return parallel and self._flying < self._limit and not self._line[0].landed

    def _parallel(self, call: ToolCallBlock, arguments: Arguments) -> bool:
        if self._signal.aborted:
            return False
        mode = self._pipeline.execution_mode(self._input(call, arguments), arguments)
        return isinstance(mode, Parallel)

    def _input(self, call: ToolCallBlock, arguments: Arguments) -> ToolExecutionInput:
        return ToolExecutionInput(
            call.call_id,
            call.name,
            arguments.tree,
            self._signal,
            agent=self._batch.agent,
            tool_set=self._batch.tool_set,
        )

    async def _start(self, call: ToolCallBlock, arguments: Arguments, parallel: bool) -> None:
        event = self._log.called(call)
        pending = self._begin(call, arguments)
        flight = _Flight(call, pending, event)
        self._line.append(flight)
        await self._pipeline.gate(pending)
        if parallel and pending.outcome is None:
            self._flying += 1
            flight.task = get_running_loop().create_task(self._fly(flight))
            return
        await self._pipeline.dispatch(pending)
        flight.landed = True
        if not parallel:
            await self._advance()

    def _begin(self, call: ToolCallBlock, arguments: Arguments) -> PendingCall:
        given = self._input(call, arguments)
        return self._pipeline.begin(given, self._signal, arguments=arguments)

    async def _fly(self, flight: _Flight) -> None:
        try:
            await self._pipeline.dispatch(flight.pending)
        except BaseException as error:  # noqa: BLE001  # raised by the batch, once it has drained
            self._broken = error
        flight.landed = True
        self._flying -= 1
        if self._progress is not None and not self._progress.done():
            self._progress.set_result(None)

    async def _advance(self) -> None:
        """Commit the head of the line if it has landed, else wait until something lands."""
        if not self._line[0].landed:
            await self._landing()
        elif self._broken is None:
            await self._commit(self._line.popleft())
        if self._broken is not None:
            raise self._broken

    async def _landing(self) -> None:
        self._progress = get_running_loop().create_future()
        await self._progress

    async def _commit(self, flight: _Flight) -> None:
        result = await self._pipeline.settle(flight.pending)
        self._log.settled(flight.call, flight.event, result)
        self._results.append(ToolCallResult(flight.call.call_id, result))
        self._contexts.extend(result.additional_contexts)
        self._concluded = self._concluded or result.concludes_turn

    async def _drain(self, error: BaseException) -> None:
        """Wait for what runs; ask it to stop where the program is to end."""
        if not isinstance(error, Exception):
            self._signal._interrupt()
        while self._flying:
            try:
                await self._landing()
            except CancelledError:  # the loop is closing: everything that flies hears it too
                continue
