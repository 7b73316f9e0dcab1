"""What the programs of one step may call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolc_runtime._json import freeze
from toolc_runtime._wire import wire_schema

from ._sdk import Sdk, sdk_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from toolc_runtime._aliases import AnyDefinition
    from toolc_runtime._content import ToolSchema


class Bindings:
    """The SDK of some definitions, and the frozen schemas that their calls carry."""

    def __init__(self, definitions: Sequence[AnyDefinition]) -> None:
        self.definitions = tuple(definitions)
        self.sdk: Sdk = sdk_of(definitions)
        self.schemas: Mapping[str, ToolSchema] = {d.name: _schema(d) for d in definitions}

    def of(self, definitions: Sequence[AnyDefinition]) -> bool:
        """Whether these are the bindings of exactly *definitions*."""
        own = self.definitions
        same = zip(own, definitions, strict=False)
        return len(own) == len(definitions) and all(a is b for a, b in same)


class BindingsCache:
    """Makes bindings, and keeps the latest: most steps see the tools that the last one saw."""

    def __init__(self) -> None:
        self._latest = Bindings(())

    def get(self, definitions: Sequence[AnyDefinition]) -> Bindings:
        """The bindings of *definitions*."""
        if not self._latest.of(definitions):
            self._latest = Bindings(definitions)
        return self._latest


def _schema(definition: AnyDefinition) -> ToolSchema:
    frozen: Any = freeze(wire_schema(definition))
    schema: ToolSchema = frozen
    return schema
