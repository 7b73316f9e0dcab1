"""JSON text of a plain or frozen tree, however deep it is."""

from __future__ import annotations

from json import JSONEncoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._json import JsonValue

_encode = JSONEncoder(ensure_ascii=False).encode


def json_text(tree: JsonValue) -> str:
    """*tree* as JSON text; non-ASCII characters are written as they are."""
    try:
        return _encode(tree)
    except RecursionError:
        return "".join(_walk(tree))


def _walk(tree: Any) -> Iterator[str]:
    """What the encoder would write, with a stack of our own."""
    stack: list[Any] = [tree]
    while stack:
        item = stack.pop()
        if type(item) is _Text:
            yield item.text
        elif isinstance(item, dict):
            stack.extend(reversed(list(_entries(item))))
        elif isinstance(item, (list, tuple)):
            stack.extend(reversed(list(_items(item))))
        else:
            yield _encode(item)


class _Text:
    """Punctuation between values."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def _items(values: Any) -> Iterator[Any]:
    yield _Text("[")
    for number, value in enumerate(values):
        if number:
            yield _Text(", ")
        yield value
    yield _Text("]")


def _entries(mapping: dict[str, Any]) -> Iterator[Any]:
    yield _Text("{")
    for number, (key, value) in enumerate(mapping.items()):
        yield _Text(f"{', ' if number else ''}{_encode(key)}: ")
        yield value
    yield _Text("}")
