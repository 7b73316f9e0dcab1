"""One call: what runs in which order, what each part sees, and what every failure becomes."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
from collections.abc import Coroutine
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from typing import Any, TypeVar

import pytest
from toolc_runtime import (
    AbortController,
    AbortSignal,
    Accept,
    Allow,
    Ask,
    Block,
    Cancel,
    Deny,
    HarnessError,
    ScriptedApprovals,
    ToolContextUnavailableError,
    ToolDefinition,
    ToolErrorInfo,
    ToolExecutionFailure,
    ToolExecutionInput,
    ToolExecutionResult,
    ToolExecutionSuccess,
    ToolFailure,
    ToolGuardDenial,
    ToolOutputDefinition,
    ToolRegistry,
    text_block,
    thaw,
    user_message,
)

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def tool(body: Any, name: str = "tool", **hooks: Any) -> ToolDefinition[Any, Any]:
    output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(
        hooks.pop("schema", {}),
        hooks.pop("render", lambda args, value: [text_block(f"value {value}")]),
        presentation_meta=hooks.pop("presentation_meta", None),
    )
    return ToolDefinition(name, "…", {"type": "object"}, output, body, **hooks)


async def echo(args: Any, run: Any) -> Any:
    return thaw(args["value"])


def registry(body: Any = echo, **hooks: Any) -> ToolRegistry:
    tools = ToolRegistry(approval=hooks.pop("approval", None))
    tools.register(tool(body, **hooks))
    return tools


async def call(tools: ToolRegistry, arguments: Any = None, **fields: Any) -> ToolExecutionResult:
    given = {"value": "v"} if arguments is None else arguments
    signal = fields.pop("signal", None) or AbortSignal()
    name = fields.pop("name", "tool")
    return await tools.pipeline.execute(ToolExecutionInput("call", name, given, signal, **fields))


def texts(result: ToolExecutionResult) -> list[str]:
    return [block["text"] for block in result.content if block["type"] == "text"]


def info(result: ToolExecutionResult) -> tuple[str, str] | None:
    found = None if result.error is None else result.error.info
    return None if found is None else (found.name, found.code)


def message(result: ToolExecutionResult) -> str | None:
    return None if result.error is None else result.error.message


# ── arguments ─────────────────────────────────────────────────────────────────────────────────


class Text(str):
    pass


CYCLE: list[Any] = []
CYCLE.append(CYCLE)


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        (1, 2),
        {1, 2},
        {1: "a"},
        b"bytes",
        Text("subclass"),
        "\ud800",
        {"\udfff": 1},
        CYCLE,
        object(),
        range(3),
    ],
    ids=lambda value: type(value).__name__,
)
def test_arguments_that_are_not_lossless_json_fail_before_any_policy(value: Any) -> None:
    asked: list[str] = []
    tools = registry(finalize_content=lambda execution, result: asked.append("finalizer"))
    tools.guard(lambda execution: asked.append("guard"))

    async def policy(execution: Any, next: Any) -> Any:
        asked.append("policy")
        return await next()

    tools.on.pre_execute(policy)
    result = run(call(tools, {"value": value}))
    assert result.is_error
    assert info(result) is None
    assert "not lossless JSON" in texts(result)[0]
    assert asked == ["finalizer"]


def test_arguments_are_a_snapshot_that_the_caller_can_no_longer_change() -> None:
    given: dict[str, Any] = {"value": {"list": [1]}}

    async def policy(execution: Any, next: Any) -> Any:
        given["value"]["list"].append(2)
        return await next()

    tools = registry()
    tools.on.pre_execute(policy)
    result = run(call(tools, given))
    assert result.value == {"list": (1,)}


def test_all_parts_see_the_same_frozen_arguments() -> None:
    seen: list[Any] = []

    async def body(args: Any, context: Any) -> None:
        seen.extend([args, context.arguments])

    async def before(execution: Any, next: Any) -> Any:
        seen.append(execution.arguments)
        with pytest.raises(TypeError):
            execution.arguments["value"] = "other"
        return await next()

    async def after(execution: Any, result: Any, next: Any) -> Any:
        seen.append(execution.arguments)
        return await next()

    async def around(execution: Any, next: Any) -> Any:
        seen.append(execution.arguments)
        return await next()

    tools = registry(body, finalize_content=lambda e, r: seen.append(e.arguments))
    tools.on.pre_execute(before)
    tools.on.execute(around)
    tools.on.post_execute(after)
    tools.guard(lambda execution: seen.append(execution.arguments))
    tools.on.result(lambda execution, result: seen.append(execution.arguments))
    run(call(tools, {"value": [1, {"a": None}]}))
    assert len(seen) == 8
    assert all(args == {"value": (1, {"a": None})} for args in seen)
    assert all(hash(args) == hash(seen[0]) for args in seen)


def test_frozen_arguments_can_be_handed_on_to_another_call() -> None:
    async def outer(args: Any, context: Any) -> Any:
        inner = ToolExecutionInput("inner", "echo", args, context.signal, parent=context.token)
        return thaw((await tools.pipeline.execute(inner)).value)

    tools = registry(outer)
    tools.register(tool(echo, "echo"))
    assert run(call(tools, {"value": [1, [2]]})).value == (1, (2,))


def test_minus_zero_and_large_integers_survive() -> None:
    result = run(call(registry(), {"value": [-0.0, 2**70]}))
    assert json.dumps(result.value) == "[-0.0, 1180591620717411303424]"


# ── identity ──────────────────────────────────────────────────────────────────────────────────


def test_an_execution_knows_its_root_its_parent_and_a_token_of_its_own() -> None:
    executions: list[Any] = []

    async def body(args: Any, context: Any) -> None:
        if context.parent is None:
            nested = ToolExecutionInput(
                "nested",
                "tool",
                {},
                context.signal,
                root_call_id=context.root_call_id,
                parent=context.token,
            )
            await tools.pipeline.execute(nested)

    tools = registry(body)
    tools.on.result(lambda execution, result: executions.append(execution))
    run(call(tools))
    nested, root = executions
    assert (root.call_id, root.root_call_id, root.parent) == ("call", "call", None)
    assert (nested.call_id, nested.root_call_id) == ("nested", "call")
    assert nested.parent is root.token
    assert nested.token is not root.token


def test_an_execution_cannot_be_changed() -> None:
    def change(execution: Any) -> None:
        for field in ("name", "signal", "token", "arguments", "anything"):
            with pytest.raises(AttributeError):
                setattr(execution, field, None)
        with pytest.raises(AttributeError):
            del execution.name

    tools = registry()
    tools.guard(change)
    assert not run(call(tools)).is_error


def test_a_result_is_a_frozen_dataclass_with_plain_behaviour() -> None:
    result = run(call(registry(presentation_meta=lambda args, value: {"m": [value]})))
    assert is_dataclass(result)
    assert [f.name for f in fields(result)][:2] == ["value", "content"]
    with pytest.raises(FrozenInstanceError):
        result.value = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        result.content[0]["text"] = "other"  # type: ignore[index]
    assert copy.deepcopy(result) == pickle.loads(pickle.dumps(result)) == result
    assert replace(result, meta=None) != result
    match result:
        case ToolExecutionSuccess(value="v", meta={"m": ("v",)}):
            pass
        case _:
            pytest.fail("no match")


# ── pre-execute, approval, guards ─────────────────────────────────────────────────────────────


def deciding(decision: Any) -> Any:
    async def policy(execution: Any, next: Any) -> Any:
        return decision

    return policy


def test_a_denial_shows_its_reason_and_keeps_its_identity_and_detail() -> None:
    tools = registry()
    identity = ToolErrorInfo("PolicyError", "NO_WRITES", reason="for the user only")
    tools.on.pre_execute(deciding(Deny("read only", info=identity)))
    result = run(call(tools))
    assert texts(result) == ["Error: read only"]
    assert result.error == ToolFailure("read only", info=identity)


def test_cancel_is_the_canonical_cancellation() -> None:
    tools = registry()
    tools.on.pre_execute(deciding(Cancel()))
    assert info(run(call(tools))) == ("AbortError", "ABORTED_BEFORE_DISPATCH")


def test_only_allowed_once_grants_and_the_approver_sees_what_would_run() -> None:
    answers = ScriptedApprovals(["allowed-once", "rejected", "cancelled"])
    tools = registry(approval=answers)
    ask = Ask("audited", display_reason={"en": "May I?", "de": "Darf ich?"})
    tools.on.pre_execute(deciding(ask))

    async def main() -> list[tuple[str, str] | None]:
        return [info(await call(tools, agent="agent")) for _ in range(4)]

    assert run(main()) == [
        None,
        ("ApprovalError", "APPROVAL_REJECTED"),
        ("ApprovalError", "APPROVAL_CANCELLED"),
        ("ApprovalError", "APPROVAL_UNAVAILABLE"),
    ]
    asked = answers.requests[0]
    assert asked.execution.arguments == {"value": "v"}
    assert [asked.prompt(), asked.prompt("de"), asked.prompt("fr")] == [
        "May I?",
        "Darf ich?",
        "May I?",
    ]


def test_a_wrong_answer_of_an_approval_service_grants_nothing() -> None:
    answers = ScriptedApprovals(lambda request: True)  # type: ignore[arg-type,return-value]
    tools = registry(approval=answers)
    tools.on.pre_execute(deciding(Ask()))
    assert "answered True" in texts(run(call(tools, agent="agent")))[0]


def test_a_guard_can_deny_what_policy_allowed_and_approval_granted() -> None:
    tools = registry(approval=ScriptedApprovals(["allowed-once"]))
    tools.on.pre_execute(deciding(Ask()))
    identity = ToolErrorInfo("Guard", "NEVER")
    tools.guard(lambda execution: ToolGuardDenial("never", info=identity))
    result = run(call(tools, agent="agent"))
    assert (texts(result), info(result)) == (["Error: never"], ("Guard", "NEVER"))


def test_scoped_policy_sees_the_calls_of_its_scope_and_of_nested_ones() -> None:
    tools = registry()
    tools.scope("child", parent="parent")
    seen: list[tuple[str, Any]] = []

    def listener(name: str) -> Any:
        async def policy(execution: Any, next: Any) -> Any:
            seen.append((name, execution.agent))
            return await next()

        return policy

    tools.scope("child").on.pre_execute(listener("child"))
    tools.scope("parent").on.pre_execute(listener("parent"))
    tools.on.pre_execute(listener("global"))

    async def main() -> None:
        for agent in (None, "parent", "child", "other"):
            await call(tools, agent=agent)

    run(main())
    assert seen == [
        ("global", None),
        ("global", "parent"),
        ("parent", "parent"),
        ("global", "child"),
        ("parent", "child"),
        ("child", "child"),
        ("global", "other"),
    ]


# ── body and value ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "value",
    [float("nan"), (1,), {1}, {1: 2}, Text("x"), "\ud800", object(), True],
    ids=lambda value: type(value).__name__,
)
def test_a_value_that_is_no_json_or_breaks_its_schema_is_an_invalid_output(value: Any) -> None:
    async def body(args: Any, context: Any) -> Any:
        return value

    result = run(call(registry(body, schema={"type": "integer"})))
    assert info(result) == ("ToolOutputError", "INVALID_TOOL_OUTPUT")
    assert result.value is None


def test_a_value_is_detached_from_what_the_body_keeps() -> None:
    kept = {"list": [1]}

    async def body(args: Any, context: Any) -> Any:
        return kept

    result = run(call(registry(body)))
    kept["list"].append(2)
    assert result.value == {"list": (1,)}


def test_renderer_and_projector_failures_are_failures_of_the_call() -> None:
    def broken(args: Any, value: Any) -> Any:
        raise HarnessError("cannot show it", "NO_VIEW")

    for hooks in ({"render": broken}, {"presentation_meta": broken}):
        result = run(call(registry(**hooks)))
        assert info(result) == ("HarnessError", "NO_VIEW")


def test_presentation_that_is_no_json_becomes_a_json_safe_failure() -> None:
    bad: list[dict[str, Any]] = [
        {"render": lambda args, value: [{"type": "text", "text": "\ud800"}]},
        {"render": lambda args, value: ["text"]},
        {"render": lambda args, value: "text"},
        {"presentation_meta": lambda args, value: {1, 2}},
    ]
    for hooks in bad:
        result = run(call(registry(**hooks)))
        assert result.is_error
        assert info(result) is None
        json.dumps(result.content).encode()


def test_policy_can_replace_content_that_would_have_been_refused() -> None:
    tools = registry(render=lambda args, value: [object()])
    tools.on.post_execute(reviewing(Accept(content=[text_block("fine")])))
    assert texts(run(call(tools))) == ["fine"]


def test_a_body_that_lacks_its_context_says_so() -> None:
    async def body(args: Any, context: Any) -> None:
        if context.agent is None:
            raise ToolContextUnavailableError("needs an agent")

    expected = ("ToolContextUnavailableError", "TOOL_CONTEXT_UNAVAILABLE")
    assert info(run(call(registry(body)))) == expected
    assert info(run(call(registry(body), agent="agent"))) is None


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class Foreign(BaseException):
    pass


@pytest.mark.parametrize(
    ("thrown", "shown"),
    [
        (Unspeakable(), "Unspeakable"),
        (ValueError(), "ValueError"),
        (ValueError("lone \ud800"), "lone \\ud800"),
        (Foreign("not even an Exception"), "not even an Exception"),
        (ExceptionGroup("two", [ValueError("a"), KeyError("b")]), "two (2 sub-exceptions)"),
        (asyncio.CancelledError("inner"), "inner"),
        (StopAsyncIteration("over"), "over"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_anything_thrown_is_survived(thrown: BaseException, shown: str) -> None:
    async def body(args: Any, context: Any) -> None:
        raise thrown

    result = run(call(registry(body)))
    assert (message(result), info(result)) == (shown, None)
    assert texts(result) == [f"Error: {shown}"]


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_what_ends_the_program_is_not_caught(interrupt: type[BaseException]) -> None:
    async def body(args: Any, context: Any) -> None:
        raise interrupt

    with pytest.raises(interrupt):
        run(call(registry(body)))

    async def later(args: Any, context: Any) -> None:
        await asyncio.sleep(0)
        raise BaseExceptionGroup("mixed", [interrupt(), ValueError()])

    with pytest.raises(BaseExceptionGroup):
        run(call(registry(later)))


def test_contexts_keep_their_order_source_and_metadata() -> None:
    context = user_message("from the body", source="tool")
    context["meta"] = {"n": [1]}

    async def body(args: Any, run: Any) -> None:
        run.defer_context(context)
        run.defer_context(user_message("second"))

    async def around(execution: Any, next: Any) -> Any:
        result = await next()
        return replace(result, additional_contexts=[user_message("wrapper")])

    tools = registry(body)
    tools.on.execute(around)
    tools.on.post_execute(reviewing(Accept(additional_contexts=[user_message("post")])))
    contexts = run(call(tools)).additional_contexts
    assert [c["content"][0]["text"] for c in contexts if c["content"][0]["type"] == "text"] == [
        "from the body",
        "second",
        "wrapper",
        "post",
    ]
    assert contexts[0] == {**context, "content": (context["content"][0],), "meta": {"n": (1,)}}


def test_a_context_that_is_no_json_makes_the_result_a_json_safe_failure() -> None:
    async def body(args: Any, run: Any) -> None:
        run.defer_context({"role": "user", "content": [], "meta": object()})

    result = run(call(registry(body)))
    assert "additional_contexts[0].meta" in str(message(result))
    assert (result.is_error, list(result.additional_contexts)) == (True, [])


def test_concluding_the_turn_counts_on_a_success_only() -> None:
    async def body(args: Any, run: Any) -> None:
        run.conclude_turn()
        if args["value"] == "fail":
            raise ValueError("failed")

    tools = registry(body)
    assert run(call(tools)).concludes_turn is True
    assert run(call(tools, {"value": "fail"})).concludes_turn is False


# ── projection, post-execute, finalizer ───────────────────────────────────────────────────────


def reviewing(decision: Any) -> Any:
    async def policy(execution: Any, result: Any, next: Any) -> Any:
        return decision

    return policy


def test_prepared_content_is_installed_before_policy_and_policy_may_replace_it() -> None:
    seen: list[Any] = []

    async def after(execution: Any, result: Any, next: Any) -> Any:
        seen.append(texts(result))
        return await next()

    tools = registry(project_content=lambda execution, result: [text_block("prepared")])
    tools.on.post_execute(after)
    assert texts(run(call(tools))) == ["prepared"]
    tools.on.post_execute(reviewing(Accept(content=[text_block("policy")])))
    assert texts(run(call(tools))) == ["policy"]
    assert seen == [["prepared"], ["prepared"]]


def test_prepared_content_is_skipped_where_post_execute_is() -> None:
    tools = registry(project_content=lambda execution, result: [text_block("prepared")])
    assert texts(run(call(tools, {"value": float("nan")})))[0].startswith("Error: the arguments")


def test_denied_calls_are_reviewed_too() -> None:
    tools = registry()
    tools.on.pre_execute(deciding(Deny("no")))
    tools.on.post_execute(reviewing(Accept(content=[text_block("ask an admin")])))
    result = run(call(tools))
    assert (texts(result), message(result)) == (["ask an admin"], "no")


def test_a_content_replacement_keeps_value_and_metadata() -> None:
    tools = registry(presentation_meta=lambda args, value: {"m": value})
    tools.on.post_execute(reviewing(Accept(content=[text_block("other")])))
    result = run(call(tools))
    assert (texts(result), result.value, result.meta) == (["other"], "v", {"m": "v"})


def test_a_value_replacement_is_validated_rendered_and_projected_anew() -> None:
    tools = registry(schema={"type": "string"}, presentation_meta=lambda args, value: {"m": value})
    with tools.on.post_execute(reviewing(Accept(value="other"))):
        result = run(call(tools))
        assert (texts(result), result.value, result.meta) == (
            ["value other"],
            "other",
            {"m": "other"},
        )
    with tools.on.post_execute(reviewing(Accept(value=1))):
        assert info(run(call(tools))) == ("ToolOutputError", "INVALID_TOOL_OUTPUT")


def test_null_is_a_value_that_policy_can_set() -> None:
    tools = registry()
    tools.on.post_execute(reviewing(Accept(value=None)))
    result = run(call(tools))
    assert (result.is_error, result.value, texts(result)) == (False, None, ["value None"])


def test_a_value_replacement_goes_by_the_definition_of_that_moment() -> None:
    async def swap(execution: Any, result: Any, next: Any) -> Any:
        remove()
        tools.register(tool(echo, render=lambda args, value: [text_block("new")]))
        return Accept(value="other")

    tools = ToolRegistry()
    remove = tools.register(tool(echo))
    tools.on.post_execute(swap)
    assert texts(run(call(tools))) == ["new"]


def test_a_block_takes_value_and_metadata_and_shows_its_feedback() -> None:
    tools = registry(presentation_meta=lambda args, value: {"m": value})
    feedback: list[Any] = [
        text_block("too long"),
        {"type": "image", "data": "", "media_type": "image/png"},
    ]
    tools.on.post_execute(reviewing(Block(feedback, info=ToolErrorInfo("Spill", "SPILL"))))
    result = run(call(tools))
    assert (result.value, result.meta, list(result.content)) == (None, None, feedback)
    assert message(result) == "too long\n[image content]"
    assert info(result) == ("Spill", "SPILL")


def test_a_block_without_feedback_still_has_a_message() -> None:
    tools = registry()
    tools.on.post_execute(reviewing(Block([])))
    assert message(run(call(tools)))


def test_the_finalizer_runs_exactly_once_for_every_outcome() -> None:
    for arguments, decision in [
        ({"value": "v"}, Allow()),
        ({"value": float("nan")}, Allow()),
        ({"value": "v"}, Deny("no")),
        ({"value": "v"}, Cancel()),
        ({"value": "v"}, "no decision"),
    ]:
        runs: list[Any] = []
        tools = registry(finalize_content=lambda e, r, runs=runs: runs.append(r))
        tools.on.pre_execute(deciding(decision))
        result = run(call(tools, arguments))
        assert [r.is_error for r in runs] == [result.is_error]


def test_callbacks_are_captured_when_the_call_starts() -> None:
    async def body(args: Any, context: Any) -> None:
        remove()
        tools.register(tool(echo, finalize_content=lambda e, r: [text_block("new")]))

    tools = ToolRegistry()
    remove = tools.register(tool(body, finalize_content=lambda e, r: [text_block("captured")]))
    assert texts(run(call(tools))) == ["captured"]


def test_a_finalizer_changes_content_and_nothing_else() -> None:
    async def body(args: Any, run: Any) -> str:
        run.defer_context(user_message("kept"))
        run.conclude_turn()
        return "v"

    tools = registry(
        body,
        presentation_meta=lambda args, value: {"m": value},
        finalize_content=lambda execution, result: [text_block("bounded")],
    )
    result = run(call(tools))
    assert texts(result) == ["bounded"]
    assert (result.value, result.meta, result.concludes_turn) == ("v", {"m": "v"}, True)
    assert len(result.additional_contexts) == 1


def test_final_content_that_is_no_json_becomes_a_json_safe_failure() -> None:
    tools = registry(finalize_content=lambda execution, result: [{"type": "text", "text": 1j}])
    result = run(call(tools))
    assert result.is_error
    assert texts(result)[0].startswith("Error: the result of the call is not lossless JSON")


# ── observers ─────────────────────────────────────────────────────────────────────────────────


def test_observers_see_the_returned_result_and_cannot_break_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    seen: list[Any] = []

    def broken(execution: Any, result: Any) -> None:
        seen.append(result)
        raise ValueError("observer")

    async def sleepy(execution: Any, result: Any) -> None:
        seen.append("never awaited")

    tools = registry()
    tools.on.result(broken)
    tools.on.result(sleepy)  # type: ignore[arg-type]
    tools.on.result(lambda execution, result: seen.append(result))
    result = run(call(tools))
    assert [r is result for r in seen] == [True, True]
    assert "broken" in caplog.text
    assert "sleepy" in caplog.text


# ── unknown tools, liveness ───────────────────────────────────────────────────────────────────


def test_an_unknown_tool_fails_after_policy_ran() -> None:
    seen: list[str] = []
    tools = registry()
    tools.guard(lambda execution: seen.append(execution.name))
    result = run(call(tools, name="nope"))
    assert info(result) == ("ToolNotFoundError", "UNKNOWN_TOOL")
    assert seen == ["nope"]


def test_the_definition_is_resolved_again_at_dispatch() -> None:
    async def replace_tool(execution: Any, next: Any) -> Any:
        remove()
        return await next()

    tools = ToolRegistry()
    remove = tools.register(tool(echo))
    with tools.on.pre_execute(replace_tool):
        assert info(run(call(tools))) == ("ToolNotFoundError", "UNKNOWN_TOOL")

    async def add_tool(execution: Any, next: Any) -> Any:
        tools.register(tool(echo))
        return await next()

    tools.on.execute(add_tool)
    assert run(call(tools)).value == "v"


# ── cancellation ──────────────────────────────────────────────────────────────────────────────


def test_a_started_body_is_waited_for_when_the_caller_aborts() -> None:
    async def main() -> tuple[ToolExecutionResult, list[str]]:
        log: list[str] = []
        caller = AbortController()

        async def body(args: Any, run: Any) -> str:
            caller.abort()
            await run.signal.wait()
            for _ in range(3):
                await asyncio.sleep(0)
            log.append("finished")
            return "v"

        return await call(registry(body), signal=caller.signal), log

    result, log = run(main())
    assert info(result) == ("AbortError", "ABORTED")
    assert log == ["finished"]


def test_cancelling_the_surrounding_task_aborts_the_signal_drains_and_is_raised() -> None:
    async def main() -> list[str]:
        log: list[str] = []
        started = asyncio.Event()

        async def body(args: Any, run: Any) -> str:
            started.set()
            await run.signal.wait()
            log.append(f"signal: {run.signal.reason}")
            await asyncio.sleep(0)
            log.append("finished")
            return "v"

        caller = AbortController()
        tools = registry(body)
        tools.on.result(lambda execution, result: log.append(str(info(result))))
        calling = asyncio.create_task(call(tools, signal=caller.signal))
        await started.wait()
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling
        assert not caller.signal.aborted
        return log

    assert run(main()) == [
        "signal: the surrounding task was cancelled",
        "finished",
        "('AbortError', 'ABORTED')",
    ]


def test_policy_that_waits_is_drained_too() -> None:
    async def main() -> list[str]:
        log: list[str] = []
        waiting = asyncio.Event()

        async def patient(execution: Any, next: Any) -> Any:
            waiting.set()
            await execution.signal.wait()
            await asyncio.sleep(0)
            log.append("policy settled")
            return await next()

        tools = registry()
        tools.on.pre_execute(patient)
        tools.on.result(lambda execution, result: log.append(str(info(result))))
        calling = asyncio.create_task(call(tools))
        await waiting.wait()
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling
        return log

    assert run(main()) == ["policy settled", "('AbortError', 'ABORTED_BEFORE_DISPATCH')"]


def test_bodies_may_use_timeouts_and_task_groups_of_their_own() -> None:
    async def body(args: Any, run: Any) -> list[str]:
        seen: list[str] = []
        try:
            async with asyncio.timeout(0):
                await asyncio.Event().wait()
        except TimeoutError:
            seen.append("timeout")
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(fail())
                await asyncio.Event().wait()
        except* ValueError:
            seen.append("group")
        return seen

    async def fail() -> None:
        raise ValueError("child")

    assert run(call(registry(body))).value == ("timeout", "group")


def test_a_body_keeps_one_task_and_its_own_context_variables() -> None:
    from contextvars import ContextVar

    variable: ContextVar[str] = ContextVar("variable")

    async def body(args: Any, run: Any) -> list[Any]:
        task, seen = asyncio.current_task(), variable.get()
        token = variable.set("changed")
        await asyncio.sleep(0)
        changed = variable.get()
        variable.reset(token)
        return [task is asyncio.current_task(), seen, changed]

    async def main() -> tuple[Any, str]:
        variable.set("caller")
        result = await call(registry(body))
        return result.value, variable.get()

    assert run(main()) == ((True, "caller", "changed"), "caller")


# ── plain functions ───────────────────────────────────────────────────────────────────────────


def test_a_plain_function_runs_in_a_worker_thread_with_the_callers_context() -> None:
    import threading
    from contextvars import ContextVar

    variable: ContextVar[str] = ContextVar("variable")

    def body(args: Any, run: Any) -> list[Any]:
        return [threading.current_thread() is threading.main_thread(), variable.get()]

    async def main() -> Any:
        variable.set("caller")
        return (await call(registry(body))).value

    assert run(main()) == (False, "caller")


def test_a_plain_function_may_return_an_awaitable() -> None:
    def body(args: Any, run: Any) -> Any:
        return echo(args, run)

    assert run(call(registry(body))).value == "v"


def test_a_thread_hears_the_signal_and_is_waited_for() -> None:
    async def main() -> tuple[list[bool], tuple[str, str] | None]:
        loop = asyncio.get_running_loop()
        started = asyncio.Event()
        log: list[bool] = []
        results: list[ToolExecutionResult] = []

        def body(args: Any, run: Any) -> None:
            loop.call_soon_threadsafe(started.set)
            log.append(run.signal.wait_in_thread())

        tools = registry(body)
        tools.on.result(lambda execution, result: results.append(result))
        calling = asyncio.create_task(call(tools))
        await started.wait()
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling
        return log, info(results[0])

    assert run(main()) == ([True], ("AbortError", "ABORTED"))


def test_failures_of_threads_are_failures_of_the_call() -> None:
    def body(args: Any, run: Any) -> None:
        raise StopIteration("odd")

    assert "StopIteration" in str(message(run(call(registry(body)))))


def test_a_failure_made_by_policy_keeps_its_own_fields() -> None:
    made = ToolExecutionFailure(
        ToolFailure("made", info=ToolErrorInfo("W", "W")),
        [text_block("shown")],
        meta={"m": 1},
        additional_contexts=[user_message("c")],
    )

    async def around(execution: Any, next: Any) -> Any:
        return made

    tools = registry()
    tools.on.execute(around)
    assert run(call(tools)) == replace(
        made,
        content=tuple(made.content),
        additional_contexts=({"role": "user", "content": (text_block("c"),)},),
    )
