"""Approval by the person at the terminal."""

from __future__ import annotations

import sys
from asyncio import AbstractEventLoop, Future, Lock, get_running_loop
from collections.abc import Callable
from typing import TextIO

from ._approval import ApprovalOutcome, ApprovalRequest
from ._encode import json_text
from ._safe_text import safe_line

LONGEST = 500
"""How much of the arguments a prompt shows."""


class TerminalApprovals:
    """Asks on a terminal, one request after the other; only a written `y` or `yes` grants.

    Where *source* is no terminal, or has ended, nobody can be asked. An abort of the call ends the
    asking as `cancelled`. Needs an event loop that can watch a file descriptor (POSIX).
    """

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source = sys.stdin if source is None else source
        self._sink = sys.stdout if sink is None else sink
        self._turn = Lock()

    async def request(self, request: ApprovalRequest, /) -> ApprovalOutcome:
        """What the person answers."""
        if not self._source.isatty():
            return "unavailable"
        async with self._turn:
            self._show(request)
            answer = await self._line(request)
        if answer is None:
            return "cancelled"
        if not answer:
            return "unavailable"
        return "allowed-once" if answer.strip().lower() in ("y", "yes") else "rejected"

    def _show(self, request: ApprovalRequest) -> None:
        shown = safe_line(json_text(request.execution.arguments))
        shown = shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"
        name = safe_line(request.execution.name)
        self._sink.write(f"{safe_line(request.prompt())}\n  {name} {shown}\nAllow once? [y/N] ")
        self._sink.flush()

    async def _line(self, request: ApprovalRequest) -> str | None:
        """The next line, empty at the end of the source; `None` once the call is aborted."""
        loop = get_running_loop()
        answered: Future[str | None] = loop.create_future()

        def settle(line: str | None) -> None:
            if not answered.done():
                answered.set_result(line)

        signal = request.execution.signal
        dispose = signal.add_listener(lambda: _soon(loop, settle))
        loop.add_reader(self._source, lambda: settle(self._source.readline()))
        try:
            return await answered
        finally:
            loop.remove_reader(self._source)
            dispose()


def _soon(loop: AbstractEventLoop, settle: Callable[[str | None], None]) -> None:
    loop.call_soon_threadsafe(settle, None)
