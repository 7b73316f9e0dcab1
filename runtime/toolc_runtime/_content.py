"""What goes on the wire: content blocks, messages and schemas are plain JSON objects.

These are `TypedDict`s: build them as dicts, read them by key, send them as they are. Results hold
their frozen form, which equals the plain one.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ._json import JsonValue


class TextBlock(TypedDict):
    """Text for the model."""

    type: Literal["text"]
    text: str


class ImageBlock(TypedDict):
    """An image for the model, base64 encoded."""

    type: Literal["image"]
    data: str
    media_type: str


class ResourceBlock(TypedDict):
    """A reference to something the host can read."""

    type: Literal["resource"]
    uri: str
    media_type: NotRequired[str]
    text: NotRequired[str]


ContentBlock: TypeAlias = TextBlock | ImageBlock | ResourceBlock
"""One block of model-facing content. The pipeline hands other kinds of block on unread."""


class UserMessage(TypedDict):
    """Context for the next model request: it keeps its own source and metadata."""

    role: Literal["user"]
    content: list[ContentBlock]
    source: NotRequired[str]
    meta: NotRequired[JsonValue]


class ToolSchema(TypedDict):
    """All that a model is told of a tool."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


def text_block(text: str) -> TextBlock:
    """A block of *text*."""
    return {"type": "text", "text": text}


def user_message(text: str, source: str | None = None) -> UserMessage:
    """A context message of one text block, said to come from *source*."""
    message: UserMessage = {"role": "user", "content": [text_block(text)]}
    if source is not None:
        message["source"] = source
    return message
