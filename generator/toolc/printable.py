"""Text of strangers, made safe for a terminal: nothing in it moves the cursor or turns the line."""

from __future__ import annotations

import unicodedata

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidi, zero-width, tags), surrogate, private, unassigned, separators."""


def printable(text: str) -> str:
    r"""*text* with every unsafe character as `\u{…}`; tabs too."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def width(text: str) -> int:
    """The columns that *text*, which is printable, takes on a terminal (UAX 11)."""
    if text.isascii():
        return len(text)
    return sum(map(_char_width, text))


def _shown(char: str) -> str:
    return f"\\u{{{ord(char):x}}}" if unicodedata.category(char) in _UNSAFE else char


def _char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
