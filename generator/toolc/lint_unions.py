"""Lints of unions: branches that never match alone, or say what another one says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from toolc_runtime._json import json_key

from .lint_rules import Hint
from .shapes import Conjunction, Shape, Shapes, types_of
from .vocabulary import is_annotation
from .walk import Schema

MAX_BRANCHES = 40
"""Branches that are compared with one another; beyond that only twins are looked for."""

_PLAIN = {"type", "enum", "const", "$ref"}


def unions(schema: Mapping[str, Any], shapes: Shapes) -> Iterator[Hint]:
    """Hints about the `oneOf` and `anyOf` of *schema*."""
    for keyword in ("oneOf", "anyOf"):
        branches = schema.get(keyword, ())
        twins = set()
        for number, first in _twins(branches):
            twins.add(number)
            yield Hint("lint-union", (keyword, number), _twin_message(keyword, first))
        if keyword == "oneOf" and len(branches) <= MAX_BRANCHES:
            yield from _covered(branches, twins, shapes)


def _twins(branches: Sequence[Schema]) -> Iterator[tuple[int, int]]:
    """Branches that equal an earlier one, annotations aside."""
    seen: dict[object, int] = {}
    for number, branch in enumerate(branches):
        bare: Any = branch
        if isinstance(branch, Mapping):
            bare = {key: value for key, value in branch.items() if not is_annotation(key)}
        first = seen.setdefault(json_key(bare), number)
        if first != number:
            yield number, first


def _twin_message(keyword: str, first: int) -> str:
    if keyword == "anyOf":
        return f"the same as branch {first + 1}"
    return f"the same as branch {first + 1}: what passes one passes both, and 'oneOf' refuses it"


def _covered(branches: Sequence[Schema], twins: set[int], shapes: Shapes) -> Iterator[Hint]:
    """Branches all of whose values pass another one too, so that none matches exactly one."""
    opened = [shapes.alternatives(Shape(((branch,),))) for branch in branches]
    found: set[int] = set()
    for inner, outer in permutations(range(len(branches)), 2):
        if {inner, outer} & twins or inner in found:
            continue
        if all(any(_covers(wide, one) for wide in opened[outer]) for one in opened[inner]):
            found.add(inner)
            message = f"whatever passes this passes branch {outer + 1} too, and 'oneOf' refuses it"
            yield Hint("lint-union", ("oneOf", inner), message)


def _covers(wide: Conjunction, narrow: Conjunction) -> bool:
    """Whether everything that passes *narrow* passes *wide*; `False` where that is not plain."""
    for schema in wide:
        if isinstance(schema, Mapping) and not all(map(_is_plain, schema)):
            return False
    if not types_of(narrow) <= types_of(wide):
        return False
    listed = _values(wide)
    return listed is None or (_values(narrow) is not None and _values(narrow) <= listed)  # type: ignore[operator]


def _is_plain(key: str) -> bool:
    return key in _PLAIN or is_annotation(key)


def _values(option: Conjunction) -> frozenset[object] | None:
    """The values that `enum` and `const` leave; `None` without either."""
    found: frozenset[object] | None = None
    for schema in option:
        if isinstance(schema, Mapping) and ("enum" in schema or "const" in schema):
            given = [schema["const"]] if "const" in schema else schema["enum"]
            keys = frozenset(map(json_key, given))
            found = keys if found is None else found & keys
    return found
