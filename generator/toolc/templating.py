"""Stage 3c: templates (`render`, `meta`, `present`) to functions of typed arguments and values."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import get_args

from toolc_runtime._presentation import ToolCallView, ToolResultView
from toolc_runtime._unset import UNSET

from .annotations import takes_null
from .ir import PyFunction
from .model import Class, Node, Ref
from .names import field_names
from .naming import Names
from .pycode import Code, identifier, joined, literal, py
from .spec import ToolSpec
from .templates_lang import (
    CardTemplate,
    Placeholder,
    TemplateList,
    TemplateLiteral,
    TemplateObject,
    TemplateText,
    TemplateValue,
)


@dataclass(frozen=True, slots=True)
class Presented:
    """The functions of a tool's templates, and the arguments of its stub that name them."""

    functions: tuple[PyFunction, ...] = ()
    arguments: tuple[tuple[Code, Code], ...] = ()


def present_arguments(tool: ToolSpec, args: Ref, output: Ref, names: Names) -> Presented:
    """Compile the templates of *tool*."""
    printer = _Printer(args, output, names)
    made = []
    if tool.render is not None:
        made.append(printer.render(tool.render))
    if tool.meta is not None:
        made.append(printer.meta(tool.meta))
    if tool.present_call is not None:
        made.append(printer.call_card(tool.present_call))
    if tool.present_result is not None:
        made.append(printer.result_card(tool.present_result))
    named = [Code(function.signature.partition("(")[0]) for function in made]
    return Presented(tuple(made), tuple((name, name) for name in named))


class _Printer:
    """Prints the functions of one tool."""

    def __init__(self, args: Ref, output: Ref, names: Names) -> None:
        self._roots: dict[str, Ref] = {"args": args, "value": output}
        self._names = names

    def render(self, template: TemplateText) -> PyFunction:
        """Model-facing text of a value."""
        signature = py("render(args: {}, value: {}) -> str", *self._both())
        return PyFunction(signature, (py("return {}", self._text(template)),))

    def meta(self, template: TemplateObject) -> PyFunction:
        """What of a value survives into the durable result."""
        signature = py("presentation_meta(args: {}, value: {}) -> rt.JsonValue", *self._both())
        return PyFunction(signature, (py("return {}", self._object(template)),))

    def call_card(self, card: CardTemplate) -> PyFunction:
        """How the pending call shows."""
        signature = py(
            "present_call(args: {}) -> {}",
            self._names.class_(self._roots["args"].key),
            self._names.use("ToolCallView"),
        )
        return PyFunction(signature, (self._view(card, get_args(ToolCallView)),))

    def result_card(self, card: CardTemplate) -> PyFunction:
        """How the completed call shows; None for results that the card is not about."""
        signature = py(
            "present_result(args: {}, result: {}) -> {} | None",
            self._names.class_(self._roots["args"].key),
            self._names.use("ToolResult"),
            self._names.use("ToolResultView"),
        )
        guards = []
        if "failure" not in card.reads:
            guards.append(Code("result.is_error"))
        if "meta" in card.reads:
            guards.append(Code("result.meta is None"))
        body = [py("if {}:", joined(" or ", guards)), Code("    return None")] if guards else []
        return PyFunction(signature, (*body, self._view(card, get_args(ToolResultView))))

    def _both(self) -> list[Code]:
        return [self._names.class_(ref.key) for ref in self._roots.values()]

    def _view(self, card: CardTemplate, views: tuple[type, ...]) -> Code:
        chosen, tags = _card_class(card, views)
        entries = [
            py("{}: {}", literal(key), self._value(value))
            for key, value in card.entries
            if key not in tags
        ]
        table = joined(", ", entries)
        view = self._names.use("view")
        return py("return {}({}, {{{}}})", view, self._names.use(chosen), table)

    def _value(self, template: TemplateValue) -> Code:
        match template:
            case TemplateText(whole=None):
                return self._text(template)
            case TemplateText(whole=Placeholder() as only):
                return self._placeholder(only)
            case TemplateText():
                raise AssertionError(template)
            case TemplateLiteral(value=value):
                return literal(value)
            case TemplateList(items=items):
                return py("[{}]", joined(", ", [self._value(item) for item in items]))
            case TemplateObject():
                return self._object(template)

    def _object(self, template: TemplateObject) -> Code:
        entries = [py("{}: {}", literal(k), self._value(v)) for k, v in template.entries]
        return py("{}({{{}}})", self._names.use("kept"), joined(", ", entries))

    def _text(self, template: TemplateText) -> Code:
        parts = [
            literal(part)
            if isinstance(part, str)
            else py("{}({})", self._names.use("text"), self._placeholder(part))
            for part in template.parts
        ]
        return joined(" + ", parts) if parts else literal("")

    def _placeholder(self, place: Placeholder) -> Code:
        found = self._read(place)
        if place.fallback is UNSET:
            return found
        return py("{}({}, {})", self._names.use("or_else"), found, literal(place.fallback))

    def _read(self, place: Placeholder) -> Code:
        names = self._names
        match place.root:
            case "content":
                return py("{}(result)", names.use("content_text"))
            case "meta":
                return self._dug(Code("result.meta"), list(place.path))
            case "failure":
                return self._dug(py("{}(result)", names.use("failure")), list(place.path))
            case root:
                return self._typed(identifier(root), self._roots[root], list(place.path))

    def _typed(self, value: Code, node: Node, path: list[str | int]) -> Code:
        """Attributes as far as classes and required fields go; the rest is looked up."""
        while path:
            found = self._field(node, path[0])
            if found is None:
                return self._dug(value, path)
            name, node, required = found
            value = py("{}.{}", value, name)
            path = path[1:]
            if not required:
                absent_is_none = not takes_null(node, self._names)
                if absent_is_none:
                    value = py("{}({})", self._names.use("given"), value)
                return self._dug(value, path)
        return value

    def _field(self, node: Node, step: str | int) -> tuple[Code, Node, bool] | None:
        meaning = self._names.definitions[node.key].meaning if isinstance(node, Ref) else None
        if not isinstance(meaning, Class):
            return None
        wires = field_names(p.wire for p in meaning.properties)
        for declared in meaning.properties:
            if declared.wire == step:
                return identifier(wires[step]), declared.node, declared.required
        return None

    def _dug(self, value: Code, path: list[str | int]) -> Code:
        if not path:
            return value
        return py("{}({}, {})", self._names.use("dig"), value, joined(", ", map(literal, path)))


def _card_class(card: CardTemplate, views: tuple[type, ...]) -> tuple[str, frozenset[str]]:
    """The class of *card*, and the keys that it fixes by itself."""
    given = {k: _fixed(v) for k, v in card.entries} | {"card": card.card}
    for view in views:
        tags = {entry.name: entry.default for entry in fields(view) if not entry.init}
        if all(given.get(name) == value for name, value in tags.items()):
            return view.__name__, frozenset(tags)
    raise AssertionError(f"no view for the card {card.card!r}")


def _fixed(value: TemplateValue) -> object:
    """What *value* always is; None where it depends on the call."""
    match value:
        case TemplateLiteral(value=fixed):
            return fixed
        case TemplateText(parts=(str() as only,)):
            return only
        case _:
            return None
