"""What registering costs: no module of the standard library that only calls need."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import toolc_runtime

HEAVY = {"asyncio", "dataclasses", "inspect", "logging", "sqlite3", "threading", "typing"}


def loaded_after(program: str) -> set[str]:
    """The heavy modules that a bare interpreter has loaded after *program*."""
    folder = str(Path(toolc_runtime.__file__).parents[1])
    lines = [
        "import sys",
        f"sys.path.insert(0, {folder!r})",
        textwrap.dedent(program),
        f"print(*sorted({HEAVY!r} & set(sys.modules)))",
    ]
    command = [sys.executable, "-I", "-S", "-c", "\n".join(lines)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.split())


DEFINE = """
    from toolc_runtime import ToolRegistry, ToolStub

    def same(value, label=""):
        return value

    stub = ToolStub(
        name="tool", description="…", parameters='{"type": "object"}', output_schema="true",
        parse_args=same, dump_args=same, parse_output=same, dump_output=same,
    )
    tools = ToolRegistry()
    async def body(args, run): return None
    tools.register(stub(body))
    tools.on.result(print)
    tools.guard(print)
"""


def test_importing_the_face_loads_nothing_heavy() -> None:
    assert loaded_after("import toolc_runtime") == set()


def test_registering_stubs_listeners_and_guards_loads_nothing_heavy() -> None:
    assert loaded_after(DEFINE) == set()


def test_telling_a_model_of_stubs_loads_nothing_heavy() -> None:
    assert loaded_after(f"{DEFINE}\n    assert tools.schemas()[0]['name'] == 'tool'") == set()


def test_a_call_loads_what_calls_need() -> None:
    assert "asyncio" in loaded_after(f"{DEFINE}\n    tools.pipeline")
