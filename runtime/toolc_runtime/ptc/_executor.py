"""The executor of programs: a model has one tool, `run_code`, and programs have all the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolc_runtime._errors import ToolNotFoundError
from toolc_runtime._executor import ToolModelInput, ToolPromptSection
from toolc_runtime._native import Batch, NativeToolExecutor
from toolc_runtime._scope import RUN_CODE, Registration
from toolc_runtime._wire import wire_schema

from ._bindings import Bindings, BindingsCache
from ._limits import ProgramLimits
from ._python_types import nameable
from ._run import run_program
from ._transport import described, transport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolc_runtime._aliases import AnyDefinition
    from toolc_runtime._arguments import Arguments
    from toolc_runtime._definition import ToolDefinition
    from toolc_runtime._execution import ToolRunContext
    from toolc_runtime._executor import ToolBatchInput
    from toolc_runtime._json import JsonValue
    from toolc_runtime._pending import PendingCall
    from toolc_runtime._registry import ToolRegistry
    from toolc_runtime._signal import AbortSignal
    from toolc_runtime._types import ToolCallBlock


class PtcToolExecutor(NativeToolExecutor):
    """Runs programs that call tools. Source: "Executors and raw call batches", PTC parts.

    `registry.set_executor(PtcToolExecutor(registry))`. A model that calls a tool itself is told
    how to call it from a program; every call of a program runs through the whole pipeline.
    """

    sections: Sequence[ToolPromptSection] = ()

    def __init__(self, registry: ToolRegistry, limits: ProgramLimits | None = None) -> None:
        super().__init__(registry.pipeline)
        self._registry = registry
        self._limits = ProgramLimits() if limits is None else limits
        self._bindings = BindingsCache()
        self._transport = Registration(transport("", self._run), None)

    def describe(self, tools: Sequence[AnyDefinition], /) -> ToolModelInput:
        """`run_code`, whose description declares *tools* as a program sees them."""
        tool = self.definition(tools)
        return ToolModelInput([wire_schema(tool)], [RUN_CODE, *(t.name for t in tools)])

    def definition(self, tools: Sequence[AnyDefinition]) -> ToolDefinition[Any, Any]:
        """`run_code` where programs have *tools*; for presenters, as no registry has it."""
        return transport(described(self._bindings.get(tools).sdk), self._run)

    def _new_batch(self, batch: ToolBatchInput, signal: AbortSignal, limit: int) -> Batch:
        return _ProgramBatch(self._registry, self._transport, batch, signal, limit)

    async def _run(self, code: str, run: ToolRunContext) -> JsonValue:
        return await run_program(self._registry, self._bound(run), self._limits, code, run)

    def _bound(self, run: ToolRunContext) -> Bindings:
        """What programs of *run* may call: what its agent sees and its step admits."""
        registry, agent, tool_set = self._registry, run.agent, run.tool_set
        seen = registry.definitions(agent, tool_set)
        callable_here = [d for d in seen if registry.executable(d.name, agent, tool_set) is d]
        return self._bindings.get(callable_here)


class _ProgramBatch(Batch):
    """A batch whose calls are programs."""

    def __init__(
        self,
        registry: ToolRegistry,
        transport: Registration,
        batch: ToolBatchInput,
        signal: AbortSignal,
        limit: int,
    ) -> None:
        super().__init__(registry.pipeline, batch, signal, limit)
        self._registry = registry
        self._transport = transport

    def _begin(self, call: ToolCallBlock, arguments: Arguments) -> PendingCall:
        program = call.name == RUN_CODE
        return self._pipeline.begin(
            self._input(call, arguments),
            self._signal,
            arguments=arguments,
            transport=self._transport if program else None,
            refusal=None if program else self._refusal(call.name),
        )

    def _refusal(self, name: str) -> ToolNotFoundError | None:
        """Why a model may not call the tool itself; `None` where there is no such tool at all."""
        batch = self._batch
        if self._registry.executable(name, batch.agent, batch.tool_set) is None:
            return None
        way = f"tools.{name}" if nameable(name) else f"tools[{name!r}]"
        return ToolNotFoundError(
            name, f"; call it from a program of {RUN_CODE}: await {way}({{…}})"
        )
