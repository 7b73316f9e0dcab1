"""All that generated modules may import, edition 1. A change that breaks them is a new edition."""

from __future__ import annotations

from . import _rules as rules
from ._catalog import register_all as register_all
from ._checks import Found as Found
from ._checks import Place as Place
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
from ._unset import UNSET as UNSET
from ._unset import Unset as Unset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._catalog import Disposer as Disposer
    from ._execution import ToolRunContext as ToolRunContext
    from ._registry import ToolRegistry as ToolRegistry
    from ._registry import ToolScope as ToolScope
    from ._types import ToolHints as ToolHints

NAMES = frozenset(name for name in globals() if not name.startswith("_")) | {
    "Disposer",
    "ToolHints",
    "ToolRegistry",
    "ToolRunContext",
    "ToolScope",
}
"""Every name that a generated module may import from here."""

_LAZY = {"Disposer": "_scope", "ToolHints": "_types", "ToolRunContext": "_execution"}
_LAZY |= {"ToolRegistry": "_registry", "ToolScope": "_registry"}


def __getattr__(name: str) -> object:
    """Load what only some modules use, and the pipeline behind it, when it is asked for."""
    if name in _LAZY:
        from importlib import import_module

        found: object = getattr(import_module(f".{_LAZY[name]}", __package__), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
