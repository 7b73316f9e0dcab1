"""Stage 3c: a class definition to the dataclass, its writer, and the functions that make it."""

from __future__ import annotations

from dataclasses import dataclass

from .annotations import annotation, is_class, takes_null
from .checks import as_function, check_arguments, snake_keyword
from .fast import form, guard, parsed
from .ir import PyClass, PyField, PyFunction, PySection
from .model import (
    Anything,
    Array,
    Class,
    Definition,
    Dictionary,
    Members,
    Node,
    Property,
    Ref,
    Scalar,
    Union,
)
from .names import field_names
from .naming import Names
from .pycode import Code, docstring, identifier, joined, literal, py

_LOCALS = frozenset(
    ["value", "record", "made", "item", "at", "found", "type", "len", "any", "tuple", "tree"]
    + ["count", "rt", "self"]
)
UNSET = Code("rt.UNSET")
"""Stands for an absent value where null is a legal one."""

_VERBS = ("parse_", "check_", "new_")


@dataclass(frozen=True, slots=True)
class Field:
    """A property with its Python names: the field's, and the local variable's while parsing."""

    declared: Property
    name: Code
    local: Code
    hint: str

    @property
    def node(self) -> Node:
        return self.declared.node

    @property
    def wire(self) -> Code:
        return literal(self.declared.wire)


def _fields(definition: Definition, meaning: Class, names: Names) -> list[Field]:
    found = field_names(p.wire for p in meaning.properties)
    owner = names.classes[definition.key]
    locals_ = _local_names(list(found.values()))
    return [
        Field(p, identifier(found[p.wire]), identifier(local), f"{owner}_{found[p.wire]}")
        for p, local in zip(meaning.properties, locals_, strict=True)
    ]


def _local_names(fields: list[str]) -> list[str]:
    """A local variable for each field, none of which hides a name that the parser calls."""
    taken: set[str] = set()
    made = []
    for name in fields:
        hides = name in _LOCALS or name.startswith(_VERBS) or name[0].isupper()
        local = f"{name}_" if hides else name
        while local in taken or (local != name and local in fields):
            local += "_"
        taken.add(local)
        made.append(local)
    return made


