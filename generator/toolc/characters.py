"""Characters that a spec may not hold, and those that the YAML parser must not see.

libyaml knows YAML 1.1: it breaks lines at U+0085, U+2028 and U+2029, refuses U+FEFF inside a file
and `"\\ud83d\\ude00"`, the pair of escapes that JSON writes for an astral character. All five are
put in disguise before parsing, each by something of the same length, so that places stay right.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from .diagnostics import Findings
from .source import Location

_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]+")
_BREAK = re.compile(r"\r\n|\n|\r")
_HIDDEN = "\x85\u2028\u2029\ufeff"
_SURROGATE_ESCAPE = re.compile(r"\\u([dD][89a-fA-F][0-9a-fA-F]{2})")
_BMP_ESCAPE = re.compile(r"\\(?:u|U0000)([0-9a-fA-F]{4})")
_BLOCK = 0x800
_MIDDLE = re.compile("[\ud800-\udbff][\udc00-\udfff]")

INVISIBLE = re.compile(
    "[\u202a-\u202e\u2066-\u2069]|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]+"
)
"""What turns the order of text, or hides text: people see something else than models read."""

LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of an astral character: no text."""


def without_bom(text: str) -> str:
    """*text* as editors count it: a byte order mark is no column."""
    return text.removeprefix("\ufeff")


def replace_forbidden(path: str, text: str, findings: Findings) -> str | None:
    """*text* with every forbidden character reported and replaced; `None` where none is text."""
    if not _FORBIDDEN.search(text):
        return text
    if text[:2] in ("\udcff\udcfe", "\udcfe\udcff"):
        findings.error(Location(path, 1, 1), "yaml-encoding", "this is UTF-16", "save it as UTF-8")
        return None
    for at, run in _forbidden_runs(path, text):
        findings.error(at, *_judge(run))
    return _FORBIDDEN.sub(lambda found: "\ufffd" * len(found[0]), text)


def _forbidden_runs(path: str, text: str) -> Iterator[tuple[Location, str]]:
    """Every run of forbidden characters, in one pass over the lines."""
    start = 0
    for number, end in enumerate(chain(_breaks(text), (len(text),)), 1):
        for run in _FORBIDDEN.finditer(text, start, end):
            first, last = run.start() - start + 1, run.end() - start + 1
            yield Location(path, number, first, number, last), run[0]
        start = end


def _breaks(text: str) -> Iterator[int]:
    return (found.end() for found in _BREAK.finditer(text))


def _judge(run: str) -> tuple[str, str]:
    code = ord(run[0])
    if 0xDC80 <= code <= 0xDCFF:
        return "yaml-encoding", f"not UTF-8: byte 0x{code - 0xDC00:02X}"
    if 0xD800 <= code <= 0xDFFF:
        return "yaml-encoding", f"lone surrogate U+{code:04X}"
    return "yaml-character", f"character U+{code:04X} cannot stand in a spec"


@dataclass(frozen=True, slots=True)
class Disguise:
    """Text that libyaml reads as YAML 1.2 would, and the way back for what it reads there."""

    text: str
    restore: Callable[[str, int, int], str] | None
    """Scalar's value, start and end index in *text* → what it holds; `None`: nothing to restore."""


def disguise(text: str) -> Disguise:
    """*text* in disguise, of the same length."""
    escapes = list(_SURROGATE_ESCAPE.finditer(text))
    if not escapes and not any(char in text for char in _HIDDEN):
        return Disguise(text, None)
    used = set(map(ord, text)) | {int(found[1], 16) for found in _BMP_ESCAPE.finditer(text)}
    spare = _unused(used, range(0xFDD0, 0xFDF0), len(_HIDDEN))
    block = next((start for start in _blocks() if used.isdisjoint(_range(start))), None)
    if spare is None or block is None:
        return Disguise(text, None)
    hidden = dict(zip(map(ord, _HIDDEN), map(chr, spare), strict=True))
    shown = {spare: chr(code) for code, spare in zip(hidden, spare, strict=True)}
    masked = _SURROGATE_ESCAPE.sub(lambda found: f"\\u{_swap(found, block):04x}", text)
    return Disguise(masked.translate(hidden), _Restore(block, shown, escapes))


def _blocks() -> range:
    return range(0x1000, 0xD000, _BLOCK)


def _range(block: int) -> range:
    return range(block, block + _BLOCK)


def _unused(used: set[int], among: range, count: int) -> list[int] | None:
    free = [code for code in among if code not in used]
    return free[:count] if len(free) >= count else None


def _swap(escape: re.Match[str], block: int) -> int:
    return int(escape[1], 16) - 0xD800 + block


class _Restore:
    """Takes the disguise off a scalar's value."""

    def __init__(self, block: int, shown: dict[int, str], escapes: list[re.Match[str]]) -> None:
        self._shown = shown
        self._escapes = escapes
        self._starts = [found.start() for found in escapes]
        last = block + _BLOCK - 1
        self._masked = re.compile(f"[{chr(block)}-{chr(last)}]|\\\\u([0-9a-f]{{4}})")
        self._block = block

    def __call__(self, value: str, start: int, end: int) -> str:
        if self._escapes:
            value = self._with_escapes(value, start, end)
        return value.translate(self._shown)

    def _with_escapes(self, value: str, start: int, end: int) -> str:
        """A masked escape is a surrogate now where YAML read it, and its own text elsewhere.

        The last ones of the span are those of the value: a block's header may have a comment.
        """
        masked = [found for found in self._masked.finditer(value) if self._is_masked(found)]
        if not masked:
            return value
        high = bisect_left(self._starts, end)
        parts: list[str] = []
        done = 0
        for found, escape in zip(masked, self._escapes[high - len(masked) : high], strict=True):
            parts += value[done : found.start()], escape[0] if found[1] else chr(int(escape[1], 16))
            done = found.end()
        return _MIDDLE.sub(_joined, "".join((*parts, value[done:])))

    def _is_masked(self, found: re.Match[str]) -> bool:
        return found[1] is None or int(found[1], 16) in _range(self._block)


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")
