"""Where references lead: `types:Line` to a type of the catalogue, `#/…` into the schema itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias
from urllib.parse import unquote

Schema: TypeAlias = "Mapping[str, Any] | bool"

TYPES = "types:"
"""What a reference to a type of the catalogue begins with."""


class Resolver:
    """Follows the references of one root schema."""

    def __init__(self, root: Schema, types: Mapping[str, Schema]) -> None:
        self._root = root
        self._types = types

    def resolve(self, ref: str) -> Schema:
        """The schema that *ref* names; `True` where there is none, which others report."""
        if ref.startswith(TYPES):
            return self._types.get(ref.removeprefix(TYPES), True)
        found: Any = self._root
        for step in pointer_steps(ref):
            found = _child(found, step)
        return found if isinstance(found, Mapping | bool) else True


def pointer_steps(ref: str) -> Iterable[str]:
    """The steps of a local reference (RFC 6901 in a URI fragment); none for `#`."""
    pointer = unquote(ref.removeprefix("#"))
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _child(value: Any, step: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, list | tuple) and step.isdecimal() and int(step) < len(value):
        return value[int(step)]
    return None
