"""Approval: who answers an `Ask`, and what a call becomes that is not granted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, Protocol, TypeAlias

from ._decisions import Ask
from ._execution import ToolExecution
from ._record import Record, dataclass, set_field
from ._results import aborted, failure
from ._types import ToolErrorInfo, ToolExecutionFailure

ApprovalOutcome: TypeAlias = Literal["allowed-once", "rejected", "cancelled", "unavailable"]
"""Only `allowed-once` grants."""


@dataclass(frozen=True)
class ApprovalRequest(Record):
    """What an approver is asked: the very call that would run, and why it is asked."""

    execution: ToolExecution
    decision: Ask
    __slots__ = ("decision", "execution")

    def __init__(self, execution: ToolExecution, decision: Ask) -> None:
        set_field(self, "execution", execution)
        set_field(self, "decision", decision)

    def prompt(self, locale: str = "en") -> str:
        """The text to show: the decision's for *locale*, else in English, else its reason."""
        shown = self.decision.display_reason or {}
        default = self.decision.reason or f"Run {self.execution.name}?"
        return shown.get(locale) or shown.get("en") or default


class ApprovalService(Protocol):
    """Answers requests, one at a time or many. It observes `execution.signal`."""

    async def request(self, request: ApprovalRequest, /) -> ApprovalOutcome:
        """The outcome; `unavailable` where nobody can be asked."""


class ScriptedApprovals:
    """Answers from a list, or by a function; for tests and for policy without people.

    When the list is used up, nobody is there: `unavailable`.
    """

    def __init__(
        self, answers: Iterable[ApprovalOutcome] | Callable[[ApprovalRequest], ApprovalOutcome]
    ) -> None:
        self.requests: list[ApprovalRequest] = []
        """What was asked so far."""
        self._answer = answers if callable(answers) else _in_turn(answers)

    async def request(self, request: ApprovalRequest, /) -> ApprovalOutcome:
        """The next answer."""
        self.requests.append(request)
        return self._answer(request)


def _in_turn(
    answers: Iterable[ApprovalOutcome],
) -> Callable[[ApprovalRequest], ApprovalOutcome]:
    remaining = iter(answers)
    return lambda _: next(remaining, "unavailable")


async def ungranted(
    service: ApprovalService | None, execution: ToolExecution, decision: Ask
) -> ToolExecutionFailure | None:
    """What the call becomes if approval is not granted; `None` if it is.

    What the service raises is raised. A cancelled request of a cancelled caller is a cancellation.
    """
    if service is None:
        reason = decision.reason or "the call needs approval, and no approval service is there"
        return _denied("APPROVAL_UNAVAILABLE", reason)
    if execution.agent is None:
        return _denied("APPROVAL_UNAVAILABLE", "the call needs approval, and has no agent to ask")
    outcome = await service.request(ApprovalRequest(execution, decision))
    match outcome:
        case "allowed-once":
            return None
        case "rejected":
            return _denied("APPROVAL_REJECTED", "the call was not approved")
        case "cancelled" if execution.signal.aborted:
            return aborted(started=False)
        case "cancelled":
            return _denied("APPROVAL_CANCELLED", "the request for approval was cancelled")
        case "unavailable":
            return _denied(
                "APPROVAL_UNAVAILABLE", "the call needs approval, and nobody can be asked"
            )
    raise TypeError(f"an approval service answered {outcome!r}")


def _denied(code: str, reason: str) -> ToolExecutionFailure:
    return failure(reason, ToolErrorInfo("ApprovalError", code))
