"""Stage 3: validated specs to the Python they become. Every name is final after this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from .aliases import AliasPrinter, alias_statement, judge_section
from .classes import ClassPrinter
from .ir import PyClass, PyModule, PyPackage, PySection, PyStub, PyTool
from .model import Alias, Class, Definition, Judge, Key, Node, Ref
from .modelling import Modeller
from .names import field_names, module_names, package_name, pascal
from .naming import Names, name_definitions
from .pycode import Code, comment, docstring, identifier, json_text, literal, py
from .spec import CatalogSpec, SchemaSpec, ToolSpec, TypeSpec
from .templating import present_arguments
from .wire import wire_schema


@dataclass(frozen=True, slots=True)
class SharedTypes:
    """A catalogue's named types, modelled and named: what its tool modules mention."""

    types: tuple[TypeSpec, ...]
    nodes: Mapping[str, Node]
    definitions: Mapping[Key, Definition]
    classes: Mapping[Key, str]


def lower(catalogs: tuple[CatalogSpec, ...]) -> tuple[PyPackage, ...]:
    """Lower every catalogue to the package that it becomes."""
    return tuple(_package(catalog) for catalog in catalogs)


def _package(catalog: CatalogSpec) -> PyPackage:
    shared = _shared_types(catalog)
    modules = module_names(tool.name for tool in catalog.tools)
    methods = field_names(tool.name for tool in catalog.tools)
    lowered = [_tool_module(tool, modules[tool.name], shared) for tool in catalog.tools]
    types = [_types_module(shared)] if shared.definitions else []
    return PyPackage(
        folder=PurePosixPath(package_name(catalog.name)),
        catalog=catalog.name,
        origin=comment(PurePosixPath(catalog.source.path).name),
        digest=comment(catalog.source.digest),
        doc=docstring(catalog.description or f"Tools of the catalogue {catalog.name}.", 0),
        protocol=identifier(f"{pascal(catalog.name)}Tools"),
        tools=tuple(
            _face_entry(tool, module, methods[tool.name])
            for tool, module in zip(catalog.tools, lowered, strict=True)
        ),
        modules=(*types, *lowered),
    )


def _face_entry(tool: ToolSpec, module: PyModule, method: str) -> PyTool:
    assert module.stub is not None
    return PyTool(
        module=module.name,
        name=literal(tool.name),
        method=identifier(method),
        args=module.stub.args,
        output=module.stub.output,
        doc=docstring(tool.description.split("\n\n")[0]),
    )


# Types


def _shared_types(catalog: CatalogSpec) -> SharedTypes:
    schemas = {t.name: t.schema.schema for t in catalog.types}
    modeller = Modeller(catalog_types=schemas, shared=True)
    nodes = {name: modeller.model({"$ref": f"types:{name}"}, (name,)) for name in schemas}
    classes = name_definitions(modeller.definitions, {})
    return SharedTypes(catalog.types, nodes, modeller.definitions, classes)


def _types_module(shared: SharedTypes) -> PyModule:
    own = {Key(k.path): d for k, d in shared.definitions.items()}
    # Inside their own module the shared types are local: no import of what is defined here.
    names = _LocalNames(
        {**shared.classes, **{Key(k.path): n for k, n in shared.classes.items()}},
        {**shared.definitions, **own},
    )
    parts = _parts(shared.definitions.values(), names)
    return PyModule(
        name=Code("_types"),
        public=None,
        doc=docstring("The named types of this catalogue.", 0),
        imports=_imports(names),
        classes=parts.classes,
        aliases=parts.aliases,
        constants=tuple(line for _, line in names.constants.values()),
        sections=parts.sections,
        texts=(),
        stub=None,
    )


class _LocalNames(Names):
    """Names of the module that defines the shared types."""

    def _local(self, key: Key, name: str) -> Code:
        return identifier(name)


# Tools


def _tool_module(tool: ToolSpec, module: str, shared: SharedTypes) -> PyModule:
    modeller = Modeller(
        catalog_types={t.name: t.schema.schema for t in shared.types},
        known=shared.nodes,
        definitions=dict(shared.definitions),
    )
    args = _root(modeller, tool.parameters, (tool.name, "args"))
    output = _root(modeller, tool.output, (tool.name, "output"))
    classes = name_definitions(modeller.definitions, shared.classes)
    names = Names(classes, modeller.definitions)
    own = [d for k, d in modeller.definitions.items() if not k.shared]
    parts = _parts(own, names)
    presented = present_arguments(tool, args, output, names)
    stub = _stub(tool, args, output, names, presented.arguments)
    texts = {"PARAMETERS": tool.parameters, "OUTPUT": tool.output}
    return PyModule(
        name=identifier(module),
        doc=docstring(tool.description, 0),
        public=_public(parts, stub, names),
        imports=_imports(names),
        classes=parts.classes,
        aliases=parts.aliases,
        constants=tuple(line for _, line in names.constants.values()),
        sections=(*parts.sections, PySection((), presented.functions)),
        texts=tuple(
            (identifier(name), json_text(wire_schema(schema, shared.types)))
            for name, schema in texts.items()
        ),
        stub=stub,
    )


