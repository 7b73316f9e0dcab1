"""The text of templates: `{args.a["odd key"][0]|fallback}`, with `{{` and `}}` for braces."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolc_runtime._json import JsonTextError, decode_json
from toolc_runtime._unset import UNSET

if TYPE_CHECKING:
    from toolc_runtime._json import JsonValue
    from toolc_runtime._unset import Unset

_LITERAL = re.compile(r"(?:[^{}]|\{\{|\}\})+")
_NAME = re.compile(r"""[^\s.\[\]{}|"']+""")
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
_DECODER = json.JSONDecoder()
MAX_FALLBACK = 1_000
"""Characters of a fallback that is JSON; longer ones are text. Failed decoding reads them all."""
_SPACE = re.compile(r"[ \t\n]*")


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder as written, at `text[start:end]` of its template."""

    root: str
    path: tuple[str | int, ...]
    fallback: JsonValue | Unset
    start: int
    end: int

    @property
    def shown(self) -> str:
        """`args.a[0]`."""
        return self.root + "".join(map(_shown_step, self.path))


class TemplateError(Exception):
    """Text that is no template, with the offset of what is wrong."""

    def __init__(self, message: str, offset: int, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.suggestion = suggestion


def split_template(text: str) -> tuple[str | Slot, ...]:
    """*text* as literal stretches, with single braces, and slots; raise `TemplateError`."""
    parts: list[str | Slot] = []
    position = 0
    while position < len(text):
        literal = _LITERAL.match(text, position)
        if literal:
            parts.append(literal[0].replace("{{", "{").replace("}}", "}"))
            position = literal.end()
        elif text[position] == "}":
            raise TemplateError("a '}' without its '{'", position, "a brace is written '}}'")
        else:
            slot = _Scanner(text, position).slot()
            parts.append(slot)
            position = slot.end
    return tuple(parts)


def _shown_step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _NAME.fullmatch(step) else f"[{json.dumps(step, ensure_ascii=False)}]"


class _Scanner:
    """Reads one placeholder, from its opening brace on."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._start = start
        self._at = start + 1

    def slot(self) -> Slot:
        """The placeholder."""
        self._skip_space()
        root = self._word("a placeholder reads 'args', 'value', 'meta', 'content' or 'failure'")
        path = []
        while (step := self._step()) is not None:
            path.append(step)
        self._skip_space()
        fallback: JsonValue | Unset = UNSET
        if self._next() == "|":
            self._at += 1
            fallback = self._fallback()
        if self._next() != "}":
            raise self._error("a placeholder ends with '}'", "a brace is written '{{'")
        return Slot(root, tuple(path), fallback, self._start, self._at + 1)

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _skip_space(self) -> None:
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _word(self, message: str) -> str:
        found = _NAME.match(self._text, self._at)
        if not found:
            raise self._error(message, "a brace is written '{{'")
        self._at = found.end()
        return found[0]

    def _step(self) -> str | int | None:
        if self._next() == ".":
            self._at += 1
            return self._word("a name follows the '.'")
        if self._next() != "[":
            return None
        self._at += 1
        step = self._bracketed()
        if self._next() != "]":
            raise self._error("a step in brackets ends with ']'")
        self._at += 1
        return step

    def _bracketed(self) -> str | int:
        if self._next() == '"':
            value = self._json(MAX_FALLBACK)
            if isinstance(value, str):
                return value
        index = _INDEX.match(self._text, self._at)
        if not index:
            raise self._error('in brackets stands a position or a name: [0], ["a b"]')
        self._at = index.end()
        return int(index[0])

    def _fallback(self) -> JsonValue:
        """JSON if that is what stands before the closing brace, else that text."""
        start = self._at
        value = self._json(MAX_FALLBACK)
        if value is not UNSET and self._next() == "}":
            return value
        end = self._text.find("}", start)
        text = self._text[start : end if end >= 0 else len(self._text)]
        if "{" in text:
            self._at = start + text.index("{")
            raise self._error("a brace in a fallback", 'quote the fallback: "…"')
        self._at = start + len(text)
        return text

    def _json(self, limit: int) -> JsonValue | Unset:
        """The JSON value of *limit* characters at most that begins here, decoded strictly."""
        text = self._text[self._at : self._at + limit]
        try:
            _, end = _DECODER.raw_decode(text)
            value = decode_json(text[:end])
        except (ValueError, RecursionError, JsonTextError):
            return UNSET
        self._at += end
        return value

    def _error(self, message: str, suggestion: str | None = None) -> TemplateError:
        return TemplateError(message, min(self._at, len(self._text)), suggestion)
