"""Runs programs in the `pydantic-monty` sandbox. No other module knows that package.

A run blocks a worker thread, which drives the sandbox step by step; the asynchronous driver of the
package may still hold the interpreter when it shuts down, and aborts the process then. Each run has
a process of its own, and stopping the run kills it.
"""

from __future__ import annotations

import os
import signal
from heapq import heappop, heappush
from queue import Empty, SimpleQueue
from threading import Lock
from time import monotonic
from typing import Any

from toolc_runtime._json import JsonTextError, NotJsonError, decode_json, thaw
from toolc_runtime._results import json_safe
from toolc_runtime._unset import UNSET

from ._failure import CodeRunFailedError, FailureKind
from ._limits import ProgramLimits
from ._prelude import CATCHABLE, END, HOST, PRELUDE, SHOWN, START
from ._sandbox import Delivery, Finished, ProgramStopped, Returned, Submit
from ._sdk import Sdk
from ._traceback import Place, shown_traceback

try:
    from pydantic_monty import (
        FunctionSnapshot,
        FutureSnapshot,
        Monty,
        MontyComplete,
        MontyCrashedError,
        MontyError,
        MontyRuntimeError,
        MontySession,
        MontySyntaxError,
        MontyTypingError,
        NameLookupSnapshot,
    )
except ImportError as error:
    hint = "running programs needs pydantic-monty: pip install 'toolc-runtime[ptc]'"
    raise ImportError(hint) from error

SCRIPT = "program.py"
DEEPEST = 1000
_PROGRAM_FEED = "<python-input-1>"
"""What tracebacks call the program: the prelude was fed before it."""


class _Worker:
    """The process of one run: killed at most once, and never after it was left."""

    def __init__(self, session: MontySession) -> None:
        self._lock = Lock()
        self._pid = session.worker_pid

    def kill(self) -> None:
        """End the process, wherever its program is."""
        with self._lock:
            pid, self._pid = self._pid, None
            if pid is not None:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:  # it has died by itself
                    return

    def leave(self) -> None:
        """From here on the process belongs to nobody."""
        with self._lock:
            self._pid = None