def _root(modeller: Modeller, schema: SchemaSpec, path: tuple[str, ...]) -> Ref:
    """The definition of a root schema: a class, or an alias that has the name in any case."""
    return modeller.root_definition(schema.schema, path)


def _stub(
    tool: ToolSpec, args: Ref, output: Ref, names: Names, presented: tuple[tuple[Code, Code], ...]
) -> PyStub:
    arguments: list[tuple[Code, Code]] = [(Code("name"), literal(tool.name))]
    if tool.title:
        arguments.append((Code("title"), literal(tool.title)))
    arguments.append((Code("description"), literal(tool.description)))
    arguments += [(Code("parameters"), Code("PARAMETERS")), (Code("output_schema"), Code("OUTPUT"))]
    for verb in ("parse", "dump"):
        for side in ("args", "output"):
            arguments.append(
                (py("{}_{}", Code(verb), Code(side)), py("{}.{}", Code(side), Code(verb)))
            )
    arguments += presented
    if tool.timeout_ms is not None:
        arguments.append((Code("timeout_ms"), literal(tool.timeout_ms)))
    if tool.concurrency_safe is not None:
        arguments.append((Code("concurrency_safe"), literal(tool.concurrency_safe)))
    if tool.hints is not None:
        arguments.append((Code("hints"), _hints(tool, names)))
    names.use("ToolStub")
    codecs = [
        py(
            "{} = {}({}, {})",
            Code(side),
            names.use(codec),
            names.function("parse", root.key),
            names.function("check", root.key),
        )
        for side, codec, root in (("args", "ArgsCodec", args), ("output", "OutputCodec", output))
    ]
    return PyStub(
        args=_root_type(args, names),
        output=_root_type(output, names),
        codecs=tuple(codecs),
        arguments=tuple(arguments),
    )


def _public(parts: _Parts, stub: PyStub, names: Names) -> Code:
    """The names that users of the module import."""
    shared = {names.classes[k] for k in names.classes if k.shared} & names.types
    found = {str(c.name) for c in parts.classes} | {str(stub.args), str(stub.output)} | shared
    found |= {line.partition(":")[0] for line in parts.aliases}
    return Code(", ".join(map(repr, [*sorted(found), "call", "tool"])))


def _root_type(root: Ref, names: Names) -> Code:
    return names.class_(root.key)


def _hints(tool: ToolSpec, names: Names) -> Code:
    assert tool.hints is not None
    given = [
        py("{}={}", Code(name), literal(getattr(tool.hints, name)))
        for name in ("read_only", "destructive", "idempotent", "open_world")
        if getattr(tool.hints, name) is not None
    ]
    return py("{}({})", names.use("ToolHints"), Code(", ".join(given)))


# Parts that both kinds of module have


@dataclass(frozen=True, slots=True)
class _Parts:
    classes: tuple[PyClass, ...]
    aliases: tuple[Code, ...]
    sections: tuple[PySection, ...]


def _parts(definitions: Iterable[Definition], names: Names) -> _Parts:
    classes: list[PyClass] = []
    aliases: list[Code] = []
    sections: list[PySection] = []
    known: set[str] = set()
    found = list(definitions)
    known |= {names.classes[d.key] for d in found if isinstance(d.meaning, Class)}
    for definition in found:
        match definition.meaning:
            case Class(typed=typed):
                printer = ClassPrinter(definition, names)
                if typed:
                    classes.append(printer.dataclass())
                sections.append(printer.section())
            case Alias():
                statement = alias_statement(definition, names, known)
                if statement is not None:
                    aliases.append(statement)
                known.add(names.classes[definition.key])
                sections.append(AliasPrinter(definition, names).section())
            case Judge():
                sections.append(judge_section(definition, names))
    return _Parts(tuple(classes), tuple(aliases), tuple(sections))


def _imports(names: Names) -> tuple[Code, ...]:
    """Import lines of all that was used; the polish stage sorts and drops what is not."""
    lines = []
    abstract = sorted(names.typing & {"Callable", "Iterable", "Mapping"})
    typing = sorted(names.typing - {"Callable", "Iterable", "Mapping"})
    lines += [py("from collections.abc import {}", identifier(n)) for n in abstract]
    lines += [py("from typing import {}", identifier(n)) for n in typing]
    lines.append(Code("from toolc_runtime import codegen1 as rt"))
    lines += [py("from ._types import {}", identifier(n)) for n in sorted(names.types)]
    return tuple(lines)
