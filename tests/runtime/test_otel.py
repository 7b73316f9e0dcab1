"""Spans: one a dispatch, named by convention, with the code of a failure and no contents."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from toolc_runtime import (
    AbortSignal,
    HarnessError,
    ToolDefinition,
    ToolExecutionInput,
    ToolOutputDefinition,
    ToolRegistry,
)

pytest.importorskip("opentelemetry.sdk", reason="the OpenTelemetry SDK is not installed")

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import get_current_span
from toolc_runtime import otel_policy


def spans(*calls: dict[str, Any]) -> list[Any]:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))

    async def body(args: Any, run: Any) -> str:
        assert get_current_span().is_recording()
        await asyncio.sleep(0)
        assert get_current_span().is_recording()
        if "code" in args:
            raise HarnessError("secret message", args["code"])
        if "error" in args:
            raise ValueError("secret message")
        return "secret value"

    async def main() -> None:
        tools = ToolRegistry()
        output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition({}, lambda args, value: [])
        tools.register(ToolDefinition("tool", "…", {"type": "object"}, output, body))
        tools.on.execute(otel_policy(provider.get_tracer("test")))
        for number, arguments in enumerate(calls):
            call = ToolExecutionInput(f"call-{number}", "tool", arguments, AbortSignal())
            await tools.pipeline.execute(call)

    asyncio.run(main())
    return list(exporter.get_finished_spans())


def test_a_dispatch_is_one_span_around_the_body() -> None:
    (span,) = spans({"secret": "argument"})
    assert span.name == "execute_tool tool"
    assert dict(span.attributes) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "tool",
        "gen_ai.tool.call.id": "call-0",
    }
    assert span.status.is_ok or span.status.is_unset


def test_a_failure_marks_its_span_with_its_code() -> None:
    coded, other = spans({"code": "NET"}, {"error": True})
    assert [s.attributes["error.type"] for s in (coded, other)] == ["NET", "_OTHER"]
    assert not coded.status.is_ok
    assert not other.status.is_ok


def test_spans_hold_no_contents() -> None:
    for span in spans({"secret": "x"}, {"code": "NET"}):
        assert "secret" not in span.to_json()
