"""How a program failed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from toolc_runtime._errors import HarnessError

FailureKind: TypeAlias = Literal[
    "types", "exception", "time", "memory", "suspensions", "output", "result", "crash"
]
"""What ended it: the type checker, an exception, a limit, a result that is no JSON, a crash."""


class CodeRunFailedError(HarnessError):
    """A program did not run to its end. Its message shows the kind, the cause and what it printed.

    Source: runtime contract, "Programs".
    """

    def __init__(self, kind: FailureKind, cause: str, logs: tuple[str, ...] = ()) -> None:
        printed = "\n".join(["\n\nPrinted before that:", *logs]) if logs else ""
        super().__init__(f"{_SAID[kind]}: {cause}{printed}", "CODE_RUN_FAILED")
        self.kind: FailureKind = kind
        self.cause = cause
        self.logs = logs


_SAID: dict[FailureKind, str] = {
    "types": "the program was not run, its types are wrong",
    "exception": "the program raised an exception",
    "time": "the program ran out of time",
    "memory": "the program ran out of memory",
    "suspensions": "the program turned to its tools too often",
    "output": "the program printed too much",
    "result": "the program's result is no JSON",
    "crash": "the program's process died",
}
