"""Stage 2: documents to catalogues; everything wrong with them is reported at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from .diagnostics import Findings, Related
from .document import Document
from .names import package_name
from .spec import CatalogSpec, ToolSpec
from .validate_catalog import UNNAMED, read_catalog
from .vocabulary import Profile

T = TypeVar("T")


def validate(
    documents: Iterable[Document], findings: Findings, profile: Profile = "full"
) -> tuple[CatalogSpec, ...]:
    """The catalogues of *documents*, as far as they are right; the rest is reported."""
    catalogs = tuple(read_catalog(document, findings, profile) for document in documents)
    _check_packages(catalogs, findings)
    _check_tools(catalogs, findings)
    return catalogs


def _check_packages(catalogs: tuple[CatalogSpec, ...], findings: Findings) -> None:
    """Two catalogues cannot become one package."""
    named = (catalog for catalog in catalogs if catalog.name != UNNAMED)
    for name, group in _groups((package_name(c.name).casefold(), c) for c in named).items():
        first, *others = group
        for other in others:
            related = (Related(first.at, "the first one"),)
            message = f"another catalogue already becomes the package {name!r}"
            findings.error(other.at, "catalog-twice", message, "give it another 'catalog'", related)


def _check_tools(catalogs: tuple[CatalogSpec, ...], findings: Findings) -> None:
    """A registry takes a name once; whether two catalogues ever meet in one is not known here."""
    tools: Mapping[str, list[ToolSpec]] = _groups(
        (tool.name, tool) for catalog in catalogs for tool in catalog.tools
    )
    for name, (first, *others) in tools.items():
        for other in others:
            related = (Related(first.at, "the first one"),)
            message = f"another catalogue has a tool {name!r}; one registry cannot hold both"
            findings.warning(other.at, "tool-twice", message, related=related)


def _groups(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    groups: dict[str, list[T]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups
