"""A registered tool: what the model is told, how it runs, what becomes of its value."""

from __future__ import annotations

from collections.abc import Mapping

from ._json import decode_json
from ._record import Record, dataclass, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence
    from typing import Generic, TypeAlias, TypeVar

    from ._aliases import ContentHook, When
    from ._content import ContentBlock
    from ._execution import ToolRunContext
    from ._json import JsonValue
    from ._presentation import ToolCallView, ToolResultView
    from ._types import ToolHints, ToolResult

    Args = TypeVar("Args")
    Output = TypeVar("Output")

    Schema: TypeAlias = Mapping[str, JsonValue] | bool

    class _Typed(Record, Generic[Args, Output]): ...
else:

    class _Typed(Record):
        """What `Generic` would be, without importing `typing`."""

        __slots__ = ()
        __class_getitem__ = classmethod(lambda cls, types: cls)


class LazySchema(Mapping):  # type: ignore[type-arg]  # `Mapping[…]` would import `typing`
    """A wire schema given as JSON text: a mapping that decodes itself when first looked at."""

    __slots__ = ("_decoded", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._decoded: dict[str, JsonValue] | None = None

    @property
    def decoded(self) -> dict[str, JsonValue]:
        """The schema as a plain tree. Borrow it: it is shared."""
        if self._decoded is None:
            tree = decode_json(self.text)
            if not isinstance(tree, dict):
                raise TypeError("the schema of a tool is a JSON object")
            self._decoded = tree
        return self._decoded

    def __getitem__(self, key: str) -> JsonValue:
        return self.decoded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.decoded)

    def __len__(self) -> int:
        return len(self.decoded)

    def __repr__(self) -> str:
        return repr(self.decoded)


def schema_from_text(text: str) -> Schema:
    """The schema that *text* holds, decoded when first looked at."""
    return text == "true" if text in ("true", "false") else LazySchema(text)


@dataclass(frozen=True)
class ToolCodec(_Typed["Args", "Output"]):
    """How a typed definition turns plain JSON trees into its own types and back.

    Parsers raise `ToolArgsError` and `ToolOutputError`; `dump_output` returns a detached tree.
    """

    parse_args: Callable[[object], Args]
    parse_output: Callable[[object], Output]
    dump_output: Callable[[Output], JsonValue]
    __slots__ = ("dump_output", "parse_args", "parse_output")

    def __init__(
        self,
        parse_args: Callable[[object], Args],
        parse_output: Callable[[object], Output],
        dump_output: Callable[[Output], JsonValue],
    ) -> None:
        set_field(self, "parse_args", parse_args)
        set_field(self, "parse_output", parse_output)
        set_field(self, "dump_output", dump_output)


@dataclass(frozen=True)
class ToolOutputDefinition(_Typed["Args", "Output"]):
    """The canonical output of a tool and its projections. Source: `ToolOutputDefinition`."""

    schema: Schema
    """Raw JSON Schema that every successful value passes."""
    render: Callable[[Args, Output], Sequence[ContentBlock]]
    """Pure: from validated arguments and value to model-facing content."""
    presentation_meta: Callable[[Args, Output], JsonValue] | None
    """Pure and replayable, for native and nested calls; `None` from it is no metadata."""
    __slots__ = ("presentation_meta", "render", "schema")

    def __init__(
        self,
        schema: Schema,
        render: Callable[[Args, Output], Sequence[ContentBlock]],
        *,
        presentation_meta: Callable[[Args, Output], JsonValue] | None = None,
    ) -> None:
        set_field(self, "schema", schema)
        set_field(self, "render", render)
        set_field(self, "presentation_meta", presentation_meta)


@dataclass(frozen=True)
class ToolDefinition(_Typed["Args", "Output"]):
    """A tool as the registry holds it. Source: "`ToolDefinition` — a registered tool".

    Without a *codec* it is raw: `execute` gets the frozen arguments, validates them itself and
    returns plain JSON. With one, the pipeline parses arguments and values for it.
    """

    name: str
    description: str
    parameters: Schema
    output: ToolOutputDefinition[Args, Output]
    execute: Callable[[Args, ToolRunContext], Output | Awaitable[Output]]
    """Run one accepted call; return only its canonical value. A plain function runs in a thread.

    It observes `run.signal` and settles when its own work has: it is waited for, never killed."""
    project_content: ContentHook | None
    """Replaces the rendered content before post-execute policy; captured when the call starts."""
    finalize_content: ContentHook | None
    """The last word on content: called exactly once for every outcome; captured at the start."""
    timeout_ms: float | None
    """Cooperative budget that the timeout policy enforces; never model-visible."""
    is_concurrency_safe: Callable[[Args], bool] | None
    """Whether this call may overlap its siblings; only `True` says so."""
    present_call: Callable[[Args], ToolCallView | None] | None
    """How a UI shows the pending call. Pure: it depends on the arguments alone."""
    present_result: Callable[[Args, ToolResult], ToolResultView | None] | None
    """How a UI shows the completed call, from the arguments and the durable result."""
    when: When | None
    """Whether a step may use the tool; `ToolRegistry.resolve` asks once a step."""
    title: str | None
    hints: ToolHints | None
    codec: ToolCodec[Args, Output] | None
    __slots__ = (
        "codec",
        "description",
        "execute",
        "finalize_content",
        "hints",
        "is_concurrency_safe",
        "name",
        "output",
        "parameters",
        "present_call",
        "present_result",
        "project_content",
        "timeout_ms",
        "title",
        "when",
    )

    def __init__(
        self,
        name: str,
        description: str,
        parameters: Schema,
        output: ToolOutputDefinition[Args, Output],
        execute: Callable[[Args, ToolRunContext], Output | Awaitable[Output]],
        *,
        project_content: ContentHook | None = None,
        finalize_content: ContentHook | None = None,
        timeout_ms: float | None = None,
        is_concurrency_safe: Callable[[Args], bool] | None = None,
        present_call: Callable[[Args], ToolCallView | None] | None = None,
        present_result: Callable[[Args, ToolResult], ToolResultView | None] | None = None,
        when: When | None = None,
        title: str | None = None,
        hints: ToolHints | None = None,
        codec: ToolCodec[Args, Output] | None = None,
    ) -> None:
        set_field(self, "name", name)
        set_field(self, "description", description)
        set_field(self, "parameters", parameters)
        set_field(self, "output", output)
        set_field(self, "execute", execute)
        set_field(self, "project_content", project_content)
        set_field(self, "finalize_content", finalize_content)
        set_field(self, "timeout_ms", timeout_ms)
        set_field(self, "is_concurrency_safe", is_concurrency_safe)
        set_field(self, "present_call", present_call)
        set_field(self, "present_result", present_result)
        set_field(self, "when", when)
        set_field(self, "title", title)
        set_field(self, "hints", hints)
        set_field(self, "codec", codec)
