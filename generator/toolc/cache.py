"""Where things are kept that only save time: with the user's caches, never in a source tree."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

VARIABLE: Final = "TOOLC_CACHE_DIR"
"""Names the folder of our cache, where another is wanted."""

_MAX_AGE: Final = 30 * 24 * 3600
"""Seconds after which what nobody used is thrown away."""


def cache_folder(name: str) -> Path | None:
    """The folder *name* of our cache, made where it is missing; `None` where none can be had."""
    try:
        folder = _root() / name
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # no home, or not ours to write
        return None
    return folder if os.access(folder, os.W_OK) else None


def throw_away_old(folder: Path) -> None:
    """Remove the files in *folder* that were not written for long."""
    oldest = time.time() - _MAX_AGE
    for entry in os.scandir(folder):
        try:
            if entry.is_file(follow_symlinks=False) and entry.stat().st_mtime < oldest:
                os.unlink(entry.path)
        except FileNotFoundError:  # another build was quicker
            continue


def _root() -> Path:
    """`TOOLC_CACHE_DIR`, or as XDG has it, where a relative path is to be ignored."""
    own = os.environ.get(VARIABLE)
    if own:
        return Path(own)
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".cache") / "toolc"
