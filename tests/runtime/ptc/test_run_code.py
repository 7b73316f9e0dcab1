"""`run_code` from the model's batch to its result: identity, policy, settlement, what a model reads."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from toolc_runtime import (
    AbortController,
    Accept,
    Ask,
    Deny,
    GenericCallView,
    MemorySessionLog,
    ModelSelection,
    ToolActivationContext,
    ToolBatchLog,
    ToolErrorInfo,
    ToolRegistrationError,
    ToolRegistry,
    ToolRestriction,
    present_call,
    text_block,
    thaw,
)
from toolc_runtime.ptc import ProgramLimits, PtcToolExecutor

from .conftest import Site

IMAGE = {"type": "image", "data": "AA==", "media_type": "image/png"}


def text_of(result: Any) -> str:
    (block,) = result.content
    return str(block["text"])


def program(code: str) -> str:
    return json.dumps({"code": code, "description": "A test."})


@pytest.mark.parametrize(
    ("code", "value", "text"),
    [
        (
            "print('a\\nb')\nresult = {'n': [1]}",
            {"logs": ["a", "b"], "result": {"n": [1]}},
            'a\nb\n{\n  "n": [\n    1\n  ]\n}',
        ),
        ("result = 'raw \"é\"'", {"logs": [], "result": 'raw "é"'}, 'raw "é"'),
        ("result = None", {"logs": [], "result": None}, "null"),
        ("print('only')", {"logs": ["only"]}, "only"),
        ("pass", {"logs": []}, "The program printed nothing and has no result."),
    ],
)
def test_the_outcome_reads_as_logs_then_result(
    site: Site, code: str, value: Any, text: str
) -> None:
    result = site.result_of(code)
    assert not result.is_error
    assert thaw(result.value) == value
    assert text_of(result) == text


def test_a_failed_run_says_kind_message_and_what_was_printed(site: Site) -> None:
    result = site.result_of("print('before')\n1 / 0")
    assert result.is_error
    assert result.error.info == ToolErrorInfo("CodeRunFailedError", "CODE_RUN_FAILED")
    assert text_of(result) == (
        "Error: the program raised an exception: Traceback (most recent call last):\n"
        '  File "program.py", line 2, in <module>\n'
        "    1 / 0\n"
        "ZeroDivisionError: division by zero\n"
        "\n"
        "Printed before that:\n"
        "before"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "{}",
        '{"code": "1"}',
        '{"code": "", "description": "d"}',
        '{"code": "1", "description": ""}',
        '{"code": 1, "description": "d"}',
        '{"code": "1", "description": "d", "more": 1}',
        "[]",
        "{",
    ],
)
def test_a_program_needs_code_and_a_description(site: Site, arguments: str) -> None:
    batch = asyncio.run(site.batch(("run_code", arguments)))
    assert batch.results[0].result.error.info.code == "INVALID_ARGS"


def test_sub_calls_carry_parent_root_agent_and_numbered_ids(site: Site) -> None:
    seen: list[Any] = []

    async def look(execution: Any, next: Any) -> Any:
        seen.append(execution)
        return await next()

    site.tool("echo")
    site.tools.on.pre_execute(look)
    value = site.value_of("await tools.echo({'n': 1})\nresult = await tools.echo({'n': 2})")
    assert value == {"logs": [], "result": {"n": 2}}
    outer, first, second = seen
    assert (outer.name, outer.call_id, outer.parent) == ("run_code", "c1", None)
    assert [c.call_id for c in (first, second)] == ["c1:ptc:1", "c1:ptc:2"]
    for call in (first, second):
        assert call.parent is outer.token
        assert (call.root_call_id, call.agent, call.name) == ("c1", site.agent, "echo")
        assert call.schema == {
            "name": "echo",
            "description": "echo.",
            "parameters": {"type": "object"},
        }
        with pytest.raises(TypeError):
            call.schema["name"] = "other"


def test_every_sub_call_runs_the_whole_pipeline(site: Site) -> None:
    async def deny(execution: Any, next: Any) -> Any:
        return Deny("no secrets") if execution.name == "secret" else await next()

    async def replace(execution: Any, result: Any, next: Any) -> Any:
        return Accept(value={"replaced": True}) if execution.name == "echo" else await next()

    site.tool("echo")
    site.tool("secret")
    site.tool("asked")
    site.tool("guarded")
    site.tools.on.pre_execute(deny)
    site.tools.on.post_execute(replace)
    site.tools.guard(lambda execution: "guarded" if execution.name == "guarded" else None)
    code = """
async def tried(name):
    try:
        return await tools[name]({})  # type: ignore
    except ToolCallError as error:
        return failed_tool(error)

