"""The named types of one catalogue: compiled, checked, and ready to be referred to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from .check import check_schema
from .compiled import Compiled
from .diagnostics import Findings
from .dsl import compile_value
from .forms import Form
from .limits import MAX_NAME, MAX_WIRE_DEPTH, MAX_WIRE_SIZE
from .refs import Resolver
from .shapes import Shapes
from .spec import TypeSpec
from .type_graph import users
from .vocabulary import Profile
from .walk import Schema
from .wire import Wiring

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


class TypesTable:
    """The types of a catalogue, by name. *names* are all that were written, right or wrong."""

    def __init__(self, names: Iterable[str], compiled: Mapping[str, Compiled]) -> None:
        self.names = dict.fromkeys(names).keys()
        self.compiled = compiled
        self.schemas: dict[str, Schema] = {name: c.schema for name, c in compiled.items()}
        self.wiring = Wiring(self.schemas)
        unsound = {name for name, found in compiled.items() if not found.is_sound}
        self._wrong = users(self.wiring.graph.nodes, unsound | self.wiring.graph.endless)

    @property
    def specs(self) -> tuple[TypeSpec, ...]:
        """The types as the compiler reads them."""
        return tuple(
            TypeSpec(name, found.node(()).owner, found.spec)
            for name, found in self.compiled.items()
        )

    @property
    def right(self) -> tuple[Compiled, ...]:
        """The types that can be used, as far as they are concerned."""
        found = [self.compiled[name] for name in self.names if name not in self._wrong]
        return tuple(filter(self.fits_on_wire, found))

    def shapes(self, root: Schema) -> Shapes:
        """What *root* and the types that it refers to say of values."""
        return Shapes(Resolver(root, self.schemas))

    def are_sound(self, compiled: Compiled) -> bool:
        """Whether everything that *compiled* refers to is right."""
        return self._wrong.isdisjoint(compiled.uses)

    def fits_on_wire(self, compiled: Compiled) -> bool:
        """Whether the wire form of *compiled* stays within bounds; alone, every file's does."""
        if not compiled.uses:
            return True
        size, depth = self.wiring.size(compiled.schema)
        return size <= MAX_WIRE_SIZE and depth <= MAX_WIRE_DEPTH


def read_types(form: Form | None, profile: Profile, findings: Findings) -> TypesTable:
    """The types that *form*, the value of `types`, declares; what is wrong is reported."""
    entries = form.table.entries if form else {}
    compiled: dict[str, Compiled] = {}
    for name, node in entries.items():
        if not _NAME.fullmatch(name) or len(name) > MAX_NAME:
            message = f"{_short(name)!r} is no name for a type"
            hint = "letters, digits, '_', '-' and '.', a letter first"
            findings.error(node.owner, "type-name", message, hint)
        found = compile_value(node, entries, profile, findings)
        is_sound = check_schema(found, profile, findings)
        compiled[name] = replace(found, is_sound=is_sound)
    table = TypesTable(entries, compiled)
    _check_graph(table, profile, findings)
    return table


def _check_graph(table: TypesTable, profile: Profile, findings: Findings) -> None:
    graph = table.wiring.graph
    for name, found in table.compiled.items():
        at = found.node(()).owner
        if name in graph.endless:
            message = f"{name!r} leads to itself without a value between"
            findings.error(at, "type-endless", message)
        elif name in graph.recursive and profile == "core":
            message = f"{name!r} leads back to itself, which 'core' cannot say on the wire"
            findings.error(at, "type-recursive", message, "use the profile 'full'")


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:37]}..."
