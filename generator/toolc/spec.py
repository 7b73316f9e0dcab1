"""Stage 2: validated specs. Types only; `validate` makes them, the compiler reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .source import Location, Source
from .templates_lang import CardTemplate, TemplateObject, TemplateText

if TYPE_CHECKING:
    from toolc_runtime._json import JsonValue
    from toolc_runtime._unset import Unset

Steps: TypeAlias = tuple[str | int, ...]
"""The way from the root of a schema or value to a place in it."""

JsonSchema: TypeAlias = "Mapping[str, JsonValue] | bool"


@dataclass(frozen=True, slots=True)
class SchemaSpec:
    """A schema as raw JSON Schema that `schema_violations` accepts; author DSL is compiled away.

    A type of the catalogue is `{"$ref": "types:Line"}`; local references stay `#/$defs/X`.
    """

    schema: JsonSchema
    places: Mapping[Steps, Location]
    """Path inside *schema* → place in the YAML. A path without one has its parent's."""

    def at(self, *steps: str | int) -> Location:
        """The place of the nearest thing to *steps* that the YAML holds."""
        while steps not in self.places and steps:
            steps = steps[:-1]
        return self.places[steps]


@dataclass(frozen=True, slots=True)
class TypeSpec:
    """A named type of a catalogue."""

    name: str
    at: Location
    schema: SchemaSpec


@dataclass(frozen=True, slots=True)
class HintsSpec:
    """MCP's tool annotations; `None` is not said."""

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


@dataclass(frozen=True, slots=True)
class ExampleSpec:
    """Arguments and, with *has_value*, the value they give; both pass their schemas."""

    at: Location
    args: JsonValue
    value: JsonValue | Unset
    has_value: bool


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """One tool."""

    at: Location
    name: str
    title: str | None
    description: str
    parameters: SchemaSpec
    """Of an object: its root is `{"type": "object", …}`."""
    output: SchemaSpec
    timeout_ms: int | float | None
    concurrency_safe: bool | None
    hints: HintsSpec | None
    render: TemplateText | None
    meta: TemplateObject | None
    meta_schema: SchemaSpec | None
    """What *meta* yields for a value that passes *output*; `None` without *meta*."""
    present_call: CardTemplate | None
    present_result: CardTemplate | None
    examples: tuple[ExampleSpec, ...]


@dataclass(frozen=True, slots=True)
class CatalogSpec:
    """One file: one generated package."""

    source: Source
    at: Location
    name: str
    """As written, or the file's stem; the compiler's registry of names makes a package of it."""
    title: str | None
    description: str
    types: tuple[TypeSpec, ...]
    tools: tuple[ToolSpec, ...]
