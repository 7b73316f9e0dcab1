"""Stage 3c: unions, named types that are no objects, and judges, to the functions that decide them."""

from __future__ import annotations

from .annotations import annotation, has_alias
from .checks import as_function, check_arguments, snake_keyword
from .fast import form, guard, parsed
from .ir import PyFunction, PySection
from .model import (
    Alias,
    Array,
    Class,
    Definition,
    Dictionary,
    Judge,
    Judged,
    Keyword,
    Members,
    Node,
    Ref,
    Scalar,
    Union,
)
from .names import snake
from .naming import Names
from .pycode import Code, identifier, joined, literal, py

_TESTS = {
    "null": "value is None",
    "boolean": "type(value) is bool",
    "integer": "type(value) is int",
    "number": "type(value) is float or type(value) is int",
    "string": "type(value) is str",
    "array": "type(value) is list",
    "object": "type(value) is dict",
}
_VALUE = Code("value")


def alias_statement(definition: Definition, names: Names, known: set[str]) -> Code | None:
    """`Name: TypeAlias = …`; quoted where it mentions an alias that is not among *known* yet."""
    assert isinstance(definition.meaning, Alias)
    if not has_alias(definition.meaning):
        return None
    name = names.class_(definition.key)
    kind = annotation(definition.meaning.node, names)
    names.standard("TypeAlias")
    later = {str(n) for k, n in names.classes.items() if not k.shared} - known
    mentions = {part.strip("[], ") for part in kind.replace("[", " ").replace("]", " ").split()}
    text = literal(str(kind)) if mentions & later else kind
    return py("{}: TypeAlias = {}", name, text)


class AliasPrinter:
    """Prints the parser and the check of one alias."""

    def __init__(self, definition: Definition, names: Names) -> None:
        assert isinstance(definition.meaning, Alias)
        self._key, self._alias, self._names = definition.key, definition.meaning, names
        self._node = definition.meaning.node
        self._hint = names.classes[definition.key]
        self._type = (
            names.class_(definition.key)
            if has_alias(definition.meaning)
            else annotation(self._node, names)
        )

    def section(self) -> PySection:
        """Dispatch table where there is one, parser and check."""
        if not self._alias.typed:
            return PySection((), (self._check(),))
        after = (self._table(),) if self._is_tagged() else ()
        return PySection((), (self._parser(), self._check()), after)

    def _is_tagged(self) -> bool:
        node = self._node
        return (
            isinstance(node, Union)
            and bool(node.tags)
            and all(isinstance(branch, Ref) for branch in node.branches)
        )

    def _table(self) -> Code:
        assert isinstance(self._node, Union)
        entries = [
            py("{}: {}", literal(text), self._names.function("parse", branch.key))
            for branch, texts in zip(self._node.branches, self._node.tags, strict=True)
            if isinstance(branch, Ref)
            for text in texts
        ]
        self._names.standard("Callable")
        name = self._table_name()
        entry = py("dict[str, Callable[[object], {}]]", self._type)
        return py("{}: {} = {{{}}}", name, entry, joined(", ", entries))

    def _table_name(self) -> Code:
        assert isinstance(self._node, Union)
        return identifier(f"{snake(self._hint)}_by_tag".upper())

    def _parser(self) -> PyFunction:
        name = self._names.function("parse", self._key)
        signature = py("{}(value: object) -> {}", name, self._type)
        return PyFunction(signature, tuple(self._parser_body()))

    def _parser_body(self) -> list[Code]:
        node = self._node
        if isinstance(node, Union) and self._is_tagged():
            return [
                Code("if type(value) is not dict:"),
                Code("    raise rt.Mismatch"),
                py("return {}[value[{}]](value)", self._table_name(), literal(node.tag)),
            ]
        if isinstance(node, Union) and node.by_type:
            types = [_json_type(branch, self._names) for branch in node.branches]
            if all(types) and len(set(types)) == len(types):
                return self._by_type(node, [t for t in types if t])
        return self._single(node)

    def _single(self, node: Node) -> list[Code]:
        """The value's form, found by one expression after one guard."""
        test = guard(node, _VALUE, self._names, self._hint)
        made = form(node, _VALUE, self._names, self._hint)
        if test is None or made is None:
            found = parsed(node, _VALUE, self._names, self._hint)
            return [py("made: {} = {}", self._type, found), Code("return made")]
        if isinstance(node, Members):
            made = py(
                "{}(value, {})", self._names.use("member"), self._names.members(node, self._hint)
            )
        refuse = [py("if {}:", test), Code("    raise rt.Mismatch")]
        return [*refuse, py("made: {} = {}", self._type, made), Code("return made")]

    def _by_type(self, node: Union, types: list[str]) -> list[Code]:
        body: list[Code] = []
        for branch, kind in zip(node.branches, types, strict=True):
            body += [py("if {}:", Code(_TESTS[kind])), *self._branch(branch)]
        return [*body, Code("raise rt.Mismatch")]

    def _branch(self, branch: Node) -> list[Code]:
        names, body = self._names, []
        test = guard(branch, _VALUE, names, self._hint)
        made = form(branch, _VALUE, names, self._hint)
        if isinstance(branch, Members):
            made = py("{}(value, {})", names.use("member"), names.members(branch, self._hint))
            return [
                py("    chosen: {} = {}", annotation(branch, names), made),
                Code("    return chosen"),
            ]
        if made is None:
            made, test = parsed(branch, _VALUE, names, self._hint), None
        needs_guard = isinstance(branch, Array) or (
            isinstance(branch, Scalar) and (branch.limits or branch.type == "number")
        )
        if test is not None and needs_guard:
            body = [py("    if {}:", test), Code("        raise rt.Mismatch")]
        if isinstance(branch, Scalar) and branch.type == "null":
            return [Code("    return None")]
        if isinstance(branch, Ref) or made == _VALUE:
            return [*body, py("    return {}", made)]
        local = identifier(f"as_{_json_type(branch, names)}")
        kind = annotation(branch, names)
        return [*body, py("    {}: {} = {}", local, kind, made), py("    return {}", local)]

    def _check(self) -> PyFunction:
        return _check_function(self._key, self._names, [self._delegation()])

    def _delegation(self) -> Code:
        call = check_arguments(self._node, self._names, self._hint)
        function, _, operands = call.partition(", ")
        more = f", {operands}" if operands else ""
        return py("return {}(value, at, found{})", Code(function), Code(more))


