"""What tests of programs share: tools that can be held, an agent with a log, one way to run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from toolc_runtime import (
    AbortController,
    MemorySessionLog,
    ToolBatchInput,
    ToolCallBlock,
    ToolDefinition,
    ToolExecutionResult,
    ToolOutputDefinition,
    ToolRegistry,
    text_block,
    thaw,
)
from toolc_runtime.ptc import ProgramLimits, PtcToolExecutor

ANY_OBJECT: dict[str, Any] = {"type": "object"}


class Agent:
    """An agent with a session log."""

    def __init__(self) -> None:
        self.session = MemorySessionLog()


class Site:
    """A registry whose executor runs programs."""

    def __init__(self) -> None:
        self.tools = ToolRegistry()
        self.agent = Agent()
        self.abort = AbortController()
        self.seen: list[Any] = []
        self.use(ProgramLimits())

    def use(self, limits: ProgramLimits) -> None:
        """Run programs with *limits*."""
        self.executor = PtcToolExecutor(self.tools, limits)
        self.tools.set_executor(self.executor)

    def tool(self, name: str, body: Callable[..., Any] | None = None, **fields: Any) -> None:
        """Register a tool; without *body* it hands its arguments back."""
        schema = fields.pop("parameters", ANY_OBJECT)
        render = fields.pop("render", lambda args, value: [text_block(json.dumps(thaw(value)))])
        meta = fields.pop("meta", None)
        output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(
            fields.pop("output", {}), render, presentation_meta=meta
        )
        fields.setdefault("is_concurrency_safe", lambda args: True)
        definition = ToolDefinition(name, f"{name}.", schema, output, body or self.echo, **fields)
        self.tools.register(definition)

    async def echo(self, args: Any, run: Any) -> Any:
        """Note the call, and hand its arguments back."""
        self.seen.append((run.call_id, run.name, thaw(args)))
        return args

    async def batch(self, *calls: tuple[str, str], **fields: Any) -> Any:
        """The settled batch of *calls*, names with the texts of arguments."""
        blocks = [ToolCallBlock(f"c{i}", *call) for i, call in enumerate(calls, 1)]
        fields.setdefault("agent", self.agent)
        return await self.tools.execute(ToolBatchInput(blocks, self.abort.signal, **fields))

    async def run(self, code: str, **fields: Any) -> ToolExecutionResult:
        """The result of `run_code` for *code*."""
        text = json.dumps({"code": code, "description": "A test."})
        batch = await self.batch(("run_code", text), **fields)
        result: ToolExecutionResult = batch.results[0].result
        return result

    def result_of(self, code: str, **fields: Any) -> ToolExecutionResult:
        """`run`, in an event loop of its own."""
        return asyncio.run(self.run(code, **fields))

    def value_of(self, code: str) -> Any:
        """The plain value of a program that succeeds."""
        result = self.result_of(code)
        assert not result.is_error, result
        return thaw(result.value)

    def events(self) -> list[tuple[str, Any]]:
        """Kind and plain payload of all that was logged."""
        return [(event.kind, thaw(event.payload)) for event in self.agent.session.events()]


@pytest.fixture
def site() -> Site:
    return Site()
