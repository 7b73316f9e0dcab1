"""Stage 3c: the fast path of a parser, as expressions: what refuses a value, what gives its form.

A guard is true where the value is wrong, and calls nothing that raises; a form raises where the
value is wrong. What has no fast path of its own is verified by its check.
"""

from __future__ import annotations

from .checks import as_function, check_arguments
from .model import (
    Anything,
    Array,
    Dictionary,
    Limits,
    Members,
    Node,
    Ref,
    Scalar,
    Union,
)
from .naming import Names
from .pycode import Code, literal, py

_TYPE_GUARDS = {
    "null": "{v} is not None",
    "boolean": "type({v}) is not bool",
    "integer": "type({v}) is not int",
    "number": "(type({v}) is not float or {v} - {v} != 0.0) and type({v}) is not int",
    "string": "type({v}) is not str",
}
_LIMIT_GUARDS = {
    "minimum": "{v} < {operand}",
    "maximum": "{v} > {operand}",
    "exclusiveMinimum": "{v} <= {operand}",
    "exclusiveMaximum": "{v} >= {operand}",
    "minLength": "len({v}) < {operand}",
    "maxLength": "len({v}) > {operand}",
    "minItems": "len({v}) < {operand}",
    "maxItems": "len({v}) > {operand}",
    "minProperties": "len({v}) < {operand}",
    "maxProperties": "len({v}) > {operand}",
}
_LISTS = {"string": "strings", "integer": "integers", "number": "numbers", "boolean": "booleans"}


def _fill(template: str, value: Code, operand: Code | None = None) -> Code:
    return py(template.replace("{v}", "{0}").replace("{operand}", "{1}"), value, operand or value)


def guard(node: Node, value: Code, names: Names, hint: str) -> Code | None:
    """An expression that is true where *value* is wrong; None where only the form can tell."""
    match node:
        case Scalar(keep=True):
            return None
        case Scalar(type=kind, limits=limits):
            test = _fill(_TYPE_GUARDS[kind], value)
            more = _limit_guards(limits, value, names)
            test = py("({})", test) if more and " and " in test else test
            return _any(test, *more)
        case Members(values=values) if _texts(node):
            return _members_guard(node, values, value, names, hint)
        case Array(limits=limits, prefix=()) if form(node, value, names, hint) is not None:
            return _array_guard(node, limits, value, names, hint)
        case Dictionary(values=Anything(), limits=limits):
            return _any(py("type({}) is not dict", value), *_limit_guards(limits, value, names))
        case Union(branches=branches) if nullable_branch(node):
            other = next(b for b in branches if b != Scalar("null"))
            inner = guard(other, value, names, hint)
            return inner and py("({0} is not None and {1})", value, _wrapped(inner))
        case Union(branches=branches) if all(isinstance(b, Scalar) for b in branches):
            tests = [guard(branch, value, names, hint) for branch in branches]
            if node.by_type and all(tests):
                return Code(" and ".join(_wrapped(t) for t in tests if t))
    return None


def _any(*tests: Code) -> Code:
    return Code(" or ".join(tests))


def _wrapped(test: Code) -> Code:
    return py("({})", test) if " or " in test or " and " in test else test


def _texts(node: Members) -> bool:
    """Whether all members are strings, null aside."""
    others = [v for v in node.values if not isinstance(v, str)]
    return others in ([], [None]) and len(others) < len(node.values)


def _members_guard(
    node: Members, values: tuple[object, ...], value: Code, names: Names, hint: str
) -> Code:
    if len(values) == 1:
        return py("type({0}) is not str or {0} != {1}", value, literal(values[0]))
    test = py("type({0}) is not str or {0} not in {1}", value, names.members(node, hint))
    return py("({} is not None and ({}))", value, test) if None in values else test


def _limit_guards(limits: Limits, value: Code, names: Names) -> list[Code]:
    made = []
    for keyword, operand in limits:
        match keyword:
            case "uniqueItems":
                made += [py("not {}({})", names.use("unique"), value)] if operand else []
            case "multipleOf":
                made.append(py("not {}({}, {})", names.use("multiple"), value, literal(operand)))
            case "pattern" | "format":
                fits = names.use("matches" if keyword == "pattern" else "formatted")
                made.append(py("not {}({}, {})", fits, literal(operand), value))
            case _:
                made.append(_fill(_LIMIT_GUARDS[keyword], value, literal(operand)))
    return made


def _array_guard(node: Array, limits: Limits, value: Code, names: Names, hint: str) -> Code | None:
    test = py("type({}) is not list", value)
    tests = [] if _plain_list(node) and not limits else [test]
    tests += _limit_guards(limits, value, names)
    inner = guard(node.items, Code("item"), names, hint)
    if inner is not None and not _plain_list(node):
        tests.append(py("any({} for item in {})", inner, value))
    return _any(*tests) if tests else None


def _plain_list(node: Array) -> bool:
    item = node.items
    return isinstance(item, Scalar) and not item.limits and not item.keep and item.type in _LISTS


def form(node: Node, value: Code, names: Names, hint: str) -> Code | None:
    """The form of *value* once its guard let it pass; None where the guard was not the whole."""
    match node:
        case Scalar(keep=True):
            return None
        case Scalar() | Members() if guard(node, value, names, hint) is not None:
            return value
        case Anything():
            return py("{}({})", names.use("freeze"), value)
        case Ref(key=key):
            return py("{}({})", names.function("parse", key), value)
        case Dictionary(values=Anything()):
            return py("{}({})", names.use("freeze"), value)
        case Dictionary(values=Ref(key=key), limits=()):
            return py("{}({}, {})", names.use("mapping_of"), value, names.function("parse", key))
        case Array(prefix=()):
            return _array_form(node, value, names, hint)
        case Union(branches=branches) if nullable_branch(node):
            other = next(b for b in branches if b != Scalar("null"))
            inner = form(other, value, names, hint)
            if inner is None or inner == value:
                return inner
            return py("None if {} is None else {}", value, inner)
        case Union() if guard(node, value, names, hint) is not None:
            return value
    return None


def _array_form(node: Array, value: Code, names: Names, hint: str) -> Code | None:
    item = Code("item")
    if _plain_list(node):
        assert isinstance(node.items, Scalar)
        return py("{}({})", names.use(_LISTS[node.items.type]), value)
    if isinstance(node.items, Anything):
        return py("{}({})", names.use("freeze"), value)
    test, inner = guard(node.items, item, names, hint), form(node.items, item, names, hint)
    if inner is None or (inner != item and test is not None):
        return None
    return (
        py("tuple({})", value) if inner == item else py("tuple([{} for item in {}])", inner, value)
    )


def nullable_branch(node: Union) -> bool:
    """Whether *node* is one node or null."""
    return node.by_type and len(node.branches) == 2 and Scalar("null") in node.branches


def parsed(node: Node, value: Code, names: Names, hint: str) -> Code:
    """One expression that gives the form of *value* or raises, with no guard before it."""
    made = form(node, value, names, hint)
    if made is not None and made != value and guard(node, value, names, hint) is None:
        return made
    return py("{}({}, {})", names.use("verified"), value, check_arguments(node, names, hint))


def is_fast(node: Node, names: Names, hint: str) -> bool:
    """Whether guard and form together decide *node*."""
    return form(node, Code("item"), names, hint) is not None


__all__ = ["as_function", "form", "guard", "is_fast", "nullable_branch", "parsed"]
