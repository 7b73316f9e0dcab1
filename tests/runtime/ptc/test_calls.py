"""How calls of a program are scheduled: barriers, the rolling pool, order, closing, breaking."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from toolc_runtime import (
    AbortController,
    AbortSignal,
    Deny,
    MemorySessionLog,
    ToolDefinition,
    ToolExecutionInput,
    ToolOutputDefinition,
    ToolRegistry,
    text_block,
    thaw,
)
from toolc_runtime._execution import new_execution, new_run_context
from toolc_runtime.ptc._calls import SubCalls
from toolc_runtime.ptc._dispatches import DispatchLog
from toolc_runtime.ptc._sandbox import Delivery, Raised, Returned

NAMES = {"p": "parallel", "e": "exclusive"}


class Agent:
    def __init__(self) -> None:
        self.session: Any = MemorySessionLog()


class Calls:
    """The calls of one run, and tools that can be held."""

    def __init__(self, limit: int = 10) -> None:
        self.tools = ToolRegistry()
        self.agent = Agent()
        self.abort = AbortController()
        self.log: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}
        self.delivered: list[tuple[int, Delivery]] = []
        self.register("parallel", is_concurrency_safe=lambda args: True)
        self.register("exclusive")
        call = ToolExecutionInput("run", "run_code", {}, AbortSignal(), agent=self.agent)
        self.outer = new_run_context(new_execution(call, call.signal, {}), call.signal)
        self.calls = SubCalls(
            self.tools.pipeline,
            self.outer,
            self.abort.signal,
            {"parallel": {"name": "parallel", "description": "…", "parameters": {}}},
            limit,
            DispatchLog(self.tools, self.outer, limit),
            lambda number, delivery: self.delivered.append((number, delivery)),
        )

    def register(self, name: str, body: Any = None, **hooks: Any) -> None:
        output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(
            {}, lambda args, value: [text_block(str(value))]
        )
        schema = {"type": "object"}
        self.tools.register(ToolDefinition(name, "…", schema, output, body or self.body, **hooks))

    async def body(self, args: Any, run: Any) -> str:
        short = run.call_id.removeprefix("run:ptc:")
        self.log.append(f"{short} starts")
        if short in self.gates:
            await self.gates[short].wait()
        self.log.append(f"{short} ends")
        return f"value {short}"

    def hold(self, *ids: str) -> None:
        for call_id in ids:
            self.gates[call_id] = asyncio.Event()

    def submit(self, *kinds: str) -> None:
        """`p` submits a parallel call, `e` an exclusive one; their numbers count up."""
        for kind in kinds:
            self.calls.submit(self.calls._made + 1, NAMES.get(kind, kind), "{}")

    async def running(self, *ids: str) -> None:
        """Let the loop go on until exactly *ids* run; they keep running."""
        for _ in range(100):
            await asyncio.sleep(0)
        started = [line.split()[0] for line in self.log if line.endswith("starts")]
        ended = {line.split()[0] for line in self.log if line.endswith("ends")}
        assert [call_id for call_id in started if call_id not in ended] == list(ids)

    def release(self, *ids: str) -> None:
        for call_id in ids:
            self.gates[call_id].set()

    def kinds(self) -> list[str]:
        """What was logged: `>1` a start of call 1, `<1` its settlement."""
        signs = {"tool/ptc-dispatch-start": ">", "tool/ptc-dispatch": "<"}
        return [
            signs[event.kind] + str(event.payload["call_id"]).removeprefix("run:ptc:")
            for event in self.agent.session.events()
        ]


def serve(script: Callable[[Calls], Awaitable[None]], limit: int = 10) -> Calls:
    """The calls after *script*; it is closed and served to the end."""

    async def main() -> Calls:
        calls = Calls(limit)
        serving = asyncio.ensure_future(calls.calls.serve())
        await script(calls)
        calls.calls.close()
        await serving
        return calls

    return asyncio.run(main())


def test_parallel_calls_overlap_up_to_the_limit() -> None:
    async def script(calls: Calls) -> None:
        calls.hold("1", "2", "3")
        calls.submit("p", "p", "p")
        await calls.running("1", "2")
        calls.release("1")
        await calls.running("2", "3")
        calls.release("2", "3")
        await calls.running()

    assert [n for n, _ in serve(script, limit=2).delivered] == [1, 2, 3]


def test_an_exclusive_call_waits_for_the_pool_and_runs_alone() -> None:
    async def script(calls: Calls) -> None:
        calls.hold("1", "2", "3")
        calls.submit("p", "e", "p")
        await calls.running("1")
        calls.release("1")
        await calls.running("2")
        calls.release("2")
        await calls.running("3")
        calls.release("3")
        await calls.running()

    assert serve(script).kinds() == [">1", "<1", ">2", "<2", ">3", "<3"]


def test_results_commit_in_the_order_of_submission() -> None:
    async def script(calls: Calls) -> None:
        calls.hold("1", "2", "3")
        calls.submit("p", "p", "p")
        await calls.running("1", "2", "3")
        calls.release("3", "2")
        await calls.running("1")
        assert calls.delivered == []
        calls.release("1")
        await calls.running()

    calls = serve(script)
    assert calls.delivered == [(n, Returned(f"value {n}")) for n in (1, 2, 3)]
    assert calls.kinds() == [">1", ">2", ">3", "<1", "<2", "<3"]


def test_calls_submitted_later_join_the_running_pool() -> None:
    async def script(calls: Calls) -> None:
        calls.hold("1", "2")
        calls.submit("p")
        await calls.running("1")
        calls.submit("p")
        await calls.running("1", "2")
        calls.release("1", "2")
        await calls.running()

    serve(script)


def test_a_call_starts_by_what_the_registry_says_then() -> None:
    async def script(calls: Calls) -> None:
        calls.hold("1", "2")
        calls.submit("e", "late")
        await calls.running("1")
        calls.register("late", is_concurrency_safe=lambda args: True)
        calls.release("1", "2")
        await calls.running()

    assert serve(script).delivered[1] == (2, Returned("value 2"))


def test_policy_and_review_never_overlap() -> None:
    inside: list[str] = []

    async def script(calls: Calls) -> None:
        async def gate(execution: Any, next: Any) -> Any:
            inside.append(f"pre {execution.call_id[-1]}")
            await asyncio.sleep(0)
            inside.append(f"done {execution.call_id[-1]}")
            return await next()

        async def review(execution: Any, result: Any, next: Any) -> Any:
            inside.append(f"post {execution.call_id[-1]}")
            await asyncio.sleep(0)
            inside.append(f"done {execution.call_id[-1]}")
            return await next()

        calls.tools.on.pre_execute(gate)
        calls.tools.on.post_execute(review)
        calls.submit("p", "p", "e")
        await calls.running()

    serve(script)
    assert len(inside) == 12
    for entered, left in zip(inside[::2], inside[1::2], strict=True):
        assert left == f"done {entered[-1]}"


def test_each_call_has_its_identity_before_policy() -> None:
    seen: list[Any] = []

    async def script(calls: Calls) -> None:
        async def look(execution: Any, next: Any) -> Any:
            seen.append(execution)
            return await next()

        calls.tools.on.pre_execute(look)
        calls.submit("p", "exclusive")
        await calls.running()
        for number, execution in enumerate(seen, 1):
            assert execution.call_id == f"run:ptc:{number}"
            assert execution.root_call_id == "run"
            assert execution.parent is calls.outer.token
            assert execution.agent is calls.agent
            assert execution.signal is calls.abort.signal
        assert seen[0].schema["name"] == "parallel"
        assert seen[1].schema is None

    serve(script)
    assert len(seen) == 2


def test_a_failure_is_delivered_with_tool_and_message_only() -> None:
    async def script(calls: Calls) -> None:
        async def deny(execution: Any, next: Any) -> Any:
            return Deny("not today")

        calls.submit("nope")
        await calls.running()
        calls.tools.on.pre_execute(deny)
        calls.submit("p")
        await calls.running()

    assert serve(script).delivered == [
        (1, Raised("nope", "unknown tool 'nope'")),
        (2, Raised("parallel", "not today")),
    ]


@pytest.mark.parametrize("text", ["{", "NaN", '{"a": NaN}', '{"a": 1, "a": 2}'])
def test_arguments_that_are_no_json_fail_like_those_of_a_model(text: str) -> None:
    async def script(calls: Calls) -> None:
        calls.calls.submit(1, "parallel", text)
        await calls.running()

    ((_, delivery),) = serve(script).delivered
    assert isinstance(delivery, Raised)
    assert delivery.message.startswith("invalid arguments: arguments: not valid JSON")


def test_closing_drops_what_waits_and_drains_what_runs() -> None:
    async def script(calls: Calls) -> None:
        calls.hold("1")
        calls.submit("p", "e", "p")
        await calls.running("1")
        calls.calls.close()
        calls.submit("p")
        await calls.running("1")
        calls.release("1")

    calls = serve(script)
    assert calls.log == ["1 starts", "1 ends"]
    assert calls.kinds() == [">1", "<1"]


def test_nothing_starts_once_the_run_is_aborted() -> None:
    async def script(calls: Calls) -> None:
        calls.hold("1")
        calls.submit("p", "e")
        await calls.running("1")
        calls.abort.abort()
        calls.release("1")
        await calls.running()
        assert calls.kinds() == [">1", "<1"]

    ((number, delivery),) = serve(script).delivered
    assert number == 1
    assert isinstance(delivery, Raised)


def test_the_program_does_not_wait_for_the_log() -> None:
    async def script(calls: Calls) -> None:
        held = asyncio.Event()

        async def slow(dispatch: Any, next: Any) -> Any:
            await held.wait()
            return await next()

        calls.tools.on.ptc_dispatch_log(slow)
        calls.submit("p", "p")
        await calls.running()
        assert [n for n, _ in calls.delivered] == [1, 2]
        assert calls.kinds() == [">1", ">2"]
        held.set()

    assert serve(script).kinds() == [">1", ">2", "<1", "<2"]


def test_unfinished_log_work_is_bounded_by_the_limit() -> None:
    async def script(calls: Calls) -> None:
        held = asyncio.Event()

        async def slow(dispatch: Any, next: Any) -> Any:
            await held.wait()
            return await next()

        calls.tools.on.ptc_dispatch_log(slow)
        calls.submit("e", "e", "e")
        await calls.running()
        assert [n for n, _ in calls.delivered] == [1, 2]
        held.set()
        await calls.running()

    assert serve(script, limit=2).kinds() == [">1", ">2", "<1", "<2", ">3", "<3"]


def test_results_reach_the_program_while_the_log_is_full() -> None:
    async def script(calls: Calls) -> None:
        held = asyncio.Event()

        async def slow(dispatch: Any, next: Any) -> Any:
            await held.wait()
            return await next()

        calls.tools.on.ptc_dispatch_log(slow)
        calls.hold("1", "2", "3")
        calls.submit("p", "p")
        await calls.running("1", "2")
        calls.release("1")
        calls.submit("p", "p")
        await calls.running("2", "3")
        calls.release("2")
        await calls.running("3")
        assert [n for n, _ in calls.delivered] == [1, 2]
        calls.release("3")  # two settlements are not logged yet: the fourth call has to wait
        await calls.running()
        assert [n for n, _ in calls.delivered] == [1, 2, 3]
        held.set()
        await calls.running()

    assert [n for n, _ in serve(script, limit=2).delivered] == [1, 2, 3, 4]


def test_events_settle_in_order_whatever_listeners_take() -> None:
    async def script(calls: Calls) -> None:
        first = asyncio.Event()

        async def uneven(dispatch: Any, next: Any) -> Any:
            if dispatch.sub_call_id.endswith(":1"):
                await first.wait()
            else:
                first.set()
            return [text_block(f"logged {dispatch.sub_call_id}")]

        calls.tools.on.ptc_dispatch_log(uneven)
        calls.submit("p", "p")
        await calls.running()

    calls = serve(script)
    assert calls.kinds() == [">1", ">2", "<1", "<2"]
    last = calls.agent.session.events()[-1]
    assert thaw(last.payload)["content"] == [text_block("logged run:ptc:2")]
    assert calls.delivered[1] == (2, Returned("value 2"))


def test_contexts_come_in_commit_order_and_a_conclusion_is_forwarded() -> None:
    async def script(calls: Calls) -> None:
        async def body(args: Any, run: Any) -> str:
            short = run.call_id[-1]
            if short == "1":
                await second.wait()
            second.set()
            run.defer_context({"role": "user", "content": [text_block(short)]})
            if short == "2":
                run.conclude_turn()
            return short

        second = asyncio.Event()
        calls.register("context", body, is_concurrency_safe=lambda args: True)
        calls.submit("context", "context")
        await calls.running()
        texts = [context["content"][0]["text"] for context in calls.outer._contexts]
        assert texts == ["1", "2"]
        assert calls.outer._concluded

    serve(script)


def test_a_failed_call_concludes_nothing() -> None:
    async def script(calls: Calls) -> None:
        async def body(args: Any, run: Any) -> str:
            run.conclude_turn()
            raise ValueError("no")

        calls.register("context", body)
        calls.submit("context")
        await calls.running()
        assert not calls.outer._concluded

    serve(script)


IMAGE = {"type": "image", "data": "AA==", "media_type": "image/png"}


def test_a_result_with_an_image_is_deferred_whole() -> None:
    async def script(calls: Calls) -> None:
        output: Any = ToolOutputDefinition({}, lambda args, value: [text_block("see"), IMAGE])
        schema = {"type": "object"}
        calls.tools.register(ToolDefinition("picture", "…", schema, output, calls.body))
        calls.submit("picture", "p")
        await calls.running()
        assert thaw(tuple(calls.outer._contexts)) == [
            {"role": "user", "content": [text_block("see"), IMAGE], "source": "tool:picture"}
        ]

    serve(script)


class BrokenLog:
    """A session log that fails at one kind of event."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.kept: list[str] = []

    def append(self, kind: str, payload: Any) -> int:
        if kind == self.kind:
            raise OSError("disk full")
        self.kept.append(kind)
        return len(self.kept)


