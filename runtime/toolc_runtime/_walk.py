"""Where the schemas inside a schema are, by the vocabulary."""

from __future__ import annotations

from ._vocabulary import KEYWORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._violation import Place


def subschemas(schema: dict[str, Any], place: Place) -> Iterator[tuple[str, Any, Place]]:
    """The keyword, the subschema and its place, for each subschema of *schema*, in its order.

    Operands of the wrong shape hold none; what stands in a schema's position may be anything.
    """
    for name, operand in schema.items():
        row = KEYWORDS.get(name)
        if row is None:
            continue
        if row.operand == "schema":
            yield name, operand, (place, name)
        elif row.operand == "schemas" and isinstance(operand, (list, tuple)):
            for number, item in enumerate(operand):
                yield name, item, ((place, name), number)
        elif row.operand in ("schema map", "pattern map") and isinstance(operand, dict):
            for key, item in operand.items():
                yield name, item, ((place, name), key)


def every_schema(root: Any) -> Iterator[tuple[dict[str, Any], Place]]:
    """Every object schema under *root* and itself, outer ones first; the stack is our own."""
    todo: list[tuple[Any, Place]] = [(root, None)]
    while todo:
        schema, place = todo.pop()
        if isinstance(schema, dict):
            yield schema, place
            inner = [(item, at) for _, item, at in subschemas(schema, place)]
            todo.extend(reversed(inner))
