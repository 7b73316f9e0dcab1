"""Parse and dump of one root type: the fast parser first, the account of all faults if it fails."""

from __future__ import annotations

from ._checks import Found
from ._errors import ToolArgsError, ToolOutputError
from ._json import NotJsonError
from ._record import Record, to_json
from ._violation import Violation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Generic, TypeVar

    T = TypeVar("T")
else:
    T = None

    class Generic:
        """What `Generic` is to type checkers; at run time it would cost `typing`."""

        __slots__ = ()

        def __class_getitem__(cls, _: object) -> type:
            return cls


class Mismatch(Exception):
    """A fast parser met a value that its check has to look at."""


FAILURES = (Mismatch, KeyError, TypeError, AttributeError, NotJsonError, RecursionError)
"""What a fast parser may end with; the check then says what is wrong, or that nothing is."""


class _Codec(Generic[T]):
    __slots__ = ("_check", "_parse")

    _error: Callable[[list[Violation]], Exception]
    _label: str

    def __init__(
        self, parse: Callable[[object], T], check: Callable[[Any, Any, Found], object]
    ) -> None:
        self._parse = parse
        self._check = check

    def _account(self, value: object, label: str) -> Any:
        """The form of *value* as the check makes it; raise with everything it finds."""
        found = Found(label)
        try:
            made = self._check(value, None, found)
        except RecursionError:
            message = "nested too deep for the types of this schema"
            raise self._error([Violation(label, "too_deep", message)]) from None
        if found.violations:
            raise self._error(found.violations)
        return made


class ArgsCodec(_Codec[T]):
    """Reads and writes the arguments of one tool."""

    __slots__ = ()

    def parse(self, value: object, label: str = "arguments") -> T:
        """The typed form of *value*, a plain JSON tree; raise `ToolArgsError`.

        The error holds every violation, each with its path, which *label* opens.
        """
        try:
            return self._parse(value)
        except FAILURES:
            found: T = self._account(value, label)
            return found

    def dump(self, args: T) -> Any:
        """The plain JSON tree of *args*; raise `ToolArgsError` where they break their schema."""
        return _dumped(self, args, "arguments")

    def _error(self, violations: list[Violation]) -> Exception:
        return ToolArgsError(violations)


class OutputCodec(_Codec[T]):
    """Reads and writes the value of one tool."""

    __slots__ = ()

    def parse(self, value: object, label: str = "value") -> T:
        """The typed form of *value*, a plain JSON tree; raise `ToolOutputError`.

        The error holds every violation, each with its path, which *label* opens.
        """
        try:
            return self._parse(value)
        except FAILURES:
            found: T = self._account(value, label)
            return found

    def dump(self, value: T) -> Any:
        """The plain JSON tree of *value*; raise `ToolOutputError` where it breaks its schema."""
        return _dumped(self, value, "value")

    def _error(self, violations: list[Violation]) -> Exception:
        return ToolOutputError(violations)


def _dumped(codec: Any, value: object, label: str) -> Any:
    """The plain tree of *value*, which the parser has accepted."""
    try:
        tree: Any = value.__json__() if isinstance(value, Record) else to_json(value)
        codec._parse(tree)
    except FAILURES:
        tree = to_json(value)
        codec._account(tree, label)
    return tree
