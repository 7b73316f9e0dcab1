"""Text of strangers, made safe to show: nothing in it moves a cursor or turns a line around."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, format characters (bidi, zero-width, tags), surrogates, line and paragraph ends."""

_JOINERS = "\u200c\u200d"
"""Format characters that Persian, Indic scripts and emoji can't do without; they move nothing."""

_COLOURS = re.compile("\x1b\\[[0-9;:]*m")
"""What a command writes to colour its output (SGR)."""


def safe_line(text: str) -> str:
    r"""*text* on one line, every unsafe character as `\u{…}`."""
    return text if text.isprintable() else "".join(map(_shown, text))


def safe_lines(text: str) -> list[str]:
    """The lines of *text*, each safe; tabs are widened and colours dropped."""
    plain = _COLOURS.sub("", text).replace("\r\n", "\n")
    lines = plain.removesuffix("\n").split("\n") if plain else []
    return [safe_line(line.expandtabs(4)) for line in lines]


@lru_cache(maxsize=1024)
def _shown(char: str) -> str:
    unsafe = category(char) in _UNSAFE and char not in _JOINERS
    return f"\\u{{{ord(char):x}}}" if unsafe else char