result = [await tried(name) for name in ("echo", "secret", "guarded")]
"""
    assert site.value_of(code)["result"] == [
        {"replaced": True},
        ["secret", "no secrets"],
        ["guarded", "guarded"],
    ]


def test_a_model_that_calls_a_tool_itself_is_told_the_way(site: Site) -> None:
    asked: list[str] = []

    async def look(execution: Any, next: Any) -> Any:
        asked.append(execution.name)
        return await next()

    site.tool("echo")
    site.tool("my-tool")
    site.tools.on.pre_execute(look)
    batch = asyncio.run(site.batch(("echo", "{}"), ("my-tool", "{}"), ("nope", "{}")))
    results = [r.result for r in batch.results]
    assert {r.error.info.code for r in results} == {"UNKNOWN_TOOL"}
    way = "call it from a program of run_code: await"
    assert [text_of(r) for r in results] == [
        f"Error: unknown tool 'echo'; {way} tools.echo({{…}})",
        f"Error: unknown tool 'my-tool'; {way} tools['my-tool']({{…}})",
        "Error: unknown tool 'nope'",
    ]
    assert asked == ["nope"]
    assert site.seen == []


def test_run_code_is_reserved_and_no_binding(site: Site) -> None:
    with pytest.raises(ToolRegistrationError, match="reserved"):
        site.tool("run_code")
    result = site.result_of("await tools.run_code({})  # type: ignore")
    assert "AttributeError" in text_of(result)


def test_bindings_are_what_the_agent_sees_and_the_step_admits(site: Site) -> None:
    async def admitted() -> Any:
        scope = site.tools.scope(site.agent)
        selection = ModelSelection("p", "m")
        return await site.tools.resolve(
            ToolActivationContext(scope.agent, selection, site.abort.signal)
        )

    scope = site.tools.scope(site.agent)
    site.tool("plain")
    site.tool("hidden")
    site.tool("conditional", when=lambda context: True)
    scope.restrict(ToolRestriction(deny=["hidden"]))
    code = """
result = []
for name in ("plain", "hidden", "conditional"):
    try:
        tools[name]  # type: ignore
        result.append(name)
    except KeyError:
        pass
"""
    assert site.value_of(code)["result"] == ["plain"]

    async def main() -> Any:
        tool_set = await admitted()
        return await site.run(code, tool_set=tool_set)

    assert thaw(asyncio.run(main()).value)["result"] == ["plain", "conditional"]


def test_the_type_checker_knows_the_tools_of_this_very_step(site: Site) -> None:
    site.tool("echo", parameters={"type": "object", "properties": {"n": {"type": "integer"}}})
    result = site.result_of("await tools.echo({'n': 'one'})")
    assert result.error.message.startswith("the program was not run, its types are wrong")
    assert site.seen == []
    site.tool("later")
    assert site.value_of("result = await tools.later({'x': 1})")["result"] == {"x": 1}


def test_events_hold_ids_name_arguments_and_the_durable_outcome(site: Site) -> None:
    async def bad(args: Any, run: Any) -> Any:
        raise ValueError("no")

    site.tool("echo", meta=lambda args, value: {"count": len(value)})
    site.tool("bad", bad)
    code = "await tools.echo({'n': 1})\ntry:\n    await tools.bad({})\nexcept ToolCallError: pass"
    site.result_of(code)
    ids = {"root_call_id": "c1", "parent_call_id": "c1"}
    assert site.events() == [
        (
            "tool/ptc-dispatch-start",
            {**ids, "call_id": "c1:ptc:1", "name": "echo", "arguments": '{"n": 1}'},
        ),
        (
            "tool/ptc-dispatch",
            {
                **ids,
                "call_id": "c1:ptc:1",
                "call_event": 1,
                "name": "echo",
                "content": [text_block('{"n": 1}')],
                "is_error": False,
                "meta": {"count": 1},
            },
        ),
        (
            "tool/ptc-dispatch-start",
            {**ids, "call_id": "c1:ptc:2", "name": "bad", "arguments": "{}"},
        ),
        (
            "tool/ptc-dispatch",
            {
                **ids,
                "call_id": "c1:ptc:2",
                "call_event": 3,
                "name": "bad",
                "content": [text_block("Error: no")],
                "is_error": True,
            },
        ),
    ]


def test_with_a_log_the_events_of_the_program_lie_between_its_own(site: Site) -> None:
    site.tool("echo")
    site.result_of("await tools.echo({})", log=ToolBatchLog(1, 2))
    kinds = [kind for kind, _ in site.events()]
    assert kinds == ["tool/call", "tool/ptc-dispatch-start", "tool/ptc-dispatch", "tool/result"]


def test_listeners_reshape_the_logged_copy_only(site: Site) -> None:
    async def spill(dispatch: Any, next: Any) -> Any:
        assert (dispatch.exec.name, dispatch.agent) == ("run_code", site.agent)
        return [text_block("spilled")]

    async def broken(dispatch: Any, next: Any) -> Any:
        raise RuntimeError("no")

    site.tool("echo")
    with site.tools.on.ptc_dispatch_log(spill):
        assert site.value_of("result = await tools.echo({'n': 1})")["result"] == {"n": 1}
    assert site.events()[-1][1]["content"] == [text_block("spilled")]
    with site.tools.on.ptc_dispatch_log(broken):
        site.value_of("await tools.echo({'n': 1})")
    assert site.events()[-1][1]["content"] == [text_block('{"n": 1}')]


def test_contexts_images_and_conclusions_reach_the_outer_result(site: Site) -> None:
    async def context(args: Any, run: Any) -> Any:
        run.defer_context({"role": "user", "content": [text_block("context")], "source": "mine"})
        run.conclude_turn()
        return 1

    site.tool("context", context)
    site.tool("picture", render=lambda args, value: [text_block("look"), IMAGE])

    async def main() -> Any:
        return await site.batch(
            ("run_code", program("await tools.context({})\nawait tools.picture({})"))
        )

    batch = asyncio.run(main())
    assert batch.concluded
    assert thaw(batch.additional_contexts) == [
        {"role": "user", "content": [text_block("context")], "source": "mine"},
        {"role": "user", "content": [text_block("look"), IMAGE], "source": "tool:picture"},
    ]


class Waiting:
    """A body that runs until its signal aborts, and says that it has started."""

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self.ended = 0

    async def __call__(self, args: Any, run: Any) -> Any:
        self.started.set()
        await run.signal.wait()
        self.ended += 1
        return "aborted"


def test_settlement_aborts_what_runs_drops_what_waits_and_drains(site: Site) -> None:
    async def main() -> Any:
        waiting = Waiting()

        async def fail(args: Any, run: Any) -> Any:
            await waiting.started.wait()
            raise ValueError("enough")

        site.tool("wait", waiting.__call__)
        site.tool("fail", fail)
        site.tool("last", is_concurrency_safe=None)
        calls = "tools.fail({}), tools.wait({}), tools.last({})"
        result = await site.run(f"import asyncio\nawait asyncio.gather({calls})")
        return waiting, result

    waiting, result = asyncio.run(main())
    assert "ToolCallError: fail: enough" in text_of(result)
    assert waiting.ended == 1
    assert site.seen == []
    signs = [(kind.removeprefix("tool/"), p["call_id"][-1]) for kind, p in site.events()]
    assert sorted(signs) == [
        ("ptc-dispatch", "1"),
        ("ptc-dispatch", "2"),
        ("ptc-dispatch-start", "1"),
        ("ptc-dispatch-start", "2"),
    ]
    aborted = next(p for _, p in site.events() if p["call_id"][-1] == "2" and "error" in p)
    assert aborted["error"] == {"name": "AbortError", "code": "ABORTED"}


def test_a_limit_settles_the_run_like_an_error(site: Site) -> None:
    async def main() -> Any:
        waiting = Waiting()
        site.use(ProgramLimits(seconds=0.05))
        site.tool("wait", waiting.__call__)

        async def go(args: Any, run: Any) -> Any:
            await waiting.started.wait()
            return None

        site.tool("go", go)
        code = """
import asyncio

async def spin():
    await tools.go({})
    while True: pass

