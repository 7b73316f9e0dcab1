"""Stage 2: documents to catalogues; everything wrong with them is reported at once."""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostics import Findings
from .document import Document
from .names import package_name
from .spec import CatalogSpec
from .together import Outline, check_together
from .validate_catalog import UNNAMED, read_catalog
from .vocabulary import Profile

__all__ = ["outline_of", "read_catalog", "validate"]


def validate(
    documents: Iterable[Document], findings: Findings, profile: Profile = "full"
) -> tuple[CatalogSpec, ...]:
    """The catalogues of *documents*, as far as they are right; the rest is reported."""
    catalogs = tuple(read_catalog(document, findings, profile) for document in documents)
    check_together(map(outline_of, catalogs), findings)
    return catalogs


def outline_of(catalog: CatalogSpec) -> Outline:
    """What other catalogues need to know of *catalog*."""
    package = package_name(catalog.name) if catalog.name != UNNAMED else None
    tools = tuple((tool.name, tool.at) for tool in catalog.tools)
    return Outline(catalog.name, package, catalog.at, tools)
