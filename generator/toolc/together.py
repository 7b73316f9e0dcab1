"""What is wrong with catalogues only because they are together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from .diagnostics import Findings, Related
from .source import Location

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outline:
    """What other catalogues need to know of a catalogue."""

    name: str
    package: str | None
    """The folder it becomes; `None` while it has no name."""
    at: Location
    tools: tuple[tuple[str, Location], ...]


def check_together(outlines: Iterable[Outline], findings: Findings) -> None:
    """Report packages and tools that two of *outlines* claim; the first in order has it."""
    known = tuple(outlines)
    _check_packages(known, findings)
    _check_tools(known, findings)


def _check_packages(outlines: tuple[Outline, ...], findings: Findings) -> None:
    """Two catalogues cannot become one package, on any file system."""
    named = ((o.package.casefold(), o) for o in outlines if o.package is not None)
    for first, *others in _groups(named):
        for other in others:
            related = (Related(first.at, "the first one"),)
            message = f"another catalogue already becomes the package {first.package!r}"
            findings.error(other.at, "catalog-twice", message, "give it another 'catalog'", related)


def _check_tools(outlines: tuple[Outline, ...], findings: Findings) -> None:
    """A registry takes a name once; whether two catalogues ever meet in one is not known here."""
    tools = ((name, (name, at)) for outline in outlines for name, at in outline.tools)
    for (name, first), *others in _groups(tools):
        for _, other in others:
            related = (Related(first, "the first one"),)
            message = f"another catalogue has a tool {name!r}; one registry cannot hold both"
            findings.warning(other, "tool-twice", message, related=related)


def _groups(pairs: Iterable[tuple[str, T]]) -> Iterable[list[T]]:
    groups: dict[str, list[T]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups.values()
