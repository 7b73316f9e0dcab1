"""Schedules the calls of a program, by the rules of a batch.

Exclusive calls are barriers; parallel ones share a rolling pool. Policy, log and contexts are
touched by one call after the other, in the order in which the program made them; bodies overlap.
"""

from __future__ import annotations

from asyncio import Future, Task, get_running_loop
from collections import deque
from typing import TYPE_CHECKING, Any

from toolc_runtime._arguments import Arguments, arguments_of_text
from toolc_runtime._execution import ToolExecutionInput
from toolc_runtime._json import thaw
from toolc_runtime._types import Parallel, ToolExecutionFailure

from ._dispatches import DispatchLog
from ._sandbox import Delivery, Raised, Returned

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolc_runtime._content import ToolSchema, UserMessage
    from toolc_runtime._execution import ToolRunContext
    from toolc_runtime._pending import PendingCall
    from toolc_runtime._pipeline import ToolExecutionPipeline
    from toolc_runtime._signal import AbortSignal
    from toolc_runtime._types import ToolExecutionResult


class _Call:
    """A call that the program made."""

    __slots__ = ("arguments", "event", "given", "landed", "number", "parallel", "pending", "text")

    def __init__(
        self, number: int, given: ToolExecutionInput, arguments: Arguments, text: str
    ) -> None:
        self.number = number
        self.given = given
        self.arguments = arguments
        self.text = text
        self.event: int | None = None
        self.parallel = False
        self.landed = False
        self.pending: PendingCall | None = None


class SubCalls:
    """All calls of one run. Only the event loop's thread touches it."""

    def __init__(
        self,
        pipeline: ToolExecutionPipeline,
        run: ToolRunContext,
        signal: AbortSignal,
        schemas: Mapping[str, ToolSchema],
        limit: int,
        log: DispatchLog,
        deliver: Callable[[int, Delivery], None],
    ) -> None:
        self._pipeline = pipeline
        self._run = run
        self._signal = signal
        self._schemas = schemas
        self._limit = limit
        self._log = log
        log.on_progress = self._wake
        self._deliver = deliver
        self._made = 0
        self._queue: deque[_Call] = deque()
        self._line: deque[_Call] = deque()
        self._flying: set[Task[None]] = set()
        self._closed = False
        self._broken: BaseException | None = None
        self._progress: Future[None] | None = None

    def submit(self, number: int, name: str, text: str) -> None:
        """Queue a call, whose id is numbered by its turn; after `close` it is dropped."""
        if self._closed:
            return
        self._made += 1
        arguments = arguments_of_text(text)
        run = self._run
        given = ToolExecutionInput(
            f"{run.call_id}:ptc:{self._made}",
            name,
            arguments.tree,
            self._signal,
            root_call_id=run.root_call_id,
            schema=self._schemas.get(name),
            agent=run.agent,
            tool_set=run.tool_set,
            parent=run.token,
        )
        self._queue.append(_Call(number, given, arguments, text))
        self._wake()

    def close(self) -> None:
        """Drop what has not started. `serve` returns once the rest has settled and is logged."""
        self._closed = True
        self._queue.clear()
        self._wake()

    async def serve(self) -> None:
        """Run the calls until closed; raise, after draining, what broke pipeline or log."""
        try:
            while self._line or not self._closed:
                await self._advance()
            await self._log.finish()
            self._log.check()
        except BaseException:
            self.close()
            while self._flying:
                await self._wait()
            await self._log.finish()
            raise

    async def _advance(self) -> None:
        """The next step: commit the head of the line, start a call, or wait for either."""
        if self._broken is not None:
            raise self._broken
        self._log.check()
        if self._line and self._line[0].landed:
            await self._commit(self._line.popleft())
        elif self._queue and not self._log.full and self._ready(self._queue[0]):
            await self._start(self._queue.popleft())
        else:
            await self._wait()

    def _ready(self, call: _Call) -> bool:
        """Whether *call* may start. How it may run is asked each time: the registry is live."""
        if self._signal.aborted:
            return False
        mode = self._pipeline.execution_mode(call.given, call.arguments)
        call.parallel = isinstance(mode, Parallel)
        return not self._line or (call.parallel and len(self._flying) < self._limit)

    async def _start(self, call: _Call) -> None:
        given = call.given
        call.event = self._log.started(given.call_id, given.name, call.text)
        pending = self._pipeline.begin(given, self._signal, arguments=call.arguments)
        call.pending = pending
        self._line.append(call)
        await self._pipeline.gate(pending)
        if call.parallel and pending.outcome is None:
            task = get_running_loop().create_task(self._fly(call, pending))
            self._flying.add(task)
            task.add_done_callback(self._flying.discard)
            return
        await self._pipeline.dispatch(pending)
        call.landed = True

    async def _fly(self, call: _Call, pending: PendingCall) -> None:
        try:
            await self._pipeline.dispatch(pending)
        except BaseException as error:  # noqa: BLE001  # raised by `serve`, once it has drained
            self._broken = self._broken or error
        call.landed = True
        get_running_loop().call_soon(self._wake)  # when the task is done

    async def _commit(self, call: _Call) -> None:
        assert call.pending is not None
        result = await self._pipeline.settle(call.pending)
        name = call.given.name
        self._deliver(call.number, _delivery(name, result))
        self._log.settled(call.given.call_id, name, call.event, result)
        for context in _contexts(name, result):
            self._run.defer_context(context)
        if result.concludes_turn:
            self._run.conclude_turn()

    async def _wait(self) -> None:
        self._progress = get_running_loop().create_future()
        await self._progress

    def _wake(self) -> None:
        if self._progress is not None and not self._progress.done():
            self._progress.set_result(None)


def _delivery(name: str, result: ToolExecutionResult) -> Delivery:
    if isinstance(result, ToolExecutionFailure):
        return Raised(name, result.error.message)
    return Returned(thaw(result.value))


def _contexts(name: str, result: ToolExecutionResult) -> list[UserMessage]:
    """What the model is to read of *result*: its contexts, and all its content if it has images."""
    contexts = list(result.additional_contexts)
    blocks: Any = result.content
    if not result.is_error and any(block.get("type") == "image" for block in blocks):
        content: UserMessage = {"role": "user", "content": blocks, "source": f"tool:{name}"}
        return [content, *contexts]
    return contexts
