"""The copying walk of lossless JSON: it runs for every call, so it is written out."""

from __future__ import annotations

from ._frozen import FrozenDict
from ._json_faults import has_cycle, is_unicode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Forms: TypeAlias = dict[type, type]
    Arrays: TypeAlias = list[tuple[Any, Any, list[Any]]]

_FIRST_CYCLE_CHECK = 10_000
"""Containers copied before a cycle is looked for; after that, at every doubling."""


PLAIN: Forms = {dict: dict, list: list}
THAWED: Forms = {dict: dict, FrozenDict: dict, list: list, tuple: list}
FROZEN: Forms = {dict: FrozenDict, FrozenDict: FrozenDict, list: list, tuple: list}


def is_json(value: object) -> bool:
    """Whether *value*, plain or frozen, is lossless JSON."""
    return fill([value], THAWED) is not None


def is_plain_json(value: object) -> bool:
    """Whether *value* is lossless JSON as callers write it: plain lists and dicts."""
    return fill([value], PLAIN) is not None


def unfrozen(value: Any) -> Any:
    """*value* in plain form where it is a frozen object, else as it is.

    So that callers write plain JSON or hand on a frozen tree, and never a mixture.
    """
    if type(value) is not FrozenDict:
        return value
    root: list[Any] = [value]
    return value if fill(root, THAWED) is None else root[0]


def put(holder: Any, at: Any, item: object) -> None:
    """Store into an array or an object, even a frozen one: for those nobody has seen yet."""
    if type(holder) is list:
        holder[at] = item
    else:
        dict.__setitem__(holder, at, item)


def fill(root: list[Any], forms: Forms) -> Arrays | None:
    """Replace every container under *root* by a copy; None where something is no lossless JSON.

    *forms*: the types of containers that are taken, and what each becomes. The arrays made are
    returned with where they stand, outer ones first. The list of work grows while it is walked:
    the stack is our own.
    """
    todo: list[Any] = [root]
    arrays: Arrays = []
    check_at = _FIRST_CYCLE_CHECK
    for node in todo:
        if len(todo) > check_at:
            if has_cycle(root):
                return None
            check_at = 2 * len(todo)
        walk: Any = _array if type(node) is list else _object
        if not walk(node, forms, todo, arrays):
            return None
    return arrays


def _array(node: list[Any], forms: Forms, todo: list[Any], arrays: Arrays) -> bool:
    """Check the items of *node* and copy the containers among them."""
    for at, item in enumerate(node):
        kind = type(item)
        if kind is str:
            if not (item.isascii() or is_unicode(item)):
                return False
        elif kind is int or kind is bool or item is None:
            continue
        elif kind is float:
            if item - item != 0.0:  # NaN or infinite
                return False
        elif kind in forms:
            copy = forms[kind](item)
            node[at] = copy
            todo.append(copy)
            if type(copy) is list:
                arrays.append((node, at, copy))
        else:
            return False
    return True


def _object(node: dict[Any, Any], forms: Forms, todo: list[Any], arrays: Arrays) -> bool:
    """Check the keys and values of *node* and copy the containers among them."""
    for key, item in node.items():
        if type(key) is not str or not (key.isascii() or is_unicode(key)):
            return False
        kind = type(item)
        if kind is str:
            if not (item.isascii() or is_unicode(item)):
                return False
        elif kind is int or kind is bool or item is None:
            continue
        elif kind is float:
            if item - item != 0.0:
                return False
        elif kind in forms:
            copy = forms[kind](item)
            dict.__setitem__(node, key, copy)
            todo.append(copy)
            if type(copy) is list:
                arrays.append((node, key, copy))
        else:
            return False
    return True
