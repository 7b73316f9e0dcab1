"""Outcomes: how failures get their identity and text, and how results become JSON-safe."""

from __future__ import annotations

from asyncio import CancelledError, current_task

from ._errors import HarnessError
from ._json import FrozenDict, JsonValue, NotJsonError, freeze
from ._record import builder
from ._signal import AbortSignal, is_abort
from ._types import (
    ToolErrorInfo,
    ToolExecutionFailure,
    ToolExecutionResult,
    ToolExecutionSuccess,
    ToolFailure,
)
from ._violation import Violation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._content import ContentBlock, UserMessage

ABORTED = ToolErrorInfo("AbortError", "ABORTED")
ABORTED_BEFORE_DISPATCH = ToolErrorInfo("AbortError", "ABORTED_BEFORE_DISPATCH")

NO_FEEDBACK = "the result was blocked"
"""The message of a block whose feedback is empty."""

_NewSuccess: Any = builder(ToolExecutionSuccess)


def survivable(error: BaseException) -> bool:
    """Whether *error* fails its call only. Else it interrupts the program, or ends this task."""
    if isinstance(error, Exception):
        return True
    if isinstance(error, BaseExceptionGroup):
        return all(survivable(e) for e in error.exceptions)
    if isinstance(error, CancelledError):
        task = current_task()
        return task is None or not task.cancelling()
    return not isinstance(error, (KeyboardInterrupt, SystemExit, GeneratorExit))


def message_of(error: BaseException) -> str:
    """The text of anything thrown, as JSON can hold it."""
    try:
        text = error.message if isinstance(error, HarnessError) else str(error)
        return json_safe(text) or type(error).__name__
    except Exception:  # noqa: BLE001  # `__str__` is somebody else's code
        return type(error).__name__


def json_safe(text: str) -> str:
    """*text* with lone surrogates written as escapes."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def envelope(message: str) -> tuple[ContentBlock, ...]:
    """What the model reads of a failure."""
    return frozen_text(f"Error: {message}")


def frozen_text(text: str) -> tuple[ContentBlock, ...]:
    """Frozen content of one text block."""
    block: Any = FrozenDict({"type": "text", "text": text})
    return (block,)


def failure(
    message: str,
    info: ToolErrorInfo | None = None,
    contexts: Sequence[UserMessage] = (),
) -> ToolExecutionFailure:
    """A failure in the envelope."""
    text = json_safe(message)
    error = ToolFailure(text, info=info)
    return ToolExecutionFailure(error, envelope(text), additional_contexts=contexts)


def failure_of(error: BaseException) -> ToolExecutionFailure:
    """The failure that *error* stands for; only a `HarnessError` has an identity."""
    info = ToolErrorInfo(error.name, error.code) if isinstance(error, HarnessError) else None
    return failure(message_of(error), info)


def stopped(error: BaseException, signal: AbortSignal, started: bool) -> ToolExecutionFailure:
    """`failure_of`, with the identity of a cancellation where *error* only reports *signal*'s."""
    if not is_abort(error, signal):
        return failure_of(error)
    return failure(message_of(error), ABORTED if started else ABORTED_BEFORE_DISPATCH)


def aborted(started: bool, contexts: Sequence[UserMessage] = ()) -> ToolExecutionFailure:
    """The canonical result of a call that its caller cancelled."""
    if started:
        return failure("the call was cancelled", ABORTED, contexts)
    return failure("the call was cancelled before it ran", ABORTED_BEFORE_DISPATCH, contexts)


def success(
    value: JsonValue,
    content: Sequence[ContentBlock],
    meta: JsonValue,
    contexts: Sequence[UserMessage] = (),
    concludes: bool = False,
) -> ToolExecutionSuccess:
    """`ToolExecutionSuccess(…)`, made fast: every call makes one."""
    new = _NewSuccess()
    new.value = value
    new.content = content
    new.meta = meta
    new.additional_contexts = contexts
    new.concludes_turn = concludes
    new.__class__ = ToolExecutionSuccess
    made: ToolExecutionSuccess = new
    return made


def with_content(
    result: ToolExecutionResult, content: Sequence[ContentBlock]
) -> ToolExecutionResult:
    """*result* with other content; value, identity and metadata stay."""
    if isinstance(result, ToolExecutionFailure):
        return ToolExecutionFailure(
            result.error,
            content,
            meta=result.meta,
            additional_contexts=result.additional_contexts,
        )
    contexts = result.additional_contexts
    return success(result.value, content, result.meta, contexts, result.concludes_turn)


def with_contexts(
    result: ToolExecutionResult, contexts: Sequence[UserMessage]
) -> ToolExecutionResult:
    """*result* with other contexts."""
    if isinstance(result, ToolExecutionFailure):
        return ToolExecutionFailure(
            result.error, result.content, meta=result.meta, additional_contexts=contexts
        )
    return success(result.value, result.content, result.meta, contexts, result.concludes_turn)


def not_json(error: NotJsonError) -> Violation:
    """The violation of a value that is no JSON at all."""
    return Violation(error.path, "type", error.reason, steps=error.steps)


def feedback_text(feedback: Sequence[ContentBlock]) -> str:
    """The message of a block: the text of its feedback, other blocks by their type."""
    blocks: Any = feedback
    texts = [b["text"] if b.get("type") == "text" else f"[{b.get('type')} content]" for b in blocks]
    return "\n".join(texts) or NO_FEEDBACK


def materialise(result: ToolExecutionResult) -> ToolExecutionResult:
    """*result* with frozen content, metadata, contexts and identity.

    Where one of them is not lossless JSON, the failure that says so.
    """
    try:
        content = frozen_blocks(result.content, "content")
        contexts = frozen_blocks(result.additional_contexts, "additional_contexts")
        meta = freeze(result.meta, "meta")
        if isinstance(result, ToolExecutionSuccess):
            return success(result.value, content, meta, contexts, result.concludes_turn is True)
        error = _checked(result.error)
        return ToolExecutionFailure(error, content, meta=meta, additional_contexts=contexts)
    except (NotJsonError, TypeError, AttributeError) as error:
        return failure(f"the result of the call is not lossless JSON: {message_of(error)}")


def frozen_blocks(blocks: object, what: str) -> tuple[Any, ...]:
    """*blocks* as a frozen tuple of objects; raise `TypeError` or `NotJsonError`."""
    text = _only_text(blocks)
    if text is not None:
        return frozen_text(text)
    frozen = freeze(blocks, what)
    if type(frozen) is not tuple:
        raise TypeError(f"{what} is no list")
    for block in frozen:
        if type(block) is not FrozenDict:
            raise TypeError(f"{what} holds {type(block).__name__}, not objects")
    return frozen


def _only_text(blocks: Any) -> str | None:
    """The text of *blocks* where that is all they are, as for most results, and is ASCII."""
    if type(blocks) is not list or len(blocks) != 1 or type(blocks[0]) is not dict:
        return None
    block = blocks[0]
    text = block.get("text")
    if len(block) == 2 and block.get("type") == "text" and type(text) is str and text.isascii():
        return text
    return None


def _checked(error: ToolFailure) -> ToolFailure:
    freeze(error.message)
    info = error.info
    if info is not None:
        texts = (
            (info.name, info.code) if info.reason is None else (info.name, info.code, info.reason)
        )
        for text in texts:
            if type(text) is not str:
                raise TypeError(f"the identity of a failure holds {type(text).__name__}, not text")
            freeze(text)
    return error
