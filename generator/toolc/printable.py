"""Text of strangers, made safe for a terminal: nothing in it moves the cursor or turns the line."""

from __future__ import annotations

import unicodedata

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidi, zero-width, tags), surrogate, private, unassigned, separators."""


def printable(text: str) -> str:
    r"""*text* with every unsafe character as `\u{…}`, tabs too, and undecoded bytes as `\x..`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def width(text: str) -> int:
    """The columns that *text*, which is printable, takes on a terminal (UAX 11)."""
    if text.isascii():
        return len(text)
    return sum(map(_char_width, text))


def _shown(char: str) -> str:
    if unicodedata.category(char) not in _UNSAFE:
        return char
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return f"\\u{{{code:x}}}"


def _char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
