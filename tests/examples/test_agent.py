"""The agent of the demo shows its calls as cards, and a refused call with every violation."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_agent_shows_calls_results_and_a_refusal() -> None:
    shown = subprocess.run(
        [sys.executable, "-W", "error", "-m", "examples.agent"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
    assert "Read notes/tea.md (lines 1–2 of 2)" in shown
    assert "    2 Water at 80 °C." in shown
    assert 'Below .: ["notes/coffee.md","notes/tea.md"]' in shown
    assert "Edited notes/tea.md." in shown
    refusal = shown.splitlines()[-1]
    for place in ("arguments.file_path: missing", "arguments.offset: ", "arguments.limit: "):
        assert place in refusal
