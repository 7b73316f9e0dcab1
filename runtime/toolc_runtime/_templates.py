"""What compiled templates call: reading optional places, text of values, cards of plain parts."""

from __future__ import annotations

from ._record import Record, to_json
from ._unset import UNSET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from ._types import ToolResult

    T = TypeVar("T")


def dig(value: Any, *steps: str | int) -> Any:
    """What lies at *steps* below *value*, in typed or plain form; `UNSET` where nothing does."""
    for step in steps:
        if isinstance(value, Record):
            value = to_json(value)
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return UNSET
    return value


def given(value: T | None) -> Any:
    """An optional field that takes no null: `UNSET` where it is absent."""
    return UNSET if value is None else value


def or_else(value: Any, fallback: Any) -> Any:
    """*value*, or *fallback* where that is absent or null."""
    return fallback if value is UNSET or value is None else value


def text(value: Any) -> str:
    """*value* in text: a string as it is, anything else as compact JSON."""
    if type(value) is str:
        return value
    from json import dumps  # most templates hold strings only

    return dumps(to_json(value), ensure_ascii=False, separators=(",", ":"))


def kept(entries: dict[str, Any]) -> dict[str, Any]:
    """*entries* in plain JSON, without those that are absent."""
    return {key: to_json(value) for key, value in entries.items() if value is not UNSET}


def content_text(result: ToolResult) -> str:
    """The text of the model-facing content."""
    return "\n".join([block["text"] for block in result.content if block["type"] == "text"])


def failure(result: ToolResult) -> dict[str, str]:
    """The durable identity of a failure; empty for a success, and for a plain error."""
    if result.error is None:
        return {}
    found = {"name": result.error.name, "code": result.error.code, "reason": result.error.reason}
    return {key: value for key, value in found.items() if value is not None}


def view(cls: type[T], entries: dict[str, Any]) -> T:
    """The card *cls* with *entries*: absent ones left out, plain objects made its parts."""
    from typing import get_type_hints  # cards are shown by programs that have loaded it

    hints = get_type_hints(cls)
    made = {
        key: _part(value, hints[key])
        for key, value in entries.items()
        if value is not UNSET and not (value is None and key not in ("raw_input",))
    }
    return cls(**made)


def _part(value: Any, hint: Any) -> Any:
    from dataclasses import is_dataclass
    from typing import get_args, get_type_hints

    from ._content import text_block

    if isinstance(value, str) and "ContentBlock" in str(hint):
        return [text_block(value)]
    inner = next((h for h in _leaves(hint) if is_dataclass(h)), None)
    if inner is None or "ContentBlock" in str(hint):
        return value
    if isinstance(value, (list, tuple)):
        return [_part(item, inner) for item in value]
    table, hints = to_json(value), get_type_hints(inner)
    known = {name for name in hints if name in table}
    assert isinstance(inner, type), get_args(hint)
    return inner(**{name: _part(table[name], hints[name]) for name in known})


def _leaves(hint: Any) -> list[Any]:
    from typing import get_args

    inner = get_args(hint)
    return [leaf for part in inner for leaf in _leaves(part)] if inner else [hint]
