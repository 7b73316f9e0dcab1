"""Stage 6: format the files and have them type-checked."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from .cache import cache_folder
from .faults import InternalError
from .staging import run, staged

if TYPE_CHECKING:
    from .render import OutputFile

_RUFF: Final = (
    *("--isolated", "--no-cache", "--quiet", "--no-respect-gitignore"),
    *("--target-version", "py311", "--line-length", "100"),
    *("--config", "exclude=[]"),  # else a catalogue may not be called `build` or `dist`
)
_LINT: Final = ("check", *_RUFF, "--ignore-noqa", "--fix")
_POLISH: Final = ((*_LINT, "--select", "I,F401", "."), ("format", *_RUFF, "."))
_SORT: Final = (
    *_LINT,
    "--config",
    "lint.isort.split-on-trailing-comma=false",
    "--select",
    "I",
    ".",
)
_MYPY: Final = (
    *("--config-file=", "--strict", "--no-error-summary", "--no-color-output"),
    *("--no-pretty", "--show-error-codes"),
)
_PACKAGE: Final = PurePosixPath("staged")


def polish(files: tuple[OutputFile, ...], typecheck: bool) -> tuple[OutputFile, ...]:
    """*files* formatted; raises `InternalError` where `mypy --strict` finds fault with them."""
    if not files:
        return ()
    table = {_PACKAGE / file.path: file.text for file in files}
    with staged({_PACKAGE / "__init__.py": "", **table}.items()) as folder:
        for step in _POLISH:
            _demand("ruff", step, folder)
        if typecheck:
            _check_types(folder)
        return tuple(replace(file, text=_text(folder / _PACKAGE / file.path)) for file in files)


def with_sorted_imports(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Python *texts* with their imports as we would sort them; what is no Python stays."""
    files = {PurePosixPath(f"text_{number}.py"): text for number, text in enumerate(texts)}
    with staged(files.items()) as folder:
        run("ruff", _SORT, folder)
        return tuple(_text(folder / path) for path in files)


def _check_types(folder: Path) -> None:
    """With what mypy remembers; and before it is believed to find fault, without."""
    cache = cache_folder("mypy")
    if cache and not run("mypy", _mypy(str(cache)), folder).returncode:
        return
    _demand("mypy", _mypy(os.devnull), folder)
    if cache:  # what it remembers is wrong
        shutil.rmtree(cache, ignore_errors=True)


def _mypy(cache: str) -> Iterable[str]:
    return (*_MYPY, "--cache-dir", cache, str(_PACKAGE))


def _demand(module: str, args: Iterable[str], folder: Path) -> None:
    done = run(module, args, folder)
    if done.returncode:
        raise InternalError(f"{module} refuses what was generated:\n{done.stdout}{done.stderr}")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="surrogateescape")
