"""Stage 6: format and type-check the files in a folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .render import OutputFile

_RUFF_COMMON = ("--isolated", "--no-cache", "--quiet", "--target-version", "py311")
_RUFF_WIDTH = ("--line-length", "100")
_RUFF = (
    ("check", *_RUFF_COMMON, *_RUFF_WIDTH, "--select", "I,F401", "--fix", "."),
    ("format", *_RUFF_COMMON, *_RUFF_WIDTH, "."),
)
_MYPY = ("--config-file=", "--strict", "--no-error-summary", "--no-color-output")


class InternalError(Exception):
    """What was generated does not hold: our fault, never the spec's."""


def polish(files: tuple[OutputFile, ...], typecheck: bool) -> tuple[OutputFile, ...]:
    """*files* formatted; raise `InternalError` where `mypy --strict` finds fault with them."""
    if not files:
        return ()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "staged"
        for file in files:
            target = folder / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(file.text, encoding="utf-8", newline="\n")
        (folder / "__init__.py").touch()
        for step in _RUFF:
            _run("ruff", step, folder)
        if typecheck:
            _run("mypy", (*_MYPY, "--cache-dir", _cache(), "staged"), folder.parent)
        return tuple(
            OutputFile(file.path, (folder / file.path).read_text(encoding="utf-8"))
            for file in files
        )


def formatted(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Python *texts* as our formatter would have them; what is no Python stays as it is."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / f"text_{number}.py" for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8", newline="\n")
        for step in _RUFF[1:]:
            subprocess.run([sys.executable, "-m", "ruff", *step], cwd=folder, check=False)
        return tuple(path.read_text(encoding="utf-8") for path in paths)


def _cache() -> str:
    """Where mypy keeps what it learned: with the user's caches, never in a source tree."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = root / "toolc" / "mypy"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return os.devnull
    return str(folder)


def _run(module: str, args: tuple[str, ...], folder: Path) -> None:
    command = [sys.executable, "-m", module, *args]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise InternalError(f"{module} refuses what was generated:\n{done.stdout}{done.stderr}")
