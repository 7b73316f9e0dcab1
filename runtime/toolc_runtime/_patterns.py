"""ECMA-262 patterns on the stdlib's `re`: translated exactly, or refused.

A pattern is an unanchored search, `$` is the end and nothing else, `\\d`, `\\w` and `\\b` are ASCII,
`\\s` and `.` are ECMA's, and a text is a row of code points (the `u` mode).
"""

from __future__ import annotations

import re
from functools import lru_cache

from ._pattern_syntax import (
    Alternatives,
    Look,
    Node,
    PatternError,
    Repeat,
    Row,
    Set,
    parse_pattern,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def translate(pattern: str) -> str:
    """The source for `re` that finds what *pattern* finds; raise `PatternError`."""
    return parse_pattern(pattern).source


@lru_cache(maxsize=1024)
def compile_pattern(pattern: str) -> Callable[[str], bool]:
    """A search for *pattern*; raise `PatternError`. A text with lone surrogates never matches."""
    search = re.compile(translate(pattern), re.ASCII).search

    def matches(text: str) -> bool:
        if not text.isascii():
            try:
                text.encode("utf-8")
            except UnicodeEncodeError:
                return False
        return search(text) is not None

    return matches


def check_safety(pattern: str) -> str | None:
    """Why *pattern* may take more than linear time on some text, as far as syntax tells.

    The rule is conservative. Refused are: a loop around a loop that nothing mandatory tells apart;
    a loop over alternatives that begin alike, or can be empty; three or more loops in a row that
    take the same characters.
    """
    return _danger(parse_pattern(pattern))


def _danger(node: Node) -> str | None:
    for inner in _children(node):
        found = _danger(inner)
        if found:
            return found
    if isinstance(node, Repeat) and node.is_loop:
        return _loop_danger(node.inner)
    if isinstance(node, Row):
        return _row_danger(node)
    return None


def _children(node: Node) -> tuple[Node, ...]:
    match node:
        case Row(items=items) | Alternatives(items=items):
            return items
        case Repeat(inner=inner) | Look(inner=inner):
            return (inner,)
        case _:
            return ()


def _loop_danger(body: Node) -> str | None:
    loops = [n for n in _within(body) if isinstance(n, Repeat) and n.varies]
    taken = 0
    for loop in loops:
        taken |= _mask(loop.inner)
    if loops and not any(_mask(item) & taken == 0 for item in _mandatory(body)):
        return "a repetition inside a repetition can split a text in too many ways"
    for node in (body, *_within(body)):
        if isinstance(node, Alternatives):
            firsts = [_first(item) for item in node.items]
            if any(_is_empty(item) for item in node.items):
                return "a repeated alternative can be empty"
            if sum(f.bit_count() for f in firsts) != _union(firsts).bit_count():
                return "alternatives inside a repetition begin with the same characters"
    return None


def _row_danger(row: Row) -> str | None:
    run: list[int] = []
    for item in _flat(row):
        if isinstance(item, Repeat) and item.is_loop:
            mask = _mask(item.inner)
            run = [*[m for m in run if m & mask], mask]
            if len(run) >= 3:
                return "three repetitions in a row take the same characters"
        elif not _is_empty(item):
            mask = _mask(item)
            run = [m for m in run if m & mask]
    return None


def _union(masks: list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _within(node: Node) -> list[Node]:
    found: list[Node] = []
    for inner in _children(node):
        found += [inner, *_within(inner)]
    return found


def _mandatory(body: Node) -> list[Node]:
    """What every round of *body* takes exactly once at its top level."""
    return [item for item in _flat(body) if isinstance(item, Set)]


def _flat(node: Node) -> list[Node]:
    """The parts of *node* in a row, out of the groups that they stand in."""
    if isinstance(node, Row):
        return [part for item in node.items for part in _flat(item)]
    return [node]


def _mask(node: Node) -> int:
    """The characters that *node* can take: a bit for each of ASCII, one for all others."""
    match node:
        case Set(mask=mask):
            return mask
        case Look():
            return 0
        case _:
            return _union([_mask(inner) for inner in _children(node)])


def _first(node: Node) -> int:
    """The characters that *node* can begin with."""
    match node:
        case Set(mask=mask):
            return mask
        case Alternatives(items=items):
            return _union([_first(item) for item in items])
        case Repeat(inner=inner):
            return _first(inner)
        case Row(items=items):
            found = 0
            for item in items:
                found |= _first(item)
                if not _is_empty(item):
                    break
            return found
        case _:
            return 0


def _is_empty(node: Node) -> bool:
    """Whether *node* can take nothing."""
    match node:
        case Set():
            return False
        case Row(items=items):
            return all(map(_is_empty, items))
        case Alternatives(items=items):
            return any(map(_is_empty, items))
        case Repeat(inner=inner, least=least):
            return least == 0 or _is_empty(inner)
        case _:
            return True


__all__ = ["PatternError", "check_safety", "compile_pattern", "parse_pattern", "translate"]
