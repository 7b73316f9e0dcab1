"""Abort signals: once, with a reason, across fused signals and threads, without leaks."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref

import pytest
from toolc_runtime import AbortController, AbortError, AbortSignal


def test_a_signal_is_aborted_once_with_the_first_reason() -> None:
    controller = AbortController()
    assert (controller.signal.aborted, controller.signal.reason) == (False, None)
    controller.abort("first")
    controller.abort("second")
    assert (controller.signal.aborted, controller.signal.reason) == (True, "first")


def test_the_reason_is_an_abort_error_unless_another_is_given() -> None:
    controller = AbortController()
    controller.abort()
    assert isinstance(controller.signal.reason, AbortError)


class Unspeakable:
    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("reason", "raised", "text"),
    [
        (KeyError("k"), KeyError, "k"),
        ("a text", AbortError, "a text"),
        (KeyboardInterrupt(), AbortError, "KeyboardInterrupt"),
        (Unspeakable(), AbortError, "Unspeakable"),
    ],
    ids=["exception", "text", "interrupt", "unspeakable"],
)
def test_throwing_raises_the_reason_or_what_stands_for_it(
    reason: object, raised: type[Exception], text: str
) -> None:
    controller = AbortController()
    controller.signal.throw_if_aborted()
    controller.abort(reason)
    with pytest.raises(raised, match=text):
        controller.signal.throw_if_aborted()


def test_listeners_are_called_once_in_order_and_at_once_if_it_is_too_late() -> None:
    controller = AbortController()
    heard: list[str] = []
    for name in ("a", "b"):
        controller.signal.add_listener(lambda name=name: heard.append(name))  # type: ignore[misc]
    dispose = controller.signal.add_listener(lambda: heard.append("disposed"))
    dispose()
    dispose()
    controller.abort()
    controller.abort()
    controller.signal.add_listener(lambda: heard.append("late"))()
    assert heard == ["a", "b", "late"]


def test_a_listener_that_raises_does_not_keep_the_others_from_hearing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    controller = AbortController()
    heard: list[str] = []
    controller.signal.add_listener(lambda: 1 / 0)  # type: ignore[arg-type,return-value]
    controller.signal.add_listener(lambda: heard.append("heard"))
    controller.abort()
    assert heard == ["heard"]
    assert "ZeroDivisionError" in caplog.text


def test_a_fused_signal_aborts_with_the_first_of_its_parents() -> None:
    first, second = AbortController(), AbortController()
    fused = AbortSignal.any(first.signal, second.signal)
    nested = AbortSignal.any(AbortSignal(), fused)
    assert not nested.aborted
    second.abort("second")
    first.abort("first")
    assert (nested.aborted, nested.reason, fused.reason) == (True, "first", "first")


def test_a_fused_signal_that_is_listened_to_hears_at_once() -> None:
    first, second = AbortController(), AbortController()
    heard: list[object] = []
    fused = AbortSignal.any(AbortSignal.any(first.signal), second.signal)
    fused.add_listener(lambda: heard.append(fused.reason))
    second.abort("second")
    first.abort("first")
    assert heard == ["second"]


def test_a_fused_signal_of_an_aborted_one_is_aborted() -> None:
    controller = AbortController()
    controller.abort("before")
    assert AbortSignal.any(controller.signal).reason == "before"


def test_a_fused_signal_leaves_nothing_behind_in_its_parents() -> None:
    controller = AbortController()
    fused = AbortSignal.any(controller.signal)
    gone = weakref.ref(fused)
    dispose = fused.add_listener(lambda: None)
    other = fused.add_listener(lambda: None)
    assert len(controller.signal._listeners) == 1
    dispose()
    other()
    assert not controller.signal._listeners
    del fused, dispose, other
    gc.collect()
    assert gone() is None


def test_waiting_ends_with_the_abort() -> None:
    async def main() -> None:
        controller = AbortController()
        waiting = asyncio.create_task(controller.signal.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        controller.abort()
        await waiting
        await controller.signal.wait()
        assert not controller.signal._listeners

    asyncio.run(main())


def test_a_cancelled_wait_leaves_no_listener() -> None:
    async def main() -> None:
        controller = AbortController()
        waiting = asyncio.create_task(controller.signal.wait())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not controller.signal._listeners

    asyncio.run(main())


def test_another_thread_may_abort_what_a_loop_waits_for() -> None:
    async def main() -> object:
        controller = AbortController()
        thread = threading.Thread(target=controller.abort, args=["thread"])
        waiting = asyncio.create_task(controller.signal.wait())
        await asyncio.sleep(0)
        thread.start()
        await waiting
        thread.join()
        return controller.signal.reason

    assert asyncio.run(main()) == "thread"


def test_a_thread_waits_until_the_abort_or_until_its_time_is_over() -> None:
    controller = AbortController()
    assert controller.signal.wait_in_thread(0) is False
    heard: list[bool] = []
    thread = threading.Thread(target=lambda: heard.append(controller.signal.wait_in_thread()))
    thread.start()
    controller.abort()
    thread.join()
    assert heard == [True]
    assert controller.signal.wait_in_thread() is True
    assert not controller.signal._listeners


def test_an_abort_after_the_loop_has_closed_harms_nobody() -> None:
    controller = AbortController()

    async def main() -> asyncio.Task[None]:
        waiting = asyncio.create_task(controller.signal.wait())
        await asyncio.sleep(0)
        return waiting

    waiting = asyncio.run(main())
    assert waiting.cancelled()
    controller.abort()
