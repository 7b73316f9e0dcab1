"""The Python that will be written, as data. Every name is final here, every text is `Code`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from .pycode import Code


@dataclass(frozen=True, slots=True)
class PyField:
    """A field of a dataclass: its annotation, its parameter of the constructor, what is stored."""

    name: Code
    annotation: Code
    doc: Code | None
    parameter: Code
    stored: Code


@dataclass(frozen=True, slots=True)
class PyFunction:
    """A function: its signature after `def`, and its statements, indented from its own margin."""

    signature: Code
    body: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class PyClass:
    """A dataclass and its writer."""

    name: Code
    doc: Code
    slots: Code
    wire: Code | None
    parameters: Code
    fields: tuple[PyField, ...]
    writer: PyFunction


@dataclass(frozen=True, slots=True)
class PySection:
    """The functions of one definition, between the statements that they need and that need them."""

    before: tuple[Code, ...]
    functions: tuple[PyFunction, ...]
    after: tuple[Code, ...] = ()


@dataclass(frozen=True, slots=True)
class PyStub:
    """The stub of a tool, as the keyword arguments it is made with."""

    args: Code
    output: Code
    codecs: tuple[Code, ...]
    arguments: tuple[tuple[Code, Code], ...]


@dataclass(frozen=True, slots=True)
class PyModule:
    """One module of a package."""

    name: Code
    doc: Code
    public: Code | None
    imports: tuple[Code, ...]
    classes: tuple[PyClass, ...]
    aliases: tuple[Code, ...]
    constants: tuple[Code, ...]
    sections: tuple[PySection, ...]
    texts: tuple[tuple[Code, Code], ...]
    stub: PyStub | None


@dataclass(frozen=True, slots=True)
class PyTool:
    """What the face of a package needs to know of one tool."""

    module: Code
    name: Code
    method: Code
    args: Code
    output: Code
    doc: Code


@dataclass(frozen=True, slots=True)
class PyPackage:
    """One catalogue's package."""

    folder: PurePosixPath
    catalog: str
    origin: Code
    digest: Code
    doc: Code
    protocol: Code
    tools: tuple[PyTool, ...]
    modules: tuple[PyModule, ...]
