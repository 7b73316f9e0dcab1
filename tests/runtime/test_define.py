"""Code-first tools: schemas in the author DSL, checked arguments and values, plain JSON bodies."""

from __future__ import annotations

import asyncio
from typing import Any, TypedDict

import pytest
from toolc_runtime import (
    AbortSignal,
    JsonSchemaError,
    ToolBatchInput,
    ToolCallBlock,
    ToolExecutionInput,
    ToolHints,
    ToolRegistry,
    ToolRunContext,
    define_tool,
)


class Search(TypedDict):
    text: str
    limit: int


def define(**fields: Any) -> Any:
    given: dict[str, Any] = {
        "name": "search",
        "description": "Search.",
        "parameters": {
            "text": {"type": "string", "required": True},
            "limit": {"type": "integer"},
        },
        "output": {"type": "array", "items": {"type": "string"}},
        "execute": search,
        **fields,
    }
    return define_tool(**given)


async def search(args: Search, run: ToolRunContext) -> list[str]:
    return [args["text"]] * args.get("limit", 1)


def call(definition: Any, arguments: Any) -> Any:
    tools = ToolRegistry()
    tools.register(definition)
    given = ToolExecutionInput("call", definition.name, arguments, AbortSignal())
    return asyncio.run(tools.pipeline.execute(given))


def test_the_dsl_becomes_the_schema_that_models_are_told() -> None:
    tools = ToolRegistry(profile="core")
    tools.register(define())
    assert tools.schemas() == [
        {
            "name": "search",
            "description": "Search.",
            "parameters": {
                "type": "object",
                "properties": {"text": {"type": "string"}, "limit": {"type": "integer"}},
                "required": ["text"],
            },
        }
    ]


def test_a_call_takes_checked_arguments_and_gives_a_checked_value() -> None:
    result = call(define(), {"text": "a", "limit": 2, "undeclared": True})
    assert result.value == ("a", "a")
    assert result.content == ({"type": "text", "text": '["a", "a"]'},)


@pytest.mark.parametrize("arguments", [{}, {"text": 1}, {"text": "a", "limit": True}, [], "text"])
def test_arguments_that_break_the_schema_never_reach_the_body(arguments: Any) -> None:
    async def body(args: Any, run: Any) -> Any:
        raise AssertionError("the body ran")

    result = call(define(execute=body), arguments)
    assert result.error.info.code == "INVALID_ARGS"
    assert "arguments" in result.error.message


def test_every_violation_is_reported() -> None:
    message = call(define(), {"text": 1, "limit": "x"}).error.message
    assert "arguments.text" in message
    assert "arguments.limit" in message


@pytest.mark.parametrize("value", [None, "a", [1], ["a", None], ("a",), {"a"}])
def test_a_value_that_breaks_the_schema_is_an_invalid_output(value: Any) -> None:
    async def body(args: Any, run: Any) -> Any:
        return value

    result = call(define(execute=body), {"text": "a"})
    assert result.error.info.code == "INVALID_TOOL_OUTPUT"


def test_schemas_outside_the_dsl_are_refused_at_their_place() -> None:
    for part, schema, place in [
        ("parameters", {"a": {"type": "strnig"}}, "parameters.a"),
        ("parameters", {"b": {"type": "string", "required": False}}, "parameters.b"),
        ("output", {"type": "object"}, "output"),
    ]:
        with pytest.raises(JsonSchemaError) as caught:
            define(**{part: schema})
        assert caught.value.violations[0].path.startswith(place)


def test_renderers_and_classifiers_get_the_checked_arguments() -> None:
    seen: list[Any] = []

    def classify(args: Search) -> bool:
        seen.append(args)
        return True

    definition = define(
        render=lambda args, value: f"{len(value)} of {args['text']}",
        presentation_meta=lambda args, value: {"found": len(value)},
        is_concurrency_safe=classify,
        title="Search",
        hints=ToolHints(read_only=True),
        timeout_ms=5,
    )
    assert (definition.title, definition.timeout_ms) == ("Search", 5)
    result = call(definition, {"text": "a"})
    assert (result.content[0]["text"], result.meta) == ("1 of a", {"found": 1})
    tools = ToolRegistry()
    tools.register(definition)
    calls = [ToolCallBlock("1", "search", '{"text": "a"}'), ToolCallBlock("2", "search", "{}")]
    asyncio.run(tools.execute(ToolBatchInput(calls, AbortSignal())))
    assert {args["text"] for args in seen} == {"a"}


def test_a_body_may_hand_its_arguments_back() -> None:
    async def body(args: Any, run: Any) -> Any:
        return args

    definition = define(execute=body, output={"type": "json"})
    assert call(definition, {"text": "a", "more": [1]}).value == {"text": "a", "more": (1,)}
