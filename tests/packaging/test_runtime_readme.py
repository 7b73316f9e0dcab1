"""The example in the runtime's README does what the README says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "runtime" / "README.md"


def _block(language: str) -> str:
    text = README.read_text(encoding="utf-8")
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_example_prints_what_the_readme_says(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _block("python")],
        cwd=tmp_path,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert done.stdout == _block("text")


def test_the_example_satisfies_mypy(tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(_block("python"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "example.py"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
