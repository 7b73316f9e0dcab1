"""Recorded calls through the reference's pipeline: the same parts run, in order, to the same end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from toolc_runtime import (
    AbortController,
    AbortError,
    Accept,
    Ask,
    Block,
    Deny,
    HarnessError,
    ToolDefinition,
    ToolErrorInfo,
    ToolExecutionFailure,
    ToolExecutionInput,
    ToolExecutionResult,
    ToolExecutionSuccess,
    ToolExecutionToken,
    ToolFailure,
    ToolOutputDefinition,
    ToolRegistry,
    text_block,
    user_message,
)

Row = dict[str, Any]


class Scenario:
    """One recorded scenario, played by a tool and listeners that do what it says."""

    def __init__(self, script: dict[str, Any]) -> None:
        self.script = script
        self.trace: list[str] = []
        self.caller = AbortController()
        self.registry = ToolRegistry(approval=self if script["approval"] != "absent" else None)
        self._set_up()

    def _set_up(self) -> None:
        script, registry = self.script, self.registry
        if script["body"] != "missing_tool":
            registry.register(self._tool())
        if script["pre"] != "none":
            registry.on.pre_execute(self._pre)
        if script["guard"] != "none":
            registry.guard(self._guard)
        if script["wrapper"] != "none":
            registry.on.execute(self._wrapper)
        if script["post"] != "none":
            registry.on.post_execute(self._post)
        registry.on.result(lambda execution, result: self.trace.append("result"))

    def _tool(self) -> ToolDefinition[Any, Any]:
        output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(
            {"type": "string"},
            lambda args, value: [text_block(f"R:{value}")],
            presentation_meta=(lambda args, value: {"m": value}) if self.script["meta"] else None,
        )
        finalize = None if self.script["finalizer"] == "none" else self._finalize
        return ToolDefinition(
            "tool", "…", {"type": "object"}, output, self._body, finalize_content=finalize
        )

    def _reach(self, part: str, step: str | None = None) -> Any:
        self.trace.append(step or part)
        if self.script["cancel_at"] == (step or part):
            self.caller.abort(RuntimeError("cancel reason"))
        return self.script[part]

    async def _body(self, args: Any, run: Any) -> object:
        does = self._reach("body")
        if does.startswith("defer"):
            run.defer_context(user_message("…", source="body"))
        if does.startswith("conclude"):
            run.conclude_turn()
        match does:
            case "throw" | "defer_throw" | "conclude_throw":
                raise RuntimeError("body failed")
            case "throw_coded":
                raise HarnessError("body coded", "BODY_CODE")
            case "throw_abort_named":
                raise AbortError("body abort")
            case "throw_abort_reason":
                run.signal.throw_if_aborted()
        return 5 if does == "wrong_type" else "v"

    async def _pre(self, execution: Any, next: Any) -> Any:
        match self._reach("pre"):
            case "throw":
                raise RuntimeError("pre failed")
            case "throw_coded":
                raise HarnessError("pre coded", "PRE_CODE")
            case "deny":
                return Deny("denied")
            case "ask":
                return Ask()
            case "ask_reason":
                return Ask("please ask")
        return await next()

    async def request(self, request: Any) -> Any:
        answer = self._reach("approval")
        if answer == "throw":
            raise HarnessError("approval broke", "APPROVAL_BROKE")
        return answer

    def _guard(self, execution: Any) -> str | None:
        does = self._reach("guard")
        if does == "throw_coded":
            raise HarnessError("guard broke", "GUARD_BROKE")
        return "guarded" if does == "deny" else None

    async def _wrapper(self, execution: Any, next: Any) -> ToolExecutionResult:
        does = self._reach("wrapper", "wrapper_before")
        match does:
            case "short_success" | "short_bad_value":
                return ToolExecutionSuccess("w" if does == "short_success" else 5, [])
            case "short_error":
                error = ToolFailure("w failed", info=ToolErrorInfo("W", "W_CODE"))
                content = [text_block("w failed content")]
                return ToolExecutionFailure(error, content, meta={"w": 1})
            case "throw_coded":
                raise HarnessError("wrapper broke", "WRAPPER_CODE")
            case "throw_abort_named":
                raise AbortError("wrapper abort")
        own = AbortController()
        if does == "aborted_signal":
            own.abort()
        if does in ("aborted_signal", "replace_signal"):
            execution.signal = own.signal
        result: ToolExecutionResult = await next()
        self._reach("wrapper", "wrapper_after")
        if does == "add_context":
            added = (*result.additional_contexts, user_message("…", source="wrapper"))
            return replace(result, additional_contexts=added)
        return result

    async def _post(self, execution: Any, result: Any, next: Any) -> Any:
        contexts = [user_message("…", source="post")]
        both: Any = {"content": [text_block("P")], "value": "pv"}
        match self._reach("post"):
            case "throw_coded":
                raise HarnessError("post broke", "POST_CODE")
            case "content":
                return Accept(content=[text_block("P")])
            case "value":
                return Accept(value="pv")
            case "bad_value":
                return Accept(value=5)
            case "both":
                return Accept(**both)
            case "ctx":
                return Accept(additional_contexts=contexts)
            case "block":
                return Block([text_block("blocked")])
            case "block_ctx":
                return Block([text_block("blocked")], additional_contexts=contexts)
        return await next()

    def _finalize(self, execution: Any, result: Any) -> Any:
        does = self._reach("finalizer")
        if does == "throw":
            raise HarnessError("finalizer broke", "FINALIZER_BROKE")
        return [text_block("FINAL")] if does == "replace" else None

    async def play(self) -> ToolExecutionResult:
        script = self.script
        if script["cancel_at"] == "entry":
            self.caller.abort(RuntimeError("cancel reason"))
        call = ToolExecutionInput(
            "call",
            "tool",
            {"n": float("nan") if script["args"] == "lossy" else 1},
            self.caller.signal,
            agent="agent" if script["agent"] else None,
            parent=ToolExecutionToken() if script["nested"] else None,
        )
        return await self.registry.pipeline.execute(call)


def seen(result: ToolExecutionResult) -> Row:
    """*result* as the recordings spell it."""
    info = None if result.error is None else result.error.info
    return {
        "is_error": result.is_error,
        "info": None if info is None else {"name": info.name, "code": info.code},
        "message": None if result.error is None else result.error.message,
        "content": [block["text"] for block in result.content if block["type"] == "text"],
        "value": result.value,
        "meta": result.meta,
        "contexts": [context["source"] for context in result.additional_contexts],
        "concludes_turn": result.concludes_turn,
    }


def expected(row: Row, message: str | None) -> Row:
    """What *row* expects; `@name` is a message of ours, here *message*."""
    expect = dict(row["expect"])
    if str(expect["message"]).startswith("@"):
        expect["message"] = message
    if expect["content"] == "@error_envelope":
        expect["content"] = [f"Error: {expect['message']}"]
    return expect


def rows(folder: Path) -> Iterator[Row]:
    path = folder / "cases" / "pipeline-oracle.jsonl"
    yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def test_every_recorded_call_takes_its_recorded_way_to_its_recorded_end(
    acceptance_data: Path,
) -> None:
    async def play(row: Row) -> tuple[Row, list[str]]:
        scenario = Scenario(row["scenario"])
        return seen(await scenario.play()), scenario.trace

    async def play_all() -> list[tuple[Row, Row, list[str]]]:
        return [(row, *await play(row)) for row in rows(acceptance_data)]

    played = asyncio.run(play_all())
    assert len(played) > 1_000
    wrong = [
        row["id"]
        for row, got, trace in played
        if got != expected(row, got["message"]) or trace != row["trace"]
    ]
    assert wrong == []


def test_each_of_our_messages_stands_for_one_recorded_message(acceptance_data: Path) -> None:
    async def collect() -> dict[str, set[str | None]]:
        ours: dict[str, set[str | None]] = {}
        for row in rows(acceptance_data):
            theirs = str(row["expect"]["message"])
            if theirs.startswith("@"):
                got = seen(await Scenario(row["scenario"]).play())
                ours.setdefault(theirs, set()).add(got["message"])
        return ours

    ours = asyncio.run(collect())
    assert all(len(messages) == 1 for messages in ours.values()), ours
    assert len({message for messages in ours.values() for message in messages}) == len(ours)
