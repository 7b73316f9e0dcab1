"""The list of files that a catalogue's package consists of, kept beside them as `.toolc.json`.

It tells our files from others'. Its text comes from a source tree, so it is not trusted: a name in
it that leads out of the package, or that we would never write, counts for nothing.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .tree import File, look

NAME: Final = ".toolc.json"

PENDING: Final = ".toolc.pending.json"
"""The manifest of a build under way; where it stays, that build was cut short."""

PART: Final = ".toolc.part"
"""A file under way."""

EDITION: Final = "codegen1"
"""The module of the runtime that generated code imports."""

_LAYOUT: Final = b" \t\r\n,()'\"\\"
_OURS: Final = re.compile(r"\w+\.(py|pyi|typed)")


@dataclass(frozen=True, slots=True)
class Digests:
    """What is remembered of a file's text."""

    sha256: str
    """Of its bytes."""
    ink: str
    """Of what no formatter changes: a file that was laid out anew was not edited."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Which spec a package was made from, and the digests of each of its files."""

    spec: str
    """Below the name of its folder, never absolute."""
    spec_digest: str
    files: Mapping[str, Digests]
    edition: str = EDITION

    def text(self) -> str:
        """The text of the file; nothing in it changes with a release of the compiler."""
        files = {n: {"sha256": f.sha256, "ink": f.ink} for n, f in sorted(self.files.items())}
        spec = {"path": self.spec, "sha256": self.spec_digest}
        return json.dumps({"edition": self.edition, "spec": spec, "files": files}, indent=2) + "\n"


def digests(text: str) -> Digests:
    """The digests of a file that holds *text*."""
    content = text.encode("utf-8", "surrogateescape")
    ink = hashlib.sha256(content.translate(None, _LAYOUT)).hexdigest()
    return Digests(hashlib.sha256(content).hexdigest(), ink)


def load(package: Path, name: str = NAME) -> Manifest | None:
    """The manifest of *package*; `None` where there is none, or it is damaged."""
    match look(package / name):
        case File(text):
            return _parsed(text)
        case _:
            return None


def _parsed(text: str) -> Manifest | None:
    try:
        table = json.loads(text)
        files = {n: _digests(kept) for n, kept in table["files"].items() if _is_inside(n)}
        spec = table["spec"]
        return Manifest(_text(spec["path"]), _text(spec["sha256"]), files, _text(table["edition"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _digests(kept: Any) -> Digests:
    return Digests(_text(kept["sha256"]), _text(kept["ink"]))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a string")
    return value


def _is_inside(name: str) -> bool:
    """Whether *name* may be a file of ours; they lie directly in the package."""
    return _OURS.fullmatch(name) is not None
