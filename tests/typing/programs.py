"""Checked by type checkers, never run: the executor of programs, its limits and its failures."""

from typing import assert_type

from toolc_runtime import HarnessError, ToolExecutor, ToolRegistry
from toolc_runtime.ptc import (
    CodeRunFailedError,
    FailureKind,
    ProgramLimits,
    PtcToolExecutor,
    Sdk,
    sdk_of,
)

tools = ToolRegistry()
executor: ToolExecutor = PtcToolExecutor(tools, ProgramLimits(seconds=5, suspensions=100))
tools.set_executor(executor)
tools.scope("agent").set_executor(PtcToolExecutor(tools))
PtcToolExecutor()  # type: ignore[call-arg]
PtcToolExecutor(tools, {"seconds": 5})  # type: ignore[arg-type]

limits = ProgramLimits()
ProgramLimits(5)  # type: ignore[call-arg]
ProgramLimits(seconds="5")  # type: ignore[arg-type]
limits.seconds = 5  # type: ignore[misc]

assert_type(sdk_of(tools.definitions()), Sdk)
assert_type(sdk_of([]).names, tuple[str, ...])


def told(error: CodeRunFailedError) -> str:
    assert_type(error.kind, FailureKind)
    assert_type(error.logs, tuple[str, ...])
    if error.kind == "tyme":  # type: ignore[comparison-overlap]
        return error.code
    general: HarnessError = error
    return general.message
