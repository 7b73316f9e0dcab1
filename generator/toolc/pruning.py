"""Packages of ours that no spec stands for any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from .diagnostics import Diagnostic, Findings
from .manifest import NAME, Manifest, digests, load
from .source import Location
from .tree import File, is_folder, look


def leftovers(
    out: Path, made: Iterable[str | None], folders: Iterable[str], origins: Iterable[str]
) -> Iterator[Path]:
    """Packages of ours below *out* whose spec is gone, or makes another package now.

    *made* are the packages that have a spec, *folders* the names of the folders whose specs were
    all read, *origins* those of the specs.
    """
    kept, known = set(made), set(origins)
    within = tuple(f"{folder}/" for folder in folders)
    for found in sorted(out.glob(f"*/{NAME}")):
        package = found.parent
        manifest = load(package) if package.name not in kept and is_folder(package) else None
        if manifest and (manifest.spec.startswith(within) or manifest.spec in known):
            yield package


def left_behind(packages: Iterable[Path]) -> tuple[Diagnostic, ...]:
    """A finding for each of *packages*, which are ours and whose specs are gone."""
    findings = Findings()
    for package in packages:
        at = Location(package.as_posix(), 1, 1)
        message = "the spec of this package is gone"
        findings.warning(at, "output-leftover", message, "'toolc build --prune' removes it")
    return findings.diagnostics


def remove(packages: Iterable[Path]) -> Iterator[Path]:
    """Remove the files of *packages*, which are ours; yields the path of each.

    What was edited since, and what is not ours, stays, and the folder with it.
    """
    for package in packages:
        manifest = load(package)
        if manifest:
            yield from _remove(package, manifest)


def _remove(package: Path, manifest: Manifest) -> Iterator[Path]:
    for name, kept in manifest.files.items():
        found = look(package / name)
        if isinstance(found, File) and digests(found.text) == kept:
            (package / name).unlink()
            yield package / name
    (package / NAME).unlink()
    yield package / NAME
    with suppress(OSError):  # not empty
        package.rmdir()
