"""Session logs: append-only, frozen, on disk through a kill, repaired when reopened."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toolc_runtime import MemorySessionLog, SessionEvent, SqliteSessionLog


@pytest.fixture(params=["memory", "sqlite"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    if request.param == "memory":
        yield MemorySessionLog()
        return
    with SqliteSessionLog(tmp_path / "session.db") as opened:
        yield opened


def test_events_are_numbered_and_come_back_as_they_went_in(log: Any) -> None:
    payloads = [{"a": [1, {"b": None}]}, {"big": 2**70, "minus": -0.0, "text": "ä\u2028"}]
    assert [log.append("kind", p) for p in payloads] == [1, 2]
    assert [(e.number, e.kind) for e in log.events()] == [(1, "kind"), (2, "kind")]
    assert log.events()[0].payload == {"a": (1, {"b": None})}
    assert log.events()[1].payload == payloads[1]


def test_events_are_frozen_snapshots(log: Any) -> None:
    payload: dict[str, Any] = {"list": [1]}
    log.append("kind", payload)
    payload["list"].append(2)
    event = log.events()[0]
    assert event.payload == {"list": (1,)}
    with pytest.raises(TypeError):
        event.payload["list"] = ()
    assert event == SessionEvent(1, "kind", event.payload)


@pytest.mark.parametrize("payload", [{"a": float("nan")}, {"a": "\ud800"}, {"a": {1}}, ["a"]])
def test_what_is_no_json_object_is_refused_and_not_appended(log: Any, payload: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        log.append("kind", payload)
    assert list(log.events()) == []


def test_events_outlive_the_log(tmp_path: Path) -> None:
    path = tmp_path / "session.db"
    with SqliteSessionLog(path) as log:
        log.append("kind", {"a": 1})
    with SqliteSessionLog(str(path)) as log:
        assert [e.payload for e in log.events()] == [{"a": 1}]
        assert log.append("kind", {}) == 2


CALL = {"turn": 1, "step": 2, "call_id": "c", "name": "tool", "arguments": "{}"}


def test_calls_without_a_result_are_repaired_on_reopening(tmp_path: Path) -> None:
    path = tmp_path / "session.db"
    with SqliteSessionLog(path) as log:
        log.append("tool/call", {**CALL, "call_id": "settled"})
        log.append("tool/call", {**CALL, "call_id": "open"})
        log.append("tool/result", {"call_id": "settled", "call_event": 1, "content": []})
        log.append("tool/ptc-dispatch-start", {"call_id": "open:ptc:1", "parent_call_id": "open"})
        log.append("other", {})
    with SqliteSessionLog(path) as log:
        repaired = log.events()[5:]
    assert [e.kind for e in repaired] == ["tool/result", "tool/ptc-dispatch"]
    result, dispatch = [e.payload for e in repaired]
    assert (result["call_id"], result["call_event"], result["turn"]) == ("open", 2, 1)
    assert (dispatch["call_id"], dispatch["call_event"]) == ("open:ptc:1", 4)
    assert result["is_error"] is True
    assert result["error"] == {"name": "ToolInterruptedError", "code": "TOOL_INTERRUPTED"}
    assert "interrupted" in str(result["content"])
    with SqliteSessionLog(path) as log:
        assert len(log.events()) == 7


def test_what_was_appended_survives_a_kill(tmp_path: Path) -> None:
    program = """
        import os, signal, sys
        from toolc_runtime import SqliteSessionLog
        log = SqliteSessionLog(sys.argv[1])
        for number in range(50):
            log.append("tool/call", {"call_id": str(number)})
        print("written", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    path = tmp_path / "session.db"
    command = [sys.executable, "-c", textwrap.dedent(program), str(path)]
    killed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert killed.returncode < 0, killed.stderr
    assert killed.stdout == "written\n"
    with SqliteSessionLog(path) as log:
        kinds = [e.kind for e in log.events()]
    assert kinds == ["tool/call"] * 50 + ["tool/result"] * 50
