"""What one catalogue becomes: the files of a package, ready to be written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .manifest import Manifest, digests

FACE: Final = "__init__.py"
"""Makes the output folder a package; written where it is missing, and never touched again."""


@dataclass(frozen=True, slots=True)
class Package:
    """The files of one catalogue by name, and what they were made from."""

    folder: str
    origin: str
    """The spec, below the name of its folder."""
    digest: str
    """SHA-256 of the spec."""
    files: Mapping[str, str]

    def manifest(self) -> Manifest:
        """The manifest of this package."""
        return Manifest(self.origin, self.digest, {n: digests(t) for n, t in self.files.items()})
