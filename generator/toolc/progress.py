"""Tell a person at a terminal what takes so long."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Final, Self, TextIO

_PATIENCE: Final = 1.0
"""Seconds of silence that need no word."""

_BEAT: Final = 0.2
_CLEAR: Final = "\r\x1b[2K"


class Progress:
    """One line on a terminal, from the second second on, and gone at the end."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._doing = "starting"
        self._start = time.monotonic()
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def __call__(self, doing: str) -> None:
        """Say what is done from now on."""
        self._doing = doing

    def __enter__(self) -> Self:
        if self._stream.isatty():
            self._thread = threading.Thread(target=self._show, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._done.set()
        if self._thread:
            self._thread.join()

    def _show(self) -> None:
        if self._done.wait(_PATIENCE):
            return
        while not self._done.wait(_BEAT):
            passed = time.monotonic() - self._start
            self._write(f"{_CLEAR}toolc: {self._doing} … {passed:.0f} s")
        self._write(_CLEAR)

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
