"""Stage 7: what stands in a folder against what should."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .layout import same_but_for_layout
from .manifest import PENDING, Digests, Manifest, digests, load
from .package import Package
from .tree import File, Nothing, Other, Standing, is_folder, look


@dataclass(frozen=True, slots=True)
class Difference:
    """A file that is not what it should be."""

    path: Path
    current: Standing
    wanted: str | None
    """`None`: it should not be there."""
    is_ours: bool
    """Whether we wrote what is there, or nobody did."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A package and the folder that should hold it."""

    package: Package
    folder: Path
    is_blocked: bool
    """Whether something stands in the place of the folder."""
    differences: tuple[Difference, ...]
    manifest: str | None
    """What the manifest should be; `None` where the one that is there says it."""

    @property
    def is_settled(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.is_blocked or self.differences or self.manifest)


def compare(packages: Iterable[Package], out: Path) -> tuple[Comparison, ...]:
    """*packages* against what stands below *out*; a file that is only laid out anew is right."""
    return tuple(_compare(package, out / package.folder) for package in packages)


def _compare(package: Package, folder: Path) -> Comparison:
    if not is_folder(folder) and not isinstance(look(folder), Nothing):
        return Comparison(package, folder, True, (), None)
    written, pending = load(folder), load(folder, PENDING)
    ours = [manifest.files for manifest in (written, pending) if manifest]
    stale = {name for files in ours for name in files} - package.files.keys()
    wanted: dict[str, str | None] = {**package.files, **dict.fromkeys(sorted(stale))}
    standing = {name: look(folder / name) for name in wanted}
    right = _right(wanted, standing)
    differences = tuple(
        Difference(folder / name, current, wanted[name], _is_ours(name, current, ours))
        for name, current in standing.items()
        if name not in right
    )
    manifest = package.manifest()
    is_told = written is not None and _says(written, manifest, standing) and not pending
    return Comparison(package, folder, False, differences, None if is_told else manifest.text())


def _right(wanted: Mapping[str, str | None], standing: Mapping[str, Standing]) -> set[str]:
    """The names of files that need no change."""
    right, unlike = set(), {}
    for name, current in standing.items():
        match wanted[name], current:
            case None, Nothing() | Other():  # what replaced a file of ours is none
                right.add(name)
            case str(text), File(found) if found == text:
                right.add(name)
            case str(text), File(found) if name.endswith(".py") and _is_ink_alike(found, text):
                unlike[name] = (found, text)
    return right | same_but_for_layout(unlike)


def _is_ink_alike(one: str, other: str) -> bool:
    return digests(one).ink == digests(other).ink


def _is_ours(name: str, current: Standing, ours: Iterable[Mapping[str, Digests]]) -> bool:
    match current:
        case Nothing():
            return True
        case Other():
            return False
        case File(text):
            found = digests(text)
            return any(
                name in files and (files[name] == found or files[name].ink == found.ink)
                for files in ours
            )


def _says(kept: Manifest, wanted: Manifest, standing: Mapping[str, Standing]) -> bool:
    """Whether *kept* says what *wanted* does; where the spec lies is another matter.

    It may list a file as we would lay it out now, or as it stands.
    """
    return (
        (kept.edition, kept.spec_digest) == (wanted.edition, wanted.spec_digest)
        and kept.files.keys() == wanted.files.keys()
        and all(
            digest == wanted.files[name] or digest == _standing_digests(standing[name])
            for name, digest in kept.files.items()
        )
    )


def _standing_digests(current: Standing) -> Digests | None:
    return digests(current.text) if isinstance(current, File) else None
