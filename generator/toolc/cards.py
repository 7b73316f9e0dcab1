"""The cards of `present`: which keys each takes and what they hold, read off the runtime's classes.

What a key holds is said as a plain JSON Schema. Content is written as text, or read whole:
`{content}`. Source: seed, "Tool-presentation UI vocabulary".
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from toolc_runtime._content import ContentBlock
from toolc_runtime._json import JsonValue
from toolc_runtime._presentation import ToolCallView, ToolResultView

_SCALARS: Final = {str: "string", int: "integer", bool: "boolean", types.NoneType: "null"}
_CONTENT: Final = Sequence[ContentBlock]


@dataclass(frozen=True, slots=True)
class Card:
    """The keys of one card with the schemas of what they hold, and those it needs."""

    keys: Mapping[str, Mapping[str, Any]]
    required: tuple[str, ...]


Cards: TypeAlias = Mapping[str, Card | tuple[str, Mapping[str, Card]]]
"""Cards by name; one that comes in variants is a key and the cards by that key's value."""


def _cards(views: tuple[type, ...]) -> Cards:
    """The cards that *views*, dataclasses of the runtime, are."""
    found: dict[str, Card | tuple[str, dict[str, Card]]] = {}
    for view in views:
        tags = {entry.name: str(entry.default) for entry in fields(view) if not entry.init}
        name = tags.pop("card")
        card = _card(view, tags)
        if not tags:
            found[name] = card
            continue
        ((tag, value),) = tags.items()
        variants = found.setdefault(name, (tag, {}))
        assert isinstance(variants, tuple), name
        variants[1][value] = card
    return found


def _card(view: type, tags: Mapping[str, str]) -> Card:
    record = _record(view)
    fixed = {tag: {"type": "string", "enum": [value]} for tag, value in tags.items()}
    return Card({**fixed, **record["properties"]}, (*fixed, *record["required"]))


def _record(view: type) -> dict[str, Any]:
    """The schema of the fields that *view*'s constructor takes."""
    hints = get_type_hints(view)
    taken = [entry for entry in fields(view) if entry.init]
    return {
        "type": "object",
        "properties": {entry.name: _field(entry, hints[entry.name]) for entry in taken},
        "required": [entry.name for entry in taken if entry.default is MISSING],
    }


def _field(entry: Field[Any], hint: Any) -> dict[str, Any]:
    """The schema of a field; `None` of an optional one is its absence."""
    is_optional = entry.default is None and hint != JsonValue
    return _schema(_without_none(hint) if is_optional else hint)


def _without_none(hint: Any) -> Any:
    members = [member for member in get_args(hint) if member is not types.NoneType]
    (only,) = members
    return only


def _schema(hint: Any) -> dict[str, Any]:
    if hint == JsonValue:
        return {}
    if hint == _CONTENT or hint in _SCALARS:
        return {"type": _SCALARS.get(hint, "string")}
    if is_dataclass(hint) and isinstance(hint, type):
        return _record(hint)
    if get_origin(hint) is Literal:
        return {"type": "string", "enum": [*get_args(hint)]}
    if get_origin(hint) is Sequence:
        return {"type": "array", "items": _schema(get_args(hint)[0])}
    return {"type": [_SCALARS[member] for member in get_args(hint)]}


CALLS: Final = _cards(get_args(ToolCallView))
"""Cards of pending calls."""

RESULTS: Final = _cards(get_args(ToolResultView))
"""Cards of completed calls."""
