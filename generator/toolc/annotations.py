"""Stage 3c: nodes to type expressions."""

from __future__ import annotations

from .model import (
    Alias,
    Anything,
    Array,
    Class,
    Dictionary,
    Judged,
    Members,
    Node,
    Nothing,
    Opaque,
    Ref,
    Scalar,
    Union,
)
from .naming import Names
from .pycode import Code, generic, joined, literal, py

JSON_VALUE = Code("rt.JsonValue")

_SCALARS = {
    "null": Code("None"),
    "boolean": Code("bool"),
    "integer": Code("int"),
    "number": Code("float"),
    "string": Code("str"),
}


def annotation(node: Node, names: Names, parameter: bool = False) -> Code:
    """The type of *node*; as a *parameter*, where any iterable serves for a tuple."""
    parts = list(dict.fromkeys(_parts(node, names, parameter)))
    if JSON_VALUE in parts:
        return JSON_VALUE
    parts = [p for p in parts if p != "None"] + [p for p in parts if p == "None"]
    return joined(" | ", parts)


def _parts(node: Node, names: Names, parameter: bool) -> list[Code]:
    """The members of the union that *node* is; one for most."""
    match node:
        case Scalar(type="integer", keep=True):
            return [Code("float")]
        case Scalar(type=kind):
            return [_SCALARS[kind]]
        case Members():
            return _members(node, names)
        case Array():
            return [_array(node, names, parameter)]
        case Dictionary(values=values):
            names.standard("Mapping")
            return [generic("Mapping", Code("str"), annotation(values, names))]
        case Union(branches=branches):
            return [part for branch in branches for part in _parts(branch, names, parameter)]
        case Ref(key=key):
            meaning = names.definitions[key].meaning
            if isinstance(meaning, Alias) and not has_alias(meaning):
                return _parts(meaning.node, names, parameter)
            return [names.class_(key)]
        case Judged(node=inner):
            return _parts(inner, names, parameter)
        case Nothing():
            return [names.standard("Never")]
        case Anything() | Opaque():
            return [names.use("JsonValue")]


def _members(node: Members, names: Names) -> list[Code]:
    exact = [v for v in node.values if isinstance(v, str | int)]
    parts = [generic("Literal", *map(literal, exact))] if exact else []
    if exact:
        names.standard("Literal")
    if any(isinstance(v, float) for v in node.values):
        parts.append(Code("float"))
    if any(isinstance(v, list | dict) for v in node.values):
        parts.append(names.use("JsonValue"))
    if None in node.values:
        parts.append(Code("None"))
    return parts or [names.standard("Never")]


def _array(node: Array, names: Names, parameter: bool) -> Code:
    if node.prefix and isinstance(node.items, Nothing):
        return generic("tuple", *(annotation(item, names) for item in node.prefix))
    item = annotation(node.items, names)
    if parameter:
        return generic(names.standard("Iterable"), item)
    return py("tuple[{}, ...]", item)


def has_alias(alias: Alias) -> bool:
    """Whether *alias* gets a type of its own name: it is long to write out, or mentions itself."""
    node = alias.node.node if isinstance(alias.node, Judged) else alias.node
    branches = node.branches if isinstance(node, Union) else ()
    containers = sum(not isinstance(b, Scalar | Members) for b in branches)
    return alias.typed and (alias.named or containers > 1)


def takes_null(node: Node, names: Names) -> bool:
    """Whether null is a legal value of *node*, so that `None` cannot stand for absence."""
    match node:
        case Anything() | Opaque() | Scalar(type="null"):
            return True
        case Members(values=values):
            return any(value is None for value in values)
        case Union(branches=branches):
            return any(takes_null(branch, names) for branch in branches)
        case Ref(key=key):
            meaning = names.definitions[key].meaning
            return isinstance(meaning, Alias) and takes_null(meaning.node, names)
        case Judged(node=inner):
            return takes_null(inner, names)
        case _:
            return False


def is_class(node: Node, names: Names) -> bool:
    """Whether values of *node* are instances of one generated class."""
    return isinstance(node, Ref) and isinstance(names.definitions[node.key].meaning, Class)
