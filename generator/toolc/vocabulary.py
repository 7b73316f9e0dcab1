"""What the runtime's table of keywords says to the front end."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from toolc_runtime._vocabulary import ANNOTATIONS as _ANNOTATIONS
from toolc_runtime._vocabulary import EXTENSION, KEYWORDS, TYPE_NAMES, Keyword, is_extension, rows
from toolc_runtime._vocabulary import IN_PLACE as _IN_PLACE

Profile: TypeAlias = Literal["core", "full"]
"""Which keywords a spec may use: the seed's subset, or everything that is enforced."""


def _with_operand(*operands: str) -> frozenset[str]:
    return frozenset(name for name, row in KEYWORDS.items() if row.operand in operands)


SCHEMAS: Final = _with_operand("schema")
"""Keywords with a schema."""
LISTS: Final = _with_operand("schemas")
"""Keywords with a list of schemas."""
MAPS: Final = _with_operand("schema map", "pattern map")
"""Keywords with schemas by name."""
IN_PLACE: Final = frozenset(_IN_PLACE)
"""Keywords whose schemas judge the same value."""
KINDS: Final = frozenset({"type", "enum", "const", "$ref", "oneOf", "anyOf", "allOf", "not", "if"})
"""Keywords of which the author's DSL wants one in every node."""


def is_annotation(name: str) -> bool:
    """Whether *name* says nothing about which values pass."""
    return name in _ANNOTATIONS or is_extension(name)


def types_for(name: str) -> frozenset[str]:
    """The types of value that the keyword *name* judges; none for all."""
    row = KEYWORDS.get(name)
    return frozenset(row.types) if row else frozenset()


__all__ = [
    "EXTENSION",
    "IN_PLACE",
    "KEYWORDS",
    "KINDS",
    "LISTS",
    "MAPS",
    "SCHEMAS",
    "TYPE_NAMES",
    "Keyword",
    "Profile",
    "is_annotation",
    "is_extension",
    "rows",
    "types_for",
]
