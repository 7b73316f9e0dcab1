"""The code points of `\\p{…}`: general categories, and the binary properties they make up."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_LONG_NAMES = {
    "Letter": "L",
    "Lowercase_Letter": "Ll",
    "Uppercase_Letter": "Lu",
    "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm",
    "Other_Letter": "Lo",
    "Mark": "M",
    "Number": "N",
    "Decimal_Number": "Nd",
    "digit": "Nd",
    "Letter_Number": "Nl",
    "Other_Number": "No",
    "Punctuation": "P",
    "punct": "P",
    "Symbol": "S",
    "Math_Symbol": "Sm",
    "Currency_Symbol": "Sc",
    "Separator": "Z",
    "Space_Separator": "Zs",
    "Other": "C",
    "Control": "Cc",
    "cntrl": "Cc",
    "Format": "Cf",
    "Unassigned": "Cn",
    "Private_Use": "Co",
}
_CATEGORIES = frozenset(
    ["L", "M", "N", "P", "S", "Z", "C", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd"]
    + ["Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl"]
    + ["Zp", "Cc", "Cf", "Cn", "Co"]
)
_END = 0x110000


def ranges(name: str, negated: bool) -> list[tuple[int, int]] | None:
    """The code points of property *name*, or all others; None where it is not known."""
    key, _, value = name.rpartition("=")
    if key not in ("", "gc", "General_Category"):
        return None
    if name == "ASCII":
        found = [(0, 127)]
    elif name == "Any":
        found = [(0, _END - 1)]
    else:
        category = _LONG_NAMES.get(value, value)
        if category not in _CATEGORIES:
            return None
        found = list(_category(category))
    return _others(found) if negated else found


def _others(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    made, at = [], 0
    for low, high in found:
        if at < low:
            made.append((at, low - 1))
        at = high + 1
    return [*made, (at, _END - 1)] if at < _END else made


@lru_cache(maxsize=64)
def _category(name: str) -> tuple[tuple[int, int], ...]:
    made: list[tuple[int, int]] = []
    start = -1
    for code in range(_END + 1):
        inside = code < _END and unicodedata.category(chr(code)).startswith(name)
        if inside and start < 0:
            start = code
        elif not inside and start >= 0:
            made.append((start, code - 1))
            start = -1
    return tuple(made)
