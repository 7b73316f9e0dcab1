"""Whether a raw JSON Schema is one that is enforced, and if not, everything that is against it."""

from __future__ import annotations

from ._errors import HarnessError, describe
from ._json_copy import is_plain_json, unfrozen
from ._json_faults import faults, has_cycle
from ._schema_core import check_core
from ._violation import steps_of, violation_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ._schema_core import Inner, Report
    from ._violation import Place, Violation
    from ._vocabulary import Profile


class JsonSchemaError(HarnessError, ValueError):
    """A schema outside the enforced subset; *violations* are all of them. Source: seed, "The
    enforced raw JSON Schema subset"."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        message = f"unsupported JSON Schema: {describe(violations)}"
        super().__init__(message, "INVALID_JSON_SCHEMA")
        self.violations = tuple(violations)


def assert_supported_json_schema(
    schema: object, profile: Profile = "core", label: str = "schema"
) -> None:
    """Raise `JsonSchemaError` unless *schema* is in *profile*; any root will do.

    `core` is the seed's enforced subset, exactly; `full` has the keywords of the vocabulary.
    """
    violations = schema_violations(schema, profile, label)
    if violations:
        raise JsonSchemaError(violations)


def assert_object_json_schema(
    schema: object, profile: Profile = "core", label: str = "schema"
) -> None:
    """Raise `JsonSchemaError` unless *schema* is in *profile* and its root is of type object."""
    violations = schema_violations(schema, profile, label)
    if not violations and not (isinstance(schema, dict) and schema.get("type") == "object"):
        message = "the root is an object schema: type is object"
        violations = [violation_at(label, None, "object_root", message)]
    if violations:
        raise JsonSchemaError(violations)


def schema_violations(
    schema: object, profile: Profile = "core", label: str = "schema"
) -> list[Violation]:
    """Every violation of *profile* in *schema*, outer nodes first; any depth is fine.

    A frozen tree is a schema too; a plain one holds plain lists and dicts only. The paths begin with *label*.
    """
    schema = unfrozen(schema)
    if has_cycle(schema):
        return _json_faults(schema, [], label)
    found: list[Violation] = []

    def report(place: Place, kind: str, message: str) -> None:
        found.append(violation_at(label, place, kind, message))

    check = check_core if profile == "core" else _full_check()
    todo: list[tuple[object, Place]] = [(schema, None)]
    while todo:
        node, place = todo.pop()
        todo.extend(reversed(list(check(node, place, report))))
    if profile == "full":
        _check_references(schema, report)
    return found + _json_faults(schema, found, label)


def _full_check() -> Callable[[Any, Place, Report], Inner]:
    from ._schema_full import check_full  # most registered schemas are core

    return check_full


def _check_references(schema: object, report: Report) -> None:
    from ._references import check_references

    check_references(schema, report)


def _json_faults(schema: object, found: list[Violation], label: str) -> list[Violation]:
    """What in *schema* is no JSON and not under a place that *found* has reported already."""
    if is_plain_json(schema):
        return []
    reported = {violation.steps for violation in found}
    extra = []
    for place, reason in faults(schema, False):
        steps = steps_of(place)
        if not any(steps[:length] in reported for length in range(len(steps) + 1)):
            extra.append(violation_at(label, place, "not_json", reason))
    return extra
