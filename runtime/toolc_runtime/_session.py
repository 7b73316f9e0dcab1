"""The session log: what a call leaves behind. Content, identity and metadata, never the value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from ._json import FrozenDict, JsonValue, freeze
from ._record import Record, dataclass, set_field

CALL = "tool/call"
RESULT = "tool/result"
PTC_START = "tool/ptc-dispatch-start"
PTC_SETTLE = "tool/ptc-dispatch"

INTERRUPTED = "the call was interrupted, and its outcome is not known"


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
    frozen = freeze(payload, "payload")
    if not isinstance(frozen, FrozenDict):
        raise TypeError("the payload of an event is an object")
    return frozen


def repairs(events: Sequence[SessionEvent]) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    """The events that settle what *events* leave open, in the order of what was left."""
    settled = {_cited(event) for event in events if event.kind in _OPENED_BY.values()}
    for event in events:
        if event.kind in _OPENED_BY and event.number not in settled:
            yield _OPENED_BY[event.kind], _interrupted(event)


_OPENED_BY = {CALL: RESULT, PTC_START: PTC_SETTLE}


def _cited(event: SessionEvent) -> JsonValue:
    return event.payload.get("call_event")


def _interrupted(event: SessionEvent) -> dict[str, JsonValue]:
    ids = {k: v for k, v in event.payload.items() if k not in ("name", "arguments")}
    block: dict[str, JsonValue] = {"type": "text", "text": f"Error: {INTERRUPTED}"}
    error: dict[str, JsonValue] = {"name": "ToolInterruptedError", "code": "TOOL_INTERRUPTED"}
    outcome: dict[str, JsonValue] = {"content": [block], "is_error": True, "error": error}
    return {**ids, "call_event": event.number, **outcome}
