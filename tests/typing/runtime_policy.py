"""Checked by type checkers, never run: decisions are closed, listeners typed, results a union."""

from typing import Literal, assert_never, assert_type

from toolc_runtime import (
    Accept,
    Allow,
    Ask,
    Block,
    Cancel,
    Deny,
    JsonValue,
    Next,
    PostToolDecision,
    PreToolDecision,
    ToolDispatchExecution,
    ToolErrorInfo,
    ToolExecution,
    ToolExecutionFailure,
    ToolExecutionResult,
    ToolExecutionSuccess,
    ToolFailure,
    ToolGuardDenial,
    ToolRegistry,
    text_block,
)

tools = ToolRegistry()


def name_of(decision: PreToolDecision) -> str:
    match decision:
        case Allow() | Cancel():
            return decision.kind
        case Deny(reason=reason, info=info):
            assert_type(info, ToolErrorInfo | None)
            return reason
        case Ask(reason=why):
            return why or ""
    assert_never(decision)


def forgets_one(decision: PreToolDecision) -> str:
    match decision:
        case Allow() | Cancel() | Deny():
            return decision.kind
    assert_never(decision)  # type: ignore[arg-type]


def judge(decision: PostToolDecision) -> None:
    match decision:
        case Accept():
            assert_type(decision.kind, Literal["accept"])
        case Block():
            assert_type(decision.kind, Literal["block"])
        case _:
            assert_never(decision)


Accept(content=[text_block("a")])
Accept(value=None)
Accept(value={"a": [1]})
Accept(value=1, content=[text_block("a")])  # type: ignore[call-overload]
Allow().kind = "deny"  # type: ignore[assignment,misc]
Deny("no").reason = "other"  # type: ignore[misc]


def read(result: ToolExecutionResult) -> JsonValue:
    match result:
        case ToolExecutionSuccess(value=value):
            assert_type(result.is_error, Literal[False])
            return value
        case ToolExecutionFailure(error=error):
            assert_type(error, ToolFailure)
            return error.message
    assert_never(result)


def error_of(result: ToolExecutionResult) -> str:
    if result.error is None:
        assert_type(result, ToolExecutionSuccess)
        return ""
    return result.error.message


async def before(execution: ToolExecution, next: Next[PreToolDecision]) -> PreToolDecision:
    assert_type(execution.arguments, JsonValue)
    execution.signal = execution.signal  # type: ignore[misc]
    return await next()


async def around(
    execution: ToolDispatchExecution, next: Next[ToolExecutionResult]
) -> ToolExecutionResult:
    execution.signal = execution.signal
    execution.name = "other"  # type: ignore[misc]
    return await next()


async def after(
    execution: ToolExecution, result: ToolExecutionResult, next: Next[PostToolDecision]
) -> PostToolDecision:
    return await next()


async def never_allows(execution: ToolExecution) -> str:
    return "asynchronous guards do not exist"


tools.on.pre_execute(before)
tools.on.execute(around)
tools.on.post_execute(after)
tools.on.pre_execute(after)  # type: ignore[arg-type]
tools.on.execute(before)  # type: ignore[arg-type]
tools.on.result(lambda execution, result: None)
tools.on.change(lambda: None)
tools.guard(lambda execution: "no" if execution.agent is None else None)
tools.guard(lambda execution: ToolGuardDenial("no"))
tools.guard(lambda execution: True)  # type: ignore[arg-type,return-value]
tools.guard(never_allows)  # type: ignore[arg-type]