class ClassPrinter:
    """Prints one class definition."""

    def __init__(self, definition: Definition, names: Names) -> None:
        assert isinstance(definition.meaning, Class)
        self._key = definition.key
        self._doc = definition.doc
        self._class = definition.meaning
        self._names = names
        self._fields = _fields(definition, definition.meaning, names)
        self._name = names.class_(definition.key)
        self._guards: dict[str, Code | None] = {}

    # The dataclass

    def dataclass(self) -> PyClass:
        """The class statement."""
        fields = [self._field(f) for f in self._fields]
        slots = [literal(str(f.name)) for f in self._fields]
        if self._class.extra is not None:
            fields.append(self._extra_field(self._class.extra))
            slots.append(literal("extra_"))
        renamed = [
            py("{}: {}", literal(str(f.name)), f.wire) for f in self._fields if self._renamed(f)
        ]
        return PyClass(
            name=self._name,
            doc=docstring(self._doc or f"The object `{self._name}`."),
            slots=py("({}{})", joined(", ", slots), Code("," if len(slots) == 1 else "")),
            wire=py("{{{}}}", joined(", ", renamed)) if renamed else None,
            parameters=_parameters(fields),
            fields=tuple(fields),
            writer=self._writer(),
        )

    def _renamed(self, field: Field) -> bool:
        return str(field.name) != field.declared.wire

    def _absent(self, field: Field) -> Code:
        """What stands for an absent value of an optional field."""
        if takes_null(field.node, self._names):
            return UNSET
        return Code("None")

    def _field(self, field: Field) -> PyField:
        kind = annotation(field.node, self._names)
        taken = annotation(field.node, self._names, parameter=True)
        default = Code("")
        if not field.declared.required:
            absent = self._absent(field)
            more = Code(" | rt.Unset" if absent == UNSET else " | None")
            kind, taken, default = (
                py("{}{}", kind, more),
                py("{}{}", taken, more),
                py(" = {}", absent),
            )
        return PyField(
            name=field.name,
            annotation=kind,
            doc=docstring(field.declared.doc) if field.declared.doc.strip() else None,
            parameter=py("{}: {}{}", field.name, taken, default),
            stored=self._stored(field),
        )

    def _stored(self, field: Field) -> Code:
        node = field.node
        if isinstance(node, Array) and not node.prefix and field.declared.required:
            return py("tuple({})", field.name)
        if self._holds_arrays(node):
            return py("{}({})", self._names.use("tupled"), field.name)
        if isinstance(node, Dictionary) and field.declared.required:
            return py("{}({})", self._names.use("frozen_mapping"), field.name)
        return field.name

    def _holds_arrays(self, node: Node) -> bool:
        branches = node.branches if isinstance(node, Union) else (node,)
        return any(isinstance(b, Array | Dictionary) for b in branches)

    def _extra_field(self, node: Node) -> PyField:
        kind = annotation(node, self._names)
        self._names.standard("Mapping")
        return PyField(
            name=identifier("extra_"),
            annotation=py("Mapping[str, {}]", kind),
            doc=None,
            parameter=py("extra_: Mapping[str, {}] = {}", kind, self._names.use("EMPTY")),
            stored=py("{}(extra_, {})", self._names.use("undeclared"), self._names.keys(self._key)),
        )

    # The writer

    def _writer(self) -> PyFunction:
        required = [f for f in self._fields if f.declared.required]
        optional = [f for f in self._fields if not f.declared.required]
        items = [py("{}: {}", f.wire, self._json(f)) for f in required]
        table = py("{{{}}}", joined(", ", items))
        body: list[Code] = []
        if not optional and self._class.extra is None:
            body.append(py("return {}", table))
        else:
            body.append(py("tree: dict[str, rt.JsonValue] = {}", table))
            for field in optional:
                body.append(py("if self.{} is not {}:", field.name, self._absent(field)))
                body.append(py("    tree[{}] = {}", field.wire, self._json(field)))
            if self._class.extra is not None:
                body.append(py("{}(tree, self.extra_)", self._names.use("add_extra")))
            body.append(Code("return tree"))
        return PyFunction(Code("__json__(self) -> dict[str, rt.JsonValue]"), tuple(body))

    def _json(self, field: Field) -> Code:
        return _json_of(field.node, py("self.{}", field.name), self._names)

    # The parser

    def section(self) -> PySection:
        """Builder, keys, parser and check."""
        statements = []
        if self._class.typed:
            made = (self._names.twin(self._key), self._names.use("builder"), self._name)
            statements.append(py("{} = {}({})", *made))
        keys = self._names.keys(self._key)
        if self._class.typed:
            statements.append(py("{} = {}({})", keys, self._names.use("declared"), self._name))
        else:
            wires = joined(", ", [f.wire for f in self._fields])
            statements.append(py("{} = frozenset([{}])", keys, wires))
        functions = [self._parser(), self._check()] if self._class.typed else [self._check()]
        return PySection(tuple(statements), tuple(functions))

    def _parser(self) -> PyFunction:
        name = self._names.function("parse", self._key)
        signature = py("{}(value: object) -> {}", name, self._name)
        if self._class.judge is not None:
            checked = self._names.use("verified"), self._names.function("check", self._key)
            body = [py("made: {} = {}(value, {})", self._name, *checked), Code("return made")]
            return PyFunction(signature, tuple(body))
        return PyFunction(signature, tuple(self._fast_body()))

    def _fast_body(self) -> list[Code]:
        tests, fetched = [Code("type(value) is not dict")], []
        for field in self._fields:
            test = self._guard(field)
            if test is not None:
                tests.append(test)
            elif not field.declared.required:
                fetch = (field.local, field.wire, self._absent_fetch(field))
                fetched.append(py("{} = value.get({}{})", *fetch))
        for keyword, operand in self._class.limits:
            bound = Code("<" if keyword == "minProperties" else ">")
            tests.append(py("len(value) {} {}", bound, literal(operand)))
        count, closed = self._count(), self._class.extra is None
        if closed and not fetched:
            tests.append(py("len(value) != {}", count))
        body = [py("if {}:", joined(" or ", tests)), Code("    raise rt.Mismatch"), *fetched]
        if closed and fetched:
            body += [py("if len(value) != {}:", count), Code("    raise rt.Mismatch")]
        return body + self._stores(count)

    def _absent_fetch(self, field: Field) -> Code:
        absent = self._absent(field)
        return py(", {}", absent) if absent == UNSET else Code("")

    def _guard(self, field: Field) -> Code | None:
        """The test that fetches *field* and refuses it; None where nothing is to be tested."""
        wire = field.declared.wire
        if wire not in self._guards:
            self._guards[wire] = self._new_guard(field)
        return self._guards[wire]

    def _new_guard(self, field: Field) -> Code | None:
        plain = guard(field.node, field.local, self._names, field.hint)
        if plain is None or form(field.node, field.local, self._names, field.hint) is None:
            return None
        fetch = py("({} := value[{}])", field.local, field.wire)
        if field.declared.required:
            return self._first_use(plain, field.local, fetch)
        get = (field.local, field.wire, self._absent_fetch(field), self._absent(field))
        fetch = py("({} := value.get({}{})) is not {}", *get)
        inner = py("({})", plain) if " or " in plain or " and " in plain else plain
        return py("({} and {})", fetch, inner)

    def _first_use(self, test: Code, local: Code, fetch: Code) -> Code:
        """*test* with the fetch in the place where *local* is first read."""
        for opening in ("type(", "(type(", "(", ""):
            if test.startswith(f"{opening}{local}"):
                after = test[len(opening) + len(local) :]
                bare = fetch[1:-1] if opening.endswith("type(") else fetch
                return _wrapped(Code(f"{opening}{bare}{after}"))
        return _wrapped(Code(f"({fetch}, {test})[1]"))

    def _count(self) -> Code:
        """How many declared keys the value holds, as an expression."""
        required = sum(f.declared.required for f in self._fields)
        optional = [
            py("({} is not {})", f.local, self._absent(f))
            for f in self._fields
            if not f.declared.required
        ]
        return joined(
            " + ", [literal(required), *optional] if required or not optional else optional
        )

    def _stores(self, count: Code) -> list[Code]:
        body = [py("record = {}()", self._names.twin(self._key))]
        body += [py("record.{} = {}", f.name, self._made(f)) for f in self._fields]
        if self._class.extra is not None:
            body += self._store_extra(self._class.extra, count)
        body.append(py("record.__class__ = {}", self._name))
        return [*body, py("made: {} = record", self._name), Code("return made")]

    def _made(self, field: Field) -> Code:
        """The expression that is stored for *field*."""
        guarded = self._guard(field) is not None
        source = (
            field.local if guarded or not field.declared.required else py("value[{}]", field.wire)
        )
        if guarded:
            found = form(field.node, source, self._names, field.hint)
            assert found is not None
        else:
            found = parsed(field.node, source, self._names, field.hint)
        if field.declared.required or found == source:
            return found
        absent = self._absent(field)
        return py("{0} if {1} is {0} else {2}", absent, field.local, found)

    def _store_extra(self, node: Node, count: Code) -> list[Code]:
        keys, empty = self._names.keys(self._key), self._names.use("EMPTY")
        more = [count, empty, self._names.use("rest"), keys]
        if " + " in count:
            body = [py("count = {}", count)]
            more[0] = Code("count")
        else:
            body = []
        line = "record.extra_ = {1} if len(value) == {0} else {2}(value, {3}, {0}, {4})"
        return [*body, py(line, *more, self._converter(node))]

    def _converter(self, node: Node) -> Code:
        """A function of one undeclared value: it gives its form or raises."""
        if isinstance(node, Anything):
            return self._names.use("freeze")
        if isinstance(node, Ref):
            return self._names.function("parse", node.key)
        check = as_function(node, self._names, f"{self._name}_extra")
        return py("{}({})", self._names.use("verifier"), check)

    # The check

    def _check(self) -> PyFunction:
        names = self._names
        signature = py(
            "{}(value: object, at: {}, found: {}) -> object",
            names.function("check", self._key),
            names.use("Place"),
            names.use("Found"),
        )
        body: list[Code] = []
        if self._class.judge is not None:
            judge = as_function(self._class.judge, names, str(self._name))
            body += [py("if not {}(value, at, found, {}):", names.use("passes"), judge)]
            body += [Code("    return None")]
        body += [
            py("if not {}(value, at, found):", names.use("is_object")),
            Code("    return None"),
        ]
        if self._class.typed:
            body.append(py("record = {}()", names.twin(self._key)))
        body += [self._check_field(f) for f in self._fields]
        body += [self._check_limit(k, operand) for k, operand in self._class.limits]
        body.append(self._check_extra())
        if self._class.typed:
            body += [py("record.__class__ = {}", self._name), Code("return record")]
        else:
            body.append(Code("return value"))
        return PyFunction(signature, tuple(body))

    def _check_field(self, field: Field) -> Code:
        if field.declared.required:
            verb = self._names.use("required")
        else:
            verb = self._names.use("maybe" if self._absent(field) == UNSET else "optional")
        call = py(
            "{}(value, {}, at, found, {})",
            verb,
            field.wire,
            check_arguments(field.node, self._names, field.hint),
        )
        return py("record.{} = {}", field.name, call) if self._class.typed else call

    def _check_limit(self, keyword: str, operand: object) -> Code:
        verb = self._names.use(snake_keyword(keyword))
        return py("{}(value, at, found, {})", verb, literal(operand))

    def _check_extra(self) -> Code:
        names, keys = self._names, self._names.keys(self._key)
        if self._class.extra is None:
            return py("{}(value, at, found, {})", names.use("closed"), keys)
        check = check_arguments(self._class.extra, names, f"{self._name}_extra")
        call = py("{}(value, at, found, {}, {})", names.use("extras"), keys, check)
        return py("record.extra_ = {}", call) if self._class.typed else call


def _parameters(fields: list[PyField]) -> Code:
    """`self`, then the fields by keyword: those that must be given first."""
    last = sorted(fields, key=lambda f: " = " in f.parameter)
    return joined(
        ", ", [Code("self"), Code("*"), *(f.parameter for f in last)] if fields else [Code("self")]
    )


def _wrapped(test: Code) -> Code:
    return py("({})", test) if " and " in test else test


def _json_of(node: Node, value: Code, names: Names) -> Code:
    """The expression that writes *value* back to plain JSON."""
    match node:
        case Scalar():
            return value
        case Members(values=values) if not any(isinstance(v, list | dict) for v in values):
            return value
        case Ref() if is_class(node, names):
            return py("{}.__json__()", value)
        case Array(items=Scalar(), prefix=()):
            return py("list({})", value)
        case Array(items=items, prefix=()) if is_class(items, names):
            return py("[item.__json__() for item in {}]", value)
        case Union(branches=branches) if all(isinstance(b, Scalar | Members) for b in branches):
            return value
    return py("{}({})", names.use("to_json"), value)
