"""Coded errors: one base, stable codes, all violations, and they survive pickling."""

from __future__ import annotations

import copy
import pickle

import pytest
from toolc_runtime import (
    AbortError,
    ExecutorUnavailableError,
    HarnessError,
    ListenerError,
    ToolArgsError,
    ToolBatchExecutionError,
    ToolCallError,
    ToolContextUnavailableError,
    ToolErrorInfo,
    ToolNotFoundError,
    ToolOutputError,
    ToolRegistrationError,
    ToolTimeoutError,
    Violation,
)

VIOLATIONS = [Violation(f"value[{n}]", "type", "expected a string") for n in range(30)]

ERRORS = {
    "INVALID_ARGS": ToolArgsError(VIOLATIONS),
    "INVALID_TOOL_OUTPUT": ToolOutputError(VIOLATIONS),
    "UNKNOWN_TOOL": ToolNotFoundError("tool"),
    "TOOL_CONTEXT_UNAVAILABLE": ToolContextUnavailableError("no agent"),
    "TOOL_TIMEOUT": ToolTimeoutError("tool", 10),
    "INVALID_REGISTRATION": ToolRegistrationError("taken"),
    "LISTENER_MISUSE": ListenerError("listener", "called next() twice"),
    "EXECUTOR_UNAVAILABLE": ExecutorUnavailableError("unloaded"),
    "TOOL_BATCH_FAILED": ToolBatchExecutionError("broken"),
    "TOOL_CALL_FAILED": ToolCallError("tool", "failed"),
    "OWN": ToolCallError("tool", "failed", ToolErrorInfo("Own", "OWN")),
    "ANY": HarnessError("message", "ANY"),
}


@pytest.mark.parametrize(("code", "error"), ERRORS.items(), ids=ERRORS)
def test_every_coded_error_has_its_code_name_and_message(code: str, error: HarnessError) -> None:
    assert error.code == code
    assert error.name == type(error).__name__
    assert error.message in str(error)


@pytest.mark.parametrize("error", ERRORS.values(), ids=ERRORS)
def test_coded_errors_can_be_pickled_and_copied(error: HarnessError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert (twin.args, vars(twin)) == (error.args, vars(error))


def test_a_message_spells_out_twenty_violations_and_the_error_holds_all() -> None:
    error = ToolArgsError(VIOLATIONS)
    assert error.violations == tuple(VIOLATIONS)
    assert error.message.startswith("invalid arguments: value[0]: expected a string; value[1]: ")
    assert error.message.endswith("value[19]: expected a string; and 10 more")


def test_a_cancellation_is_no_coded_error() -> None:
    assert not issubclass(AbortError, HarnessError)