await asyncio.gather(spin(), tools.wait({}))
"""
        return waiting, await site.run(code)

    waiting, result = asyncio.run(main())
    assert result.error.message.startswith("the program ran out of time")
    assert waiting.ended == 1


@pytest.mark.parametrize("then", ["while True: pass", "await tools.wait({})"])
def test_an_abort_ends_program_and_calls(site: Site, then: str) -> None:
    async def main() -> Any:
        waiting = Waiting()

        async def stop(args: Any, run: Any) -> Any:
            site.abort.abort()
            return None

        site.tool("stop", stop)
        site.tool("wait", waiting.__call__)
        code = f"import asyncio\nasync def on():\n    {then}\nawait asyncio.gather(tools.stop({{}}), on())"
        return await site.batch(("run_code", program(code)), ("run_code", program("result = 1")))

    batch = asyncio.run(main())
    codes = [r.result.error.info.code for r in batch.results]
    assert codes == ["ABORTED", "ABORTED_BEFORE_DISPATCH"]


def test_cancelling_the_surrounding_task_drains_and_then_cancels(site: Site) -> None:
    async def main() -> Waiting:
        waiting = Waiting()
        site.tool("wait", waiting.__call__)
        task = asyncio.ensure_future(site.run("await tools.wait({})"))
        await waiting.started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return waiting

    assert asyncio.run(main()).ended == 1


def test_a_wrapper_around_run_code_reaches_its_sub_calls(site: Site) -> None:
    async def main() -> Any:
        waiting = Waiting()
        site.tool("wait", waiting.__call__)
        controller = AbortController()

        async def wrapper(execution: Any, next: Any) -> Any:
            if execution.name == "run_code":
                execution.signal = controller.signal
            return await next()

        async def stop() -> None:
            await waiting.started.wait()
            controller.abort()

        site.tools.on.execute(wrapper)
        stopping = asyncio.ensure_future(stop())
        result = await site.run("await tools.wait({})")
        await stopping
        return waiting, result

    waiting, result = asyncio.run(main())
    assert waiting.ended == 1
    assert result.error.info.code == "ABORTED"


def test_programs_run_one_after_the_other(site: Site) -> None:
    site.tool("echo")
    programs = [("run_code", program(f"await tools.echo({{'n': {n}}})")) for n in range(3)]
    batch = asyncio.run(site.batch(*programs))
    assert [r.call_id for r in batch.results] == ["c1", "c2", "c3"]
    assert [(call_id, args["n"]) for call_id, _, args in site.seen] == [
        ("c1:ptc:1", 0),
        ("c2:ptc:1", 1),
        ("c3:ptc:1", 2),
    ]


def test_a_broken_session_log_fails_the_batch_after_draining(site: Site) -> None:
    class Broken(MemorySessionLog):
        def append(self, kind: str, payload: Any, /) -> int:
            if kind == "tool/ptc-dispatch-start":
                raise OSError("disk full")
            return super().append(kind, payload)

    site.tool("echo")
    site.agent.session = Broken()
    result = site.result_of("await tools.echo({})")
    assert text_of(result) == "Error: disk full"
    assert site.seen == []


def test_calls_without_an_agent_run_and_leave_no_events(site: Site) -> None:
    site.tool("echo")
    result = site.result_of("result = await tools.echo({'n': 1})", agent=None)
    assert thaw(result.value)["result"] == {"n": 1}
    assert site.events() == []


def test_an_ask_of_a_sub_call_needs_an_approval(site: Site) -> None:
    async def ask(execution: Any, next: Any) -> Any:
        return Ask("sure?") if execution.name == "echo" else await next()

    site.tool("echo")
    site.tools.on.pre_execute(ask)
    code = (
        "try:\n    await tools.echo({})\nexcept ToolCallError as e:\n    result = failed_tool(e)[0]"
    )
    assert site.value_of(code)["result"] == "echo"
    assert site.seen == []


def test_a_model_is_told_of_one_tool_that_declares_the_others(site: Site) -> None:
    site.tool("zeta")
    site.tool("alpha")
    told = site.tools.model_input(site.agent)
    (schema,) = told.schemas
    assert told.known_names == ("run_code", "zeta", "alpha")
    assert set(schema) == {"name", "description", "parameters"}
    assert schema["name"] == "run_code"
    assert schema["parameters"]["required"] == ["code", "description"]
    text = schema["description"]
    assert text.index("async def alpha") < text.index("async def zeta")
    assert text.count("```") == 2
    assert site.tools.model_input(site.agent) == told


def test_what_the_guide_says_is_true(site: Site) -> None:
    modules = ["asyncio", "collections", "datetime", "functools", "itertools", "json", "math", "re"]
    described = site.tools.model_input(site.agent).schemas[0]["description"]
    for module in modules:
        assert f"`{module}`" in described
        site.value_of(f"import {module}\nresult = 1")
    for refused in ("class A(int): pass", "def g():\n    yield 1"):
        assert site.result_of(refused).is_error, refused


def test_a_card_shows_description_and_code(site: Site) -> None:
    definition = site.executor.definition([])
    args = {"code": "1 + 1", "description": "Add."}
    expected = GenericCallView(title="Add.", kind="execute", raw_input="1 + 1")
    assert present_call(definition, args) == expected
    assert present_call(definition, {}) == GenericCallView(title="run_code", raw_input={})


def test_a_scope_may_have_programs_while_others_call_natively() -> None:
    tools = ToolRegistry()
    scope = tools.scope("agent")
    scope.set_executor(PtcToolExecutor(tools))
    assert tools.model_input("agent").known_names == ("run_code",)
    assert tools.model_input().known_names == ()
