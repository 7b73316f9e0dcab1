"""What is wrong with a value or a schema, where, and how it is said."""

from __future__ import annotations

from ._wording import echo, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    Steps: TypeAlias = tuple[str | int, ...]
    Place: TypeAlias = "tuple[Place, str | int] | None"
else:
    Steps = tuple
    Place = object


def render_path(label: str, steps: Sequence[str | int]) -> str:
    """*label* followed by `.key` for each key and `[i]` for each index of *steps*."""
    return label + "".join([f".{s}" if isinstance(s, str) else f"[{s}]" for s in steps])


def steps_of(place: Place) -> Steps:
    """The steps from the root to *place*."""
    steps: list[str | int] = []
    while place is not None:
        place, step = place
        steps.append(step)
    return tuple(reversed(steps))


class Violation:
    """One thing that is wrong. Frozen; compares by path, kind, message and causes.

    *path* is spelt `value.items[3].name`; *steps* is the same without the label, where a key `a.b`
    and a key `b` inside `a` differ. *kind* is a stable name of the category, from the vocabulary.
    *causes* are what the tag-matched or closest branch of a failed union lacks. Source: seed, "The
    enforced raw JSON Schema subset": every unsupported or malformed path is reported.
    """

    __slots__ = ("_label", "_message", "_path", "_place", "_steps", "causes", "kind")

    kind: str
    causes: tuple[Violation, ...]

    def __init__(
        self,
        path: str,
        kind: str,
        message: str,
        causes: Sequence[Violation] = (),
        *,
        steps: Steps = (),
    ) -> None:
        _fill(self, kind, message, causes)
        _set(self, "_path", path)
        _set(self, "_steps", steps)
        _set(self, "_place", None)

    @property
    def path(self) -> str:
        """The place as text: the label, then keys and indices."""
        if self._path is None:
            _set(self, "_path", render_path(self._label, self.steps))
        return self._path

    @property
    def steps(self) -> Steps:
        """The place as keys and indices, without the label."""
        if self._steps is None:
            _set(self, "_steps", steps_of(self._place))
        return self._steps

    @property
    def message(self) -> str:
        """What is wrong and what would be right, for people and models."""
        if not isinstance(self._message, str):
            _set(self, "_message", self._message())
        return self._message

    def is_at(self, place: Place) -> bool:
        """Whether this is about the very value at *place*; cheap, and internal."""
        return self._place is place

    if TYPE_CHECKING:
        _label: str
        _place: Place
        _path: str
        _steps: Steps
        _message: str
    else:

        def __setattr__(self, name: str, value: object) -> None:
            raise AttributeError(f"a Violation is frozen: can't assign {name!r}")

        def __delattr__(self, name: str) -> None:
            raise AttributeError(f"a Violation is frozen: can't delete {name!r}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Violation):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.path, self.steps, self.kind, self.message, self.causes

    def __repr__(self) -> str:
        causes = f", causes={self.causes!r}" if self.causes else ""
        return f"Violation({self.path!r}, {self.kind!r}, {self.message!r}{causes})"

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.path, self.kind, self.message, self.causes, self.steps)


_set = object.__setattr__


def _fill(
    violation: Violation,
    kind: str,
    message: str | Callable[[], str],
    causes: Sequence[Violation],
) -> None:
    _set(violation, "kind", kind)
    _set(violation, "causes", tuple(causes))
    _set(violation, "_message", message)


def _rebuild(
    path: str, kind: str, message: str, causes: tuple[Violation, ...], steps: Steps
) -> Violation:
    return Violation(path, kind, message, causes, steps=steps)


def violation_at(
    label: str,
    place: Place,
    kind: str,
    message: str | Callable[[], str],
    causes: Sequence[Violation] = (),
) -> Violation:
    """A violation whose path, and *message* where it is a function, are made when first read.

    A value nested 100,000 deep may be wrong on every level; writing all those paths would take
    quadratic time and memory.
    """
    violation = Violation.__new__(Violation)
    _fill(violation, kind, message, causes)
    _set(violation, "_label", label)
    _set(violation, "_place", place)
    _set(violation, "_path", None)
    _set(violation, "_steps", None)
    return violation


__all__ = ["Steps", "Violation", "echo", "nearest", "render_path", "steps_of", "violation_at"]
