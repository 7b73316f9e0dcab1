"""Where a value is no lossless JSON, and why."""

from __future__ import annotations

from ._frozen import FrozenDict
from ._violation import render_path, steps_of
from ._wording import echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._violation import Place, Steps


class NotJsonError(ValueError):
    """A value that JSON can't carry without loss.

    *path* is spelt like that of a violation, *steps* is its tuple form, *reason* says why.
    """

    def __init__(self, path: str, reason: str, steps: Steps = ()) -> None:
        super().__init__(path, reason, steps)
        self.path = path
        self.reason = reason
        self.steps = steps

    def __str__(self) -> str:
        return f"{self.path} {self.reason}"


def is_unicode(text: str) -> bool:
    """Whether *text* can be encoded: it has no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def first_fault(value: object, label: str, frozen: bool) -> NotJsonError | None:
    """The first thing in *value*, in its own order, that is no lossless JSON."""
    for place, reason in faults(value, frozen):
        steps = steps_of(place)
        return NotJsonError(render_path(label, steps), reason, steps)
    return None


def faults(value: object, frozen: bool) -> Iterator[tuple[Place, str]]:
    """Every place of *value* that is no lossless JSON; *frozen*: our frozen forms are fine.

    A container inside itself is one fault, where it would begin again.
    """
    open_ids: set[int] = set()
    path: list[tuple[int, Iterator[tuple[Place, object]]]] = []
    current: Iterator[tuple[Place, object]] = iter([(None, value)])
    while True:
        for place, item in current:
            reason = _scalar_fault(item)
            if reason is not None and not _is_container(item, frozen):
                yield place, reason
            elif reason is not None and id(item) in open_ids:
                yield place, "contains itself"
            elif reason is not None:
                open_ids.add(id(item))
                yield from _key_faults(item, place)
                path.append((id(item), current))
                current = _members(item, place)
                break
        else:
            if not path:
                return
            closed, current = path.pop()
            open_ids.discard(closed)


def _is_container(value: object, frozen: bool) -> bool:
    kind = type(value)
    return kind is dict or kind is list or (frozen and (kind is FrozenDict or kind is tuple))


def _members(container: object, place: Place) -> Iterator[tuple[Place, object]]:
    if isinstance(container, dict):
        return iter([((place, k), v) for k, v in container.items() if type(k) is str])
    assert isinstance(container, (list, tuple))
    return iter([((place, i), v) for i, v in enumerate(container)])


def _key_faults(container: object, place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(container, dict):
        for key in container:
            if type(key) is not str:
                yield place, f"has the key {echo(key)}, which is no string"
            elif not is_unicode(key):
                yield place, f"has the key {echo(key)} with a lone surrogate"


def _scalar_fault(value: object) -> str | None:
    """Why *value* is no JSON scalar, if so."""
    kind = type(value)
    if value is None or kind is bool or kind is int:
        return None
    if kind is str:
        return None if is_unicode(str(value)) else f"is {echo(value)}, which has a lone surrogate"
    if isinstance(value, float) and kind is float:
        finite = value - value == 0.0
        return None if finite else f"is {echo(value)}, which JSON does not have"
    name = kind.__name__
    for base in (bool, int, float, str, dict, list):
        if isinstance(value, base):
            return f"is a {name}, a subclass of {base.__name__}; JSON has the plain type only"
    return f"is a {name}, which JSON does not have"


def has_cycle(root: object) -> bool:
    """Whether a container under *root* contains itself; shared containers are no cycle."""
    done: set[int] = set()
    open_ids: set[int] = set()
    stack: list[tuple[int, Iterator[object]]] = [(0, iter([root]))]
    while stack:
        for item in stack[-1][1]:
            if not isinstance(item, (dict, list, tuple)) or id(item) in done:
                continue
            if id(item) in open_ids:
                return True
            open_ids.add(id(item))
            members = item.values() if isinstance(item, dict) else item
            stack.append((id(item), iter(members)))
            break
        else:
            closed, _ = stack.pop()
            open_ids.discard(closed)
            done.add(closed)
    return False
