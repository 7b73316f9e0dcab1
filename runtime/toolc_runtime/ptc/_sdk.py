"""The SDK of a program: the typed declarations of its tools, which a model reads and a checker uses.

The same tools give the same bytes: tools come in lexicographic order, and nothing else goes in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolc_runtime._wire import plain_schema

from ._python_types import Declarations, class_name, nameable, printable, type_of, words

if TYPE_CHECKING:
    from toolc_runtime._aliases import AnyDefinition

_HEAD = '''\
from typing import Any, Callable, Coroutine, Literal, Never, NotRequired, TypedDict, overload

class ToolCallError(Exception):
    """A tool failed or was denied; `str(error)` is `tool_name: message`."""

def failed_tool(error: ToolCallError) -> tuple[str, str]:
    """The name of the tool that failed, and its message."""
'''

_RESERVED = {"Any", "Callable", "Coroutine", "Literal", "overload"}
"""Names that the class of the tools mentions itself."""


@dataclass(frozen=True, slots=True)
class Sdk:
    """What programs may call, and its declarations."""

    names: tuple[str, ...]
    """The tools, in lexicographic order."""
    text: str


@dataclass(frozen=True, slots=True)
class _Signature:
    """A tool as its caller sees it."""

    name: str
    description: str
    arguments: str
    output: str


def sdk_of(definitions: Iterable[AnyDefinition]) -> Sdk:
    """The SDK of *definitions*, whose names differ.

    A tool whose name Python can't write as an attribute is reached by subscript.
    """
    ordered = sorted(definitions, key=lambda d: d.name)
    attributes = {d.name for d in ordered if nameable(d.name)} - _RESERVED
    declarations = Declarations(attributes)
    signatures = [_signature(d, attributes, declarations) for d in ordered]
    named = [s for s in signatures if s.name in attributes]
    odd = [s for s in signatures if s.name not in attributes]
    members = "\n".join([_method(s) for s in named] + _subscripts(odd)) or "    pass\n"
    types = declarations.text()
    blocks = [
        _HEAD,
        *([f"{types}\n"] if types else []),
        f"class Tools:\n{members}",
        "tools: Tools\n",
    ]
    return Sdk(tuple(s.name for s in signatures), "\n".join(blocks))


def _signature(
    definition: AnyDefinition, attributes: set[str], declarations: Declarations
) -> _Signature:
    base = class_name(definition.name)
    types = []
    for schema, name in (
        (definition.parameters, f"{base}Args"),
        (definition.output.schema, f"{base}Output"),
    ):
        found = type_of(_plain(schema), name, declarations)
        if words([found]) & attributes:  # inside the class of the tools it would mean the tool
            found = declarations.alias(name, found)
        types.append(found)
    return _Signature(definition.name, definition.description, *types)


def _plain(schema: Any) -> Any:
    try:
        return plain_schema(schema)
    except (ValueError, TypeError):  # no JSON: nothing is known of it
        return True


def _method(tool: _Signature) -> str:
    head = f"    async def {tool.name}(self, arguments: {tool.arguments}, /) -> {tool.output}:"
    return f"{head}\n{_docstring(tool.description)}"


def _docstring(text: str) -> str:
    """*text* as a docstring that ends where it should."""
    first, *more = [printable(line).rstrip() for line in text.strip().splitlines()] or [""]
    lines = [first, *(f"        {line}" if line else "" for line in more)]
    shown = "\n".join(lines).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if shown.endswith('"'):
        shown = f'{shown[:-1]}\\"'
    return f'        """{shown}"""\n'


def _subscripts(tools: list[_Signature]) -> list[str]:
    """How tools whose names Python can't write are reached: `tools["name"]`."""
    overload = "    @overload\n" if len(tools) > 1 else ""
    return [f"{overload}{_subscript(tool)}" for tool in tools]


def _subscript(tool: _Signature) -> str:
    call = f"Callable[[{tool.arguments}], Coroutine[Any, Any, {tool.output}]]"
    head = f"    def __getitem__(self, name: Literal[{tool.name!r}], /) -> {call}:"
    return f"{head}\n{_docstring(tool.description)}"
