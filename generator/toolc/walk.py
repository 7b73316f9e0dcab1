"""Walks over the schemas inside a schema; data such as `enum` and `default` is not looked into."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from .spec import Steps
from .vocabulary import LISTS, MAPS, SCHEMAS

Schema: TypeAlias = "Mapping[str, Any] | bool"
"""A raw schema."""


def children(schema: Mapping[str, Any], steps: Steps = ()) -> Iterator[tuple[Steps, Schema]]:
    """The schemas directly inside *schema*, each with its path below *steps*."""
    for key, operand in schema.items():
        if key in SCHEMAS:
            if isinstance(operand, Mapping | bool):
                yield (*steps, key), operand
        elif key in LISTS:
            for number, item in enumerate(operand if isinstance(operand, list) else ()):
                yield (*steps, key, number), item
        elif key in MAPS:
            for name, item in operand.items() if isinstance(operand, Mapping) else ():
                yield (*steps, key, name), item


def schemas(schema: Schema, steps: Steps = ()) -> Iterator[tuple[Steps, Schema]]:
    """*schema* and every schema inside it, outer ones first."""
    pending = [(steps, schema)]
    while pending:
        at, found = pending.pop()
        yield at, found
        if isinstance(found, Mapping):
            pending += reversed(list(children(found, at)))


def rewritten(schema: Schema, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """A copy of *schema* in which every schema became what *change* makes of it, inner ones first."""
    if not isinstance(schema, Mapping):
        return schema
    made: dict[str, Any] = {}
    for key, operand in schema.items():
        if key in SCHEMAS:
            made[key] = rewritten(operand, change)
        elif key in LISTS and isinstance(operand, list):
            made[key] = [rewritten(item, change) for item in operand]
        elif key in MAPS and isinstance(operand, Mapping):
            made[key] = {name: rewritten(item, change) for name, item in operand.items()}
        else:
            made[key] = operand
    return change(made)
