"""The registry: layers, shadowing, exact disposers, what `register` refuses, what models are told."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from toolc_runtime import (
    AbortSignal,
    Deny,
    ExecutorUnavailableError,
    ToolBatchInput,
    ToolBatchResult,
    ToolDefinition,
    ToolExecutionInput,
    ToolGuardDenial,
    ToolModelInput,
    ToolOutputDefinition,
    ToolPromptSection,
    ToolRegistrationError,
    ToolRegistry,
    ToolRestriction,
    text_block,
)


async def nothing(args: Any, run: Any) -> None:
    return None


def tool(name: str = "tool", **fields: Any) -> ToolDefinition[Any, Any]:
    output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(
        fields.pop("schema", {"type": "null"}), fields.pop("render", lambda args, value: [])
    )
    parameters = fields.pop("parameters", {"type": "object"})
    return ToolDefinition(name, f"About {name}.", parameters, output, nothing, **fields)


def test_a_scope_sees_its_own_registration_in_the_place_of_a_global_one() -> None:
    tools = ToolRegistry()
    everywhere, own = tool(), tool()
    tools.register(everywhere)
    tools.scope("agent").register(own)
    assert tools.get("tool") is everywhere
    assert tools.get("tool", "agent") is own
    assert tools.get("tool", "other") is everywhere


def test_the_nearest_registration_on_the_chain_of_scopes_wins() -> None:
    tools = ToolRegistry()
    child = tools.scope("child", parent=tools.scope("parent"))
    defined = [tool() for _ in range(3)]
    removals = [
        tools.register(defined[0]),
        tools.scope("parent").register(defined[1]),
        child.register(defined[2]),
    ]
    for remove, seen in zip(reversed(removals), [defined[1], defined[0], None], strict=True):
        remove()
        assert child.get("tool") is seen


def test_a_parent_that_has_nothing_of_its_own_still_belongs_to_the_chain() -> None:
    tools = ToolRegistry()
    child = tools.scope("child", parent="parent")
    defined = tool()
    tools.scope("parent").register(defined)
    assert child.get("tool") is defined


def test_the_parent_of_a_scope_cannot_change() -> None:
    tools = ToolRegistry()
    tools.scope("child", parent="parent")
    tools.scope("child")
    with pytest.raises(ToolRegistrationError, match="another parent"):
        tools.scope("child", parent="stranger")


def test_a_scope_belongs_to_an_agent() -> None:
    with pytest.raises(ToolRegistrationError, match="agent"):
        ToolRegistry().scope(None)


def test_a_disposer_removes_exactly_its_own_registration_and_only_once() -> None:
    tools = ToolRegistry()
    remove = tools.register(tool())
    remove()
    successor = tool()
    tools.register(successor)
    remove()
    assert tools.get("tool") is successor


def test_a_disposer_is_a_context_manager() -> None:
    tools = ToolRegistry()
    with tools.register(tool()), tools.scope("agent") as scope, scope.register(tool("own")):
        assert [d.name for d in tools.definitions("agent")] == ["tool", "own"]
    assert tools.definitions("agent") == ()


def test_disposing_a_scope_takes_all_that_is_registered_in_it() -> None:
    tools = ToolRegistry()
    scope = tools.scope("agent")
    scope.register(tool())
    scope.guard(lambda execution: "never")
    scope.set_executor(Recording())
    heard: list[str] = []
    scope.on.change(lambda: heard.append("change"))
    scope.dispose()
    assert heard == []
    assert tools.get("tool", "agent") is None
    assert tools.check_guards(execution(tools, "agent")) is None
    assert tools.executor("agent") is tools.executor()


def test_nothing_can_be_registered_in_a_disposed_scope_but_the_agent_may_have_a_new_one() -> None:
    tools = ToolRegistry()
    scope = tools.scope("agent")
    scope.dispose()
    scope.dispose()
    for register in (
        lambda: scope.register(tool()),
        lambda: scope.restrict(ToolRestriction(deny=[])),
        lambda: scope.guard(lambda execution: None),
        lambda: scope.on.change(lambda: None),
        lambda: scope.set_executor(Recording()),
    ):
        with pytest.raises(ToolRegistrationError, match="disposed"):
            register()
    tools.scope("agent").register(tool())
    assert tools.get("tool", "agent") is not None


def test_a_name_is_registered_once_in_a_layer() -> None:
    tools = ToolRegistry()
    tools.register(tool())
    with pytest.raises(ToolRegistrationError, match="register it in that agent's scope"):
        tools.register(tool())
    scope = tools.scope("agent")
    scope.register(tool())
    with pytest.raises(ToolRegistrationError, match="in the scope of 'agent' already"):
        scope.register(tool())


@pytest.mark.parametrize("place", ["global", "scope"])
def test_the_name_of_the_program_transport_is_reserved(place: str) -> None:
    tools = ToolRegistry()
    with pytest.raises(ToolRegistrationError, match="reserved"):
        (tools if place == "global" else tools.scope("agent")).register(tool("run_code"))


@pytest.mark.parametrize("timeout", [0, -1, float("inf"), float("nan"), True, "10"])
def test_a_timeout_is_a_positive_finite_number(timeout: Any) -> None:
    with pytest.raises(ToolRegistrationError, match="positive finite"):
        ToolRegistry().register(tool(timeout_ms=timeout))


def test_timeouts_of_any_positive_size_are_fine() -> None:
    tools = ToolRegistry()
    for number, timeout in enumerate([1, 0.5, 10**9]):
        tools.register(tool(f"tool_{number}", timeout_ms=timeout))


def test_a_tool_needs_an_output_and_a_renderer_that_can_be_called() -> None:
    incomplete: Any = ToolDefinition("tool", "", {}, None, nothing)  # type: ignore[arg-type]
    with pytest.raises(ToolRegistrationError, match="declares no output"):
        ToolRegistry().register(incomplete)
    with pytest.raises(ToolRegistrationError, match="cannot be called"):
        ToolRegistry().register(tool(render="no function"))


def test_what_is_no_definition_is_refused() -> None:
    thing: Any = {"name": "tool"}
    with pytest.raises(ToolRegistrationError, match="no ToolDefinition"):
        ToolRegistry().register(thing)
    with pytest.raises(ToolRegistrationError, match="needs a name"):
        ToolRegistry().register(tool(""))


def test_an_output_schema_outside_the_profile_is_refused() -> None:
    longest = {"type": "string", "maxLength": 3}
    ToolRegistry().register(tool(schema=longest))
    with pytest.raises(ToolRegistrationError, match="maxLength"):
        ToolRegistry(profile="core").register(tool(schema=longest))
    with pytest.raises(ToolRegistrationError, match="strnig"):
        ToolRegistry().register(tool(schema={"type": "strnig"}))


def test_parameters_that_no_request_could_carry_are_refused() -> None:
    with pytest.raises(ToolRegistrationError):
        ToolRegistry().register(tool(parameters={"type": {1, 2}}))


def test_a_refused_registration_leaves_nothing_behind() -> None:
    tools = ToolRegistry()
    changes: list[None] = []
    tools.on.change(lambda: changes.append(None))
    with pytest.raises(ToolRegistrationError):
        tools.register(tool(timeout_ms=0))
    assert tools.definitions() == ()
    assert changes == []


def test_definitions_are_listed_inherited_first_and_in_order_of_registration() -> None:
    tools = ToolRegistry()
    for name in ["b", "a"]:
        tools.register(tool(name))
    tools.scope("agent").register(tool("c"))
    own = tool("a")
    tools.scope("agent").register(own)
    assert [d.name for d in tools.definitions()] == ["b", "a"]
    assert {d.name: d for d in tools.scope("agent").definitions()}.keys() == {"b", "a", "c"}
    assert own in tools.definitions("agent")


def test_a_model_is_told_three_fields_and_nothing_else() -> None:
    tools = ToolRegistry()
    secret = tool(
        title="T",
        timeout_ms=1,
        is_concurrency_safe=lambda args: True,
        present_call=lambda args: None,
        finalize_content=lambda execution, result: None,
    )
    tools.register(secret)
    assert tools.schemas() == [
        {"name": "tool", "description": "About tool.", "parameters": {"type": "object"}}
    ]


def test_schemas_are_copies_that_the_caller_may_change() -> None:
    parameters: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}
    tools = ToolRegistry()
    tools.register(tool(parameters=parameters))
    told: Any = tools.schemas()[0]["parameters"]
    told["properties"]["a"]["type"] = "integer"
    assert parameters["properties"]["a"] == {"type": "string"}
    assert tools.scope("agent").schemas()[0]["parameters"] == parameters


def test_change_observers_hear_every_scope_and_cannot_break_anything(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tools = ToolRegistry()
    heard: list[str] = []

    def broken() -> None:
        raise ValueError("observer")

    tools.on.change(broken)
    with tools.scope("one").on.change(lambda: heard.append("one")):
        remove = tools.scope("two").register(tool())
        assert heard == ["one"]
        remove()
        assert heard == ["one", "one"]
    tools.register(tool())
    assert heard == ["one", "one"]
    assert "broken" in caplog.text


def test_guards_are_asked_from_the_global_layer_down_and_the_first_denial_wins() -> None:
    tools = ToolRegistry()
    asked: list[str] = []

    def guard(name: str, answer: str | ToolGuardDenial | None) -> Any:
        return lambda execution: asked.append(name) or answer

    child = tools.scope("child", parent="parent")
    child.guard(guard("child", "denied by child"))
    tools.scope("parent").guard(guard("parent", ToolGuardDenial("denied by parent")))
    tools.guard(guard("global", None))
    assert tools.check_guards(execution(tools, "child")) == ToolGuardDenial("denied by parent")
    assert asked == ["global", "parent"]
    asked.clear()
    assert tools.check_guards(execution(tools, None)) is None
    assert asked == ["global"]


def test_a_guard_that_answers_anything_else_is_named() -> None:
    tools = ToolRegistry()

    async def sleepy_guard(execution: Any) -> str:
        return "never heard"

    dispose = tools.guard(sleepy_guard)  # type: ignore[arg-type]
    with pytest.raises(Exception, match="sleepy_guard returned coroutine"):
        tools.check_guards(execution(tools, None))
    dispose()
    assert tools.check_guards(execution(tools, None)) is None


def test_guards_and_listeners_must_be_callable() -> None:
    tools = ToolRegistry()
    for add in (tools.guard, tools.on.pre_execute, tools.on.change):
        with pytest.raises(ToolRegistrationError, match="cannot be called"):
            add(Deny("no"))  # type: ignore[operator]


def execution(tools: ToolRegistry, agent: Any) -> Any:
    call = ToolExecutionInput("call", "tool", {}, AbortSignal(), agent=agent)
    return tools.pipeline.begin(call, call.signal).execution


class Recording:
    """An executor that says who it is."""

    sections = (ToolPromptSection("name", "text"),)

    def describe(self, tools: Any, /) -> ToolModelInput:
        return ToolModelInput([], ["only_this"])

    async def execute(self, batch: ToolBatchInput, /) -> ToolBatchResult:
        return ToolBatchResult([], [{"role": "user", "content": [text_block("here")]}])


def test_batches_go_to_the_nearest_executor_selected_when_they_start() -> None:
    tools = ToolRegistry()
    native = tools.executor()
    outer, inner = Recording(), Recording()
    tools.set_executor(outer)
    unload = tools.scope("agent").set_executor(inner)
    assert (tools.executor(), tools.executor("agent")) == (outer, inner)
    assert tools.executor("other") is outer
    unload()
    tools.scope("agent").set_executor(outer)
    assert tools.executor("agent") is outer
    unload()
    assert tools.executor("agent") is outer
    assert native is not outer


def test_an_unloaded_executor_leaves_its_scope_without_one_until_it_is_replaced() -> None:
    tools = ToolRegistry()
    unload = tools.scope("agent").set_executor(Recording())
    unload()
    batch = ToolBatchInput([], AbortSignal(), agent="agent")
    with pytest.raises(ExecutorUnavailableError):
        asyncio.run(tools.execute(batch))
    with pytest.raises(ExecutorUnavailableError):
        tools.sections("agent")
    assert tools.sections("other") == ()


def test_the_selected_executor_says_what_a_model_may_call() -> None:
    tools = ToolRegistry()
    tools.register(tool())
    assert tools.model_input().known_names == ("tool",)
    assert tools.model_input().schemas == tuple(tools.schemas())
    tools.set_executor(Recording())
    assert tools.model_input().known_names == ("only_this",)
    assert tools.sections() == Recording.sections


def test_lookups_take_as_long_among_ten_thousand_tools_as_among_one() -> None:
    tools = ToolRegistry()
    for number in range(10_000):
        tools.register(tool(f"tool_{number}"))
    counted = CountingDict(tools._layer.tools)
    tools._layer.tools = counted
    assert tools.executable("tool_9999") is not None
    assert counted.lookups == 1


class CountingDict(dict[str, Any]):
    """Counts what a lookup asks of the layer; iterating it is not expected at all."""

    lookups = 0

    def get(self, *key: Any) -> Any:
        self.lookups += 1
        return super().get(*key)

    def __iter__(self) -> Any:
        raise AssertionError("a lookup walks all tools")

    items = values = keys = __iter__  # type: ignore[assignment]
