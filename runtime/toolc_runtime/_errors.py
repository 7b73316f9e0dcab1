"""Every exception of the runtime that carries a code.

    HarnessError                      base: a message and a stable `code` that policy may rely on
    ├── ToolArgsError                 INVALID_ARGS              the arguments break their schema
    ├── ToolOutputError               INVALID_TOOL_OUTPUT       the value breaks its schema, or is no JSON
    ├── ToolNotFoundError             UNKNOWN_TOOL              no such tool, or it is hidden
    ├── ToolContextUnavailableError   TOOL_CONTEXT_UNAVAILABLE  a body lacks an agent, service or turn
    ├── ToolTimeoutError              TOOL_TIMEOUT              the tool's own deadline has passed
    ├── ToolCallError                 that of the failed call   a typed dispatch failed or was denied
    ├── ToolRegistrationError         INVALID_REGISTRATION      `register`, `restrict` or `guard` refuses
    ├── ListenerError                 LISTENER_MISUSE           a listener broke the rules of `next()`
    ├── ExecutorUnavailableError      EXECUTOR_UNAVAILABLE      the selected executor was unloaded
    ├── ToolBatchExecutionError       TOOL_BATCH_FAILED         an executor broke; carries what it committed
    ├── CodeRunFailedError            CODE_RUN_FAILED           (in `ptc`) a program did not run to its end
    └── JsonSchemaError               INVALID_JSON_SCHEMA       (in `_schema`) a schema outside the subset
    AbortError                        what an aborted signal raises; no code, the pipeline gives it one

Names and codes are public API; messages may change.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._content import UserMessage
    from ._types import ToolCallResult, ToolErrorInfo
    from ._violation import Violation

MOST_VIOLATIONS = 20
"""How many violations a message spells out; the exception holds all of them."""


class HarnessError(Exception):
    """A failure with a stable code. Source: "Execution: extensible waterfalls …"."""

    code: str

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.message = message
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)

    @property
    def name(self) -> str:
        """The identity that `ToolErrorInfo.name` records: the class's name."""
        return type(self).__name__


def _rebuild(
    cls: type[HarnessError], args: tuple[object, ...], state: dict[str, object]
) -> HarnessError:
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class AbortError(Exception):
    """What was asked to stop has stopped: the default reason of an aborted signal."""


class ToolArgsError(HarnessError):
    """The arguments of a call break the tool's parameter schema."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(f"invalid arguments: {describe(violations)}", "INVALID_ARGS")
        self.violations = tuple(violations)


class ToolOutputError(HarnessError):
    """The value of a body or policy breaks the tool's output schema, or is not JSON."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(f"invalid tool output: {describe(violations)}", "INVALID_TOOL_OUTPUT")
        self.violations = tuple(violations)


class ToolNotFoundError(HarnessError):
    """No tool of that name may be called here."""

    def __init__(self, tool_name: str, hint: str = "") -> None:
        super().__init__(f"unknown tool {tool_name!r}{hint}", "UNKNOWN_TOOL")
        self.tool_name = tool_name


class ToolContextUnavailableError(HarnessError):
    """A body needs an agent, a service or an open turn that this call does not have."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "TOOL_CONTEXT_UNAVAILABLE")


class ToolTimeoutError(HarnessError):
    """A tool did not finish within its declared `timeout_ms`."""

    def __init__(self, tool_name: str, timeout_ms: float) -> None:
        super().__init__(f"{tool_name} timed out after {timeout_ms:g} ms", "TOOL_TIMEOUT")
        self.tool_name = tool_name
        self.timeout_ms = timeout_ms


class ToolCallError(HarnessError):
    """A call made through a stub or from a program failed or was denied.

    *info* is the structured identity of the failure, where it has one; `code` is then its code.
    """

    def __init__(self, tool_name: str, message: str, info: ToolErrorInfo | None = None) -> None:
        super().__init__(message, "TOOL_CALL_FAILED" if info is None else info.code)
        self.tool_name = tool_name
        self.info = info

    def __str__(self) -> str:
        return f"{self.tool_name}: {self.message}"


class ToolRegistrationError(HarnessError, ValueError):
    """A registration, restriction or guard that the registry refuses."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "INVALID_REGISTRATION")


class ListenerError(HarnessError):
    """A listener called `next()` twice, did not await it, or returned what is no decision."""

    def __init__(self, listener: str, fault: str) -> None:
        super().__init__(f"listener {listener} {fault}", "LISTENER_MISUSE")
        self.listener = listener


class ExecutorUnavailableError(HarnessError):
    """The executor selected for a scope was unloaded and not yet replaced."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "EXECUTOR_UNAVAILABLE")


class ToolBatchExecutionError(HarnessError):
    """An executor failed internally, after draining: `results` are what it had committed.

    `additional_contexts` belong to those results. Callers stop dependent work and repair calls
    that the log holds no result for. Source: "Executors and raw call batches".
    """

    def __init__(
        self,
        message: str,
        results: Sequence[ToolCallResult] = (),
        additional_contexts: Sequence[UserMessage] = (),
    ) -> None:
        super().__init__(message, "TOOL_BATCH_FAILED")
        self.results = tuple(results)
        self.additional_contexts = tuple(additional_contexts)


def describe(violations: Sequence[Violation]) -> str:
    """The violations in one line; past `MOST_VIOLATIONS` only how many more there are."""
    shown = [f"{v.path}: {v.message}" for v in violations[:MOST_VIOLATIONS]]
    if len(violations) > MOST_VIOLATIONS:
        shown.append(f"and {len(violations) - MOST_VIOLATIONS} more")
    return "; ".join(shown)
