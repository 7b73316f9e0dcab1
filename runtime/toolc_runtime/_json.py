"""Lossless JSON: what counts as JSON here, and its private, frozen and plain forms."""

from __future__ import annotations

from ._frozen import FrozenDict
from ._json_copy import FROZEN, PLAIN, THAWED, fill, put
from ._json_equality import json_equal, json_key
from ._json_faults import NotJsonError, faults, first_fault
from ._json_text import JsonTextError, decode_json
from ._json_value import JsonValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._json_copy import Forms


def snapshot(value: object, label: str = "value") -> JsonValue:
    """A plain copy of *value* that shares nothing with it; raise `NotJsonError`.

    Accepted are `None`, `bool`, `str`, `int`, finite `float`, and plain `list` and `dict` of
    those, to any depth. Refused are subclasses, tuples, NaN and infinities, keys that are no
    strings, lone surrogates and cycles. A shared part comes out as separate copies. Each part is
    read once, so a value that changes meanwhile can't slip through. Source: seed, "Executors and
    raw call batches": lossless JSON.
    """
    return _copied(value, PLAIN, label)


def thaw(value: object, label: str = "value") -> JsonValue:
    """Like `snapshot`, but *value* may be in frozen form: a plain tree of the caller's own."""
    return _copied(value, THAWED, label)


def freeze(value: object, label: str = "value") -> JsonValue:
    """*value*, plain or frozen, as `FrozenDict` and tuples all the way; raise `NotJsonError`."""
    root: list[Any] = [value]
    arrays = fill(root, FROZEN)
    if arrays is None:
        raise _error(value, FROZEN, label)
    for holder, at, items in reversed(arrays):  # inner ones first
        put(holder, at, tuple(items))
    found: JsonValue = root[0]
    return found


def _copied(value: object, forms: Forms, label: str) -> JsonValue:
    root: list[Any] = [value]
    if fill(root, forms) is None:
        raise _error(value, forms, label)
    found: JsonValue = root[0]
    return found


def _error(value: object, forms: Forms, label: str) -> NotJsonError:
    """What is wrong with *value*, which a copy has already refused."""
    found = first_fault(value, label, tuple in forms)
    return found or NotJsonError(label, "changed while it was read")


__all__ = [
    "FrozenDict",
    "JsonTextError",
    "JsonValue",
    "NotJsonError",
    "decode_json",
    "faults",
    "freeze",
    "json_equal",
    "json_key",
    "snapshot",
    "thaw",
]
