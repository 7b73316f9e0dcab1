"""Equality of JSON values: `true` is not 1, and 1.0 is 1."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable


def json_equal(one: object, other: object) -> bool:
    """Whether two JSON values, plain or frozen, are equal; to any depth.

    Source: JSON Schema core, "Instance Equality".
    """
    todo = [(one, other)]
    while todo:
        left, right = todo.pop()
        if isinstance(left, dict):
            if not isinstance(right, dict) or left.keys() != right.keys():
                return False
            todo.extend([(item, right[key]) for key, item in left.items()])
        elif isinstance(left, (list, tuple)):
            if not isinstance(right, (list, tuple)) or len(left) != len(right):
                return False
            todo.extend(zip(left, right, strict=True))
        elif isinstance(left, bool) or isinstance(right, bool):
            if left is not right:
                return False
        elif left != right:
            return False
    return True


def json_key(value: object) -> Hashable:
    """A key that two JSON values share exactly if they are equal.

    Flat, however deep *value* is, so that hashing and comparing it needs no recursion.
    """
    if isinstance(value, (dict, list, tuple)):
        return tuple(_tokens(value))
    return _scalar_key(value)


def _scalar_key(value: object) -> Hashable:
    if isinstance(value, bool):
        return (value,)
    if value is None or isinstance(value, (str, int, float)):
        return value
    return "no JSON", id(value)  # equal to itself alone, and never unhashable


def _tokens(root: object) -> Iterable[Hashable]:
    """*root* written out in prefix order: each container says how much follows."""
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            yield "{", len(node)
            for key in sorted(node, reverse=True):
                todo += [node[key], key]
        elif isinstance(node, (list, tuple)):
            yield "[", len(node)
            todo.extend(reversed(node))
        else:
            yield _scalar_key(node)


def has_duplicates(items: Iterable[object]) -> bool:
    """Whether two of *items* are equal as JSON values."""
    seen: set[Hashable] = set()
    for item in items:
        key = json_key(item)
        if key in seen:
            return True
        seen.add(key)
    return False
