"""The read-only mapping that JSON objects are handed out as."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, Self, TypeVar

    K = TypeVar("K")
    V = TypeVar("V")
else:
    K = V = object

_SCALARS = (str, int, float, bool, type(None))


class FrozenDict(dict[K, V]):
    """A `dict` that refuses to be changed; equal to a plain one with the same content.

    A tuple in it equals a list of the same members, so that a frozen tree equals its plain form.
    Works with `json.dumps`, `match`, `copy`, `deepcopy` and `pickle`. Hashes by content, whatever
    the order of the keys, and raises `TypeError` where something in it can't be hashed. `copy()`
    and `|` give a plain `dict` of the caller's own.
    """

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a FrozenDict can't be changed; `dict(it)` is a copy that can")

    if not TYPE_CHECKING:
        __setitem__ = __delitem__ = __ior__ = _refuse
        clear = pop = popitem = setdefault = update = _refuse

    def __eq__(self, other: object) -> bool:
        return _same(self, other) if isinstance(other, dict) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not _same(self, other) if isinstance(other, dict) else NotImplemented

    def __hash__(self) -> int:  # type: ignore[override]  # dict says None: it has no hash
        return _content_hash(self)

    def __repr__(self) -> str:
        return f"FrozenDict({dict(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (dict(self),)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        if _is_frozen_through(self):
            return self
        from copy import deepcopy

        return type(self)({key: deepcopy(item, memo) for key, item in self.items()})


def _same(one: object, other: object) -> bool:
    """Whether the content is equal, lists and tuples counting as the same; to any depth."""
    todo = [(one, other)]
    while todo:
        left, right = todo.pop()
        if isinstance(left, dict) and isinstance(right, dict):
            if left.keys() != right.keys():
                return False
            todo.extend([(item, right[key]) for key, item in left.items()])
        elif isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
            if len(left) != len(right):
                return False
            todo.extend(zip(left, right, strict=True))
        elif left is not right and left != right:
            return False
    return True


def _is_frozen_through(root: object) -> bool:
    """Whether *root* holds nothing but frozen mappings, tuples and scalars."""
    todo = [root]
    while todo:
        node = todo.pop()
        if type(node) is FrozenDict:
            todo.extend(node.values())
        elif type(node) is tuple:
            todo.extend(node)
        elif type(node) not in _SCALARS:
            return False
    return True


def _content_hash(root: object) -> int:
    """A hash that equal content shares; the stack is our own, so any depth will do."""
    order: list[Any] = [root]
    for node in order:  # grows: every container after the one that holds it
        members = node.values() if isinstance(node, FrozenDict) else node
        order.extend([m for m in members if isinstance(m, (FrozenDict, tuple))])
    known: dict[int, int] = {}
    for node in reversed(order):
        if isinstance(node, FrozenDict):
            pairs = [(key, _member_hash(item, known)) for key, item in node.items()]
            known[id(node)] = hash(frozenset(pairs))
        else:
            known[id(node)] = hash(tuple([_member_hash(item, known) for item in node]))
    return known[id(root)]


def _member_hash(item: object, known: dict[int, int]) -> int:
    found = known.get(id(item)) if isinstance(item, (FrozenDict, tuple)) else None
    return hash(item) if found is None else found
