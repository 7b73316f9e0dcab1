"""A session log on disk that outlives the process, also one that was killed."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from threading import Lock
from types import TracebackType
from typing import Self

from ._encode import json_text
from ._json import JsonValue, decode_json
from ._session import SessionEvent, frozen_payload, repairs

_SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL
) STRICT
"""


class SqliteSessionLog:
    """An append-only log in one SQLite file (WAL). One process writes it at a time.

    Opening it repairs it: a call or sub-dispatch that a former process left without a result gets
    one that says so, because a model cannot go on from a call without a result.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._lock = Lock()
        self._db = sqlite3.connect(fspath(path), isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute(_SCHEMA)
        for kind, payload in repairs(self.events()):
            self.append(kind, payload)

    def append(self, kind: str, payload: Mapping[str, JsonValue], /) -> int:
        """Append one event; raise `NotJsonError` where *payload* is not lossless JSON."""
        text = json_text(frozen_payload(payload))
        with self._lock:
            row = self._db.execute("INSERT INTO events (kind, payload) VALUES (?, ?)", (kind, text))
            assert row.lastrowid is not None
            return row.lastrowid

    def events(self) -> Sequence[SessionEvent]:
        """All events, in order."""
        with self._lock:
            rows = self._db.execute("SELECT number, kind, payload FROM events ORDER BY number")
            found = rows.fetchall()
        return tuple([SessionEvent(n, k, _payload(text)) for n, k, text in found])

    def close(self) -> None:
        """Close the file; what was appended is safe without it."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _payload(text: str) -> Mapping[str, JsonValue]:
    payload = decode_json(text, deepest=None)
    assert isinstance(payload, dict), "only objects are appended"
    return frozen_payload(payload)
