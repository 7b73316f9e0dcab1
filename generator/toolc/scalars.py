"""What a plain YAML scalar stands for: the core schema of YAML 1.2, narrowed.

Narrowed, since what readers disagree on must be quoted: `TRUE`, `0x1F`, `012`, `.nan`. What YAML
1.1 reads as something else (`yes`, `1_000`, `2015-02-22`) is a string here.
"""

from __future__ import annotations

import math
import re
from typing import TypeAlias

ScalarValue: TypeAlias = str | int | float | bool | None

_WORDS: dict[str, ScalarValue] = {
    "": None,
    "~": None,
    "null": None,
    "true": True,
    "false": False,
}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_DISPUTED = re.compile(
    r"""(?P<word> Null|NULL|True|TRUE|False|FALSE )
      | (?P<octal> 0o[0-7]+ )
      | (?P<hexadecimal> 0x[0-9a-fA-F]+ )
      | (?P<infinite> [-+]?\.(?:inf|Inf|INF) | \.(?:nan|NaN|NAN) )
      | (?P<zeros> [-+]?0[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)? )""",
    re.VERBOSE,
)
_REASONS = {
    "word": "YAML readers disagree on {0!r}",
    "octal": "{0!r} is octal in YAML",
    "hexadecimal": "{0!r} is hexadecimal in YAML",
    "infinite": "{0!r} is not a JSON number",
    "zeros": "YAML readers disagree on the leading zero of {0!r}",
}
_YES = frozenset({"y", "yes", "on"})
_NO = frozenset({"n", "no", "off"})
_NUMBER_LIKE = re.compile(r"[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?")


class Disputed(Exception):
    """A plain scalar that has to be written otherwise: a message, and what to write."""

    def __init__(self, message: str, suggestion: str) -> None:
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion


def resolve(text: str) -> ScalarValue:
    """The value of the plain scalar *text*; raise `Disputed` where it has to be quoted."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "0123456789+-.":
        if _INTEGER.fullmatch(text):
            return _integer(text)
        if _FLOAT.fullmatch(text):
            return _float(text)
    disputed = _DISPUTED.fullmatch(text)
    if disputed:
        raise Disputed(_REASONS[str(disputed.lastgroup)].format(text), _advice(text, disputed))
    return text


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # CPython's limit on digits: conversion is quadratic
        message = f"an integer of {len(text)} characters is too long"
        raise Disputed(message, "quote it if text is meant") from None


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise Disputed(f"{_short(text)} is beyond the range of a number", "quote it")
    return value


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def _advice(text: str, disputed: re.Match[str]) -> str:
    """How to write what was probably meant."""
    quoted = f"quote it if text is meant: '{_short(text)}'"
    match disputed.lastgroup:
        case "word":
            return f"write {text.lower()}, or {quoted}"
        case "octal" | "hexadecimal" if len(text) <= 20:
            return f"write {int(text, 0)}, or {quoted}"
    return quoted


def meant(text: str, type_: str) -> str | None:
    """What to write where the plain string *text* stands for a *type_* in other YAML readers."""
    word = text.lower()
    if type_ == "boolean" and (word in _YES or word in _NO):
        return f"{text!r} is a string in YAML 1.2: write {'true' if word in _YES else 'false'}"
    if type_ in ("integer", "number") and "_" in text and _NUMBER_LIKE.fullmatch(text):
        return f"{text!r} is a string in YAML 1.2: write {text.replace('_', '')}"
    return None
