"""What fast parsers ask of lists, limits and nodes without a fast path; a wrong value raises."""

from __future__ import annotations

from ._checks import Found
from ._codec import Mismatch
from ._frozen import FrozenDict
from ._interpreter_scalars import is_multiple
from ._json_equality import has_duplicates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar

    T = TypeVar("T")


def _listed(value: Any, kind: type) -> tuple[Any, ...]:
    if type(value) is not list:
        raise Mismatch
    for item in value:
        if type(item) is not kind:
            raise Mismatch
    return tuple(value)


def strings(value: Any) -> tuple[str, ...]:
    """A list of strings."""
    return _listed(value, str)


def integers(value: Any) -> tuple[int, ...]:
    """A list of integers, none of them written as a float."""
    return _listed(value, int)


def booleans(value: Any) -> tuple[bool, ...]:
    """A list of booleans."""
    return _listed(value, bool)


def numbers(value: Any) -> tuple[float, ...]:
    """A list of finite numbers."""
    if type(value) is not list:
        raise Mismatch
    for item in value:
        if type(item) is not int and (type(item) is not float or item - item != 0.0):
            raise Mismatch
    return tuple(value)


def mapping_of(value: Any, parse: Callable[[object], T]) -> Mapping[str, T]:
    """An object whose values *parse* takes."""
    if type(value) is not dict:
        raise Mismatch
    for key in value:
        if type(key) is not str:
            raise Mismatch
    return FrozenDict({key: parse(item) for key, item in value.items()})


def unique(value: Any) -> bool:
    """Whether no two items are equal as JSON."""
    return not has_duplicates(value)


def multiple(value: Any, step: float) -> bool:
    """Whether *value* is a whole multiple of *step*."""
    return is_multiple(value, step)


def matches(pattern: str, value: Any) -> bool:
    """Whether *value* has a match of the ECMA-262 *pattern*."""
    from ._patterns import compile_pattern  # few schemas have any

    return compile_pattern(pattern)(value)


def formatted(name: str, value: Any) -> bool:
    """Whether *value* has the format *name*."""
    from ._formats import check_format  # few schemas have any

    return check_format(name, value)


def verified(value: Any, check: Callable[..., Any], *more: Any, **options: Any) -> Any:
    """What *check* makes of *value*, where it finds nothing wrong with it."""
    found = Found()
    made = check(value, None, found, *more, **options)
    if found.violations:
        raise Mismatch
    return made


def verifier(check: Callable[..., Any]) -> Callable[[Any], Any]:
    """`verified` with *check*, as a function of the value."""
    return lambda value: verified(value, check)
