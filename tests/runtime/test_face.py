"""The face hands on every public name when it is first used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import toolc_runtime
from toolc_runtime import _EXPORTS


@pytest.mark.parametrize("name", _EXPORTS)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(toolc_runtime, name) is not None
    assert name in dir(toolc_runtime)


def test_checkers_see_the_names_that_programs_see() -> None:
    tree = ast.parse(Path(toolc_runtime.__file__).read_text(encoding="utf-8"))
    imported = {
        alias.asname: (node.module or "")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }
    assert imported == _EXPORTS
    assert sorted(toolc_runtime.__all__) == sorted(_EXPORTS)


def test_a_name_that_is_not_public_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = toolc_runtime.nothing


def test_the_schema_half_loads_neither_patterns_nor_json_nor_typing() -> None:
    program = (
        "import sys, toolc_runtime._interpreter, toolc_runtime._authoring\n"
        "print(*sorted({'re', 'json', 'typing', 'dataclasses', 'inspect', 'asyncio', 'difflib',"
        " 'fractions', 'decimal'} & set(sys.modules)))"
    )
    path = str(Path(toolc_runtime.__file__).parents[1])
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {path!r})\n{program}",
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.stdout.strip(), ran.stderr) == ("", "")
