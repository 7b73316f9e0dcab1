"""One document to a catalogue: its name, its types, its tools."""

from __future__ import annotations

import re

from .diagnostics import Findings, Related
from .document import Document, Table
from .forms import Form, is_broken, kind_of, place_of
from .limits import MAX_NAME
from .lint_types import endless_types
from .lints import lint_schema
from .names import module_names
from .source import Location
from .spec import CatalogSpec, ToolSpec
from .types_table import TypesTable, read_types
from .validate_tool import Scope, read_tool
from .vocabulary import Profile

_KEYS = ("catalog", "title", "description", "types", "tools")
_CATALOG = re.compile(r"\w(?:[\w .-]*\w)?")
_PROVIDER_NAME = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_RESERVED = "run_code"
UNNAMED = "(unnamed)"
"""What a catalogue is called until it has a name."""


def read_catalog(document: Document, findings: Findings, profile: Profile) -> CatalogSpec:
    """The catalogue of *document*, with the tools and types that are right."""
    form = Form(document.root, "a catalogue", findings)
    form.known(_KEYS)
    types = read_types(form.form("types", "the types"), profile, findings)
    for found in types.right:
        lint_schema(found, types, findings)
    scope = Scope(types, profile, findings)
    tools = _read_tools(form, scope)
    _warn_of_unused(types, scope.used, findings)
    _warn_of_endless(types, findings)
    return CatalogSpec(
        source=document.source,
        at=_name_place(document),
        name=_read_name(document, form),
        title=form.text("title"),
        description=form.text("description") or "",
        types=types.specs,
        tools=tools,
    )


def _name_place(document: Document) -> Location:
    node = document.root.entries.get("catalog")
    return node.at if node else Location(document.source.path, 1, 1)


def _read_name(document: Document, form: Form) -> str:
    """The name, from `catalog` or the file; what could not be a folder's name is reported."""
    name = form.text("catalog") if form.has("catalog") else document.stem
    if name is not None and (not _CATALOG.fullmatch(name) or len(name) > MAX_NAME):
        message = f"{name[:60]!r} is no name for a catalogue"
        hint = f"letters, digits, '_', '-', '.' and spaces, at most {MAX_NAME} characters"
        form.findings.error(_name_place(document), "catalog-name", message, hint)
        name = None
    return UNNAMED if name is None else name


def _read_tools(form: Form, scope: Scope) -> tuple[ToolSpec, ...]:
    if not form.has("tools"):
        form.missing("tools")
        return ()
    table = form.form("tools", "the tools")
    if table is None:
        return ()
    if not table.table.entries:
        form.findings.warning(table.at, "catalog-empty", "the catalogue has no tools")
    tools = []
    for name, node in table.table.entries.items():
        _check_name(name, node.owner, form.findings)
        if isinstance(node, Table):
            tool = read_tool(name, Form(node, "a tool", form.findings), scope)
            tools += [tool] if tool else []
        elif not is_broken(node):
            message = f"a tool is a mapping; this is {kind_of(node)}"
            form.findings.error(place_of(node), "spec-type", message)
    _warn_of_twins(table, form.findings)
    return tuple(tools)


def _check_name(name: str, at: Location, findings: Findings) -> None:
    if not name:
        findings.error(at, "tool-name", "a tool needs a name")
    elif not _PROVIDER_NAME.fullmatch(name) and "\ufffd" not in name:
        message = f"model providers refuse the name {name[:80]!r}"
        hint = "1 to 64 letters, digits, '_', '-' and '.'"
        findings.warning(at, "tool-name", message, hint)
    elif name == _RESERVED:
        message = f"registries keep {name!r} for programs: this tool compiles but cannot register"
        findings.warning(at, "tool-name", message)


def _warn_of_twins(tools: Form, findings: Findings) -> None:
    """Names of tools that are one name to Python or to a file system."""
    first: dict[str, str] = {}
    for name, node in tools.table.entries.items():
        if not name:
            continue
        wanted = module_names([name])[name].casefold()
        twin = first.setdefault(wanted, name)
        if twin != name:
            related = (Related(tools.table.entries[twin].owner, "the other one"),)
            message = f"{name!r} and {twin!r} are one name in Python; both get a suffix there"
            findings.warning(node.owner, "tool-twin", message, related=related)


def _warn_of_endless(types: TypesTable, findings: Findings) -> None:
    """Types that no finite value passes. Where any type is wrong, nothing is known."""
    graph = types.wiring.graph
    if len(types.right) < len(types.names):
        return
    for name in endless_types(types.schemas, graph.order) & graph.recursive:
        at = types.compiled[name].node(()).owner
        message = f"no value of {name!r} ever ends: each holds another"
        hint = "make the way back optional, or let it be null"
        findings.warning(at, "lint-unsatisfiable", message, hint)


def _warn_of_unused(types: TypesTable, used: set[str], findings: Findings) -> None:
    """Types that no tool leads to."""
    reached = types.wiring.reachable(used)
    for name, found in types.compiled.items():
        if name not in reached:
            findings.warning(found.node(()).owner, "type-unused", f"no tool uses {name!r}")
