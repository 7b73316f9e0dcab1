"""The schema of what a `meta` template yields, put together from the schemas that it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolc_runtime._unset import UNSET

from .moving import moved, reads_root
from .templates_lang import (
    Placeholder,
    Root,
    TemplateList,
    TemplateLiteral,
    TemplateObject,
    TemplateText,
    TemplateValue,
    placeholders,
)
from .walk import Schema


def meta_schema(meta: TemplateObject, roots: Mapping[Root, Schema]) -> dict[str, Any]:
    """The schema of *meta*, which reads things of *roots*.

    References into a root are kept: the whole root then stands under `$defs`, by its name.
    """
    read = [part for part in placeholders(meta) if reads_root(part.schema)]
    used = {part.root: moved(roots[part.root], part.root) for part in read}
    return {**_object(meta), **({"$defs": used} if used else {})}


def _template(value: TemplateValue) -> Schema:
    match value:
        case TemplateLiteral(value=constant):
            return {"const": constant}
        case TemplateObject():
            return _object(value)
        case TemplateList(items=items):
            prefix = [_template(item) for item in items]
            listed = {"prefixItems": prefix} if prefix else {}
            return {"type": "array", **listed, "minItems": len(items), "items": False}
        case TemplateText():
            return _read(value.whole) if value.whole else {"type": "string"}


def _object(table: TemplateObject) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {key: _template(value) for key, value in table.entries},
        "required": [key for key, value in table.entries if not _can_be_left_out(value)],
        "additionalProperties": False,
    }


def _can_be_left_out(value: TemplateValue) -> bool:
    whole = value.whole if isinstance(value, TemplateText) else None
    return whole is not None and whole.can_be_absent and whole.fallback is UNSET


def _read(part: Placeholder) -> Schema:
    schema: Schema = moved(part.schema, part.root)
    if part.fallback is UNSET:
        return schema
    return {"anyOf": [schema, {"const": part.fallback}]}
