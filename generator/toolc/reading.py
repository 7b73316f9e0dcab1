"""Stage 0: specs from the disk."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from .characters import LONE_SURROGATE
from .diagnostics import Findings
from .limits import MAX_BYTES
from .source import Location, Source

_SUFFIXES = (".yaml", ".yml")


def read(roots: Iterable[Path], findings: Findings) -> tuple[Source, ...]:
    """Every spec that *roots* name, in path order and once; hidden files and folders aside.

    A root is a spec or a folder of specs. What cannot be read is reported.
    """
    found: dict[Path, Source] = {}
    for root in roots:
        specs = list(_specs(root, findings))
        if not specs and root.is_dir():
            at = Location(root.as_posix(), 1, 1)
            findings.warning(at, "no-specs", "no specs in this folder", "they end in '.yaml'")
        for path, origin in specs:
            real = path.resolve()
            if real not in found:
                source = _source(path, origin, findings)
                found |= {real: source} if source else {}
    return tuple(sorted(found.values(), key=lambda source: (source.origin, source.path)))


def _specs(root: Path, findings: Findings) -> Iterator[tuple[Path, str]]:
    """The specs of *root*, each with its path below the name of its folder."""
    if root.is_dir():
        name = root.resolve().name
        for path in sorted(root.rglob("*")):
            below = path.relative_to(root)
            hidden = any(part.startswith(".") for part in below.parts)
            if path.suffix in _SUFFIXES and not hidden and path.is_file():
                yield path, f"{name}/{below.as_posix()}"
    elif root.is_file():
        yield root, f"{root.resolve().parent.name}/{root.name}"
    else:
        reason = "not a file or folder" if root.exists() else "no such file or folder"
        findings.error(Location(root.as_posix(), 1, 1), "unreadable", reason)


def _source(path: Path, origin: str, findings: Findings) -> Source | None:
    """The source, cut off where it is too long for `parse` to take."""
    at = Location(path.as_posix(), 1, 1)
    if LONE_SURROGATE.search(origin):
        findings.error(at, "unreadable", "the path is not UTF-8", "rename it")
        return None
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        findings.error(at, "unreadable", error.strerror or "cannot be read")
        return None
    digest = hashlib.sha256(content).hexdigest()
    return Source(path.as_posix(), content.decode("utf-8", "surrogateescape"), digest, origin)
