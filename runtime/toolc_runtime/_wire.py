"""The model-facing projection of a definition: three fields, by name, and nothing else."""

from __future__ import annotations

from ._definition import LazySchema
from ._json import decode_json, thaw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._aliases import AnyDefinition
    from ._content import ToolSchema
    from ._definition import Schema
    from ._json import JsonValue


def wire_schema(definition: AnyDefinition) -> ToolSchema:
    """What a model is told of *definition*: a copy that the caller owns."""
    parameters = plain_schema(definition.parameters)
    if not isinstance(parameters, dict):
        raise TypeError(f"the parameters of {definition.name!r} are no object schema")
    return {
        "name": definition.name,
        "description": definition.description,
        "parameters": parameters,
    }


def plain_schema(schema: Schema) -> JsonValue:
    """A detached plain copy of *schema*; raise `NotJsonError` where it is no JSON."""
    return decode_json(schema.text) if isinstance(schema, LazySchema) else thaw(schema)
