"""The list of files that a catalogue's package consists of, kept beside them as `.toolc.json`.

It is what tells our files from others', so its text is not trusted: a path in it that leads out
of the package counts for nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

NAME = ".toolc.json"
EDITION = "codegen1"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Which spec a package was made from, and the digest of each of its files."""

    spec: str
    spec_digest: str
    files: Mapping[str, str]

    def text(self) -> str:
        """The file's text."""
        table = {
            "edition": EDITION,
            "spec": {"path": self.spec, "sha256": self.spec_digest},
            "files": dict(sorted(self.files.items())),
        }
        return json.dumps(table, indent=2) + "\n"


def digest(text: str) -> str:
    """SHA-256 of *text* in UTF-8."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def load(package: Path) -> Manifest | None:
    """The manifest of *package*; None where there is none, or it is damaged."""
    try:
        table = json.loads((package / NAME).read_text(encoding="utf-8"))
        spec, files = table["spec"], table["files"]
        kept = {k: v for k, v in files.items() if _is_inside(k) and isinstance(v, str)}
        return Manifest(str(spec["path"]), str(spec["sha256"]), kept)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _is_inside(name: str) -> bool:
    """Whether *name* is a file directly in the package; our packages have no folders."""
    path = PurePosixPath(name)
    return len(path.parts) == 1 and name not in ("", ".", "..", NAME) and "\\" not in name
