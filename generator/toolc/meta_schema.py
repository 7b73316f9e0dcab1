"""The schema of what a `meta` template yields, put together from the schemas that it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolc_runtime._unset import UNSET

from .refs import Schema
from .standalone import leads_into, moved
from .templates_lang import (
    Placeholder,
    TemplateList,
    TemplateLiteral,
    TemplateObject,
    TemplateText,
    TemplateValue,
)


def meta_schema(meta: TemplateObject, roots: Mapping[str, Schema]) -> dict[str, Any]:
    """The schema of *meta*, which reads values of *roots* (`args`, `value`).

    References into a root are kept: the whole root stands under `$defs`.
    """
    schema = _object(meta)
    used = {name: moved(root, name) for name, root in roots.items() if leads_into(schema, name)}
    return {**schema, "$defs": used} if used else schema


def _template(value: TemplateValue) -> Schema:
    match value:
        case TemplateLiteral(value=constant):
            return {"const": constant}
        case TemplateObject():
            return _object(value)
        case TemplateList(items=items):
            prefix = [_template(item) for item in items]
            return {"type": "array", "prefixItems": prefix, "minItems": len(items), "items": False}
        case TemplateText():
            return _read(value.whole) if value.whole else {"type": "string"}


def _object(table: TemplateObject) -> dict[str, Any]:
    properties = {key: _template(value) for key, value in table.entries}
    required = [key for key, value in table.entries if not _can_be_left_out(value)]
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    return {**schema, **({"required": required} if required else {}), "additionalProperties": False}


def _can_be_left_out(value: TemplateValue) -> bool:
    whole = value.whole if isinstance(value, TemplateText) else None
    return whole is not None and whole.can_be_absent and whole.fallback is UNSET


def _read(part: Placeholder) -> Schema:
    schema = moved(part.schema, part.root)
    if part.fallback is UNSET:
        return schema
    return {"anyOf": [schema, {"const": part.fallback}]}
