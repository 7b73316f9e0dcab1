"""What the output depends on beside the spec: this compiler, to the byte, and its tools."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_TOOLS: Final = ("jinja2", "jsonschema", "mypy", "pyyaml", "regress", "ruff")
_VERSION = re.compile(rf"({'|'.join(_TOOLS)})-.*\.(dist|egg)-info", re.IGNORECASE)


def fingerprint() -> str:
    """A digest that changes with every change of the compiler, the runtime or the tools."""
    total = hashlib.sha256(f"{sys.version} {sorted(_versions())}".encode())
    for folder in _folders():
        for path in sorted(_files(folder)):
            total.update(f"\0{path.name}\0".encode())
            total.update(path.read_bytes())
    return total.hexdigest()


def _folders() -> Iterator[Path]:
    package = Path(__file__).parent
    yield package
    yield package.parents[1] / "templates"  # of a checkout; in a wheel they lie in the package
    runtime = find_spec("toolc_runtime")
    yield from map(Path, (runtime and runtime.submodule_search_locations) or ())


def _files(folder: Path) -> Iterator[Path]:
    for suffix in ("py", "jinja"):
        yield from folder.rglob(f"*.{suffix}")


def _versions() -> Iterator[str]:
    """Names of the folders that say which version is installed; cheaper than asking for each."""
    for entry in filter(os.path.isdir, sys.path):
        yield from filter(_VERSION.fullmatch, os.listdir(entry))
