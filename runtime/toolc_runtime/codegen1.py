"""All that generated modules may import, edition 1. A change that breaks them is a new edition."""

from __future__ import annotations

from . import _rules as rules  # noqa: F401  # handed on, as all names here are
from ._catalog import register_all as register_all
from ._checks import Found as Found
from ._checks import any_of as any_of
from ._checks import any_or_null as any_or_null
from ._checks import array as array
from ._checks import boolean as boolean
from ._checks import branch as branch
from ._checks import by_type as by_type
from ._checks import choice as choice
from ._checks import closed as closed
from ._checks import constant as constant
from ._checks import extras as extras
from ._checks import integer as integer
from ._checks import is_object as is_object
from ._checks import json_value as json_value
from ._checks import judged as judged
from ._checks import mapping as mapping
from ._checks import max_properties as max_properties
from ._checks import maybe as maybe
from ._checks import member as member
from ._checks import members as members
from ._checks import min_properties as min_properties
from ._checks import nothing as nothing
from ._checks import null as null
from ._checks import nullable as nullable
from ._checks import number as number
from ._checks import one_of as one_of
from ._checks import one_or_null as one_or_null
from ._checks import opaque as opaque
from ._checks import optional as optional
from ._checks import passes as passes
from ._checks import positions as positions
from ._checks import required as required
from ._checks import string as string
from ._checks import whole as whole
from ._codec import ArgsCodec as ArgsCodec
from ._codec import Mismatch as Mismatch
from ._codec import OutputCodec as OutputCodec
from ._guards_fast import booleans as booleans
from ._guards_fast import formatted as formatted
from ._guards_fast import integers as integers
from ._guards_fast import mapping_of as mapping_of
from ._guards_fast import matches as matches
from ._guards_fast import multiple as multiple
from ._guards_fast import numbers as numbers
from ._guards_fast import strings as strings
from ._guards_fast import unique as unique
from ._guards_fast import verified as verified
from ._guards_fast import verifier as verifier
from ._json import JsonValue as JsonValue
from ._json import freeze as freeze
from ._record import EMPTY as EMPTY
from ._record import Record as Record
from ._record import add_extra as add_extra
from ._record import builder as builder
from ._record import dataclass as dataclass
from ._record import declared as declared
from ._record import frozen_mapping as frozen_mapping
from ._record import rest as rest
from ._record import set_field as set_field
from ._record import to_json as to_json
from ._record import tupled as tupled
from ._record import undeclared as undeclared
from ._stub import ToolStub as ToolStub
from ._templates import content_text as content_text
from ._templates import dig as dig
from ._templates import failure as failure
from ._templates import given as given
from ._templates import kept as kept
from ._templates import or_else as or_else
from ._templates import text as text
from ._templates import view as view
from ._unset import UNSET as UNSET
from ._unset import Unset as Unset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._execution import ToolRunContext as ToolRunContext
    from ._presentation import DiffCallView as DiffCallView
    from ._presentation import DiffResultView as DiffResultView
    from ._presentation import GenericCallView as GenericCallView
    from ._presentation import GenericResultView as GenericResultView
    from ._presentation import ReadResultView as ReadResultView
    from ._presentation import SearchMatchesResultView as SearchMatchesResultView
    from ._presentation import SearchPathsResultView as SearchPathsResultView
    from ._presentation import TerminalCallView as TerminalCallView
    from ._presentation import TerminalResultView as TerminalResultView
    from ._presentation import ToolCallView as ToolCallView
    from ._presentation import ToolResultView as ToolResultView
    from ._presentation import WebFetchResultView as WebFetchResultView
    from ._presentation import WebSearchResultView as WebSearchResultView
    from ._registry import ToolRegistry as ToolRegistry
    from ._registry import ToolScope as ToolScope
    from ._scope import Disposer as Disposer
    from ._types import ToolHints as ToolHints
    from ._types import ToolResult as ToolResult
    from ._violation import Place as Place

_VIEWS = (
    "DiffCallView",
    "DiffResultView",
    "GenericCallView",
    "GenericResultView",
    "ReadResultView",
    "SearchMatchesResultView",
    "SearchPathsResultView",
    "TerminalCallView",
    "TerminalResultView",
    "ToolCallView",
    "ToolResultView",
    "WebFetchResultView",
    "WebSearchResultView",
)
_LAZY = {
    "Disposer": "_scope",
    "ToolHints": "_types",
    "ToolRegistry": "_registry",
    "ToolResult": "_types",
    "ToolRunContext": "_execution",
    "ToolScope": "_registry",
    **dict.fromkeys(_VIEWS, "_presentation"),
}
"""Names that only some modules use, with what loads the pipeline or the cards behind them."""

NAMES = frozenset(name for name in globals() if not name.startswith("_")) | frozenset(_LAZY)
"""Every name that a generated module may import from here."""


def __getattr__(name: str) -> object:
    """Load one of `_LAZY` when it is asked for."""
    if name in _LAZY:
        from importlib import import_module

        found: object = getattr(import_module(f".{_LAZY[name]}", __package__), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
