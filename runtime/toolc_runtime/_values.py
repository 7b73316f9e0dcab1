"""From what a body or policy gives to a canonical success: check, freeze, render, project."""

from __future__ import annotations

from ._errors import ToolOutputError
from ._interpreter import compile_schema
from ._json import FrozenDict, NotJsonError, freeze, snapshot, thaw
from ._rendering import DefaultRender, shown
from ._results import frozen_blocks, frozen_text, not_json, success
from ._wire import plain_schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ._aliases import AnyDefinition
    from ._arguments import Arguments
    from ._content import UserMessage
    from ._execution import ToolExecution
    from ._json import JsonValue
    from ._scope import Registration
    from ._types import ToolExecutionSuccess


class Made:
    """A success, and whether all of it is frozen already."""

    __slots__ = ("frozen", "result")

    def __init__(self, result: ToolExecutionSuccess, frozen: bool) -> None:
        self.result = result
        self.frozen = frozen


class Rest:
    """What goes into a success beside its value."""

    __slots__ = ("concludes", "contexts")

    def __init__(self, concludes: bool, contexts: Sequence[UserMessage] = ()) -> None:
        self.concludes = concludes
        self.contexts = contexts


def success_of_output(
    found: Registration, arguments: Arguments, execution: ToolExecution, output: object, rest: Rest
) -> Made:
    """The success that a body's *output* makes; raise `ToolOutputError` where it is invalid."""
    codec = found.definition.codec
    if codec is None:
        ours = type(output) is FrozenDict  # a piece of the frozen arguments, handed back
        return _raw(found, execution, _lossless(output, thaw if ours else snapshot), rest)
    value = _frozen(codec.dump_output(output))
    return _present(found.definition, arguments.parse(codec), output, value, rest)


def success_of_json(
    found: Registration, arguments: Arguments, execution: ToolExecution, value: object, rest: Rest
) -> Made:
    """The success that a *value* chosen by policy makes under the active definition.

    Raise `ToolOutputError` where it is invalid, `ToolArgsError` where the arguments are.
    """
    codec = found.definition.codec
    tree = _lossless(value, thaw)
    if codec is None:
        return _raw(found, execution, tree, rest)
    output = codec.parse_output(tree)
    args = arguments.parse(codec)
    return _present(found.definition, args, output, _frozen(codec.dump_output(output)), rest)


def _lossless(value: object, copy: Callable[[Any], JsonValue]) -> JsonValue:
    try:
        return copy(value)
    except NotJsonError as error:
        raise ToolOutputError((not_json(error),)) from None


def _raw(found: Registration, execution: ToolExecution, tree: JsonValue, rest: Rest) -> Made:
    if found.validate is None:
        found.validate = compile_schema(plain_schema(found.definition.output.schema))
    violations = found.validate(tree)
    if violations:
        raise ToolOutputError(violations)
    value = _frozen(tree)
    return _present(found.definition, execution.arguments, value, value, rest)


def _frozen(tree: JsonValue) -> JsonValue:
    return tree if tree is None else freeze(tree)


def _present(
    definition: AnyDefinition, args: Any, output: Any, value: JsonValue, rest: Rest
) -> Made:
    """Render *output*, whose frozen JSON form is *value*, and project its metadata."""
    declared = definition.output
    content: Any
    if type(declared.render) is DefaultRender:
        content = frozen_text(shown(value))
        frozen = True
    else:
        content, frozen = _frozen_if_possible(declared.render(args, output))
    meta = None
    if declared.presentation_meta is not None:
        meta = declared.presentation_meta(args, output)
        frozen = False
    made = success(value, content, meta, rest.contexts, rest.concludes)
    return Made(made, frozen and not rest.contexts)


def _frozen_if_possible(content: Any) -> tuple[Any, bool]:
    """Policy may still replace content that would be refused at the end."""
    try:
        return frozen_blocks(content, "content"), True
    except (NotJsonError, TypeError):
        return content, False