@pytest.mark.parametrize("kind", ["tool/ptc-dispatch-start", "tool/ptc-dispatch"])
def test_a_broken_log_stops_the_run_after_draining(kind: str) -> None:
    async def main() -> None:
        calls = Calls()
        calls.agent.session = BrokenLog(kind)
        calls.calls._log._session = calls.agent.session
        serving = asyncio.ensure_future(calls.calls.serve())
        calls.hold("2")
        calls.submit("p", "p", "e")
        for _ in range(100):
            await asyncio.sleep(0)
        started = [line for line in calls.log if line.endswith("starts")]
        if kind == "tool/ptc-dispatch":
            assert not serving.done()
            calls.release("2")
        with pytest.raises(OSError, match="disk full"):
            await serving
        assert len(calls.log) == 2 * len(started)
        assert "3 starts" not in calls.log

    asyncio.run(main())


def test_an_interrupt_waits_for_what_runs() -> None:
    async def main() -> None:
        calls = Calls()

        async def interrupt(args: Any, run: Any) -> str:
            raise KeyboardInterrupt

        calls.register("interrupt", interrupt, is_concurrency_safe=lambda args: True)
        calls.hold("1")
        calls.submit("p", "interrupt", "p")

        async def release() -> None:
            await calls.running("1")
            calls.release("1")

        releasing = asyncio.ensure_future(release())
        with pytest.raises(KeyboardInterrupt):
            await calls.calls.serve()
        await releasing
        assert calls.log[-1] == "1 ends"

    asyncio.run(main())


def test_without_a_session_nothing_is_logged_and_no_listener_asked() -> None:
    async def main() -> None:
        calls = Calls()
        calls.calls._log._session = None
        calls.tools.on.ptc_dispatch_log(lambda dispatch, next: pytest.fail("asked"))
        serving = asyncio.ensure_future(calls.calls.serve())
        calls.submit("p")
        await calls.running()
        calls.calls.close()
        await serving
        assert calls.delivered == [(1, Returned("value 1"))]

    asyncio.run(main())
