"""The example of the README does what the README says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner
from toolc.cli import main

README = Path(__file__).parents[1] / "README.md"


def _block(language: str) -> str:
    text = README.read_text(encoding="utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return str(found[-1])


def test_the_example_prints_what_the_readme_says(tmp_path: Path) -> None:
    spec, program = tmp_path / "greetings.yaml", tmp_path / "program.py"
    spec.write_text(_block("yaml"), encoding="utf-8")
    program.write_text(_block("python"), encoding="utf-8")
    command = _block("sh").split()
    assert command == ["toolc", "build", "greetings.yaml", "--out", "tools"]
    done = CliRunner().invoke(main, ["build", str(spec), "--out", str(tmp_path / "tools")])
    assert done.exit_code == 0, done.output
    shown = subprocess.run(
        [sys.executable, "-W", "error", str(program)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert shown.stdout == _block("text")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "program.py"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert checked.returncode == 0, checked.stdout
