"""Asks a tool's presenters for cards, and falls back to the generic card where they have none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from ._diagnose import report
from ._json import NotJsonError, freeze, thaw
from ._presentation import (
    GenericCallView,
    GenericResultView,
    ToolCallView,
    ToolResultView,
)

if TYPE_CHECKING:
    from ._aliases import AnyDefinition
    from ._json import JsonValue
    from ._types import ToolResult


def present_call(definition: AnyDefinition | str, args: object) -> ToolCallView:
    """The card of a pending call of *definition*, or of a tool known by its name alone.

    *args* are the arguments as they were logged. The generic card (the tool's name, the raw
    arguments) stands in where there is no presenter, it declines or raises, or the arguments no
    longer pass the schema. Source: "Tool-presentation UI vocabulary" and the fallbacks it names.
    """
    if not isinstance(definition, str):
        view = _asked(definition, definition.present_call, args)
        if isinstance(view, get_args(ToolCallView)):
            return view  # type: ignore[no-any-return]  # just checked, in a way mypy can't read
    name = definition if isinstance(definition, str) else definition.name
    return GenericCallView(title=name, raw_input=_input(args))


def present_result(
    definition: AnyDefinition | str, args: object, result: ToolResult
) -> ToolResultView:
    """The card of a completed call, from its arguments and its durable *result*.

    Falls back as `present_call` does, to the generic card that keeps the pending title and shows
    the result's own content.
    """
    if not isinstance(definition, str):
        view = _asked(definition, definition.present_result, args, result)
        if isinstance(view, get_args(ToolResultView)):
            return view  # type: ignore[no-any-return]  # just checked, in a way mypy can't read
    return GenericResultView()


def _asked(definition: AnyDefinition, presenter: Any, args: object, *result: ToolResult) -> Any:
    """What *presenter* says; `None` where it can't be asked or fails."""
    if presenter is None:
        return None
    try:
        typed = _typed(definition, args)
    except Exception:  # noqa: BLE001  # arguments of an old log, or no JSON at all: not a fault
        return None
    try:
        return presenter(typed, *result)
    except Exception:  # noqa: BLE001  # a card is no reason to lose a log
        report(f"a presenter of {definition.name} failed")
        return None


def _typed(definition: AnyDefinition, args: object) -> Any:
    frozen = freeze(args)
    return frozen if definition.codec is None else definition.codec.parse_args(thaw(frozen))


def _input(args: object) -> JsonValue:
    """*args* as a card can hold them; absent where they are no JSON."""
    try:
        return freeze(args)
    except NotJsonError:
        return None
