"""What one call costs: the whole pipeline around a tool that does nothing, beside peers.

Run it with `python -m benchmarks.dispatch`. Peers that are not installed are named and left out
(`pip install "mcp>=2" openai-agents`). Times are CPU time, the best of five rounds.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable

from toolc_runtime import (
    AbortController,
    ToolBatchInput,
    ToolCallBlock,
    ToolExecutionInput,
    ToolRegistry,
    define_tool,
)

ROUNDS, CALLS = 5, 2_000
IMPORT = "import resource, time; a = time.process_time(); import toolc_runtime; toolc_runtime.ToolRegistry"
REPORT = (
    "; print((time.process_time() - a) * 1e3, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
)


def registry(tools: int, listeners: int, pause: float = 0.0) -> ToolRegistry:
    """A registry of *tools* tools, the last of which is called, and *listeners* that allow all."""

    async def body(args: object, run: object) -> str:
        if pause:
            await asyncio.sleep(pause)
        return "done"

    made = ToolRegistry()
    for number in range(tools):
        made.register(
            define_tool(
                name=f"tool_{number}",
                description="Does nothing.",
                parameters={"text": {"type": "string", "required": True}},
                output={"type": "string"},
                execute=body,
                is_concurrency_safe=lambda args: True,
            )
        )

    async def allow(execution: object, next: Callable[[], Awaitable[object]]) -> object:
        return await next()

    for _ in range(listeners):
        made.on.pre_execute(allow)  # type: ignore[arg-type]  # typed as loosely as peers are
    return made


async def ours(tools: ToolRegistry, last: int) -> float:
    """Microseconds of CPU a call of parsed arguments, through the whole pipeline."""
    pipeline, signal = tools.pipeline, AbortController().signal
    call = ToolExecutionInput("c", f"tool_{last}", {"text": "x"}, signal)
    return await cpu(lambda: pipeline.execute(call))


async def cpu(call: Callable[[], Awaitable[object]]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(CALLS):
            await call()
        best = min(best, (time.process_time() - start) / CALLS * 1e6)
    return best


async def mcp_peer() -> float:
    """The MCP SDK's server object, called without a transport."""
    from mcp.server.mcpserver import MCPServer

    server = MCPServer("bench")

    @server.tool()
    async def tool(text: str) -> str:
        return "done"

    return await cpu(lambda: server.call_tool("tool", {"text": "x"}))


async def openai_peer() -> float:
    """The function tool of openai-agents, invoked as its runner does."""
    from agents import function_tool
    from agents.tool_context import ToolContext

    @function_tool
    async def tool(text: str) -> str:
        return "done"

    arguments = json.dumps({"text": "x"})
    context = ToolContext(
        context=None, tool_name="tool", tool_call_id="c", tool_arguments=arguments
    )
    return await cpu(lambda: tool.on_invoke_tool(context, arguments))


PEERS = {"mcp": ("mcp", mcp_peer), "openai-agents": ("agents", openai_peer)}


def start() -> str:
    """CPU and memory of importing the runtime in a new interpreter."""
    command = [sys.executable, "-c", IMPORT + REPORT]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    milliseconds, memory = done.stdout.split()
    return f"import: {float(milliseconds):.1f} ms CPU, {int(memory) / 1024:.0f} MiB in all"


async def batch() -> float:
    """Wall time of 100 parallel calls that wait 5 ms, over the time they would take if ideal."""
    limit, calls, pause = 10, 100, 0.005
    tools = registry(1, 0, pause)
    blocks = [ToolCallBlock(f"c{n}", "tool_0", json.dumps({"text": "x"})) for n in range(calls)]
    start = time.perf_counter()
    signal = AbortController().signal
    await tools.execute(ToolBatchInput(blocks, signal, max_parallel_tool_calls=limit))
    return (time.perf_counter() - start) / (calls / limit * pause)


async def report() -> None:
    """Print all figures."""
    for tools, listeners in ((1, 0), (10_000, 0), (1, 10)):
        found = await ours(registry(tools, listeners), tools - 1)
        print(f"toolc, {tools} tools, {listeners} listeners: {found:.1f} us a call")
    for name, (module, peer) in PEERS.items():
        if importlib.util.find_spec(module) is None:
            print(f"{name}: not installed")
        else:
            print(f"{name}: {await peer():.1f} us a call")
    print(f"batch of 100 x 5 ms, 10 at a time: {await batch():.2f} x ideal")
    print(start())


if __name__ == "__main__":
    asyncio.run(report())
