"""Running work to its end: at once where it never waits, in one task of its own where it does."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from toolc_runtime import _threads
from toolc_runtime._host import run_to_end
from toolc_runtime._threads import in_thread


def ignore() -> None:
    """What a test does about a cancellation that does not come."""
    raise AssertionError("nobody was cancelled")


def test_work_that_never_waits_takes_no_turn_of_the_loop_and_leaves_no_task() -> None:
    async def main() -> None:
        turns: list[str] = []
        asyncio.get_running_loop().call_soon(turns.append, "turn")

        async def work() -> int:
            return 1

        for _ in range(3):
            assert await run_to_end(work(), ignore) == 1
            assert len(asyncio.all_tasks()) == 1
        assert turns == []

    asyncio.run(main())


def test_work_that_waits_lets_others_run_first() -> None:
    async def main() -> None:
        order: list[str] = []

        async def work() -> None:
            order.append("work begins")
            await asyncio.sleep(0)
            order.append("work ends")

        asyncio.get_running_loop().call_soon(order.append, "other")
        await run_to_end(work(), ignore)
        assert order == ["work begins", "other", "work ends"]

    asyncio.run(main())


def test_work_has_one_task_that_everybody_can_see_while_it_waits() -> None:
    async def main() -> None:
        async def work() -> None:
            task = asyncio.current_task()
            await asyncio.sleep(0)
            assert asyncio.current_task() is task is not outer
            assert asyncio.all_tasks() == {outer, task}

        outer = asyncio.current_task()
        await run_to_end(work(), ignore)
        assert asyncio.current_task() is outer
        assert asyncio.all_tasks() == {outer}

    asyncio.run(main())


def test_work_nests_in_work() -> None:
    async def depth(n: int) -> int:
        if n % 2:
            await asyncio.sleep(0)
        return n and 1 + await run_to_end(depth(n - 1), ignore)

    assert asyncio.run(depth(50)) == 50


def test_work_that_cancels_its_own_task_disturbs_neither_its_caller_nor_the_next_work() -> None:
    async def cancels_itself(then_wait: bool) -> str:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        if then_wait:
            try:
                await asyncio.sleep(0)
            except asyncio.CancelledError:
                return "heard"
        return "done"

    async def waits() -> str:
        await asyncio.sleep(0)
        return "undisturbed"

    async def main() -> list[str]:
        works: list[Any] = [cancels_itself(False), waits(), cancels_itself(True), waits()]
        return [await run_to_end(work, ignore) for work in works]

    assert asyncio.run(main()) == ["done", "undisturbed", "heard", "undisturbed"]


def test_a_future_that_was_cancelled_before_the_work_goes_on_is_a_cancellation() -> None:
    async def main() -> str:
        async def work() -> str:
            task = asyncio.current_task()
            assert task is not None
            asyncio.get_running_loop().call_soon(task.cancel)
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                return "heard"
            raise AssertionError

        return await run_to_end(work(), ignore)

    assert asyncio.run(main()) == "heard"


@pytest.mark.parametrize("cancels", [1, 3])
def test_every_cancellation_is_told_and_one_is_raised_when_the_work_is_over(cancels: int) -> None:
    async def main() -> tuple[int, bool]:
        told: list[None] = []
        finish = asyncio.Event()
        finished: list[None] = []

        async def work() -> None:
            await finish.wait()
            finished.append(None)

        waiting = asyncio.create_task(run_to_end(work(), lambda: told.append(None)))
        for _ in range(cancels):
            await asyncio.sleep(0)
            waiting.cancel()
        await asyncio.sleep(0)
        assert not waiting.done()
        finish.set()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return len(told), bool(finished)

    assert asyncio.run(main()) == (cancels, True)


def test_an_interrupt_goes_before_a_cancellation() -> None:
    async def main() -> None:
        async def work() -> None:
            await stop.wait()
            raise SystemExit(3)

        stop = asyncio.Event()
        waiting = asyncio.ensure_future(run_to_end(work(), stop.set))
        await asyncio.sleep(0)
        waiting.cancel()
        await waiting

    with pytest.raises(SystemExit):
        asyncio.run(main())


def test_threads_are_used_again_and_leave_when_they_are_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_threads, "IDLE_SECONDS", 0.001)

    async def main() -> threading.Thread:
        return await in_thread(threading.current_thread, on_cancel=ignore)

    thread = asyncio.run(main())
    thread.join(60)
    assert not thread.is_alive()


def test_a_thread_that_is_done_takes_the_next_work() -> None:
    async def main() -> None:
        threads = {await in_thread(threading.current_thread, on_cancel=ignore) for _ in range(20)}
        assert len(threads) < 20

    asyncio.run(main())


def test_as_many_threads_work_as_there_is_work() -> None:
    meeting = threading.Barrier(40)

    async def main() -> None:
        works = [in_thread(meeting.wait, 60, on_cancel=ignore) for _ in range(40)]
        assert len(await asyncio.gather(*works)) == 40

    asyncio.run(main())
