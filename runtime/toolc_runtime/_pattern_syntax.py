"""The syntax of ECMA-262 patterns, as a tree whose every node knows its source for `re`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Node: TypeAlias = "Set | Row | Alternatives | Repeat | Look"
else:
    Node = object

MAX_LENGTH = 10_000
MAX_DEPTH = 100
MAX_REPEAT = 10_000

_OTHERS = 1 << 128
_ALL = (1 << 129) - 1
_SPACE = "\\t-\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff"
_NOT_SPACE = (
    "\\x00-\\x08\\x0e-\\x1f!-\\x9f\\xa1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e"
    "\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ufefe\\uff00-\\U0010ffff"
)
_NOT_DIGIT = "\\x00-/:-\\U0010ffff"
_NOT_WORD = "\\x00-/:-@\\[-^`{-\\U0010ffff"
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "0": "\0"}
_SYNTAX = "^$\\.*+?()[]{}|/"


class PatternError(ValueError):
    """A pattern that is no ECMA-262, or that `re` cannot say exactly."""


class Set:
    """One character out of a set. *mask*: a bit for each ASCII character, one for all others."""

    __slots__ = ("mask", "source")
    __match_args__ = ("mask",)

    def __init__(self, source: str, mask: int) -> None:
        self.source = source
        self.mask = mask


class Row:
    """One thing after the other."""

    __slots__ = ("items", "source")
    __match_args__ = ("items",)

    def __init__(self, items: tuple[Node, ...], source: str | None = None) -> None:
        self.items = items
        self.source: str = "".join([i.source for i in items]) if source is None else source


class Alternatives:
    """One thing or the other."""

    __slots__ = ("items", "source")
    __match_args__ = ("items",)

    def __init__(self, items: tuple[Node, ...]) -> None:
        self.items = items
        self.source: str = "|".join([i.source for i in items])


class Repeat:
    """One thing again and again; *most* is None without a limit."""

    __slots__ = ("inner", "least", "most", "source")
    __match_args__ = ("inner", "least", "most")

    def __init__(self, inner: Node, least: int, most: int | None, source: str) -> None:
        self.inner = inner
        self.least = least
        self.most = most
        self.source = source

    @property
    def is_loop(self) -> bool:
        """Whether it repeats so often that it counts as unlimited."""
        return self.most is None or self.most > 20

    @property
    def varies(self) -> bool:
        """Whether it can take more or fewer."""
        return self.most is None or self.most > self.least


class Look:
    """A condition that takes no characters: an anchor, a look-around."""

    __slots__ = ("inner", "source")
    __match_args__ = ("inner",)

    def __init__(self, source: str, inner: Node) -> None:
        self.source = source
        self.inner = inner


_NOTHING = Row((), "")


def parse_pattern(pattern: str) -> Node:
    """The tree of *pattern*; raise `PatternError`."""
    if len(pattern) > MAX_LENGTH:
        raise PatternError(f"longer than {MAX_LENGTH} characters")
    if any(0xD800 <= ord(c) <= 0xDFFF for c in pattern):
        raise PatternError("a lone surrogate stands for no character")
    parser = _Parser(pattern)
    found = parser.alternatives(0)
    if parser.at < len(pattern):
        raise PatternError(f"unmatched ')' at {parser.at}")
    return found


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.names: set[str] = set()

    def _peek(self, length: int = 1) -> str:
        return self.text[self.at : self.at + length]

    def _take(self, text: str) -> bool:
        if self.text.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def _next(self) -> str:
        if self.at >= len(self.text):
            raise PatternError("the pattern ends in the middle")
        self.at += 1
        return self.text[self.at - 1]

    def alternatives(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise PatternError(f"groups nested deeper than {MAX_DEPTH}")
        items = [self._row(depth)]
        while self._take("|"):
            items.append(self._row(depth))
        return items[0] if len(items) == 1 else Alternatives(tuple(items))

    def _row(self, depth: int) -> Node:
        items: list[Node] = []
        while self.at < len(self.text) and self._peek() not in "|)":
            items.append(self._quantified(depth))
        return items[0] if len(items) == 1 else Row(tuple(items))

    def _quantified(self, depth: int) -> Node:
        atom = self._atom(depth)
        bounds = self._bounds()
        if bounds is None:
            return atom
        if isinstance(atom, Look):
            raise PatternError("nothing to repeat: it takes no characters")
        least, most, text = bounds
        lazy = "?" if self._take("?") else ""
        if self._peek() in ("*", "+", "?") or self._bounds() is not None:
            raise PatternError("nothing to repeat: two quantifiers in a row")
        source = atom.source if isinstance(atom, Set) else f"(?:{atom.source})"
        return Repeat(atom, least, most, f"{source}{text}{lazy}")

    def _bounds(self) -> tuple[int, int | None, str] | None:
        for sign, least, most in (("*", 0, None), ("+", 1, None), ("?", 0, 1)):
            if self._take(sign):
                return least, most, sign
        if self._peek() != "{":
            return None
        end = self.text.find("}", self.at)
        least_text, comma, most_text = self.text[self.at + 1 : end].partition(",")
        is_count = least_text.isascii() and least_text.isdigit()
        if end < 0 or not is_count or not (most_text == "" or most_text.isdigit()):
            return None
        self.at = end + 1
        least = int(least_text)
        upper = (int(most_text) if most_text else None) if comma else least
        if max(least, upper or 0) > MAX_REPEAT:
            raise PatternError(f"more than {MAX_REPEAT} repetitions")
        if upper is not None and upper < least:
            raise PatternError("the bounds of a repetition are out of order")
        return least, upper, f"{{{least}{',' if comma else ''}{most_text}}}"

    def _atom(self, depth: int) -> Node:
        char = self._next()
        match char:
            case "(":
                return self._group(depth)
            case "[":
                return self._class()
            case "\\":
                return self._escape()
            case ".":
                return Set("[^\\n\\r\\u2028\\u2029]", _ALL & ~_bits("\n\r"))
            case "^":
                return Look("(?:^)", _NOTHING)
            case "$":
                return Look("\\Z", _NOTHING)
            case "*" | "+" | "?":
                raise PatternError("nothing to repeat")
        return _one(char)

    def _group(self, depth: int) -> Node:
        opening = "(?:"
        is_look = False
        for text, source in (("?:", "(?:"), ("?=", "(?="), ("?!", "(?!")):
            if self._take(text):
                opening, is_look = source, text != "?:"
                break
        else:
            if self._take("?<=") or self._take("?<!"):
                raise PatternError("look-behind is not supported")
            if self._take("?<"):
                self._name()
            elif self._peek() == "?":
                raise PatternError("unknown kind of group")
        inner = self.alternatives(depth + 1)
        if not self._take(")"):
            raise PatternError("a group is not closed")
        source = f"{opening}{inner.source})"
        return Look(source, inner) if is_look else Row((inner,), source)

    def _name(self) -> None:
        end = self.text.find(">", self.at)
        name = self.text[self.at : end] if end > 0 else ""
        if not name.replace("$", "_").isidentifier() or name in self.names:
            raise PatternError("a group needs a name of its own")
        self.names.add(name)
        self.at = end + 1

    def _escape(self) -> Node:
        char = self._next()
        if char in "bB":
            return Look(f"\\{char}", _NOTHING)
        if char == "k" or char in "123456789":
            raise PatternError("back-references are not supported")
        found = self._shorthand(char)
        if found is not None:
            source, mask = found
            return Set(f"[{source}]", mask)
        return _one(self._character(char))

    def _shorthand(self, char: str) -> tuple[str, int] | None:
        """The inside of a class for `\\d` and the like."""
        digits = _bits("0123456789")
        words = digits | _bits("_") | _range_mask("a", "z") | _range_mask("A", "Z")
        spaces = _bits("\t\n\v\f\r ") | _OTHERS
        known = {
            "d": ("0-9", digits),
            "D": (_NOT_DIGIT, _ALL & ~digits),
            "w": ("A-Za-z0-9_", words),
            "W": (_NOT_WORD, _ALL & ~words),
            "s": (_SPACE, spaces),
            "S": (_NOT_SPACE, (_ALL & ~spaces) | _OTHERS),
        }
        if char in "pP":
            return self._property(char == "P")
        return known.get(char)

    def _property(self, negated: bool) -> tuple[str, int]:
        from ._pattern_properties import ranges  # a table that takes a while to make

        end = self.text.find("}", self.at)
        if not self._take("{") or end < 0:
            raise PatternError("\\p needs a property in braces")
        name = self.text[self.at : end]
        self.at = end + 1
        found = ranges(name, negated)
        if found is None:
            raise PatternError(f"unknown property {name!r}")
        mask = 0
        for low, high in found:
            mask |= _range_mask(chr(low), chr(high))
        return "".join([_span(chr(low), chr(high)) for low, high in found]), mask

    def _character(self, char: str) -> str:
        """The character that an escape stands for."""
        if char in _CONTROLS:
            if char == "0" and self._peek().isdigit():
                raise PatternError("octal escapes are not supported")
            return _CONTROLS[char]
        if char == "c":
            letter = self._next()
            if not (letter.isascii() and letter.isalpha()):
                raise PatternError("\\c needs a letter")
            return chr(ord(letter) % 32)
        if char == "x":
            return chr(self._hex(2))
        if char == "u":
            return self._unicode()
        if char in _SYNTAX or char == "-" or not (char.isalnum() or char == "_"):
            return char
        raise PatternError(f"unknown escape \\{char}")

    def _hex(self, length: int) -> int:
        digits = self._peek(length)
        if len(digits) < length or any(c not in "0123456789abcdefABCDEF" for c in digits):
            raise PatternError("an escape lacks hexadecimal digits")
        self.at += length
        return int(digits, 16)

    def _unicode(self) -> str:
        if self._take("{"):
            end = self.text.find("}", self.at)
            code = self._hex(max(end - self.at, 1))
            self.at += 1
            if code > 0x10FFFF:
                raise PatternError("no such code point")
            return chr(code)
        code = self._hex(4)
        if 0xD800 <= code < 0xDC00 and self._peek(2) == "\\u":
            self.at += 2
            low = self._hex(4)
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00)
        if 0xD800 <= code < 0xE000:
            raise PatternError("a lone surrogate stands for no character")
        return chr(code)

    def _class(self) -> Node:
        negated = self._take("^")
        parts: list[str] = []
        mask = 0
        while not self._take("]"):
            source, more = self._member()
            parts.append(source)
            mask |= more
        if not parts:
            return Set("[\\s\\S]", _ALL) if negated else Set("(?!)", 0)
        if negated:
            return Set(f"[^{''.join(parts)}]", (_ALL & ~mask) | _OTHERS)
        return Set(f"[{''.join(parts)}]", mask)

    def _member(self) -> tuple[str, int]:
        first = self._class_atom()
        if self._peek() == "-" and self._peek(2) not in ("-]", "-"):
            self.at += 1
            last = self._class_atom()
            if not isinstance(first, str) or not isinstance(last, str):
                raise PatternError("a range needs a character at both ends")
            if last < first:
                raise PatternError("a range is out of order")
            return _span(first, last), _range_mask(first, last)
        return (_span(first, first), _bits(first)) if isinstance(first, str) else first

    def _class_atom(self) -> str | tuple[str, int]:
        char = self._next()
        if char != "\\":
            return char
        char = self._next()
        if char == "b":
            return "\b"
        return self._shorthand(char) or self._character(char)


def _one(char: str) -> Set:
    return Set(_span(char, char) if char.isalnum() else f"[{_span(char, char)}]", _bits(char))


def _span(low: str, high: str) -> str:
    """*low* to *high* inside a class."""
    return _escaped(low) if low == high else f"{_escaped(low)}-{_escaped(high)}"


def _escaped(char: str) -> str:
    code = ord(char)
    if char.isascii() and char.isalnum():
        return char
    return f"\\x{code:02x}" if code < 256 else f"\\U{code:08x}"


def _bits(chars: str) -> int:
    mask = 0
    for char in chars:
        mask |= 1 << ord(char) if ord(char) < 128 else _OTHERS
    return mask


def _range_mask(low: str, high: str) -> int:
    first, last = ord(low), ord(high)
    mask = _OTHERS if last > 127 else 0
    return mask | sum([1 << code for code in range(first, min(last, 127) + 1)])
