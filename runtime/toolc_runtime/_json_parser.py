"""The strict parser: slower than the interpreter's, with its own stack and a place for each fault."""

from __future__ import annotations

from ._wording import echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

DEEPEST = 1000
"""Levels of nesting that are accepted from others: no sane value has more."""

_SPACE = " \t\n\r"
_WORDS = {"null": None, "true": True, "false": False}
_ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}
_DIGITS = "0123456789"
_END = ""


class JsonTextError(ValueError):
    """Text that is not acceptable JSON: why, and at which line and column, both from 1."""

    def __init__(self, reason: str, line: int, column: int) -> None:
        super().__init__(reason, line, column)
        self.reason = reason
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.reason} (line {self.line}, column {self.column})"


class Parser:
    """One parse of one text. *deepest*: the levels that are accepted, None for any number."""

    def __init__(self, text: str, deepest: int | None = DEEPEST) -> None:
        self.text = text
        self.deepest = deepest
        self._at = 0

    def parse(self) -> Any:
        """The value of the text, from its beginning; raise `JsonTextError`."""
        self._at = 0
        if self.text.startswith("\ufeff"):
            self._fail("a byte order mark before the JSON text", 0)
        value = self._value()
        self._skip()
        if self._at < len(self.text):
            self._fail(f"unexpected {self._here()} after the end of the JSON value")
        return value

    def _value(self) -> Any:
        """The next value. The loop keeps the open containers: no recursion."""
        holder: list[Any] = []
        stack: list[tuple[Any, str | None]] = [(holder, None)]
        while True:
            container, key = stack[-1]
            value, opened = self._scalar_or_opening()
            self._store(container, key, value)
            if opened and not self._closes_at_once(value):
                if self.deepest is not None and len(stack) > self.deepest:
                    self._fail(f"nested more than {self.deepest} levels deep", self._at - 1)
                stack.append((value, self._key(value)))
            elif not self._advance(stack):
                return holder[0]

    def _store(self, container: Any, key: str | None, value: Any) -> None:
        if key is None:
            container.append(value)
        else:
            container[key] = value

    def _closes_at_once(self, container: Any) -> bool:
        self._skip()
        closing = "}" if isinstance(container, dict) else "]"
        if self.text[self._at : self._at + 1] != closing:
            return False
        self._at += 1
        return True

    def _advance(self, stack: list[tuple[Any, str | None]]) -> bool:
        """Go past commas and closings to where the next value begins; False at the end."""
        while len(stack) > 1:
            container, _ = stack[-1]
            closing = "}" if isinstance(container, dict) else "]"
            self._skip()
            character = self.text[self._at : self._at + 1]
            if character == ",":
                self._at += 1
                stack[-1] = container, self._key(container)
                return True
            if character != closing:
                self._fail(f"expected ',' or {closing!r}, got {self._here()}")
            self._at += 1
            stack.pop()
        return False

    def _key(self, container: Any) -> str | None:
        """The key before the next value, where *container* is an object."""
        if not isinstance(container, dict):
            return None
        self._skip()
        start = self._at
        if self.text[start : start + 1] != '"':
            self._fail(f"expected a key in double quotes, got {self._here()}")
        key = self._string()
        if key in container:
            self._fail(f"duplicate key {echo(key)}", start)
        self._skip()
        if self.text[self._at : self._at + 1] != ":":
            self._fail(f"expected ':' after the key {echo(key)}, got {self._here()}")
        self._at += 1
        return key

    def _scalar_or_opening(self) -> tuple[Any, bool]:
        self._skip()
        character = self.text[self._at : self._at + 1]
        if character == "{" or character == "[":
            self._at += 1
            return ({} if character == "{" else []), True
        if character == '"':
            return self._string(), False
        if character and character in "-" + _DIGITS:
            return self._number(), False
        return self._word(), False

    def _word(self) -> Any:
        end = self._at
        while end < len(self.text) and (self.text[end].isalnum() or self.text[end] == "_"):
            end += 1
        word = self.text[self._at : end]
        if word not in _WORDS:
            self._fail(self._about_word(word))
        self._at = end
        return _WORDS[word]

    def _about_word(self, word: str) -> str:
        if word in ("NaN", "Infinity"):
            return f"{word} is not JSON; numbers are finite"
        if word.lower() in ("none", "true", "false", "undefined", "null"):
            right = {"true": "true", "false": "false"}.get(word.lower(), "null")
            return f"{word} is not JSON; write {right}"
        if self.text[self._at : self._at + 1] == "'":
            return "strings are in double quotes, not single ones"
        return f"expected a JSON value, got {self._here()}"

    def _number(self) -> int | float:
        start = self._at
        if self.text.startswith("-Infinity", start):
            self._fail("-Infinity is not JSON; numbers are finite")
        self._at += self.text[start] == "-"
        first = self._at
        self._digits("a digit")
        if self.text[first] == "0" and self._at > first + 1:
            self._fail("a number does not begin with 0", first)
        whole = self._at
        if self.text[self._at : self._at + 1] == ".":
            self._at += 1
            self._digits("a digit after the decimal point")
        if self.text[self._at : self._at + 1] in ("e", "E"):
            self._at += 1
            self._at += self.text[self._at : self._at + 1] in ("+", "-")
            self._digits("a digit in the exponent")
        if self._at == whole:
            return self._integer(start)
        number = float(self.text[start : self._at])
        if number - number != 0.0:
            self._fail(f"{self._quoted(start)} is beyond the range of numbers", start)
        return number

    def _digits(self, what: str) -> None:
        start = self._at
        while self.text[self._at : self._at + 1] in _DIGITS and self._at < len(self.text):
            self._at += 1
        if self._at == start:
            self._fail(f"expected {what}, got {self._here()}")

    def _integer(self, start: int) -> int:
        try:
            return int(self.text[start : self._at])
        except ValueError:
            digits = self._at - start
            self._fail(f"an integer of {digits} digits, more than can be read", start)

    def _quoted(self, start: int) -> str:
        text = self.text[start : self._at]
        return text if len(text) <= 40 else text[:39] + "…"

    def _string(self) -> str:
        """The string that begins here."""
        start = self._at
        self._at += 1
        parts: list[str] = []
        while True:
            run = self._at
            while self._at < len(self.text) and self.text[self._at] not in '"\\':
                if self.text[self._at] < " ":
                    self._fail(f"a control character in a string; write {self._escape_here()}")
                self._at += 1
            parts.append(self.text[run : self._at])
            if self._at >= len(self.text):
                self._fail("a string that does not end", start)
            self._at += 1
            if self.text[self._at - 1] == '"':
                return self._encodable("".join(parts), start)
            parts.append(self._escape())

    def _escape(self) -> str:
        character = self.text[self._at : self._at + 1]
        self._at += 1
        if character in _ESCAPES:
            return _ESCAPES[character]
        if character != "u":
            self._fail(f"no such escape: \\{character}", self._at - 2)
        high = self._unit()
        if 0xD800 <= high < 0xDC00 and self.text.startswith("\\u", self._at):
            back = self._at
            self._at += 2
            low = self._unit()
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
            self._at = back
        return chr(high)

    def _unit(self) -> int:
        digits = self.text[self._at : self._at + 4]
        if len(digits) < 4 or any(d not in _DIGITS + "abcdefABCDEF" for d in digits):
            self._fail("\\u is followed by four hexadecimal digits", self._at - 2)
        self._at += 4
        return int(digits, 16)

    def _encodable(self, text: str, start: int) -> str:
        try:
            text.encode()
        except UnicodeEncodeError:
            self._fail("a string with a lone surrogate, which is no character", start)
        return text

    def _skip(self) -> None:
        while self._at < len(self.text) and self.text[self._at] in _SPACE:
            self._at += 1

    def _here(self) -> str:
        character = self.text[self._at : self._at + 1]
        return echo(character) if character else "the end of the text"

    def _escape_here(self) -> str:
        return echo(self.text[self._at])[1:-1]

    def _fail(self, reason: str, at: int | None = None) -> NoReturn:
        """Raise at offset *at*, or here; `\\n`, `\\r\\n` and `\\r` end a line."""
        before = self.text[: self._at if at is None else at]
        lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        raise JsonTextError(reason, len(lines), len(lines[-1]) + 1)
