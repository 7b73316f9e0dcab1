"""The cards of `present`: which keys each takes, and what they hold.

Source: seed, "Tool-presentation UI vocabulary". Keys are in Python spelling, as in the runtime's
card classes. Content (`content` of generic cards) is written as text, or read whole: `{content}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_TEXT: Final = {"type": "string"}
_COUNT: Final = {"type": "integer"}
_FLAG: Final = {"type": "boolean"}


def _record(required: tuple[str, ...], **properties: object) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*required]}


def _list(items: object) -> dict[str, Any]:
    return {"type": "array", "items": items}


KINDS: Final = ("read", "edit", "delete", "move", "search", "execute", "fetch", "other")
_LOCATIONS = _list(_record(("path",), path=_TEXT, line=_COUNT))
_DIFFS = _list(
    _record(
        ("path", "old_text", "new_text"),
        path=_TEXT,
        old_text={"type": ["string", "null"]},
        new_text=_TEXT,
    )
)
_LINES = _list(_record(("number", "text"), number=_COUNT, text=_TEXT))


@dataclass(frozen=True, slots=True)
class Card:
    """The keys of one card with the plain schemas of what they hold, and those it needs."""

    keys: Mapping[str, Mapping[str, Any]]
    required: tuple[str, ...] = ()


Cards = Mapping[str, Card | tuple[str, Mapping[str, Card]]]
"""Cards by name; one that comes in variants is a key and the cards by that key's value."""

CALLS: Final[Cards] = {
    "generic": Card(
        {
            "title": _TEXT,
            "kind": {"type": "string", "enum": [*KINDS]},
            "raw_input": {},
            "content": _TEXT,
            "locations": _LOCATIONS,
        },
        ("title",),
    ),
    "terminal": Card({"title": _TEXT, "description": _TEXT, "cwd": _TEXT}, ("title",)),
    "diff": Card({"title": _TEXT, "diffs": _DIFFS, "locations": _LOCATIONS}, ("title", "diffs")),
}
"""Cards of pending calls."""

RESULTS: Final[Cards] = {
    "read": Card({"title": _TEXT, "path": _TEXT, "offset": _COUNT, "lines": _LINES, "total_lines": _COUNT, "lang": _TEXT, "content": _TEXT}, ("path", "offset", "lines", "total_lines")),
}