class Program:
    """One run of one program. Threads other than the one in `run` may `deliver` and `stop`."""

    def __init__(self, sdk: Sdk, limits: ProgramLimits, submit: Submit) -> None:
        self._sdk = sdk
        self._limits = limits
        self._submit = submit
        self._mail: SimpleQueue[tuple[int, Delivery] | None] = SimpleQueue()
        self._stopped = False
        self._worker: _Worker | None = None
        self._sleeping: list[tuple[float, int]] = []
        self._slept = 0.0
        self._answers: dict[int, Any] = {}
        self._printed: list[str] = []
        self._size = 0
        self._ended_by: FailureKind | None = None
        self._allowed = {
            "time": f"{limits.seconds:g} s of computing",
            "suspensions": f"{limits.suspensions} times",
            "output": f"{limits.output_bytes} bytes",
        }

    def deliver(self, number: int, delivery: Delivery) -> None:
        """Hand the program the outcome of its call *number*."""
        self._mail.put((number, delivery))

    def stop(self) -> None:
        """End the program now; `run` raises `ProgramStopped`."""
        self._stopped = True
        self._mail.put(None)
        if self._worker is not None:
            self._worker.kill()

    def run(self, code: str) -> Finished:
        """Check the types of *code*, run it to its end, and return what it made.

        Raise `CodeRunFailedError`, or `ProgramStopped` once `stop` was called.
        """
        try:
            with Monty(min_processes=1, max_processes=1) as pool, self._checkout(pool) as session:
                self._worker = _Worker(session)
                try:
                    return self._fed(session, code)
                finally:
                    self._worker.leave()
        except MontyError as error:
            raise self._failure(error) from None

    def _checkout(self, pool: Monty) -> MontySession:
        return pool.checkout(
            script_name=SCRIPT,
            limits={
                "max_feed_duration_secs": self._limits.seconds,
                "max_memory": self._limits.memory_bytes,
                "max_suspensions": self._limits.suspensions + 1,  # one is ours, at the end
            },
            type_check=True,
            type_check_stubs=self._sdk.text,
            type_check_format="concise",
            os_policy={"sleep": "call_host"},
        )

    def _fed(self, session: MontySession, code: str) -> Finished:
        given = {"_prelude": PRELUDE, "_names": list(self._sdk.names), "_call_tool": _host}
        session.feed_run(START, inputs=given, skip_type_check=True)
        self._check_stopped()
        last = self._driven(session.feed_start(code, print_callback=self._print))
        self._ended_by = "result"
        encoded = self._driven(session.feed_start(END, skip_type_check=True))
        return Finished(self._logs(), self._result(encoded, last))

    def _driven(self, step: Any) -> Any:
        """The value of what was fed, once all its steps are answered."""
        while not isinstance(step, MontyComplete):
            self._check_stopped()
            step = self._answered(step)
        return step.output

    def _answered(self, step: FunctionSnapshot | NameLookupSnapshot | FutureSnapshot) -> Any:
        match step:
            case FutureSnapshot():
                return step.resume(self._deliveries(step.pending_call_ids))
            case NameLookupSnapshot():
                return step.resume()
            case FunctionSnapshot(function_name="asyncio.sleep", is_os_function=True):
                due = monotonic() + self._budgeted(step.args[0])
                heappush(self._sleeping, (due, step.call_id))
                return step.resume({"future": ...})
            case FunctionSnapshot(function_name="time.sleep", is_os_function=True):
                self._sleep(monotonic() + self._budgeted(step.args[0]))
                return step.resume({"return_value": None})
            case FunctionSnapshot(is_os_function=True):
                return step.resume_not_handled()
            case FunctionSnapshot(function_name=name, args=(str(tool), str(text))) if name == HOST:
                self._submit(step.call_id, tool, text)
                return step.resume({"future": ...})
        message = f"name {step.function_name!r} is not defined"
        return step.resume({"exc_type": "NameError", "message": message})

    def _budgeted(self, seconds: float) -> float:
        self._slept += max(0.0, seconds)
        if self._slept > self._limits.sleep_seconds:
            slept = f"more than {self._limits.sleep_seconds:g} s of sleep"
            raise CodeRunFailedError("time", slept, self._logs())
        return seconds

    def _sleep(self, until: float) -> None:
        """Wait, but not longer than until the program is stopped."""
        while (left := until - monotonic()) > 0:
            try:
                self._open(self._mail.get(timeout=left))
            except Empty:
                return

    def _deliveries(self, wanted: list[int]) -> dict[int, Any]:
        """Answers to *wanted*, as many as there are; waits for the first.

        Others are kept: the program may have turned away from them, and may come back.
        """
        while not (found := self._answers.keys() & wanted):
            wait = max(0.0, self._sleeping[0][0] - monotonic()) if self._sleeping else None
            try:
                self._open(self._mail.get(timeout=wait))
            except Empty:
                self._wake()
        return {number: self._answers.pop(number) for number in sorted(found)}

    def _open(self, item: tuple[int, Delivery] | None) -> None:
        self._check_stopped()
        if item is None:
            return
        number, delivery = item
        if isinstance(delivery, Returned):
            self._answers[number] = {"return_value": delivery.value}
        else:
            message = json_safe(f"{delivery.tool_name}: {delivery.message}")
            self._answers[number] = {"exc_type": CATCHABLE, "message": message}

    def _wake(self) -> None:
        """Answer the sleeps that are over."""
        while self._sleeping and self._sleeping[0][0] <= monotonic():
            self._answers[heappop(self._sleeping)[1]] = {"return_value": None}

    def _check_stopped(self) -> None:
        if self._stopped:
            raise ProgramStopped

    def _print(self, stream: str, text: str) -> None:
        """Keep what the program prints; kill it where that is too much: it can't be told."""
        room = self._limits.output_bytes - self._size
        written = text.encode()
        self._size += len(written)
        self._printed.append(written[: max(0, room)].decode(errors="ignore"))
        if len(written) > room and self._worker is not None:
            self._ended_by = "output"
            self._worker.kill()

    def _logs(self) -> tuple[str, ...]:
        return tuple("".join(self._printed).splitlines())

    def _result(self, encoded: Any, last: Any) -> Any:
        """What the program assigned to `result`, else its *last* expression, if not `None`."""
        try:
            if encoded is not None:
                return decode_json(encoded)
            if _too_deep(last):
                raise NotJsonError("result", "nested too deep")
            return UNSET if last is None else thaw(last)
        except (JsonTextError, NotJsonError) as error:
            raise CodeRunFailedError("result", str(error), self._logs()) from None

    def _failure(self, error: MontyError) -> Exception:
        if self._stopped:
            return ProgramStopped()
        kind = self._ended_by or _kind(error)
        return CodeRunFailedError(kind, self._cause(kind, error), self._logs())

    def _cause(self, kind: FailureKind, error: MontyError) -> str:
        if kind in self._allowed:
            return f"more than {self._allowed[kind]}"
        if isinstance(error, MontyTypingError):
            return error.display().strip()
        if not isinstance(error, (MontyRuntimeError, MontySyntaxError)):
            return str(error)
        said = error.display("type-msg")
        said = SHOWN + said.removeprefix(CATCHABLE) if said.startswith(CATCHABLE) else said
        frames = [_place(f.dict()) for f in error.traceback() if f.filename == _PROGRAM_FEED]
        return shown_traceback(frames, said)


def _host(name: str, arguments: str) -> None:
    """Crosses as a reference: a call of it comes back as a step to answer."""


_host.__name__ = HOST


def _place(frame: dict[str, Any]) -> Place:
    return Place(SCRIPT, frame["line"], frame["function_name"], frame["source_line"])


def _kind(error: MontyError) -> FailureKind:
    """Which limit or fault *error* stands for."""
    if isinstance(error, MontyTypingError):
        return "types"
    if isinstance(error, MontyCrashedError):
        return "time" if error.timed_out else "crash"
    text = str(error)
    for sign, kind in _LIMITS.items():
        if sign in text:
            return kind
    return "exception"


_LIMITS: dict[str, FailureKind] = {
    "feed time limit exceeded": "time",
    "memory limit exceeded": "memory",
    "suspension limit": "suspensions",
}
"""How the sandbox words its limits. A program that raises such words is taken at them."""


def _too_deep(value: Any) -> bool:
    """Whether *value* has as many levels as the package lets cross: deeper ones are cut off."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            item for part in level if isinstance(part, (list, tuple, dict)) for item in _in(part)
        ]
        if not level:
            return False
    return True


def _in(part: Any) -> Any:
    return part.values() if isinstance(part, dict) else part
