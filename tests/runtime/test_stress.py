"""Many random batches: one result a call, in order, and nothing left running or listening.

`TOOLC_STRESS_CALLS` says how many calls; the default is small enough for every run.
"""

from __future__ import annotations

import asyncio
import os
import random
import threading
from dataclasses import dataclass, field
from typing import Any

from toolc_runtime import (
    AbortController,
    Accept,
    Block,
    Cancel,
    Deny,
    HarnessError,
    MemorySessionLog,
    ToolBatchInput,
    ToolBatchLog,
    ToolBatchResult,
    ToolCallBlock,
    ToolDefinition,
    ToolExecutionSuccess,
    ToolHints,
    ToolOutputDefinition,
    ToolRegistry,
    retry_policy,
    text_block,
    timeout_policy,
    user_message,
)

CALLS = int(os.environ.get("TOOLC_STRESS_CALLS", "4000"))
AT_ONCE = 0.000_001


class Agent:
    """A batch's owner; its log proves the order of events."""

    def __init__(self) -> None:
        self.session = MemorySessionLog()


@dataclass
class World:
    """Tools and policy that do anything, by dice; and the books of what they did."""

    dice: random.Random
    tools: ToolRegistry = field(default_factory=ToolRegistry)
    bodies: int = 0
    running: int = 0
    exclusive: bool = False
    """Whether what runs right now must run alone."""
    overlaps: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for number in range(6):
            self._register(number)
        self.tools.on.execute(retry_policy(self.tools, attempts=2, backoff=lambda failed: 0))
        self.tools.on.execute(timeout_policy(self.tools))
        self.tools.on.execute(self._around)
        self.tools.on.pre_execute(self._before)
        self.tools.on.post_execute(self._after)
        self.tools.on.result(lambda execution, result: self.order.append(execution.call_id))

    def _register(self, number: int) -> None:
        output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(
            {"type": "string"}, lambda args, value: [text_block(value)]
        )
        self.tools.register(
            ToolDefinition(
                f"tool_{number}",
                "…",
                {"type": "object"},
                output,
                self._threaded if number == 5 else self._body,
                is_concurrency_safe=lambda args: bool(args["safe"]),
                timeout_ms=AT_ONCE if number == 4 else None,
                hints=ToolHints(idempotent=number == 3),
            )
        )

    async def _body(self, args: Any, run: Any) -> str:
        self._enter(args, run.call_id)
        try:
            for _ in range(self.dice.randrange(4)):
                await asyncio.sleep(0)
            return self._outcome(run)
        finally:
            self.running -= 1

    def _threaded(self, args: Any, run: Any) -> str:
        run.signal.wait_in_thread(0)
        return "thread"

    def _enter(self, args: Any, call_id: str) -> None:
        if self.running and (self.exclusive or not args["safe"]):
            self.overlaps.append(call_id)
        self.exclusive = not args["safe"]
        self.running += 1
        self.bodies += 1

    def _outcome(self, run: Any) -> str:
        match self.dice.randrange(8):
            case 0:
                raise HarnessError("coded", "BODY")
            case 1:
                raise ValueError("plain")
            case 2:
                run.signal.throw_if_aborted()
            case 3:
                return 5  # type: ignore[return-value]
            case 4:
                run.defer_context(user_message("context"))
        return "value"

    async def _before(self, execution: Any, next: Any) -> Any:
        match self.dice.randrange(12):
            case 0:
                return Deny("denied")
            case 1:
                return Cancel()
            case 2:
                raise ValueError("policy")
            case 3:
                await asyncio.sleep(0)
        return await next()

    async def _around(self, execution: Any, next: Any) -> Any:
        match self.dice.randrange(12):
            case 0:
                return ToolExecutionSuccess("cached", [])
            case 1:
                execution.signal = AbortController().signal
            case 2:
                await next()
                raise ValueError("wrapper")
        return await next()

    async def _after(self, execution: Any, result: Any, next: Any) -> Any:
        match self.dice.randrange(12):
            case 0:
                return Block([text_block("blocked")])
            case 1:
                return Accept(content=[text_block("replaced")])
            case 2:
                raise ValueError("review")
        return await next()


def calls(dice: random.Random, batch: int) -> list[ToolCallBlock]:
    texts = ['{"safe": true}'] * 5 + ['{"safe": false}', "not json"]
    return [
        ToolCallBlock(f"{batch}:{n}", f"tool_{dice.randrange(7)}", dice.choice(texts))
        for n in range(dice.randrange(1, 30))
    ]


async def play(world: World, number: int) -> int:
    """One batch, perhaps aborted or cancelled on its way; how many calls it had."""
    dice, agent, caller = world.dice, Agent(), AbortController()
    given = calls(dice, number)
    batch = ToolBatchInput(
        given,
        caller.signal,
        agent=agent,
        log=ToolBatchLog(1, number),
        max_parallel_tool_calls=dice.randrange(1, 6),
    )
    world.order.clear()
    running = asyncio.create_task(world.tools.execute(batch))
    fate = dice.randrange(6)
    for _ in range(dice.randrange(30) if fate < 2 else 0):
        await asyncio.sleep(0)
    if fate == 0:
        caller.abort()
    elif fate == 1:
        running.cancel()
    await asyncio.wait([running])
    assert world.running == 0, "a started body outlived its batch"
    assert world.overlaps == [], "something ran beside an exclusive call"
    ids = [call.call_id for call in given]
    if not running.cancelled():
        check(running.result(), ids)
    if not running.cancelled() or world.order:
        assert world.order == ids
        check_log(agent, ids)
    assert not caller.signal._listeners, "a listener was left behind"
    return len(given)


def check(batch: ToolBatchResult, ids: list[str]) -> None:
    assert [r.call_id for r in batch.results] == ids


def check_log(agent: Agent, ids: list[str]) -> None:
    """Every call has one event and one result, which cites it; both in the model's order."""
    events = agent.session.events()
    for kind in ("tool/call", "tool/result"):
        assert [e.payload["call_id"] for e in events if e.kind == kind] == ids
    for event in events:
        if event.kind == "tool/result":
            cited: Any = event.payload["call_event"]
            assert events[cited - 1].payload["call_id"] == event.payload["call_id"]


def test_random_batches_settle_every_call_and_leave_nothing_behind() -> None:
    threads = threading.active_count()

    async def main() -> tuple[int, int]:
        world = World(random.Random(20_240))
        played = number = 0
        while played < CALLS:
            number += 1
            played += await play(world, number)
            assert len(asyncio.all_tasks()) == 1, "a task was left behind"
        return played, world.bodies

    played, bodies = asyncio.run(main())
    assert played >= CALLS
    assert bodies > played // 4
    assert threading.active_count() <= threads + 10, "threads pile up"
