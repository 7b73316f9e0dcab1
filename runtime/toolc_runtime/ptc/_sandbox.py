"""What passes between a program and its host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from toolc_runtime._json import JsonValue
from toolc_runtime._unset import UNSET, Unset

Submit: TypeAlias = Callable[[int, str, str], None]
"""Takes the sandbox's number of a call, the tool's name and its arguments as JSON text."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A call succeeded; *value* is a plain tree."""

    value: JsonValue


@dataclass(frozen=True, slots=True)
class Raised:
    """A call failed or was denied."""

    tool_name: str
    message: str


Delivery: TypeAlias = Returned | Raised


@dataclass(frozen=True, slots=True)
class Finished:
    """A program that ran to its end."""

    logs: tuple[str, ...]
    """The lines that it printed."""
    result: JsonValue | Unset = UNSET
    """What it assigned to `result`, else the value of its last expression, if that is not `None`."""


class ProgramStopped(Exception):  # no error: somebody asked for it
    """The program was stopped from outside before its end."""
