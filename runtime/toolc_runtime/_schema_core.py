"""The rules of the `core` profile: the seed's enforced subset, and nothing else."""

from __future__ import annotations

from ._interpreter_types import accepts, named
from ._json_copy import is_plain_json
from ._json_equality import json_equal
from ._vocabulary import KEYWORDS, REFUSED, TYPE_NAMES
from ._wording import echo, nearest, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from ._violation import Place

    Report: TypeAlias = Callable[[Place, str, str], None]
    Inner: TypeAlias = Iterator[tuple[Any, Place]]

_NAMES = tuple([row.name for row in KEYWORDS.values() if row.profile == "core"])
_CONSTRAINTS = ("properties", "required", "additionalProperties", "items", "enum", "const")


def check_core(node: Any, place: Place, report: Report) -> Inner:
    """Report what is wrong with *node* itself; yield the schemas in it that are to be checked."""
    if type(node) is not dict:
        report(place, "node", f"expected an object that is a schema, got {shown(node)}")
        return
    for name, operand in node.items():
        at: Place = (place, name) if type(name) is str else place
        _check_name(name, operand, at, report)
    if "type" in node and "oneOf" in node:
        report(place, "type_and_one_of", "a node has either a type or oneOf, not both")
    elif "oneOf" in node:
        yield from _check_union(node, place, report)
    elif "type" in node:
        yield from _check_typed(node, place, report)
    else:
        for name in filter(node.__contains__, _CONSTRAINTS):
            report((place, name), "requires_type", f"{name} needs a type beside it")


def _check_name(name: object, operand: Any, place: Place, report: Report) -> None:
    row = KEYWORDS.get(name) if type(name) is str else None
    if row is None or row.profile != "core":
        report(place, "unsupported_keyword", about_keyword(name, "core", _NAMES))
    elif row.group == "annotation" and row.operand == "text":
        if type(operand) is not str:
            report(place, "annotation_string", f"{name} is a string, not {shown(operand)}")
    elif row.group == "annotation" and not is_plain_json(operand):
        report(place, "annotation_json", f"{name} is no lossless JSON: {echo(operand)}")


def about_keyword(name: object, profile: str, known: tuple[str, ...]) -> str:
    """Why the keyword *name* is refused, and what would be right."""
    if type(name) is not str:
        return f"a keyword is a string, not {shown(name)}"
    if profile == "core" and name in KEYWORDS:
        return f"{name} is not in the core profile; the full profile has it"
    if name in REFUSED:
        return f"{name} is not supported: {REFUSED[name]}"
    close = nearest(name, known)
    hint = f" (did you mean {close}?)" if close else ""
    return f"unknown keyword {echo(name)}{hint}; what is not enforced is refused, not ignored"


def _check_union(node: dict[str, Any], place: Place, report: Report) -> Inner:
    branches = node["oneOf"]
    if type(branches) is not list or len(branches) < 2:
        report(place, "one_of_min", "oneOf is a list of at least two schemas")
    else:
        for number, branch in enumerate(branches):
            yield branch, ((place, "oneOf"), number)
    for name in filter(node.__contains__, _CONSTRAINTS):
        report((place, name), "beside_one_of", f"{name} can't stand beside oneOf; move it inside")


def _check_typed(node: dict[str, Any], place: Place, report: Report) -> Inner:
    kind = node["type"]
    if type(kind) is list:
        report(place, "type_array", "the core profile has one type a node; use oneOf")
        return
    if type(kind) is not str or kind not in TYPE_NAMES:
        report(place, "type_unknown", about_type(kind))
        return
    for name in filter(node.__contains__, _CONSTRAINTS):
        if kind not in KEYWORDS[name].core_types:
            report((place, name), "misplaced", f"{name} says nothing about {named(kind)}")
    if kind == "object":
        yield from _check_object(node, place, report)
    elif kind == "array" and "items" in node:
        yield node["items"], (place, "items")
    elif kind != "array":
        _check_values(kind, node, place, report)


def about_type(kind: object) -> str:
    """Why *kind* is no type, and which there are."""
    close = nearest(kind, TYPE_NAMES) if type(kind) is str else None
    hint = f" (did you mean {close}?)" if close else ""
    return f"no such type: {echo(kind)}{hint}; there are {', '.join(TYPE_NAMES)}"


def _check_object(node: dict[str, Any], place: Place, report: Report) -> Inner:
    properties = node.get("properties", {})
    if type(properties) is not dict:
        report(place, "properties_record", f"properties is an object, not {shown(properties)}")
        properties = {}
    for name, schema in properties.items():
        yield schema, ((place, "properties"), name)
    if "required" in node and are_names(node["required"], place, report):
        declared = [name for name in node["required"] if name in properties]
        for name in node["required"]:
            if name not in properties:
                report(place, "required_undeclared", _about_undeclared(name, properties))
        check_duplicates(declared, place, report)
    if type(node.get("additionalProperties", True)) is not bool:
        report(place, "additional_boolean", "additionalProperties is true or false in core")


def are_names(names: Any, place: Place, report: Report) -> bool:
    """Whether the operand of `required` is a list of strings."""
    if type(names) is list and all(type(name) is str for name in names):
        return True
    report(place, "required_strings", f"required is a list of strings, not {shown(names)}")
    return False


def check_duplicates(names: Any, place: Place, report: Report) -> None:
    """Report each repetition in *names*."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            report(place, "required_duplicate", f"required names {echo(name)} more than once")
        seen.add(name)


def _about_undeclared(name: str, properties: dict[str, Any]) -> str:
    close = nearest(name, properties)
    hint = f" (did you mean {echo(close)}?)" if close else ""
    return f"required names {echo(name)}, which properties does not declare{hint}"


def _check_values(kind: str, node: dict[str, Any], place: Place, report: Report) -> None:
    allowed = node.get("enum", (None,))
    test = accepts(kind)
    sound = type(allowed) is list and bool(allowed)
    if "enum" in node and not (sound and all(map(test, allowed))):
        sound = False
        report(place, "enum_values", _about_enum(kind, allowed))
    if "const" in node and not test(node["const"]):
        report(place, "const_value", f"const is {echo(node['const'])}, not {named(kind)}")
    elif "const" in node and "enum" in node and sound and not _is_among(node["const"], allowed):
        report(place, "const_not_in_enum", f"const {echo(node['const'])} is not in enum")


def _is_among(value: Any, allowed: Any) -> bool:
    return any(json_equal(value, member) for member in allowed)


def _about_enum(kind: str, allowed: Any) -> str:
    if type(allowed) is not list or not allowed:
        return f"enum is a list of one value or more, not {shown(allowed)}"
    wrong = [echo(value) for value in allowed if not accepts(kind)(value)]
    return f"enum holds what is not {named(kind)}: {', '.join(wrong[:5])}"


__all__ = [
    "Inner",
    "Report",
    "about_keyword",
    "about_type",
    "are_names",
    "check_core",
    "check_duplicates",
]
