"""pyright agrees with mypy: generated packages are clean, and each wrong use is an error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CONSUMER = ROOT / "tests" / "typing" / "consumer.py"


def _pyright(*paths: Path) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(
        [*command, *map(str, paths)], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] > 0
    found: list[dict[str, Any]] = report["generalDiagnostics"]
    return found


def test_generated_packages_are_clean() -> None:
    assert _pyright(ROOT / "examples") == []


def test_wrong_uses_are_errors_and_right_ones_are_not() -> None:
    lines = CONSUMER.read_text(encoding="utf-8").splitlines()
    marked = {number for number, line in enumerate(lines) if "# type: ignore[" in line}
    bare = [line.partition("  # type: ignore[")[0] for line in lines]
    # Beside the examples, so that the package is found as it is for everybody else.
    copy = ROOT / "examples" / "_consumer_without_ignores.py"
    copy.write_text("\n".join(bare) + "\n", encoding="utf-8")
    try:
        found = _pyright(copy)
    finally:
        copy.unlink()
    errors = {f["range"]["start"]["line"] for f in found if f["severity"] == "error"}
    assert errors == marked
    assert len(marked) >= 10
