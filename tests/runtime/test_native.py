"""Batches: barriers, the rolling pool, the model's order, aborts, broken logs, one result a call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from toolc_runtime import (
    AbortController,
    AbortSignal,
    Accept,
    Deny,
    MemorySessionLog,
    NativeToolExecutor,
    ToolBatchExecutionError,
    ToolBatchInput,
    ToolBatchLog,
    ToolBatchResult,
    ToolCallBlock,
    ToolDefinition,
    ToolErrorInfo,
    ToolOutputDefinition,
    ToolRegistry,
    ToolRestriction,
    text_block,
    user_message,
)


def tool(name: str, body: Callable[..., Any], **hooks: Any) -> ToolDefinition[Any, Any]:
    output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(
        {}, lambda args, value: [text_block(str(value))]
    )
    return ToolDefinition(name, "…", {"type": "object"}, output, body, **hooks)


def yes(args: Any) -> bool:
    return True


class Site:
    """Tools that log when they start and end, and wait until they are let go on."""

    def __init__(self) -> None:
        self.tools = ToolRegistry()
        self.log: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}
        self.tools.register(tool("parallel", self.body, is_concurrency_safe=yes))
        self.tools.register(tool("exclusive", self.body))

    async def body(self, args: Any, run: Any) -> str:
        self.log.append(f"{run.call_id} starts")
        gate = self.gates.get(run.call_id)
        if gate is not None:
            await gate.wait()
        self.log.append(f"{run.call_id} ends")
        return str(run.call_id)

    def hold(self, *ids: str) -> None:
        for call_id in ids:
            self.gates[call_id] = asyncio.Event()

    async def running(self, *ids: str) -> None:
        """Let the loop go on until exactly *ids* run; they keep running."""
        for _ in range(100):
            await asyncio.sleep(0)
        started = [line.split()[0] for line in self.log if line.endswith("starts")]
        ended = {line.split()[0] for line in self.log if line.endswith("ends")}
        assert [call_id for call_id in started if call_id not in ended] == list(ids)

    async def batch(self, *calls: str, **fields: Any) -> ToolBatchResult:
        signal = fields.pop("signal", None) or AbortSignal()
        return await self.tools.execute(ToolBatchInput(blocks(calls), signal, **fields))


def blocks(calls: Sequence[str]) -> list[ToolCallBlock]:
    """`p1` is a call of `parallel` with that id, `e2` one of `exclusive`."""
    names = {"p": "parallel", "e": "exclusive"}
    return [ToolCallBlock(c, names.get(c[0], c)) for c in calls]


def ids(batch: ToolBatchResult) -> list[str]:
    return [r.call_id for r in batch.results]


def codes(batch: ToolBatchResult) -> list[str | None]:
    infos = [None if r.result.error is None else r.result.error.info for r in batch.results]
    return [None if i is None else i.code for i in infos]


# ── scheduling ────────────────────────────────────────────────────────────────────────────────


def test_parallel_calls_overlap_and_exclusive_ones_are_barriers() -> None:
    async def main() -> None:
        site = Site()
        site.hold("p1", "p2", "e3", "p4")
        batch = asyncio.create_task(site.batch("p1", "p2", "e3", "p4"))
        await site.running("p1", "p2")
        site.gates["p1"].set()
        await site.running("p2")
        site.gates["p2"].set()
        await site.running("e3")
        site.gates["e3"].set()
        await site.running("p4")
        site.gates["p4"].set()
        assert ids(await batch) == ["p1", "p2", "e3", "p4"]

    asyncio.run(main())


def test_the_pool_rolls_a_call_starts_as_soon_as_any_other_has_landed() -> None:
    async def main() -> None:
        site = Site()
        site.hold("p1", "p2", "p3", "p4")
        batch = asyncio.create_task(site.batch("p1", "p2", "p3", "p4", max_parallel_tool_calls=2))
        await site.running("p1", "p2")
        site.gates["p2"].set()
        await site.running("p1", "p3")
        site.gates["p3"].set()
        await site.running("p1", "p4")
        for gate in site.gates.values():
            gate.set()
        assert ids(await batch) == ["p1", "p2", "p3", "p4"]

    asyncio.run(main())


def test_at_most_ten_calls_run_unless_something_else_is_said() -> None:
    async def main(limit: int | None) -> int:
        site = Site()
        calls = [f"p{n}" for n in range(30)]
        site.hold(*calls)
        batch = asyncio.create_task(site.batch(*calls, max_parallel_tool_calls=limit))
        for _ in range(100):
            await asyncio.sleep(0)
        running = len(site.log)
        for gate in site.gates.values():
            gate.set()
        await batch
        return running

    assert [asyncio.run(main(limit)) for limit in (None, 1, 12)] == [10, 1, 12]


@pytest.mark.parametrize("limit", [0, -1, True, 2.0, "3"])
def test_the_limit_is_a_positive_integer(limit: Any) -> None:
    site = Site()
    with pytest.raises(ValueError, match="positive integer"):
        asyncio.run(site.batch("p1", max_parallel_tool_calls=limit))
    with pytest.raises(ValueError, match="positive integer"):
        NativeToolExecutor(site.tools.pipeline, max_parallel_tool_calls=limit)


def test_a_batch_overrides_the_limit_of_its_executor() -> None:
    async def main() -> None:
        site = Site()
        executor = NativeToolExecutor(site.tools.pipeline, max_parallel_tool_calls=1)
        site.tools.set_executor(executor)
        site.hold("p1", "p2")
        batch = asyncio.create_task(site.batch("p1", "p2"))
        await site.running("p1")
        site.gates["p1"].set()
        site.gates["p2"].set()
        await batch
        site.log.clear()
        site.hold("p1", "p2")
        batch = asyncio.create_task(site.batch("p1", "p2", max_parallel_tool_calls=2))
        await site.running("p1", "p2")
        for gate in site.gates.values():
            gate.set()
        await batch

    asyncio.run(main())


@pytest.mark.parametrize(
    "classifier",
    [None, lambda args: False, lambda args: 1, lambda args: "yes", lambda args: 1 / 0],
    ids=["none", "false", "one", "text", "raising"],
)
def test_only_true_opts_in_to_overlap(classifier: Any) -> None:
    async def main() -> None:
        site = Site()
        site.tools.register(tool("odd", site.body, is_concurrency_safe=classifier))
        calls = [ToolCallBlock("a", "odd"), ToolCallBlock("b", "odd")]
        site.hold("a")
        batch = asyncio.create_task(site.tools.execute(ToolBatchInput(calls, AbortSignal())))
        await site.running("a")
        site.gates["a"].set()
        await batch

    asyncio.run(main())


def test_classification_goes_by_the_arguments() -> None:
    async def main() -> None:
        site = Site()
        site.tools.register(tool("some", site.body, is_concurrency_safe=lambda a: a["safe"]))
        texts = ['{"safe": true}', '{"safe": true}', '{"safe": false}', "not json"]
        calls = [ToolCallBlock(f"c{n}", "some", text) for n, text in enumerate(texts)]
        site.hold("c0", "c1", "c2")
        batch = asyncio.create_task(site.tools.execute(ToolBatchInput(calls, AbortSignal())))
        await site.running("c0", "c1")
        for gate in site.gates.values():
            gate.set()
        assert codes(await batch) == [None, None, None, "INVALID_ARGS"]

    asyncio.run(main())


def test_unknown_and_hidden_tools_are_exclusive() -> None:
    site = Site()
    site.tools.scope("agent").restrict(ToolRestriction(deny=["parallel"]))
    batch = asyncio.run(site.batch("p1", "nope", "p2", agent="agent"))
    assert codes(batch) == ["UNKNOWN_TOOL"] * 3
    assert site.log == []


def test_classification_is_asked_again_right_before_each_start() -> None:
    async def main() -> list[str]:
        site = Site()

        async def turn_exclusive(execution: Any, result: Any, next: Any) -> Any:
            if execution.call_id == "p1":
                remove()
                site.tools.register(tool("changing", site.body))
            return await next()

        remove = site.tools.register(tool("changing", site.body, is_concurrency_safe=yes))
        site.tools.on.post_execute(turn_exclusive)
        calls = [ToolCallBlock(c, "changing") for c in ("p1", "p2", "p3")]
        await site.tools.execute(ToolBatchInput(calls, AbortSignal(), max_parallel_tool_calls=1))
        return site.log

    log = asyncio.run(main())
    assert log == [f"{c} {w}" for c in ("p1", "p2", "p3") for w in ("starts", "ends")]


def test_ordered_stages_never_overlap_and_go_by_the_models_order() -> None:
    async def main() -> list[str]:
        site = Site()
        inside: list[str] = []
        stages: list[str] = []

        async def stage(name: str, call_id: str) -> None:
            assert inside == [], "two ordered stages overlap"
            inside.append(name)
            stages.append(f"{name} {call_id}")
            for _ in range(3):
                await asyncio.sleep(0)
            inside.pop()

        async def before(execution: Any, next: Any) -> Any:
            await stage("pre", execution.call_id)
            return await next()

        async def after(execution: Any, result: Any, next: Any) -> Any:
            await stage("post", execution.call_id)
            return await next()

        site.tools.on.pre_execute(before)
        site.tools.on.post_execute(after)
        site.tools.on.result(lambda e, r: stages.append(f"result {e.call_id}"))
        site.hold("p1")
        batch = asyncio.create_task(site.batch("p1", "p2", "p3"))
        await site.running("p1")
        site.gates["p1"].set()
        await batch
        return stages

    stages = asyncio.run(main())
    assert [s for s in stages if s.startswith("pre")] == ["pre p1", "pre p2", "pre p3"]
    committed = [s for s in stages if not s.startswith("pre")]
    assert committed == [f"{s} {c}" for c in ("p1", "p2", "p3") for s in ("post", "result")]


def test_results_commit_as_soon_as_the_head_of_the_line_has_landed() -> None:
    async def main() -> None:
        site = Site()
        committed: list[str] = []
        site.tools.on.result(lambda e, r: committed.append(e.call_id))
        site.hold("p1", "p2", "p3")
        batch = asyncio.create_task(site.batch("p1", "p2", "p3"))
        await site.running("p1", "p2", "p3")
        site.gates["p2"].set()
        await site.running("p1", "p3")
        assert committed == []
        site.gates["p1"].set()
        await site.running("p3")
        assert committed == ["p1", "p2"]
        site.gates["p3"].set()
        await batch

    asyncio.run(main())


def test_plain_functions_overlap_in_threads() -> None:
    import threading

    meeting = threading.Barrier(3)

    def body(args: Any, run: Any) -> str:
        meeting.wait(timeout=60)
        return "met"

    tools = ToolRegistry()
    tools.register(tool("blocking", body, is_concurrency_safe=yes))
    calls = [ToolCallBlock(str(n), "blocking") for n in range(3)]
    batch = asyncio.run(tools.execute(ToolBatchInput(calls, AbortSignal())))
    assert [r.result.value for r in batch.results] == ["met"] * 3


# ── arguments ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{'a': 1}",
        '{"a": 1, "a": 2}',
        '{"a": NaN}',
        '{"a": 1e999}',
        '{"a": "\\ud800"}',
        '{"a": "\ud800"}',
        "[" * 100_000,
        "1" * 10_000,
    ],
    ids=[
        "torn",
        "python",
        "duplicate key",
        "nan",
        "overflow",
        "escaped surrogate",
        "surrogate",
        "deep",
        "digits",
    ],
)
def test_text_that_is_no_acceptable_json_is_an_invalid_argument_with_a_reason(text: str) -> None:
    seen: list[Any] = []
    site = Site()
    site.tools.on.result(lambda execution, result: seen.append(execution.arguments))
    calls = [ToolCallBlock("call", "exclusive", text), *blocks(["e2"])]
    batch = asyncio.run(site.tools.execute(ToolBatchInput(calls, AbortSignal())))
    assert codes(batch) == ["INVALID_ARGS", None]
    error = batch.results[0].result.error
    assert error is not None
    assert "not valid JSON" in error.message
    assert isinstance(seen[0], str)
    assert site.log == ["e2 starts", "e2 ends"]


@pytest.mark.parametrize("text", ["", "  \n"])
def test_no_text_at_all_is_an_empty_object(text: str) -> None:
    seen: list[Any] = []
    site = Site()
    site.tools.on.result(lambda execution, result: seen.append(execution.arguments))
    calls = [ToolCallBlock("call", "exclusive", text)]
    asyncio.run(site.tools.execute(ToolBatchInput(calls, AbortSignal())))
    assert seen == [{}]


# ── abort ─────────────────────────────────────────────────────────────────────────────────────


def test_an_abort_starts_nothing_new_drains_and_settles_the_rest_in_order() -> None:
    async def main() -> tuple[ToolBatchResult, list[str], list[str]]:
        site = Site()
        caller = AbortController()
        committed: list[str] = []
        site.tools.on.result(lambda e, r: committed.append(e.call_id))
        site.hold("p1", "p2")
        calling = asyncio.create_task(
            site.batch("p1", "p2", "p3", "e4", max_parallel_tool_calls=2, signal=caller.signal)
        )
        await site.running("p1", "p2")
        caller.abort()
        await site.running("p1", "p2")
        site.gates["p2"].set()
        site.gates["p1"].set()
        return await calling, site.log, committed

    batch, log, committed = asyncio.run(main())
    before = "ABORTED_BEFORE_DISPATCH"
    assert codes(batch) == ["ABORTED", "ABORTED", before, before]
    assert ids(batch) == committed == ["p1", "p2", "p3", "e4"]
    assert sorted(log) == ["p1 ends", "p1 starts", "p2 ends", "p2 starts"]


def test_a_batch_that_is_aborted_before_it_starts_runs_nothing() -> None:
    site = Site()
    caller = AbortController()
    caller.abort()
    batch = asyncio.run(site.batch("p1", "e2", signal=caller.signal))
    assert codes(batch) == ["ABORTED_BEFORE_DISPATCH"] * 2
    assert site.log == []


def test_an_abort_between_start_and_first_step_keeps_the_body_from_running() -> None:
    async def main() -> tuple[list[str | None], list[str]]:
        site = Site()
        caller = AbortController()

        async def abort_after(execution: Any, next: Any) -> Any:
            if execution.call_id == "p2":
                caller.abort()
            return await next()

        site.tools.on.pre_execute(abort_after)
        return codes(await site.batch("p1", "p2", signal=caller.signal)), site.log

    found, log = asyncio.run(main())
    assert found == ["ABORTED_BEFORE_DISPATCH", "ABORTED_BEFORE_DISPATCH"]
    assert log == []


def test_cancelling_the_task_of_a_batch_drains_it_settles_every_call_and_is_raised() -> None:
    async def main() -> tuple[list[str], list[str]]:
        site = Site()
        committed: list[str] = []
        site.tools.on.result(lambda e, r: committed.append(e.call_id))
        site.hold("p1")
        calling = asyncio.create_task(site.batch("p1", "e2"))
        await site.running("p1")
        calling.cancel()
        await site.running("p1")
        assert not calling.done()
        site.gates["p1"].set()
        with pytest.raises(asyncio.CancelledError):
            await calling
        return site.log, committed

    assert asyncio.run(main()) == (["p1 starts", "p1 ends"], ["p1", "e2"])


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_what_ends_the_program_is_raised_once_everything_has_drained(
    interrupt: type[BaseException],
) -> None:
    log: list[str] = []

    async def patient(args: Any, run: Any) -> None:
        await run.signal.wait()
        await asyncio.sleep(0)
        log.append("drained")

    async def fatal(args: Any, run: Any) -> None:
        await asyncio.sleep(0)
        raise interrupt

    tools = ToolRegistry()
    tools.register(tool("patient", patient, is_concurrency_safe=yes))
    tools.register(tool("fatal", fatal, is_concurrency_safe=yes))
    calls = [ToolCallBlock("1", "patient"), ToolCallBlock("2", "fatal")]
    with pytest.raises(interrupt):
        asyncio.run(tools.execute(ToolBatchInput(calls, AbortSignal())))
    assert log == ["drained"]


# ── outcome of a batch ────────────────────────────────────────────────────────────────────────


def test_contexts_come_in_the_models_order_and_a_success_may_conclude_the_turn() -> None:
    async def body(args: Any, run: Any) -> None:
        run.defer_context(user_message(run.call_id))
        if run.call_id == "e2":
            run.conclude_turn()
        if run.call_id == "e3":
            run.conclude_turn()
            raise ValueError("failed")

    def outcome(*calls: str) -> tuple[list[str], bool]:
        tools = ToolRegistry()
        tools.register(tool("exclusive", body))
        batch = asyncio.run(tools.execute(ToolBatchInput(blocks(calls), AbortSignal())))
        texts = [c["content"][0] for c in batch.additional_contexts]
        return [t["text"] for t in texts if t["type"] == "text"], batch.concluded

    assert outcome("e1", "e2", "e4") == (["e1", "e2", "e4"], True)
    assert outcome("e1", "e3") == (["e1", "e3"], False)


def test_an_empty_batch_settles_at_once() -> None:
    assert asyncio.run(Site().batch()) == ToolBatchResult([])


# ── log ───────────────────────────────────────────────────────────────────────────────────────


class Agent:
    def __init__(self, session: Any = None) -> None:
        self.session = MemorySessionLog() if session is None else session


def test_events_hold_the_raw_call_and_the_durable_result_which_cites_it() -> None:
    async def body(args: Any, run: Any) -> dict[str, str]:
        return {"secret": "canonical value"}

    async def deny(execution: Any, next: Any) -> Any:
        if execution.call_id == "2":
            return Deny("no", info=ToolErrorInfo("Policy", "NO", reason="detail"))
        return await next()

    agent = Agent()
    tools = ToolRegistry()
    output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(
        {},
        lambda args, value: [text_block("shown")],
        presentation_meta=lambda args, value: {"m": 1},
    )
    tools.register(ToolDefinition("tool", "…", {"type": "object"}, output, body))
    tools.on.pre_execute(deny)
    calls = [ToolCallBlock("1", "tool", '{"a":  1}'), ToolCallBlock("2", "tool")]
    batch = ToolBatchInput(calls, AbortSignal(), agent=agent, log=ToolBatchLog(3, 4))
    asyncio.run(tools.execute(batch))
    step = {"turn": 3, "step": 4}
    assert [(e.number, e.kind, e.payload) for e in agent.session.events()] == [
        (1, "tool/call", {**step, "call_id": "1", "name": "tool", "arguments": '{"a":  1}'}),
        (
            2,
            "tool/result",
            {
                **step,
                "call_id": "1",
                "call_event": 1,
                "content": (text_block("shown"),),
                "is_error": False,
                "meta": {"m": 1},
            },
        ),
        (3, "tool/call", {**step, "call_id": "2", "name": "tool", "arguments": ""}),
        (
            4,
            "tool/result",
            {
                **step,
                "call_id": "2",
                "call_event": 3,
                "content": (text_block("Error: no"),),
                "is_error": True,
                "error": {"name": "Policy", "code": "NO", "reason": "detail"},
            },
        ),
    ]


def test_without_log_a_session_gets_no_root_events() -> None:
    agent = Agent()
    asyncio.run(Site().batch("e1", agent=agent))
    assert agent.session.events() == ()


@pytest.mark.parametrize("agent", [None, "agent without a session"])
def test_a_log_needs_an_agent_with_a_session(agent: Any) -> None:
    with pytest.raises(ValueError, match="session"):
        asyncio.run(Site().batch("e1", agent=agent, log=ToolBatchLog(1, 1)))


def test_skipped_calls_are_logged_too() -> None:
    agent, caller = Agent(), AbortController()
    caller.abort()
    signal = caller.signal
    asyncio.run(Site().batch("p1", "e2", agent=agent, log=ToolBatchLog(1, 1), signal=signal))
    assert [e.kind for e in agent.session.events()] == ["tool/call", "tool/result"] * 2


class BrokenLog(MemorySessionLog):
    """Fails from its *last* event on."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last

    def append(self, kind: str, payload: Any, /) -> int:
        if len(self.events()) == self.last:
            raise OSError("disk full")
        return super().append(kind, payload)


def test_a_broken_log_stops_starts_drains_and_keeps_what_was_committed() -> None:
    async def main() -> tuple[ToolBatchExecutionError, list[str]]:
        site = Site()

        async def add_context(execution: Any, result: Any, next: Any) -> Any:
            return Accept(additional_contexts=[user_message("kept")])

        site.tools.on.post_execute(add_context)
        agent = Agent(BrokenLog(4))
        site.hold("p3")
        batch = asyncio.create_task(
            site.batch("e1", "p2", "p3", "p4", agent=agent, log=ToolBatchLog(1, 1))
        )
        await site.running("p3")
        assert not batch.done()
        site.gates["p3"].set()
        with pytest.raises(ToolBatchExecutionError) as caught:
            await batch
        return caught.value, site.log

    error, log = asyncio.run(main())
    assert [r.call_id for r in error.results] == ["e1"]
    assert error.additional_contexts == ({"role": "user", "content": (text_block("kept"),)},)
    assert isinstance(error.__cause__, OSError)
    assert "disk full" in str(error)
    assert "p4 starts" not in log
    assert log.count("p3 ends") == 1
