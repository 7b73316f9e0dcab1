"""How values and names are put into messages: short, in JSON's spelling, with a suggestion."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_ECHO = 60
"""Characters that a value may take in a message."""

_LONGEST_NAME = 64


def echo(value: object, limit: int = LONGEST_ECHO) -> str:
    """*value* in at most *limit* characters of JSON; what is no JSON is named by its type."""
    text = ""
    todo: list[object] = [value]
    while todo and len(text) <= limit:
        part = todo.pop()
        if type(part) is _Code:
            text += part.text
        else:
            text += _opened(part, todo, limit)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def shown(value: object) -> str:
    """*value* echoed, with its Python type where that is none that JSON is written in."""
    if value is None or type(value) in (bool, int, float, str, list, dict):
        return echo(value)
    name, text = type(value).__name__, echo(value)
    return f"a {name}" if text == f"<{name}>" else f"the {name} {text}"


class _Code:
    """Text between values, ready to be written."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def _opened(value: object, todo: list[object], limit: int) -> str:
    """The text of a scalar, or the opening of a container whose parts go to *todo*."""
    if isinstance(value, dict):
        todo.append(_Code("}"))
        todo.extend(reversed(_pairs(value, limit)))
        return "{"
    if isinstance(value, (list, tuple)):
        todo.append(_Code("]"))
        parts: list[object] = []
        for item in value[:limit]:
            parts += [_Code(", "), item] if parts else [item]
        todo.extend(reversed(parts))
        return "["
    return _scalar(value, limit)


def _pairs(value: dict[object, object], limit: int) -> list[object]:
    parts: list[object] = []
    for number, (key, item) in enumerate(value.items()):
        if number > limit:
            break
        comma = ", " if parts else ""
        parts += [_Code(f"{comma}{_scalar(key, limit)}: "), item]
    return parts


def _scalar(value: object, limit: int) -> str:
    if isinstance(value, str):
        return quoted(value[:limit])
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return _digits(value)
    if isinstance(value, float):
        return repr(float(value)).replace("inf", "Infinity").replace("nan", "NaN")
    return f"<{type(value).__name__}>"


def _digits(value: int) -> str:
    """*value* in decimal, or its size where the interpreter refuses to write it."""
    return (
        str(int(value)) if value.bit_length() < 2000 else f"<integer of {value.bit_length()} bits>"
    )


def quoted(text: str) -> str:
    """*text* as a JSON string that shows on one line and can be encoded, whatever is in it."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(map(_shown, text)) + '"'


def _shown(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    code = ord(character)
    if code > 0xFFFF:  # JSON has no other way to write it
        high, low = divmod(code - 0x10000, 0x400)
        return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
    return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(character, f"\\u{code:04x}")


def listed(words: Iterable[str], limit: int = 12) -> str:
    """The first *limit* of *words*, quoted, and how many more there are."""
    names = [_scalar(word, LONGEST_ECHO) for word in words]
    shown = ", ".join(names[:limit])
    return f"{shown} and {len(names) - limit} more" if len(names) > limit else shown


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The one of *candidates* that *word* is most likely a misspelling of, if any is close.

    Letter case and separators count for nothing; a name that is part of the other (`depth`,
    `maxDepth`) is close where no spelling is closer and only one candidate is like that.
    """
    plain = _plain(word)
    known = [(name, _plain(name)) for name in candidates]
    ranked = sorted([(_distance(plain, other), at) for at, (_, other) in enumerate(known)])
    if ranked and ranked[0][0] <= max(1, len(plain) // 3) and ranked[0][0] < len(plain):
        return known[ranked[0][1]][0]
    parts = [name for name, other in known if _is_part(plain, other)]
    return parts[0] if len(parts) == 1 else None


def _plain(word: str) -> str:
    folded = word[:_LONGEST_NAME].casefold()
    if folded.isalnum():
        return folded
    return "".join([c for c in folded if c.isalnum()]) or word[:1]


def _is_part(one: str, other: str) -> bool:
    short, long = (one, other) if len(one) < len(other) else (other, one)
    return len(short) >= 3 and (long.startswith(short) or long.endswith(short))


def _distance(one: str, other: str) -> int:
    """Insertions, deletions, replacements and swaps of neighbours from *one* to *other*.

    An upper bound where it is too far to matter; each edit changes two letters of the set at most.
    """
    most = max(1, len(one) // 3)
    if abs(len(one) - len(other)) > most or len(set(one) ^ set(other)) > 2 * most:
        return len(one) + len(other)
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, right in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
