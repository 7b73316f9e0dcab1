"""Compile what has changed, and nothing else.

What has not changed needs neither parser nor compiler, and their modules take longer to load than
it takes to see that: they are imported where something is to be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .diagnostics import Diagnostic, Findings
from .memory import Memory, Record, standing_files
from .reading import read
from .source import Source
from .together import Outline
from .verdict import has_errors, judge

if TYPE_CHECKING:
    from .package import Package
    from .pipeline import Examined
    from .vocabulary import Profile

Say = Callable[[str], None]
"""Is told what is being done."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for."""

    profile: Profile = "full"
    typecheck: bool = True
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Build:
    """What specs become, as far as the output folder does not hold it."""

    sources: tuple[Source, ...]
    diagnostics: tuple[Diagnostic, ...]
    outlines: tuple[Outline, ...]
    packages: tuple[Package, ...]
    """Those that are not known to be there; none where the verdict is against it."""
    records: tuple[Record, ...]
    """Of the packages that are known to be there."""
    _examined: tuple[Examined, ...]
    _typechecked: bool

    def remember(self, memory: Memory, out: Path) -> None:
        """Let *memory* know that every package stands below *out* now."""
        made = {one.source.path: one for one in self._examined}
        new = [
            _record(made[path], package, out, self._typechecked)
            for path, package in zip(made, self.packages, strict=True)
        ]
        memory.keep((*self.records, *new))


def build(specs: Iterable[Path], out: Path, options: Options, memory: Memory, say: Say) -> Build:
    """The packages of *specs* that are not known to stand below *out*.

    Raises `InternalError` where what was generated does not hold.
    """
    findings = Findings()
    sources = read(specs, findings)
    known = {source: record for source in sources if (record := memory.of(source))}
    standing = {s: r for s, r in known.items() if r.stands(out, options.typecheck)}
    examined = _examine([s for s in sources if s not in standing], options, say)
    outlines = [standing[s].outline if s in standing else examined[s].outline for s in sources]
    own = (examined[s].diagnostics if s in examined else standing[s].diagnostics for s in sources)
    diagnostics = judge([findings.diagnostics, *own], outlines)
    packages: tuple[Package, ...] = ()
    if examined and not has_errors(diagnostics, options.strict):
        packages = _compile(examined.values(), options, say)
    return Build(
        sources,
        diagnostics,
        tuple(outline for outline in outlines if outline),
        packages,
        tuple(standing.values()),
        tuple(examined.values()),
        options.typecheck,
    )


def _examine(sources: list[Source], options: Options, say: Say) -> dict[Source, Examined]:
    if not sources:
        return {}
    from .pipeline import examine

    say(f"reading {len(sources)} specs")
    return {source: examine(source, options.profile) for source in sources}


def _compile(examined: Iterable[Examined], options: Options, say: Say) -> tuple[Package, ...]:
    from .pipeline import compile_catalogs

    catalogs = tuple(one.catalog for one in examined if one.catalog)
    say(f"compiling {sum(len(catalog.tools) for catalog in catalogs)} tools")
    return compile_catalogs(catalogs, options.typecheck)


def _record(one: Examined, package: Package, out: Path, typechecked: bool) -> Record:
    assert one.outline is not None
    return Record(
        path=one.source.path,
        origin=one.source.origin,
        digest=one.source.digest,
        outline=one.outline,
        diagnostics=one.diagnostics,
        files=standing_files(out / package.folder, package.files),
        typechecked=typechecked,
    )
