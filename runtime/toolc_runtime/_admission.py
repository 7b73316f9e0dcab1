"""What `register` and `restrict` refuse, and why."""

from __future__ import annotations

from ._definition import ToolDefinition, ToolOutputDefinition
from ._errors import ToolRegistrationError
from ._scope import RUN_CODE, ToolRestriction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from ._aliases import AnyDefinition
    from ._scope import Layer


def check_definition(definition: AnyDefinition, profile: Literal["core", "full"]) -> None:
    """Raise `ToolRegistrationError` unless *definition* can be registered.

    A definition with a codec was checked where the codec was made, so its schemas are trusted;
    under `core` they are checked all the same, because compiled stubs may go beyond it.
    """
    if not isinstance(definition, ToolDefinition):
        raise ToolRegistrationError(f"{definition!r} is no ToolDefinition")
    if type(definition.name) is not str or not definition.name:
        raise ToolRegistrationError("a tool needs a name")
    if definition.name == RUN_CODE:
        raise ToolRegistrationError(f"the name {RUN_CODE!r} is reserved for running programs")
    _check_output(definition)
    _check_timeout(definition)
    if definition.codec is None or profile == "core":
        _check_schema(definition, profile)


def _check_output(definition: AnyDefinition) -> None:
    output = definition.output
    if not isinstance(output, ToolOutputDefinition):
        raise ToolRegistrationError(f"tool {definition.name!r} declares no output")
    if not callable(output.render):
        raise ToolRegistrationError(f"the renderer of tool {definition.name!r} cannot be called")


def _check_timeout(definition: AnyDefinition) -> None:
    timeout = definition.timeout_ms
    if timeout is None:
        return
    number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
    if not number or not 0 < timeout < float("inf"):
        raise ToolRegistrationError(
            f"timeout_ms of tool {definition.name!r} is {timeout!r}, not a positive finite number"
        )


def _check_schema(definition: AnyDefinition, profile: Literal["core", "full"]) -> None:
    from ._schema import JsonSchemaError, assert_supported_json_schema  # raw definitions only
    from ._wire import plain_schema

    try:
        schema = plain_schema(definition.output.schema)
        assert_supported_json_schema(schema, profile=profile, label="output.schema")
        plain_schema(definition.parameters)
    except (JsonSchemaError, ValueError, TypeError) as error:
        raise ToolRegistrationError(f"tool {definition.name!r}: {error}") from error


def check_restriction(layer: Layer, restriction: ToolRestriction) -> None:
    """Raise `ToolRegistrationError` unless *restriction* can apply to the scope of *layer*."""
    if layer.parent is None:
        raise ToolRegistrationError("a restriction belongs to a scope; the global layer has none")
    if not isinstance(restriction, ToolRestriction):
        raise ToolRegistrationError(f"{restriction!r} is no ToolRestriction")
    if restriction.allow is None and restriction.deny is None:
        raise ToolRegistrationError("a restriction needs names to allow or to deny")
    names = {*(restriction.allow or ()), *(restriction.deny or ())}
    if RUN_CODE in names:
        raise ToolRegistrationError(f"{RUN_CODE!r} is reserved and cannot be restricted")
    known = layer.inherited()
    unknown = sorted(repr(name) for name in names - known)
    if unknown:
        listed = ", ".join(sorted(map(repr, known))) or "none"
        raise ToolRegistrationError(
            f"not inherited: {', '.join(unknown)}; the tools this scope inherits are: {listed}"
        )
