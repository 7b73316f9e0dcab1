"""What earlier builds found out, so that what has not changed is not done again.

The record lies in the user's cache and is bound to this very compiler. The manifests in the tree
could not serve: whoever edits a generated file could edit them as well.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cache import cache_folder, throw_away_old
from .diagnostics import Diagnostic, Related
from .fingerprint import fingerprint
from .manifest import NAME, PENDING
from .source import Location, Source
from .together import Outline
from .tree import File, Nothing, look


@dataclass(frozen=True, slots=True)
class Record:
    """What one spec became."""

    path: str
    origin: str
    digest: str
    outline: Outline
    diagnostics: tuple[Diagnostic, ...]
    """What is said of this spec alone: warnings, since one with errors becomes nothing."""
    files: Mapping[str, str]
    """SHA-256 of each file of the package, the manifest included, as they stood right."""
    typechecked: bool

    def is_of(self, source: Source) -> bool:
        """Whether *source* is the spec that this was recorded of."""
        return (self.path, self.origin, self.digest) == (source.path, source.origin, source.digest)

    def stands(self, out: Path, typechecked: bool) -> bool:
        """Whether the package is still there as it was, and as well checked as is asked for."""
        if self.outline.package is None or (typechecked and not self.typechecked):
            return False
        package = out / self.outline.package
        whole = isinstance(look(package / PENDING), Nothing)
        return whole and standing_files(package, self.files) == self.files


def standing_files(package: Path, names: Iterable[str]) -> Mapping[str, str]:
    """SHA-256 of those files *names* of *package* that are there, and of the manifest."""
    if package.is_symlink():
        return {}
    found = ((name, look(package / name)) for name in (*names, NAME))
    return {name: _sha256(standing.text) for name, standing in found if isinstance(standing, File)}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


class Memory:
    """The records of the builds into one folder, under one profile, started at one place."""

    def __init__(self, out: Path, profile: str) -> None:
        key = f"{out.resolve()}\0{Path.cwd()}\0{profile}"
        folder = cache_folder("builds")
        name = f"{hashlib.sha256(os.fsencode(key)).hexdigest()}.json"
        self._file = folder / name if folder else None
        self._fingerprint = fingerprint()
        self._records = self._read()

    def of(self, source: Source) -> Record | None:
        """What *source* became when it was as it is now."""
        record = self._records.get(source.path)
        return record if record and record.is_of(source) else None

    def keep(self, records: Iterable[Record]) -> None:
        """Remember *records* and nothing else; where that cannot be, the next build works more."""
        if self._file is None:
            return
        table = {"fingerprint": self._fingerprint, "records": [_to_json(r) for r in records]}
        part = self._file.with_suffix(f".{os.getpid()}")
        try:
            part.write_text(json.dumps(table), encoding="utf-8")
            os.replace(part, self._file)
            throw_away_old(self._file.parent)
        except OSError:
            part.unlink(missing_ok=True)

    def _read(self) -> Mapping[str, Record]:
        if self._file is None:
            return {}
        try:
            table = json.loads(self._file.read_text(encoding="utf-8"))
            if table["fingerprint"] != self._fingerprint:
                return {}
            records = [_from_json(row) for row in table["records"]]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}
        return {record.path: record for record in records}


def _to_json(record: Record) -> dict[str, Any]:
    outline = record.outline
    return {
        "path": record.path,
        "origin": record.origin,
        "digest": record.digest,
        "outline": [outline.name, outline.package, outline.at, outline.tools],
        "diagnostics": [
            [d.location, d.severity, d.code, d.message, d.suggestion, _related_to_json(d)]
            for d in record.diagnostics
        ],
        "files": dict(record.files),
        "typechecked": record.typechecked,
    }


def _related_to_json(diagnostic: Diagnostic) -> list[tuple[Location, str]]:
    return [(related.location, related.message) for related in diagnostic.related]


def _from_json(row: dict[str, Any]) -> Record:
    name, package, at, tools = row["outline"]
    return Record(
        path=row["path"],
        origin=row["origin"],
        digest=row["digest"],
        outline=Outline(name, package, Location(*at), tuple((n, Location(*a)) for n, a in tools)),
        diagnostics=tuple(map(_diagnostic, row["diagnostics"])),
        files=row["files"],
        typechecked=row["typechecked"],
    )


def _diagnostic(row: list[Any]) -> Diagnostic:
    at, severity, code, message, suggestion, related = row
    others = tuple(Related(Location(*place), text) for place, text in related)
    return Diagnostic(Location(*at), severity, code, message, suggestion, others)
