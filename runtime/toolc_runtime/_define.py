"""Code-first tools: schemas in the author DSL and callables, validated like compiled ones."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ._authoring import parameter_schema_spec_to_json_schema, value_schema_spec_to_json_schema
from ._definition import ToolCodec, ToolDefinition, ToolOutputDefinition
from ._errors import ToolArgsError, ToolOutputError
from ._interpreter import compile_schema
from ._json import FrozenDict, JsonValue, NotJsonError, freeze, snapshot, thaw
from ._rendering import DefaultRender, blocks_of
from ._results import not_json
from ._violation import Violation

if TYPE_CHECKING:
    from ._aliases import Body, ContentHook, Render, When
    from ._execution import ToolRunContext
    from ._presentation import ToolCallView, ToolResultView
    from ._types import ToolHints, ToolResult

Args = TypeVar("Args", bound=Mapping[str, Any])
Output = TypeVar("Output")


@overload
def define_tool(
    *,
    name: str,
    description: str,
    parameters: Mapping[str, Any],
    output: Mapping[str, Any],
    execute: Callable[[Args, ToolRunContext], Awaitable[Output]],
    render: Render[Args, Output] | None = None,
    presentation_meta: Callable[[Args, Output], JsonValue] | None = None,
    project_content: ContentHook | None = None,
    finalize_content: ContentHook | None = None,
    timeout_ms: float | None = None,
    is_concurrency_safe: Callable[[Args], bool] | None = None,
    present_call: Callable[[Args], ToolCallView | None] | None = None,
    present_result: Callable[[Args, ToolResult], ToolResultView | None] | None = None,
    when: When | None = None,
    title: str | None = None,
    hints: ToolHints | None = None,
) -> ToolDefinition[Args, Output]: ...
@overload
def define_tool(
    *,
    name: str,
    description: str,
    parameters: Mapping[str, Any],
    output: Mapping[str, Any],
    execute: Callable[[Args, ToolRunContext], Output],
    render: Render[Args, Output] | None = None,
    presentation_meta: Callable[[Args, Output], JsonValue] | None = None,
    project_content: ContentHook | None = None,
    finalize_content: ContentHook | None = None,
    timeout_ms: float | None = None,
    is_concurrency_safe: Callable[[Args], bool] | None = None,
    present_call: Callable[[Args], ToolCallView | None] | None = None,
    present_result: Callable[[Args, ToolResult], ToolResultView | None] | None = None,
    when: When | None = None,
    title: str | None = None,
    hints: ToolHints | None = None,
) -> ToolDefinition[Args, Output]: ...
def define_tool(
    *,
    name: str,
    description: str,
    parameters: Mapping[str, Any],
    output: Mapping[str, Any],
    execute: Body[Args, Output],
    render: Render[Args, Output] | None = None,
    presentation_meta: Callable[[Args, Output], JsonValue] | None = None,
    project_content: ContentHook | None = None,
    finalize_content: ContentHook | None = None,
    timeout_ms: float | None = None,
    is_concurrency_safe: Callable[[Args], bool] | None = None,
    present_call: Callable[[Args], ToolCallView | None] | None = None,
    present_result: Callable[[Args, ToolResult], ToolResultView | None] | None = None,
    when: When | None = None,
    title: str | None = None,
    hints: ToolHints | None = None,
) -> ToolDefinition[Args, Output]:
    """A definition whose arguments and values are checked against schemas of the author DSL.

    *parameters* maps names to properties (an implicit open object), *output* is one value schema.
    `execute` gets the frozen arguments, which a `TypedDict` may describe, and returns plain JSON.
    Raise `JsonSchemaError` with every violation of either schema. Source: `defineTool`.
    """
    wire = parameter_schema_spec_to_json_schema(parameters)
    schema = value_schema_spec_to_json_schema(output, "output")
    codec = _codec(compile_schema(wire, "arguments"), compile_schema(schema))
    return ToolDefinition(
        name,
        description,
        wire,
        ToolOutputDefinition(
            schema,
            blocks_of(render, codec.dump_output) if render else DefaultRender(codec.dump_output),
            presentation_meta=presentation_meta,
        ),
        execute,
        project_content=project_content,
        finalize_content=finalize_content,
        timeout_ms=timeout_ms,
        is_concurrency_safe=is_concurrency_safe,
        present_call=present_call,
        present_result=present_result,
        when=when,
        title=title,
        hints=hints,
        codec=codec,
    )


def _codec(
    check_args: Callable[[Any], list[Violation]], check_output: Callable[[Any], list[Violation]]
) -> ToolCodec[Any, Any]:
    def parse_args(tree: Any) -> Any:
        violations = check_args(tree)
        if violations:
            raise ToolArgsError(violations)
        return freeze(tree)

    def dump_output(value: Any) -> JsonValue:
        try:
            tree = thaw(value) if type(value) is FrozenDict else snapshot(value)
        except NotJsonError as error:
            raise ToolOutputError((not_json(error),)) from None
        violations = check_output(tree)
        if violations:
            raise ToolOutputError(violations)
        return tree

    return ToolCodec(parse_args, lambda tree: freeze(dump_output(tree)), dump_output)
