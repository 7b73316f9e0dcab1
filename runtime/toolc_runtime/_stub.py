"""The stub that a generated module declares; calling it with a body makes a definition.

A stub is trusted: its schemas were checked when it was compiled, and it carries its own parsers.
"""

from __future__ import annotations

from ._definition import (
    ToolCodec,
    ToolDefinition,
    ToolOutputDefinition,
    _Typed,
    schema_from_text,
)
from ._record import dataclass, set_field
from ._rendering import DefaultRender, blocks_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from ._aliases import Body, ContentHook, Render, When
    from ._execution import ToolRunContext
    from ._json import JsonValue
    from ._presentation import ToolCallView, ToolResultView
    from ._registry import ToolRegistry, ToolScope
    from ._signal import AbortSignal
    from ._types import ToolHints, ToolResult

    Args = TypeVar("Args")
    Output = TypeVar("Output")


@dataclass(frozen=True)
class ToolStub(_Typed["Args", "Output"]):
    """What a spec says of one tool, with the types of both ends.

    `stub(body)` is a `ToolDefinition` to register; `await stub.call(registry, args)` is a typed
    dispatch. *parameters* and *output_schema* are JSON texts, decoded when first looked at.
    """

    name: str
    description: str
    parameters: str
    output_schema: str
    parse_args: Callable[[object], Args]
    """From a plain tree; raises `ToolArgsError` with every violation."""
    dump_args: Callable[[Args], dict[str, JsonValue]]
    parse_output: Callable[[object], Output]
    """From a plain tree; raises `ToolOutputError` with every violation."""
    dump_output: Callable[[Output], JsonValue]
    title: str | None
    render: Render[Args, Output] | None
    """Model-facing text of a value; by default a string as it is, anything else as JSON text."""
    presentation_meta: Callable[[Args, Output], JsonValue] | None
    present_call: Callable[[Args], ToolCallView | None] | None
    present_result: Callable[[Args, ToolResult], ToolResultView | None] | None
    timeout_ms: float | None
    concurrency_safe: bool | None
    hints: ToolHints | None
    __slots__ = (
        "concurrency_safe",
        "description",
        "dump_args",
        "dump_output",
        "hints",
        "name",
        "output_schema",
        "parameters",
        "parse_args",
        "parse_output",
        "present_call",
        "present_result",
        "presentation_meta",
        "render",
        "timeout_ms",
        "title",
    )

    def __init__(
        self,
        *,
        name: str,
        description: str,
        parameters: str,
        output_schema: str,
        parse_args: Callable[[object], Args],
        dump_args: Callable[[Args], dict[str, JsonValue]],
        parse_output: Callable[[object], Output],
        dump_output: Callable[[Output], JsonValue],
        title: str | None = None,
        render: Render[Args, Output] | None = None,
        presentation_meta: Callable[[Args, Output], JsonValue] | None = None,
        present_call: Callable[[Args], ToolCallView | None] | None = None,
        present_result: Callable[[Args, ToolResult], ToolResultView | None] | None = None,
        timeout_ms: float | None = None,
        concurrency_safe: bool | None = None,
        hints: ToolHints | None = None,
    ) -> None:
        set_field(self, "name", name)
        set_field(self, "description", description)
        set_field(self, "parameters", parameters)
        set_field(self, "output_schema", output_schema)
        set_field(self, "parse_args", parse_args)
        set_field(self, "dump_args", dump_args)
        set_field(self, "parse_output", parse_output)
        set_field(self, "dump_output", dump_output)
        set_field(self, "title", title)
        set_field(self, "render", render)
        set_field(self, "presentation_meta", presentation_meta)
        set_field(self, "present_call", present_call)
        set_field(self, "present_result", present_result)
        set_field(self, "timeout_ms", timeout_ms)
        set_field(self, "concurrency_safe", concurrency_safe)
        set_field(self, "hints", hints)

    def __call__(
        self,
        body: Body[Args, Output],
        /,
        *,
        render: Render[Args, Output] | None = None,
        presentation_meta: Callable[[Args, Output], JsonValue] | None = None,
        present_call: Callable[[Args], ToolCallView | None] | None = None,
        present_result: Callable[[Args, ToolResult], ToolResultView | None] | None = None,
        finalize_content: ContentHook | None = None,
        project_content: ContentHook | None = None,
        timeout_ms: float | None = None,
        is_concurrency_safe: Callable[[Args], bool] | None = None,
        when: When | None = None,
    ) -> ToolDefinition[Args, Output]:
        """The definition that runs *body*; what is given here replaces what the spec says."""
        chosen = render or self.render
        output: ToolOutputDefinition[Args, Output] = ToolOutputDefinition(
            schema_from_text(self.output_schema),
            blocks_of(chosen, self.dump_output) if chosen else DefaultRender(self.dump_output),
            presentation_meta=presentation_meta or self.presentation_meta,
        )
        return ToolDefinition(
            self.name,
            self.description,
            schema_from_text(self.parameters),
            output,
            body,
            project_content=project_content,
            finalize_content=finalize_content,
            timeout_ms=self.timeout_ms if timeout_ms is None else timeout_ms,
            is_concurrency_safe=is_concurrency_safe or _always(self.concurrency_safe),
            present_call=present_call or self.present_call,
            present_result=present_result or self.present_result,
            when=when,
            title=self.title,
            hints=self.hints,
            codec=ToolCodec(self.parse_args, self.parse_output, self.dump_output),
        )

    async def call(
        self,
        target: ToolRegistry | ToolScope,
        args: Args,
        *,
        signal: AbortSignal | None = None,
        parent: ToolRunContext | None = None,
    ) -> Output:
        """Dispatch through *target*'s whole pipeline and return the typed value.

        With *parent*, the run of an enclosing body, the call is nested in it: same root, agent and
        admission, its signal, and contexts are deferred to it. Raise `ToolArgsError` where *args*
        do not pass their own schema, `ToolCallError` where the call fails or is denied.
        """
        from ._typed_call import typed_call  # loads the pipeline, and asyncio with it

        return await typed_call(self, target, args, signal, parent)


def _always(safe: bool | None) -> Callable[[object], bool] | None:
    return _yes if safe else None


def _yes(_: object) -> bool:
    return True
