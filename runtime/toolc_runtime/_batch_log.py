"""The root events of a batch: one for each call, one for its result, which cites the call's."""

from __future__ import annotations

from ._results import json_safe
from ._session import CALL, RESULT, SessionLog
from ._types import ToolResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._executor import ToolBatchInput
    from ._json import JsonValue
    from ._types import ToolCallBlock, ToolErrorInfo, ToolExecutionResult


class BatchLog:
    """Appends to the session of the batch's agent, or does nothing without `log`."""

    def __init__(self, batch: ToolBatchInput) -> None:
        self._log: SessionLog | None = None
        self._step: dict[str, JsonValue] = {}
        if batch.log is None:
            return
        session = getattr(batch.agent, "session", None)
        if session is None:
            raise ValueError("a batch with a log needs an agent with a session")
        self._log = session
        self._step = {"turn": batch.log.turn, "step": batch.log.step}

    def called(self, call: ToolCallBlock) -> int | None:
        """Log *call* as the model wrote it, lone surrogates as escapes; the number of the event."""
        if self._log is None:
            return None
        ids: dict[str, JsonValue] = {"call_id": call.call_id, "name": json_safe(call.name)}
        return self._log.append(CALL, {**self._step, **ids, "arguments": json_safe(call.arguments)})

    def settled(self, call: ToolCallBlock, event: int | None, result: ToolExecutionResult) -> None:
        """Log the durable projection of *result*."""
        if self._log is not None:
            ids: dict[str, JsonValue] = {"call_id": call.call_id, "call_event": event}
            self._log.append(RESULT, {**self._step, **ids, **projection(ToolResult.of(result))})


def projection(result: ToolResult) -> dict[str, JsonValue]:
    """The durable fields of *result*: content, failure identity and metadata where there are."""
    fields: dict[str, JsonValue] = {"content": result.content, "is_error": result.is_error}  # type: ignore[dict-item]  # blocks are JSON
    if result.error is not None:
        fields["error"] = error_json(result.error)
    if result.meta is not None:
        fields["meta"] = result.meta
    return fields


def error_json(info: ToolErrorInfo) -> JsonValue:
    """The identity of a failure as JSON."""
    plain: dict[str, JsonValue] = {"name": info.name, "code": info.code}
    return plain if info.reason is None else {**plain, "reason": info.reason}
