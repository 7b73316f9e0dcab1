"""The whole way from specs to packages, in one straight line; `writing` puts them on the disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .diagnostics import Diagnostic, Findings
from .document import parse
from .lower import lower
from .package import Package
from .plan import lay_out
from .polish import polish
from .reading import read
from .render import bundled_templates, render
from .source import Source
from .spec import CatalogSpec
from .together import Outline
from .validate import outline_of, read_catalog
from .verdict import has_errors, judge
from .vocabulary import Profile


@dataclass(frozen=True, slots=True)
class Examined:
    """What one spec says, and what is wrong with it alone."""

    source: Source
    diagnostics: tuple[Diagnostic, ...]
    catalog: CatalogSpec | None
    """`None` where it cannot be read as one."""

    @property
    def outline(self) -> Outline | None:
        """What other catalogues need to know of this one."""
        return outline_of(self.catalog) if self.catalog else None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What specs say, and everything that is wrong with them."""

    sources: tuple[Source, ...]
    diagnostics: tuple[Diagnostic, ...]
    catalogs: tuple[CatalogSpec, ...]

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """What the catalogues are called and hold."""
        return tuple(map(outline_of, self.catalogs))


@dataclass(frozen=True, slots=True)
class CompileResult:
    """What specs became: packages, or what is wrong with them."""

    sources: tuple[Source, ...]
    diagnostics: tuple[Diagnostic, ...]
    packages: tuple[Package, ...]
    """None of them where a finding is an error."""


def check(specs: Iterable[Path], profile: Profile = "full") -> CheckResult:
    """Read and validate *specs*, files or folders; all that is wrong is found at once."""
    findings = Findings()
    sources = read(specs, findings)
    examined = [examine(source, profile) for source in sources]
    found = [findings.diagnostics, *(one.diagnostics for one in examined)]
    diagnostics = judge(found, [one.outline for one in examined])
    return CheckResult(sources, diagnostics, tuple(one.catalog for one in examined if one.catalog))


def compile_specs(
    specs: Iterable[Path], profile: Profile = "full", typecheck: bool = True
) -> CompileResult:
    """The packages of *specs*, files or folders; nothing is written and nothing remembered.

    Raises `InternalError` where what was generated does not hold.
    """
    checked = check(specs, profile)
    catalogs = () if has_errors(checked.diagnostics) else checked.catalogs
    packages = compile_catalogs(catalogs, typecheck)
    return CompileResult(checked.sources, checked.diagnostics, packages)


def examine(source: Source, profile: Profile) -> Examined:
    """Parse and validate *source* by itself."""
    findings = Findings()
    catalogs = [read_catalog(found, findings, profile) for found in parse((source,), findings)]
    return Examined(source, findings.diagnostics, catalogs[0] if catalogs else None)


def compile_catalogs(
    catalogs: tuple[CatalogSpec, ...], typecheck: bool = True
) -> tuple[Package, ...]:
    """The packages of valid *catalogs*, formatted and type-checked."""
    lowered = lower(catalogs)
    files: dict[str, dict[str, str]] = {str(package.folder): {} for package in lowered}
    for file in polish(render(lay_out(lowered), bundled_templates()), typecheck):
        files[str(file.path.parent)][file.path.name] = file.text
    return tuple(
        Package(folder, catalog.source.origin, catalog.source.digest, own)
        for (folder, own), catalog in zip(files.items(), catalogs, strict=True)
    )
