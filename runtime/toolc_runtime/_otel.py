"""Spans for tool calls, after OpenTelemetry's conventions for generative AI. Extra: `[otel]`."""

from __future__ import annotations

from opentelemetry.trace import Span, Status, StatusCode, Tracer, get_tracer

from ._execution import ToolDispatchExecution
from ._types import ToolExecutionFailure, ToolExecutionResult
from ._waterfall import Next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._aliases import ExecuteWrapper


def otel_policy(tracer: Tracer | None = None) -> ExecuteWrapper:
    """A wrapper for `registry.on.execute` that makes one span `execute_tool <name>` a dispatch.

    Spans hold the tool's name, the call's id and the code of a failure; no arguments, no values.
    """
    chosen = get_tracer("toolc_runtime") if tracer is None else tracer

    async def trace_call(
        execution: ToolDispatchExecution, next: Next[ToolExecutionResult]
    ) -> ToolExecutionResult:
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": execution.name,
            "gen_ai.tool.call.id": execution.call_id,
        }
        with chosen.start_as_current_span(
            f"execute_tool {execution.name}", attributes=attributes
        ) as span:
            result = await next()
            if isinstance(result, ToolExecutionFailure):
                _mark(span, result)
            return result

    return trace_call


def _mark(span: Span, result: ToolExecutionFailure) -> None:
    info = result.error.info
    span.set_attribute("error.type", "_OTHER" if info is None else info.code)
    span.set_status(Status(StatusCode.ERROR))
