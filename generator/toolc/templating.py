"""Stage 3c: templates (`render`, `meta`, `present`) to typed functions."""

from __future__ import annotations

from dataclasses import dataclass

from .ir import PyFunction
from .model import Ref
from .naming import Names
from .pycode import Code
from .spec import ToolSpec


@dataclass(frozen=True, slots=True)
class Presented:
    """The functions of a tool's templates, and the arguments of its stub that name them."""

    functions: tuple[PyFunction, ...] = ()
    arguments: tuple[tuple[Code, Code], ...] = ()


def present_arguments(tool: ToolSpec, args: Ref, output: Ref, names: Names) -> Presented:
    """Compile the templates of *tool*."""
    return Presented()
