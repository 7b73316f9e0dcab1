"""A folder of its own for files that are not ready, and the programs that are run over it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

_FOREIGN: Final = ("MYPY", "RUFF_", "PYTHONWARNINGS", "PYTHONSAFEPATH", "FORCE_COLOR")
"""Variables that tell the programs what people want of them, which is not what we want."""


@contextmanager
def staged(files: Iterable[tuple[PurePosixPath, str]]) -> Iterator[Path]:
    """A folder with *files*, which is gone after."""
    with tempfile.TemporaryDirectory(prefix="toolc-") as name:
        folder = Path(name)
        for path, text in files:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", errors="surrogateescape", newline="\n")
        yield folder


def run(module: str, args: Iterable[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run *module* in *folder*; no package there can stand in for a module of the program."""
    return subprocess.run(
        [sys.executable, "-P", "-m", module, *args],
        cwd=folder,
        env={key: value for key, value in os.environ.items() if not key.startswith(_FOREIGN)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
