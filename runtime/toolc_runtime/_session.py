"""The session log: what a call leaves behind. Content, identity and metadata, never the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ._json import FrozenDict, JsonValue, freeze, thaw
from ._record import Record, dataclass, set_field

CALL = "tool/call"
RESULT = "tool/result"
PTC_START = "tool/ptc-dispatch-start"
PTC_SETTLE = "tool/ptc-dispatch"

LOST = "the call was interrupted: its outcome is not known"


@dataclass(frozen=True)
class SessionEvent(Record):
    """One appended event: its number, its kind and its frozen JSON payload."""

    number: int
    kind: str
    payload: Mapping[str, JsonValue]
    __slots__ = ("kind", "number", "payload")

    def __init__(self, number: int, kind: str, payload: Mapping[str, JsonValue]) -> None:
        set_field(self, "number", number)
        set_field(self, "kind", kind)
        set_field(self, "payload", payload)


class SessionLog(Protocol):
    """An append-only log of events, numbered from 1."""

    def append(self, kind: str, payload: Mapping[str, JsonValue], /) -> int:
        """Append one event durably and return its number; raise where that is not possible."""

    def events(self) -> Sequence[SessionEvent]:
        """All events, in order."""


class Session(Protocol):
    """An agent that has a session log: what `ToolBatchInput.log` needs of its agent."""

    @property
    def session(self) -> SessionLog: ...


class MemorySessionLog:
    """A session log that lives as long as the process."""

    def __init__(self) -> None:
        self._events: list[SessionEvent] = []

    def append(self, kind: str, payload: Mapping[str, JsonValue], /) -> int:
        """Append one event; raise `NotJsonError` where *payload* is not lossless JSON."""
        number = len(self._events) + 1
        self._events.append(SessionEvent(number, kind, frozen_payload(payload)))
        return number

    def events(self) -> Sequence[SessionEvent]:
        """All events, in order."""
        return tuple(self._events)


def frozen_payload(payload: Mapping[str, JsonValue]) -> FrozenDict[str, JsonValue]:
    """*payload* as a frozen snapshot."""
    frozen = freeze(thaw(payload))
    if not isinstance(frozen, FrozenDict):
        raise TypeError("the payload of an event is an object")
    return frozen
