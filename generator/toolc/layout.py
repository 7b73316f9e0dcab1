"""Tell a text that was laid out anew from one that says something else."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from collections.abc import Mapping
from typing import TypeAlias

from .polish import with_sorted_imports

Meaning: TypeAlias = tuple[str, tuple[str, ...]]


def same_but_for_layout(pairs: Mapping[str, tuple[str, str]]) -> set[str]:
    """The names of those *pairs* of Python texts that differ in what formatters change.

    That is white space, line breaks, quotes, parentheses, commas at the end, and the order of
    imports. Comments count: checkers read them.
    """
    if not pairs:
        return set()
    texts = with_sorted_imports(tuple(text for pair in pairs.values() for text in pair))
    meanings = [_meaning(text) for text in texts]
    return {
        name
        for name, one, other in zip(pairs, meanings[::2], meanings[1::2], strict=True)
        if one is not None and one == other
    }


def _meaning(text: str) -> Meaning | None:
    """The statements and the comments of *text*; `None` where it is no Python."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.dump(ast.parse(text))
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        comments = (token.string for token in tokens if token.type == tokenize.COMMENT)
        return tree, tuple(comments)
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
        return None
