"""Lossless JSON: what counts as JSON here, and its private, frozen and plain forms."""

from __future__ import annotations

from ._frozen import FrozenDict
from ._json_equality import json_equal, json_key
from ._json_faults import NotJsonError, faults, first_fault, has_cycle, is_unicode
from ._json_text import JsonTextError, decode_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    JsonValue: TypeAlias = (
        "None | bool | int | float | str | Mapping[str, JsonValue] | Sequence[JsonValue]"
    )
else:
    JsonValue = None | bool | int | float | str | dict | list | tuple

_FIRST_CYCLE_CHECK = 10_000
"""Containers copied before a cycle is looked for; after that, at every doubling."""


def snapshot(value: object, label: str = "value") -> JsonValue:
    """A plain copy of *value* that shares nothing with it; raise `NotJsonError`.

    Accepted are `None`, `bool`, `str`, `int`, finite `float`, and plain `list` and `dict` of
    those, to any depth. Refused are subclasses, tuples, NaN and infinities, keys that are no
    strings, lone surrogates and cycles. A shared part comes out as separate copies. Each part is
    read once, so a value that changes meanwhile can't slip through. Source: seed, "Executors and
    raw call batches": lossless JSON.
    """
    return _copied(value, label, False)


def thaw(value: object, label: str = "value") -> JsonValue:
    """Like `snapshot`, which *value* may also be frozen for: a plain tree of the caller's own."""
    return _copied(value, label, True)


def _copied(value: object, label: str, frozen: bool) -> JsonValue:
    holder: list[Any] = [value]
    if not _fill(holder, frozen, [holder]):
        raise _error(value, label, frozen)
    found: JsonValue = holder[0]
    return found


def _fill(root: list[Any], frozen: bool, todo: list[Any]) -> bool:
    """Replace every container under *root* by a plain copy; False where something is no JSON.

    *todo* grows while it is walked, so the stack is our own. This loop runs for every call.
    """
    check_at = _FIRST_CYCLE_CHECK
    for node in todo:
        if len(todo) > check_at:
            if has_cycle(root):
                return False
            check_at = 2 * len(todo)
        if type(node) is dict:
            for key in node:
                if type(key) is not str or not (key.isascii() or is_unicode(key)):
                    return False
            members: Any = node.items()
        else:
            members = enumerate(node)
        for at, item in members:
            kind = type(item)
            if kind is str:
                if not (item.isascii() or is_unicode(item)):
                    return False
            elif kind is dict or (frozen and kind is FrozenDict):
                copy: Any = dict(item)
                node[at] = copy
                todo.append(copy)
            elif kind is list or (frozen and kind is tuple):
                copy = list(item)
                node[at] = copy
                todo.append(copy)
            elif kind is float:
                if item - item != 0.0:  # NaN or infinite
                    return False
            elif kind is not int and kind is not bool and item is not None:
                return False
    return True


def freeze(value: object, label: str = "value") -> JsonValue:
    """*value*, plain or frozen, as `FrozenDict` and tuples all the way; raise `NotJsonError`."""
    kind = type(value)
    if kind is str and value.isascii():  # type: ignore[attr-defined]  # what its type says
        return value  # type: ignore[return-value]
    root: list[Any] = [value]
    lists: list[tuple[Any, Any, list[Any]]] = []
    if not _freeze_into(root, lists):
        raise _error(value, label, True)
    for holder, at, items in reversed(lists):
        _put(holder, at, tuple(items))
    found: JsonValue = root[0]
    return found


def _put(holder: Any, at: Any, item: object) -> None:
    if type(holder) is list:
        holder[at] = item
    else:
        dict.__setitem__(holder, at, item)


def _freeze_into(root: list[Any], lists: list[tuple[Any, Any, list[Any]]]) -> bool:
    """Replace mappings under *root* by frozen ones, arrays by lists that go to *lists*."""
    todo: list[Any] = [root]
    check_at = _FIRST_CYCLE_CHECK
    for node in todo:
        if len(todo) > check_at:
            if has_cycle(root):
                return False
            check_at = 2 * len(todo)
        if type(node) is FrozenDict:
            for key in node:
                if type(key) is not str or not (key.isascii() or is_unicode(key)):
                    return False
            members: Any = node.items()
        else:
            members = enumerate(node)
        for at, item in members:
            kind = type(item)
            if kind is str:
                if not (item.isascii() or is_unicode(item)):
                    return False
            elif kind is dict or kind is FrozenDict:
                copy: Any = FrozenDict(item)
                _put(node, at, copy)
                todo.append(copy)
            elif kind is list or kind is tuple:
                copy = list(item)
                lists.append((node, at, copy))
                todo.append(copy)
            elif kind is float:
                if item - item != 0.0:
                    return False
            elif kind is not int and kind is not bool and item is not None:
                return False
    return True


def _error(value: object, label: str, frozen: bool) -> NotJsonError:
    """What is wrong with *value*, which a copy has already refused."""
    found = first_fault(value, label, frozen)
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
