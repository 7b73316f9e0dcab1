"""The rules of the `full` profile: JSON Schema 2020-12, less what can't be enforced."""

from __future__ import annotations

from ._interpreter_types import is_finite
from ._json_copy import is_plain_json
from ._schema_core import about_keyword, about_type, are_names, check_duplicates
from ._vocabulary import KEYWORDS, TYPE_NAMES, is_extension
from ._wording import echo, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from ._schema_core import Inner, Report
    from ._violation import Place

    Check: TypeAlias = Callable[[str, Any, Place, Report], None]

_NAMES = tuple(KEYWORDS)
_ANCHOR_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")


def check_full(node: Any, place: Place, report: Report) -> Inner:
    """Report what is wrong with *node* itself; yield the schemas in it that are to be checked."""
    if type(node) is bool:
        return
    if type(node) is not dict:
        report(place, "node", f"expected a schema, an object or a boolean, got {shown(node)}")
        return
    for name, operand in node.items():
        row = KEYWORDS.get(name) if type(name) is str else None
        at: Place = (place, name) if type(name) is str else place
        if row is not None:
            yield from _check_operand(row.operand, name, operand, at, report)
        elif not (type(name) is str and is_extension(name)):
            report(at, "unsupported_keyword", about_keyword(name, "full", _NAMES))
        elif not is_plain_json(operand):
            report(at, "annotation_json", f"{name} is no lossless JSON: {echo(operand)}")


def _check_operand(shape: str, name: str, operand: Any, place: Place, report: Report) -> Inner:
    """Report an operand that has not its *shape*; yield the schemas in one that has."""
    if shape == "schema":
        if name == "items" and type(operand) is list:
            report(place, "node", "a list here is the draft-07 form; use prefixItems")
        else:
            yield operand, place
    elif shape == "schemas":
        yield from _check_list(name, operand, place, report)
    elif shape in ("schema map", "pattern map"):
        yield from _check_map(name, operand, place, report)
    else:
        _CHECKS[shape](name, operand, place, report)


def _check_list(name: str, operand: Any, place: Place, report: Report) -> Inner:
    if type(operand) is list and operand:
        for number, item in enumerate(operand):
            yield item, (place, number)
    elif name == "oneOf":
        report(_node_of(place), "one_of_min", "oneOf is a list of one schema or more")
    else:
        _report_operand(name, operand, "a list of one schema or more", place, report)


def _check_map(name: str, operand: Any, place: Place, report: Report) -> Inner:
    if type(operand) is not dict:
        if name == "properties":
            message = f"properties is an object, not {shown(operand)}"
            report(_node_of(place), "properties_record", message)
        else:
            _report_operand(name, operand, "an object of schemas", place, report)
        return
    for key, schema in operand.items():
        if name == "patternProperties":
            _check_pattern(name, key, (place, key), report)
        yield schema, (place, key)


def _node_of(place: Place) -> Place:
    """The node whose keyword is at *place*."""
    return place[0] if place is not None else None


def _report_operand(name: str, operand: Any, wanted: str, place: Place, report: Report) -> None:
    report(place, "operand", f"{name} is {wanted}, not {shown(operand)}")


def _check_type(name: str, operand: Any, place: Place, report: Report) -> None:
    if type(operand) is not list:
        operand = (operand,)
    elif not operand:
        _report_operand(name, operand, "a type or a list of one or more", place, report)
    known = [kind for kind in operand if type(kind) is str and kind in TYPE_NAMES]
    for kind in operand:
        if not (type(kind) is str and kind in TYPE_NAMES):
            report(_node_of(place), "type_unknown", about_type(kind))
    if len(set(known)) < len(known):
        _report_operand(name, operand, "a list without duplicates", place, report)


def _check_names(name: str, operand: Any, place: Place, report: Report) -> None:
    if are_names(operand, _node_of(place), report):
        check_duplicates(operand, _node_of(place), report)


def _check_names_map(name: str, operand: Any, place: Place, report: Report) -> None:
    if type(operand) is not dict:
        _report_operand(name, operand, "an object of lists of strings", place, report)
        return
    for key, names in operand.items():
        if type(names) is not list or not all(type(n) is str for n in names):
            wanted = f"a list of strings for {echo(key)}"
            _report_operand(name, names, wanted, (place, key), report)


