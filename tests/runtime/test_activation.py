"""Conditional activation: a step asks every condition once and owns what they admit."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from toolc_runtime import (
    AbortController,
    AbortSignal,
    ModelSelection,
    ResolvedToolSet,
    ToolActivationContext,
    ToolDefinition,
    ToolExecutionInput,
    ToolOutputDefinition,
    ToolRegistry,
    ToolRestriction,
)

SELECTION = ModelSelection("provider", "model", reasoning_effort="high")


async def nothing(args: Any, run: Any) -> None:
    return None


def tool(name: str = "tool", when: Any = None) -> ToolDefinition[Any, Any]:
    output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition({}, lambda args, value: [])
    return ToolDefinition(name, "", {"type": "object"}, output, nothing, when=when)


async def resolve(tools: ToolRegistry, agent: str = "agent") -> ResolvedToolSet:
    return await tools.resolve(ToolActivationContext(agent, SELECTION, AbortSignal()))


def admitted(tools: ToolRegistry, agent: str = "agent") -> set[str]:
    return set(asyncio.run(resolve(tools, agent)).view(agent))


def test_a_set_holds_unconditional_tools_and_those_whose_condition_holds() -> None:
    async def later(context: ToolActivationContext) -> bool:
        await asyncio.sleep(0)
        return context.model_selection.reasoning_effort == "high"

    tools = ToolRegistry()
    tools.register(tool("plain"))
    tools.register(tool("yes"), when=lambda context: True)
    tools.register(tool("no"), when=lambda context: False)
    tools.register(tool("later", when=later))
    assert admitted(tools) == {"plain", "yes", "later"}


def test_a_condition_is_asked_once_a_step_with_agent_selection_and_signal() -> None:
    asked: list[ToolActivationContext] = []

    def condition(context: ToolActivationContext) -> bool:
        asked.append(context)
        return True

    tools = ToolRegistry()
    tools.register(tool(), when=condition)
    context = ToolActivationContext("agent", SELECTION, AbortSignal())
    resolved = asyncio.run(tools.resolve(context))
    for _ in range(3):
        assert set(resolved.view("agent")) == {"tool"}
        assert tools.executable("tool", "agent", resolved) is not None
    assert asked == [context]


def test_a_condition_given_to_register_replaces_the_definitions_own() -> None:
    tools = ToolRegistry()
    tools.register(tool(when=lambda context: False), when=lambda context: True)
    assert admitted(tools) == {"tool"}


def test_conditional_tools_cannot_be_called_without_a_set_but_can_be_looked_at() -> None:
    tools = ToolRegistry()
    conditional, plain = tool(when=lambda context: True), tool("plain")
    tools.register(conditional)
    tools.register(plain)
    assert tools.get("tool") is conditional
    assert tools.executable("tool") is None
    assert tools.executable("plain") is plain
    assert {d.name for d in tools.definitions()} == {"tool", "plain"}


def test_a_set_decides_what_is_declared_and_what_may_run() -> None:
    tools = ToolRegistry()
    tools.register(tool("no", when=lambda context: False))
    tools.register(tool("yes", when=lambda context: True))
    resolved = asyncio.run(resolve(tools))
    tools.register(tool("registered_later"))
    assert [s["name"] for s in tools.schemas("agent", resolved)] == ["yes"]
    assert [d.name for d in tools.definitions("agent", resolved)] == ["yes"]
    assert tools.get("no", "agent", resolved) is None
    assert tools.executable("registered_later", "agent", resolved) is None
    assert tools.model_input("agent", resolved).known_names == ("yes",)


def test_another_scope_is_never_admitted() -> None:
    tools = ToolRegistry()
    tools.register(tool())
    resolved = asyncio.run(resolve(tools))
    for scope in (None, "other"):
        assert dict(resolved.view(scope)) == {}
        assert tools.executable("tool", scope, resolved) is None


def test_a_removed_a_replaced_and_a_restricted_tool_leave_the_set() -> None:
    tools = ToolRegistry()
    remove = tools.register(tool("removed"))
    replace = tools.register(tool("replaced"))
    for name in ("restricted", "shadowed", "kept"):
        tools.register(tool(name))
    resolved = asyncio.run(resolve(tools))
    remove()
    replace()
    tools.register(tool("replaced"))
    tools.scope("agent").register(tool("shadowed"))
    assert set(resolved.view("agent")) == {"kept", "restricted"}
    lift = tools.scope("agent").restrict(ToolRestriction(deny=["restricted"]))
    assert set(resolved.view("agent")) == {"kept"}
    lift()
    assert set(resolved.view("agent")) == {"kept", "restricted"}


def test_disposing_the_set_closes_admission() -> None:
    tools = ToolRegistry()
    tools.register(tool())
    with asyncio.run(resolve(tools)) as resolved:
        assert set(resolved.view("agent")) == {"tool"}
    assert dict(resolved.view("agent")) == {}
    assert tools.executable("tool", "agent", resolved) is None


def test_a_set_handed_out_cannot_be_changed() -> None:
    tools = ToolRegistry()
    tools.register(tool())
    view: Any = asyncio.run(resolve(tools)).view("agent")
    with pytest.raises(TypeError):
        view["other"] = tool("other")


def test_a_condition_that_answers_late_cannot_bring_a_removed_tool_back() -> None:
    async def main() -> set[str]:
        asked, answer = asyncio.Event(), asyncio.Event()

        async def slow(context: ToolActivationContext) -> bool:
            asked.set()
            await answer.wait()
            return True

        tools = ToolRegistry()
        remove = tools.register(tool(), when=slow)
        resolving = asyncio.create_task(resolve(tools))
        await asked.wait()
        remove()
        tools.register(tool())
        answer.set()
        return set((await resolving).view("agent"))

    assert asyncio.run(main()) == set()


def test_a_rejected_condition_fails_the_step_after_all_of_them_have_settled() -> None:
    settled: list[str] = []

    async def slow(context: ToolActivationContext) -> bool:
        for _ in range(5):
            await asyncio.sleep(0)
        settled.append("slow")
        return True

    def broken(context: ToolActivationContext) -> bool:
        raise LookupError("condition")

    tools = ToolRegistry()
    tools.register(tool("slow"), when=slow)
    tools.register(tool("broken"), when=broken)
    with pytest.raises(LookupError, match="condition"):
        asyncio.run(resolve(tools))
    assert settled == ["slow"]


def test_cancelling_the_preparation_publishes_nothing() -> None:
    async def main() -> None:
        controller = AbortController()

        async def patient(context: ToolActivationContext) -> bool:
            await context.signal.wait()
            return True

        tools = ToolRegistry()
        tools.register(tool(), when=patient)
        context = ToolActivationContext("agent", SELECTION, controller.signal)
        resolving = asyncio.create_task(tools.resolve(context))
        await asyncio.sleep(0)
        controller.abort(RuntimeError("the user left"))
        with pytest.raises(RuntimeError, match="the user left"):
            await resolving
        with pytest.raises(RuntimeError, match="the user left"):
            await tools.resolve(context)

    asyncio.run(main())


def test_a_condition_answers_with_a_bool() -> None:
    tools = ToolRegistry()
    tools.register(tool(), when=lambda context: "yes")  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError, match="'tool' returned str"):
        asyncio.run(resolve(tools))


def test_a_conditional_tool_runs_under_its_set_and_is_unknown_without() -> None:
    tools = ToolRegistry()
    tools.register(tool(), when=lambda context: True)

    async def main() -> list[str | None]:
        resolved = await resolve(tools)
        codes: list[str | None] = []
        for given in (resolved, None):
            call = ToolExecutionInput(
                "call", "tool", {}, AbortSignal(), agent="agent", tool_set=given
            )
            result = await tools.pipeline.execute(call)
            info = None if result.error is None else result.error.info
            codes.append(None if info is None else info.code)
        return codes

    assert asyncio.run(main()) == [None, "UNKNOWN_TOOL"]