def _check_function(key: object, names: Names, body: list[Code]) -> PyFunction:
    signature = py(
        "{}(value: object, at: {}, found: {}) -> object",
        names.function("check", key),  # type: ignore[arg-type]  # a Key: model's own
        names.use("Place"),
        names.use("Found"),
    )
    return PyFunction(signature, tuple(body))


def _json_type(node: Node, names: Names) -> str | None:
    """The one JSON type that values of *node* have; None where there are several."""
    match node:
        case Scalar(type=kind, keep=False):
            return kind
        case Members(values=values) if all(isinstance(v, str) for v in values):
            return "string"
        case Array():
            return "array"
        case Dictionary():
            return "object"
        case Ref(key=key):
            meaning = names.definitions[key].meaning
            if isinstance(meaning, Class):
                return "object"
            return _json_type(meaning.node, names) if isinstance(meaning, Alias) else None
        case Union(branches=branches):
            types = {_json_type(branch, names) for branch in branches}
            return types.pop() if len(types) == 1 else None
        case Judged(node=inner):
            return _json_type(inner, names)
        case _:
            return None


def judge_section(definition: Definition, names: Names) -> PySection:
    """The function that applies every keyword of one schema."""
    assert isinstance(definition.meaning, Judge)
    hint = names.classes[definition.key]
    ranked = sorted(definition.meaning.keywords, key=lambda k: _FIRST.get(k.name, 9))
    body = [line for keyword in ranked for line in _rule_lines(keyword, names, hint)]
    check = _check_function(definition.key, names, [*body, Code("return value")])
    return PySection((), (check,))


_FIRST = {"type": 0, "enum": 1, "const": 2}


def _rule_lines(keyword: Keyword, names: Names, hint: str) -> list[Code]:
    """The call of one rule; after a wrong type or member nothing more is said."""
    call = _rule(keyword, names, hint)
    if keyword.name in ("type", "enum"):
        return [py("if not {}:", call), Code("    return None")]
    return [call]


def _rule(keyword: Keyword, names: Names, hint: str) -> Code:
    functions = [(name, as_function(node, names, hint)) for name, node in keyword.nodes]
    by_name = [py("{}: {}", literal(name), function) for name, function in functions]
    table = py("{{{}}}", joined(", ", by_name))
    plain = [function for _, function in functions]
    match keyword.name:
        case "$ref":
            return py("{}(value, at, found)", plain[0])
        case "allOf" | "anyOf" | "oneOf" | "prefixItems":
            operands = plain
        case "properties" | "patternProperties" | "dependentSchemas" | "if":
            operands = [table]
        case "not" | "propertyNames":
            operands = plain
        case "contains" | "items":
            assert plain
            data = keyword.data if isinstance(keyword.data, tuple) else (keyword.data,)
            operands = [*plain, *map(literal, data)]
        case "additionalProperties":
            assert isinstance(keyword.data, tuple)
            operands = [*plain, *(literal(list(names_)) for names_ in keyword.data)]
        case _:
            operands = [literal(_plain(keyword.data))]
    verb = identifier(_RULE_NAMES.get(keyword.name, snake_keyword(keyword.name)))
    return py("rt.rules.{}(value, at, found, {})", verb, joined(", ", operands))


_RULE_NAMES = {"not": "not_", "if": "if_", "type": "type_", "enum": "enum", "format": "format_"}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