def _check_value(name: str, operand: Any, place: Place, report: Report) -> None:
    if not is_plain_json(operand):
        report(_node_of(place), "const_value", f"const is no lossless JSON: {echo(operand)}")


def _check_values(name: str, operand: Any, place: Place, report: Report) -> None:
    if type(operand) is not list or not operand:
        message = f"enum is a list of one value or more, not {shown(operand)}"
        report(_node_of(place), "enum_values", message)
    elif not is_plain_json(operand):
        report(_node_of(place), "enum_values", f"enum is no lossless JSON: {echo(operand)}")


def _is_number(operand: Any) -> bool:
    return type(operand) is int or (type(operand) is float and is_finite(operand))


def _check_number(name: str, operand: Any, place: Place, report: Report) -> None:
    if type(operand) is bool and name in ("exclusiveMinimum", "exclusiveMaximum"):
        bound = name.removeprefix("exclusive").lower()
        message = f"a boolean {name} is the draft-04 form; write the bound itself, without {bound}"
        report(place, "operand", message)
    elif not _is_number(operand):
        _report_operand(name, operand, "a number", place, report)


def _check_positive(name: str, operand: Any, place: Place, report: Report) -> None:
    if not _is_number(operand) or operand <= 0:
        _report_operand(name, operand, "a number greater than 0", place, report)


def _check_count(name: str, operand: Any, place: Place, report: Report) -> None:
    if not _is_number(operand) or operand < 0 or operand != int(operand):
        _report_operand(name, operand, "a whole number from 0", place, report)


def _check_flag(name: str, operand: Any, place: Place, report: Report) -> None:
    if type(operand) is not bool:
        kind = "annotation_boolean" if KEYWORDS[name].group == "annotation" else "operand"
        report(place, kind, f"{name} is true or false, not {shown(operand)}")


def _check_text(name: str, operand: Any, place: Place, report: Report) -> None:
    if type(operand) is not str:
        kind = "annotation_string" if KEYWORDS[name].group == "annotation" else "operand"
        report(place, kind, f"{name} is a string, not {shown(operand)}")


def _check_pattern(name: str, operand: Any, place: Place, report: Report) -> None:
    if type(operand) is not str:
        _report_operand(name, operand, "a string", place, report)
        return
    from ._patterns import PatternError, check_safety, compile_pattern  # few schemas have any

    try:
        compile_pattern(operand)
    except PatternError as error:
        report(place, "pattern_syntax", f"the pattern {echo(operand)} can't be checked: {error}")
        return
    danger = check_safety(operand)
    if danger is not None:
        message = f"the pattern {echo(operand)} may take very long on some strings: {danger}"
        report(place, "pattern_unsafe", message)


def _check_reference(name: str, operand: Any, place: Place, report: Report) -> None:
    if type(operand) is not str:
        _report_operand(name, operand, "a string", place, report)


def _check_anchor(name: str, operand: Any, place: Place, report: Report) -> None:
    sound = type(operand) is str and operand and _ANCHOR_LETTERS.issuperset(operand)
    if not sound or operand[0] in "0123456789-.":
        wanted = "a name of letters, digits, `-`, `.` and `_` that begins with a letter or `_`"
        report(place, "anchor", f"$anchor is {wanted}, not {shown(operand)}")


def _check_identifier(name: str, operand: Any, place: Place, report: Report) -> None:
    if type(operand) is not str:
        report(place, "annotation_string", f"{name} is a string, not {shown(operand)}")
    elif _node_of(place) is not None:
        message = "$id below the root would move what references mean, which is not supported"
        report(place, "id_rebase", message)


def _check_any(name: str, operand: Any, place: Place, report: Report) -> None:
    if not is_plain_json(operand):
        report(place, "annotation_json", f"{name} is no lossless JSON: {echo(operand)}")


_CHECKS: dict[str, Check] = {
    "type": _check_type,
    "names": _check_names,
    "names map": _check_names_map,
    "value": _check_value,
    "values": _check_values,
    "number": _check_number,
    "positive number": _check_positive,
    "count": _check_count,
    "flag": _check_flag,
    "text": _check_text,
    "pattern": _check_pattern,
    "reference": _check_reference,
    "anchor": _check_anchor,
    "identifier": _check_identifier,
    "any": _check_any,
}
