"""The runtime that generated tool packages plug into.

Every public name is loaded from its module when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._card_parts import parts_of as parts_of
    from ._json import FrozenDict as FrozenDict
    from ._json import JsonTextError as JsonTextError
    from ._json import JsonValue as JsonValue
    from ._json import NotJsonError as NotJsonError
    from ._json import decode_json as decode_json
    from ._json import freeze as freeze
    from ._json import json_equal as json_equal
    from ._json import snapshot as snapshot
    from ._json import thaw as thaw
    from ._presentation import DiffCallView as DiffCallView
    from ._presentation import DiffResultView as DiffResultView
    from ._presentation import FileDiff as FileDiff
    from ._presentation import FileLocation as FileLocation
    from ._presentation import GenericCallView as GenericCallView
    from ._presentation import GenericResultView as GenericResultView
    from ._presentation import ReadFileLine as ReadFileLine
    from ._presentation import ReadResultView as ReadResultView
    from ._presentation import SearchFileMatches as SearchFileMatches
    from ._presentation import SearchLineMatch as SearchLineMatch
    from ._presentation import SearchMatchesResultView as SearchMatchesResultView
    from ._presentation import SearchPathsResultView as SearchPathsResultView
    from ._presentation import TerminalCallView as TerminalCallView
    from ._presentation import TerminalResultView as TerminalResultView
    from ._presentation import ToolCallKind as ToolCallKind
    from ._presentation import ToolCallView as ToolCallView
    from ._presentation import ToolResultView as ToolResultView
    from ._presentation import WebFetchResultView as WebFetchResultView
    from ._presentation import WebSearchResultView as WebSearchResultView
    from ._presentation import WebSource as WebSource
    from ._presentation import to_wire as to_wire
    from ._presenters import present_call as present_call
    from ._presenters import present_result as present_result
    from ._unset import UNSET as UNSET
    from ._unset import Unset as Unset
    from ._violation import Violation as Violation

_EXPORTS = {
    "DiffCallView": "_presentation",
    "DiffResultView": "_presentation",
    "FileDiff": "_presentation",
    "FileLocation": "_presentation",
    "FrozenDict": "_json",
    "GenericCallView": "_presentation",
    "GenericResultView": "_presentation",
    "JsonTextError": "_json",
    "JsonValue": "_json",
    "NotJsonError": "_json",
    "ReadFileLine": "_presentation",
    "ReadResultView": "_presentation",
    "SearchFileMatches": "_presentation",
    "SearchLineMatch": "_presentation",
    "SearchMatchesResultView": "_presentation",
    "SearchPathsResultView": "_presentation",
    "TerminalCallView": "_presentation",
    "TerminalResultView": "_presentation",
    "ToolCallKind": "_presentation",
    "ToolCallView": "_presentation",
    "ToolResultView": "_presentation",
    "UNSET": "_unset",
    "Unset": "_unset",
    "Violation": "_violation",
    "WebFetchResultView": "_presentation",
    "WebSearchResultView": "_presentation",
    "WebSource": "_presentation",
    "decode_json": "_json",
    "freeze": "_json",
    "json_equal": "_json",
    "parts_of": "_card_parts",
    "present_call": "_presenters",
    "present_result": "_presenters",
    "snapshot": "_json",
    "thaw": "_json",
    "to_wire": "_presentation",
}
"""Public name → the private module that defines it."""

__all__ = sorted(_EXPORTS)  # noqa: PLE0605  # the names type checkers see are those imported above


def __getattr__(name: str) -> object:
    module = _EXPORTS.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_EXPORTS})
