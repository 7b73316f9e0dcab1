"""Stage 3c: the slow path, as calls of the runtime's checks: every violation, each at its place."""

from __future__ import annotations

import re

from .model import (
    Anything,
    Array,
    Dictionary,
    Judged,
    Limits,
    Members,
    Node,
    Nothing,
    Opaque,
    Ref,
    Scalar,
    Union,
)
from .naming import Names
from .pycode import Code, identifier, joined, literal, py

_SCALARS = {
    "null": "null",
    "boolean": "boolean",
    "integer": "integer",
    "number": "number",
    "string": "string",
}
_OR_NULL = {"type": "nullable", "anyOf": "any_or_null", "oneOf": "one_or_null"}
_UNIONS = {"anyOf": "any_of", "oneOf": "one_of"}


def snake_keyword(keyword: str) -> str:
    """`minLength` → `min_length`."""
    return re.sub(r"([A-Z])", r"_\1", keyword).lower()


def check_arguments(node: Node, names: Names, hint: str) -> Code:
    """What follows `value, at, found`'s check function: the function itself, and its operands.

    Read as `required(table, "key", at, found, <here>)`: the runtime calls the function with the
    value, its place, the findings, and the operands.
    """
    return joined(", ", _call(node, names, hint))


def _call(node: Node, names: Names, hint: str) -> list[Code]:
    match node:
        case Anything():
            return [names.use("json_value")]
        case Nothing():
            return [names.use("nothing")]
        case Scalar(keep=True, limits=limits):
            return [names.use("whole"), *_limits(limits)]
        case Scalar(type=kind, limits=limits):
            return [names.use(_SCALARS[kind]), *_limits(limits)]
        case Members():
            return _members(node, names, hint)
        case Array():
            return _array(node, names, hint)
        case Dictionary(values=values, limits=limits):
            return [names.use("mapping"), *_inner(values, names, hint), *_limits(limits)]
        case Union():
            return _union(node, names, hint)
        case Ref(key=key):
            return [names.function("check", key)]
        case Judged(node=inner, judge=judge):
            checks = as_function(judge, names, hint), as_function(inner, names, hint)
            return [names.use("judged"), *checks]
        case Opaque(node=inner):
            return [names.use("opaque"), as_function(inner, names, hint)]


def _members(node: Members, names: Names, hint: str) -> list[Code]:
    kinds = [literal(kind) for kind in node.types]
    if node.keyword == "const" and len(node.values) == 1:
        return [names.use("constant"), literal(node.values[0]), *kinds]
    return [names.use("choice"), names.members(node, hint), *kinds]


def _array(node: Array, names: Names, hint: str) -> list[Code]:
    if node.prefix:
        places = py("({},)", joined(", ", [as_function(p, names, hint) for p in node.prefix]))
        return [names.use("positions"), places, *_limits(node.limits)]
    return [names.use("array"), *_inner(node.items, names, hint), *_limits(node.limits)]


def _inner(node: Node, names: Names, hint: str) -> list[Code]:
    """The check of items: spread out where it has no limits that its container would take."""
    call = _call(node, names, hint)
    return [as_function(node, names, hint)] if any("=" in str(part) for part in call[1:]) else call


def _union(node: Union, names: Names, hint: str) -> list[Code]:
    if len(node.branches) == 2 and Scalar("null") in node.branches and node.by_type:
        other = next(b for b in node.branches if b != Scalar("null"))
        return [names.use(_OR_NULL[node.keyword]), *_inner_spread(other, names, hint)]
    if node.keyword == "type":
        branches = [
            py("{}={}", identifier(_type_name(b, names)), as_function(b, names, hint))
            for b in node.branches
        ]
        return [names.use("by_type"), *branches]
    branches = [as_function(branch, names, hint) for branch in node.branches]
    tag = [py("tag={}", literal(node.tag))] if node.tag is not None else []
    return [names.use(_UNIONS[node.keyword]), *branches, *tag]


def _inner_spread(node: Node, names: Names, hint: str) -> list[Code]:
    return _call(node, names, hint)


def _type_name(node: Node, names: Names) -> str:
    match node:
        case Scalar(type=kind):
            return kind
        case Array():
            return "array"
        case _:
            return "object"


def as_function(node: Node, names: Names, hint: str) -> Code:
    """A function of value, place and findings alone."""
    call = _call(node, names, hint)
    return call[0] if len(call) == 1 else py("{}({})", names.use("branch"), joined(", ", call))


def _limits(limits: Limits) -> list[Code]:
    return [py("{}={}", identifier(snake_keyword(k)), literal(v)) for k, v in limits]
