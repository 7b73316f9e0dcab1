"""From a value to model-facing content, where a tool says nothing else."""

from __future__ import annotations

from ._encode import json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from ._content import ContentBlock
    from ._json import JsonValue

    Args = TypeVar("Args")
    Output = TypeVar("Output")


def shown(value: JsonValue) -> str:
    """A string as it is, any other value as JSON text."""
    if isinstance(value, str):
        return value
    return "null" if value is None else json_text(value)


def text_content(text: str) -> list[ContentBlock]:
    """Content of one text block."""
    return [{"type": "text", "text": text}]


class DefaultRender:
    """Renders a value as `shown` does. The pipeline, which has the JSON form, skips `dump`."""

    __slots__ = ("dump",)

    def __init__(self, dump: Callable[..., JsonValue]) -> None:
        self.dump = dump

    def __call__(self, args: object, value: object) -> list[ContentBlock]:
        return text_content(shown(self.dump(value)))


def blocks_of(
    render: Callable[[Args, Output], str | Sequence[ContentBlock] | None],
    dump: Callable[[Output], JsonValue],
) -> Callable[[Args, Output], Sequence[ContentBlock]]:
    """*render* as a renderer of blocks: a text becomes one, `None` the default rendering."""

    def blocks(args: Args, value: Output) -> Sequence[ContentBlock]:
        rendered = render(args, value)
        if isinstance(rendered, str):
            return text_content(rendered)
        return text_content(shown(dump(value))) if rendered is None else rendered

    return blocks
