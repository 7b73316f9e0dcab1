"""The whole way from specs to packages, in one straight line; `writing` puts them on the disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from .diagnostics import Diagnostic, Findings
from .document import parse
from .lower import lower
from .plan import lay_out
from .reading import read
from .render import OutputFile, bundled_templates, render
from .source import Source
from .spec import CatalogSpec
from .staging import polish
from .validate import validate
from .writing import Package


@dataclass(frozen=True, slots=True)
class Checked:
    """What reading and validating gave: catalogues, or what is wrong with them."""

    sources: tuple[Source, ...]
    catalogs: tuple[CatalogSpec, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def has_errors(self) -> bool:
        """Whether anything keeps the specs from being compiled."""
        return any(found.severity == "error" for found in self.diagnostics)


def check(specs: Iterable[Path], profile: Literal["core", "full"] = "full") -> Checked:
    """Read and validate *specs*; all that is wrong is found at once."""
    findings = Findings()
    sources = read(specs, findings)
    catalogs = validate(parse(sources, findings), findings, profile)
    return Checked(sources, catalogs, findings.diagnostics)


def compile_catalogs(
    catalogs: tuple[CatalogSpec, ...], typecheck: bool = True
) -> tuple[Package, ...]:
    """The packages of valid *catalogs*, formatted and type-checked; nothing is written."""
    lowered = lower(catalogs)
    files = polish(render(lay_out(lowered), bundled_templates()), typecheck)
    return tuple(
        Package(str(package.folder), Path(spec.source.path).name, spec.source.digest, _of(files, f))
        for package, spec in zip(lowered, catalogs, strict=True)
        for f in [str(package.folder)]
    )


def _of(files: tuple[OutputFile, ...], folder: str) -> dict[str, str]:
    return {file.path.name: file.text for file in files if file.path.parts[0] == folder}
