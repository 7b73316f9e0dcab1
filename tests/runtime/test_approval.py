"""Approval at the terminal: one question after the other, and only a written yes grants."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Iterator
from typing import Any

import pytest
from toolc_runtime import (
    AbortController,
    ApprovalRequest,
    Ask,
    TerminalApprovals,
    ToolExecutionInput,
    ToolRegistry,
)


class Terminal:
    """Both ends of a pseudo terminal, and what is shown on it."""

    def __init__(self) -> None:
        self.keyboard, end = os.openpty()
        self.source = os.fdopen(end, encoding="utf-8", buffering=1)
        self.shown = io.StringIO()
        self.approvals = TerminalApprovals(self.source, self.shown)

    def type(self, text: str) -> None:
        os.write(self.keyboard, text.encode())

    def close(self) -> None:
        os.close(self.keyboard)
        self.source.close()


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    opened = Terminal()
    yield opened
    opened.close()


def request(arguments: Any = None, name: str = "tool", ask: Ask | None = None) -> ApprovalRequest:
    caller = AbortController()
    call = ToolExecutionInput("call", name, arguments or {}, caller.signal, agent="agent")
    execution = ToolRegistry().pipeline.begin(call, caller.signal).execution
    made = ApprovalRequest(execution, ask or Ask("why"))
    CALLERS[id(made)] = caller
    return made


CALLERS: dict[int, AbortController] = {}


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("y\n", "allowed-once"),
        (" YES \n", "allowed-once"),
        ("n\n", "rejected"),
        ("\n", "rejected"),
        ("yes please\n", "rejected"),
        ("\x04", "unavailable"),
    ],
    ids=["y", "yes", "n", "enter", "more", "end"],
)
def test_only_a_written_yes_grants(terminal: Terminal, typed: str, outcome: str) -> None:
    terminal.type(typed)
    assert asyncio.run(terminal.approvals.request(request())) == outcome


def test_the_question_shows_reason_name_and_arguments_without_control_characters(
    terminal: Terminal,
) -> None:
    ask = Ask("reason", display_reason={"en": "Delete\x1b[2J it?"})
    terminal.type("n\n")
    asyncio.run(terminal.approvals.request(request({"path": "a\nb\x1b"}, "rm\r", ask)))
    shown = terminal.shown.getvalue()
    assert shown.startswith("Delete\\u{1b}[2J it?\n  rm\\u{d} ")
    assert '{"path": "a\\nb\\u001b"}' in shown
    assert shown.endswith("[y/N] ")


def test_long_arguments_are_cut(terminal: Terminal) -> None:
    terminal.type("n\n")
    asyncio.run(terminal.approvals.request(request({"text": "x" * 10_000})))
    assert len(terminal.shown.getvalue()) < 1_000
    assert "…" in terminal.shown.getvalue()


def test_questions_wait_for_each_other(terminal: Terminal) -> None:
    async def main() -> list[str]:
        asking = [
            asyncio.create_task(terminal.approvals.request(request(name=n))) for n in ("a", "b")
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert terminal.shown.getvalue().count("Allow once?") == 1
        terminal.type("y\n")
        first = await asking[0]
        terminal.type("n\n")
        return [first, await asking[1]]

    assert asyncio.run(main()) == ["allowed-once", "rejected"]


def test_an_abort_of_the_call_ends_the_question(terminal: Terminal) -> None:
    async def main() -> str:
        asked = request()
        asking = asyncio.create_task(terminal.approvals.request(asked))
        await asyncio.sleep(0)
        CALLERS[id(asked)].abort()
        return await asking

    assert asyncio.run(main()) == "cancelled"


def test_where_there_is_no_terminal_nobody_can_be_asked() -> None:
    approvals = TerminalApprovals(io.StringIO("y\n"), io.StringIO())
    assert asyncio.run(approvals.request(request())) == "unavailable"
