"""One program in its sandbox: results, output, failures, limits, and being stopped."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from toolc_runtime import UNSET, ToolDefinition, ToolOutputDefinition
from toolc_runtime.ptc import CodeRunFailedError, ProgramLimits, sdk_of
from toolc_runtime.ptc._monty import Program
from toolc_runtime.ptc._sandbox import Delivery, Finished, ProgramStopped, Raised, Returned

Answer = Callable[[str, str], Delivery]


def tool(name: str) -> Any:
    output: Any = ToolOutputDefinition(True, lambda args, value: [])
    return ToolDefinition(name, "…", {"type": "object"}, output, lambda args, run: None)


SDK = sdk_of([tool("echo"), tool("bad"), tool("odd: name"), tool("odd")])


def echo(name: str, text: str) -> Delivery:
    return Returned([name, text]) if name != "bad" else Raised(name, "it broke: badly")


def run(code: str, answer: Answer = echo, **limits: Any) -> Finished:
    """What *code* makes, with every call answered at once."""
    program: Program

    def submit(number: int, name: str, text: str) -> None:
        program.deliver(number, answer(name, text))

    program = Program(SDK, ProgramLimits(**limits), submit)
    return program.run(code)


def failure(code: str, answer: Answer = echo, **limits: Any) -> CodeRunFailedError:
    with pytest.raises(CodeRunFailedError) as caught:
        run(code, answer, **limits)
    assert caught.value.code == "CODE_RUN_FAILED"
    return caught.value


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("result = {'a': [1, 2.5, None, True, 'é']}", {"a": [1, 2.5, None, True, "é"]}),
        ("result = None", None),
        ("result = (1, (2,))", [1, [2]]),
        ("result = 2 ** 80", 2**80),
        ("result = 'a'\n'b'", "a"),
        ("1 + 1", 2),
        ("(1, 2)", [1, 2]),
        ("x = 1", UNSET),
        ("None", UNSET),
        ("", UNSET),
        ("json = 3\nresult = [json]", [3]),
    ],
)
def test_the_result_is_what_result_holds_else_the_last_expression(code: str, result: Any) -> None:
    assert run(code).result == result


@pytest.mark.parametrize(
    "code",
    [
        "result = {1, 2}",
        "result = float('nan')",
        "result = len",
        "result = tools.echo({})",
        "result = []\nresult.append(result)",
        "{1, 2}",
        "float('inf')",
        "class A: pass\nA()",
        "b'bytes'",
        "{1: 2}",
    ],
)
def test_a_result_that_is_no_json_fails_the_run(code: str) -> None:
    assert failure(code).kind == "result"


@pytest.mark.parametrize("depth", [1000, 100_000])
@pytest.mark.parametrize("end", ["result = a", "a"])
def test_a_result_nested_too_deep_for_the_sandbox_fails_the_run(depth: int, end: str) -> None:
    assert failure(f"a = []\nfor i in range({depth}): a = [a]\n{end}").kind == "result"


@pytest.mark.parametrize("end", ["result = a", "a"])
def test_a_deep_result_arrives_whole(end: str) -> None:
    expected: Any = []
    for _ in range(150):
        expected = [expected]
    assert run(f"a = []\nfor i in range(150): a = [a]\n{end}").result == expected


def test_what_is_printed_comes_back_in_lines() -> None:
    code = "import sys\nprint('a', 1)\nprint('b\\nc', end='')\nprint('!', file=sys.stderr)"
    assert run(code).logs == ("a 1", "b", "c!")


def test_arguments_arrive_as_json_text_and_values_as_they_are() -> None:
    value = {"deep": [{"x": None}], "big": 2**70, "text": "\u2028é\x00", "zero": -0.0}

    def answer(name: str, text: str) -> Delivery:
        seen.append((name, text))
        return Returned(value)

    seen: list[tuple[str, str]] = []
    assert run("result = await tools.echo({'a': (1, 'é')})", answer).result == value
    assert seen == [("echo", '{"a": [1, "\\u00e9"]}')]


@pytest.mark.parametrize("argument", ["{1, 2}", "len", "tools.echo({})"])
def test_arguments_that_are_no_json_raise_where_they_are_made(argument: str) -> None:
    code = f"try:\n    await tools.echo({{'a': {argument}}})\nexcept TypeError as e:\n    result = str(e)"
    assert "not JSON serializable" in str(run(code).result)


def test_failures_are_caught_by_name_and_tell_tool_and_message() -> None:
    code = "try:\n    await tools.bad({})\nexcept ToolCallError as e:\n    result = [str(e), *failed_tool(e)]"
    assert run(code).result == ["bad: it broke: badly", "bad", "it broke: badly"]
    code = code.replace("tools.bad", "tools['odd: name']")
    raised = Raised("odd: name", "no")
    assert run(code, lambda name, text: raised).result == ["odd: name: no", "odd: name", "no"]


def test_only_failures_of_tools_are_tool_call_errors() -> None:
    for fault in ("1 / 0", "[][0]", "{}['x']", "raise RuntimeError('x')", "raise ValueError('x')"):
        code = f"try:\n    {fault}\nexcept ToolCallError:\n    result = 'caught'"
        assert failure(code).kind == "exception", fault


def test_an_uncaught_failure_shows_the_places_in_the_program_only() -> None:
    error = failure("async def f():\n    await tools.bad({})\n\nprint('before')\nawait f()")
    assert error.kind == "exception"
    assert error.logs == ("before",)
    assert error.cause == (
        "Traceback (most recent call last):\n"
        '  File "program.py", line 5, in <module>\n'
        "    await f()\n"
        '  File "program.py", line 2, in f\n'
        "    await tools.bad({})\n"
        "ToolCallError: bad: it broke: badly"
    )
    assert error.message == (
        f"the program raised an exception: {error.cause}\n\nPrinted before that:\nbefore"
    )


def test_long_tracebacks_are_cut_in_the_middle() -> None:
    error = failure("def f(n):\n    return f(n + 1)\nf(0)")
    assert error.cause.count("program.py") == 10
    assert " more …" in error.cause
    assert error.cause.endswith("RecursionError: maximum recursion depth exceeded")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("await tools.echo(5)", "program.py:1:18: error[invalid-argument-type]"),
        ("x = 1\nx.nope", "program.py:2:1: error[unresolved-attribute]"),
        ("x = = 1", "program.py:1:5: error[invalid-syntax]"),
        ("tools.echo({})", "is not awaited"),
        ("open('/etc/passwd')", "Name `open` used when not defined"),
        ("import requests", "Cannot resolve imported module"),
        ("_call_tool('echo', '{}')", "Name `_call_tool` used when not defined"),
    ],
)
def test_a_program_of_wrong_types_does_not_run(code: str, said: str) -> None:
    error = failure(f"{code}\nprint('ran')")
    assert error.kind == "types"
    assert said in error.cause
    assert error.logs == ()


def test_a_line_may_silence_the_checker_and_meets_the_sandbox() -> None:
    error = failure("open('/etc/passwd')  # type: ignore")
    assert error.kind == "exception"
    assert "PermissionError" in error.cause or "NameError" in error.cause
    assert "NameError" in failure("nope()  # type: ignore").cause
    assert "RuntimeError" in failure("import os\nos.environ").cause


def test_calls_run_at_once_and_answer_in_any_order() -> None:
    program: Program
    waiting: list[tuple[int, str]] = []

    def submit(number: int, name: str, text: str) -> None:
        waiting.append((number, text))
        if len(waiting) == 3:
            for number_, text_ in reversed(waiting):
                program.deliver(number_, Returned(text_))

    program = Program(SDK, ProgramLimits(), submit)
    code = (
        "import asyncio\nresult = await asyncio.gather(*[tools.echo({'n': n}) for n in range(3)])"
    )
    assert program.run(code).result == [f'{{"n": {n}}}' for n in range(3)]


def test_an_answer_nobody_waits_for_any_more_is_no_harm() -> None:
    program: Program
    held: list[int] = []

    def submit(number: int, name: str, text: str) -> None:
        if "slow" in text:
            held.append(number)
        elif "last" in text:
            for number_ in held:
                program.deliver(number_, Returned("late"))
            program.deliver(number, Returned("last"))
        else:
            program.deliver(number, Raised(name, "no"))

    program = Program(SDK, ProgramLimits(), submit)
    code = (
        "import asyncio\n"
        "try:\n    await asyncio.gather(tools.echo({'a': 'slow'}), tools.bad({}))\n"
        "except ToolCallError:\n    pass\n"
        "result = await tools.echo({'a': 'last'})"
    )
    assert program.run(code).result == "last"


def test_sleeps_overlap_with_calls_and_with_each_other() -> None:
    code = (
        "import asyncio, time\n"
        "time.sleep(0.001)\n"
        "result = await asyncio.gather(asyncio.sleep(0.002), tools.echo({}), asyncio.sleep(0.001))"
    )
    assert run(code).result == [None, ["echo", "{}"], None]


@pytest.mark.parametrize(
    ("code", "limits", "kind", "cause"),
    [
        ("while True: pass", {"seconds": 0.05}, "time", "more than 0.05 s of computing"),
        (
            "try:\n    while True: pass\nexcept BaseException: pass",
            {"seconds": 0.05},
            "time",
            "more than 0.05 s of computing",
        ),
        (
            "import time\nwhile True: time.sleep(0.001)",
            {"sleep_seconds": 0.01},
            "time",
            "more than 0.01 s of sleep",
        ),
        (
            "import asyncio\nawait asyncio.sleep(9)",
            {"sleep_seconds": 1},
            "time",
            "more than 1 s of sleep",
        ),
        (
            "while True: await tools.echo({})",
            {"suspensions": 10},
            "suspensions",
            "more than 10 times",
        ),
        (
            "while True: print('x' * 100)",
            {"output_bytes": 1000},
            "output",
            "more than 1000 bytes",
        ),
        ("x = 'a' * 10 ** 9", {"memory_bytes": 2**25}, "memory", "memory limit exceeded"),
        (
            "try:\n    x = [0] * 10 ** 9\nexcept MemoryError: pass",
            {"memory_bytes": 2**25},
            "memory",
            "memory limit exceeded",
        ),
    ],
)
def test_each_limit_ends_the_run_and_is_named(
    code: str, limits: Any, kind: str, cause: str
) -> None:
    error = failure(code, **limits)
    assert error.kind == kind
    assert cause in error.cause


def test_what_was_printed_before_the_limit_is_kept() -> None:
    error = failure("while True: print('x' * 100)", output_bytes=250)
    assert error.logs[0] == "x" * 100
    assert sum(map(len, error.logs)) <= 250


def test_as_much_as_the_limits_allow_is_fine() -> None:
    code = "for i in range(5): await tools.echo({})\nresult = i"
    assert run(code, suspensions=10).result == 4
    assert run("print('x' * 99)", output_bytes=100).logs == ("x" * 99,)


@pytest.mark.parametrize(
    "limits",
    [
        {"seconds": 0},
        {"seconds": float("nan")},
        {"memory_bytes": -1},
        {"suspensions": True},
        {"output_bytes": "1"},
        {"max_parallel_tool_calls": 2.5},
    ],
)
def test_limits_are_positive_numbers(limits: Any) -> None:
    with pytest.raises(ValueError, match=next(iter(limits))):
        ProgramLimits(**limits)


@pytest.mark.parametrize(
    "code",
    [
        "await tools.echo({})\nwhile True: pass",
        "await tools.echo({})\nimport time\ntime.sleep(50)",
        "import asyncio\nawait asyncio.gather(tools.echo({}), asyncio.sleep(50))",
        "await tools.echo({})\nawait tools.bad({})",
    ],
)
def test_a_stopped_program_ends_wherever_it_is(code: str) -> None:
    program: Program
    started = Event()

    def submit(number: int, name: str, text: str) -> None:
        if name == "echo":
            program.deliver(number, Returned(None))
            started.set()

    def stop() -> None:
        started.wait()
        program.stop()

    program = Program(SDK, ProgramLimits(seconds=60), submit)
    stopper = Thread(target=stop)
    stopper.start()
    with pytest.raises(ProgramStopped):
        program.run(code)
    stopper.join()


def test_a_program_stopped_before_it_starts_does_not_run() -> None:
    program = Program(SDK, ProgramLimits(), lambda *call: None)
    program.stop()
    with pytest.raises(ProgramStopped):
        program.run("while True: pass")


def test_nothing_is_kept_from_one_program_to_the_next() -> None:
    run("leak = 1")
    assert "leak" in failure("leak").cause


SCRIPT = """
from toolc_runtime.ptc import CodeRunFailedError, ProgramLimits, sdk_of
from toolc_runtime.ptc._monty import Program
try:
    Program(sdk_of([]), ProgramLimits(seconds=0.05), print).run("while True: pass")
except CodeRunFailedError as error:
    print(error.kind)
"""


def test_the_interpreter_may_end_right_after_a_run() -> None:
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", SCRIPT],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "time\n", "")
