"""Stage 4: which files there will be, from which template, with which context."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from .ir import PyPackage


@dataclass(frozen=True, slots=True)
class FilePlan:
    """One file to render."""

    path: PurePosixPath
    template: str
    context: dict[str, object]


def lay_out(packages: tuple[PyPackage, ...]) -> tuple[FilePlan, ...]:
    """For each package its face, a marker that it is typed, and a module for each tool."""
    return tuple(plan for package in packages for plan in _package(package))


def _package(package: PyPackage) -> list[FilePlan]:
    folder, context = package.folder, {"package": package}
    modules = [
        FilePlan(folder / f"{module.name}.py", "module.py.jinja", {**context, "module": module})
        for module in package.modules
    ]
    return [
        FilePlan(folder / "__init__.py", "package.py.jinja", dict(context)),
        FilePlan(folder / "py.typed", "empty.jinja", {}),
        *modules,
    ]
