"""Whether what a template yields fits what a key of a card holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolc_runtime._interpreter import validate_json_schema_value
from toolc_runtime._unset import UNSET

from .diagnostics import Findings
from .forms import did_you_mean, one_of, what_there_is
from .shapes import Shape, Shapes, accepts_null, fits, or_null
from .source import Location
from .templates_lang import (
    Placeholder,
    Root,
    TemplateList,
    TemplateLiteral,
    TemplateObject,
    TemplateText,
    TemplateValue,
)
from .validate_templates import lacking, shown

Wanted = Mapping[str, Any]
_TEXT: Wanted = {"type": "string"}


class Fitting:
    """Checks the templates of one card; null counts as absent where a key takes no null."""

    def __init__(self, shapes: Mapping[Root, Shapes], findings: Findings) -> None:
        self._shapes = shapes
        self._findings = findings

    def check(self, key: str, value: TemplateValue, wanted: Wanted, *, required: bool) -> bool:
        """Whether *value* fits *key*, which holds what passes *wanted*; if not, it is reported."""
        match value:
            case TemplateLiteral(value=constant):
                return self._constant(key, constant, wanted, value.at)
            case TemplateText():
                if value.whole:
                    return self._whole(key, value.whole, wanted, required)
                return not wanted or wanted == _TEXT or self._misfit(key, wanted, "text", value.at)
            case TemplateList():
                return self._list(key, value, wanted)
            case TemplateObject():
                return self._object(key, value, wanted)

    def entries(
        self, what: str, table: TemplateObject, keys: Mapping[str, Wanted], needed: tuple[str, ...]
    ) -> bool:
        """Whether the entries of *table* are of *keys*, fit them, and are all that is *needed*."""
        found = dict(table.entries)
        fitting = [
            self.check(key, value, keys[key], required=key in needed)
            if key in keys
            else self._unknown(what, key, value.at, keys)
            for key, value in table.entries
        ]
        missing = [key for key in needed if key not in found]
        for key in missing:
            self._findings.error(table.at, "spec-missing", f"{what} needs {key!r}")
        return all(fitting) and not missing

    def _constant(self, key: str, value: Any, wanted: Wanted, at: Location) -> bool:
        violations = validate_json_schema_value(wanted, value, key, profile="full")
        for violation in violations:
            self._findings.error(at, "card-type", f"{violation.path}: {violation.message}")
        return not violations

    def _whole(self, key: str, part: Placeholder, wanted: Wanted, required: bool) -> bool:
        nullable = accepts_null(wanted)
        lacks = part.can_be_absent or (part.can_be_null and not nullable)
        if required and lacks and part.fallback is UNSET:
            lacking(part, repr(key), self._findings)
            return False
        shape = Shape(((part.schema,),))
        reason = fits(self._shapes[part.root], shape, wanted if nullable else or_null(wanted))
        if reason:
            return self._misfit(key, wanted, f"'{shown(part)}'", part.at, reason)
        fallback: Any = part.fallback
        return fallback is UNSET or self._constant(key, fallback, wanted, part.at)

    def _list(self, key: str, value: TemplateList, wanted: Wanted) -> bool:
        if not wanted:
            return True
        if "items" not in wanted:
            return self._misfit(key, wanted, "a list", value.at)
        items = [self.check(key, item, wanted["items"], required=True) for item in value.items]
        return all(items)

    def _object(self, key: str, value: TemplateObject, wanted: Wanted) -> bool:
        if not wanted:
            return True
        if "properties" not in wanted:
            return self._misfit(key, wanted, "a mapping", value.at)
        needed = tuple(wanted["required"])
        return self.entries(f"an item of {key!r}", value, wanted["properties"], needed)

    def _misfit(
        self, key: str, wanted: Wanted, what: str, at: Location, reason: str | None = None
    ) -> bool:
        message = f"{key!r} takes {_words(wanted)}, not {what}"
        self._findings.error(at, "card-type", f"{message}: {reason}" if reason else message)
        return False

    def _unknown(self, what: str, key: str, at: Location, keys: Mapping[str, Wanted]) -> bool:
        hint = did_you_mean(key, tuple(keys), what_there_is("it takes", tuple(keys)))
        self._findings.error(at, "spec-key", f"{what} has no key {key!r}", hint)
        return False


def _words(wanted: Wanted) -> str:
    """What *wanted* asks for, in words."""
    if "enum" in wanted:
        return one_of(wanted["enum"])
    if "items" in wanted:
        return f"a list, each item {_words(wanted['items'])}"
    if "properties" in wanted:
        return f"an object of {one_of(wanted['properties']).replace(' or ', ' and ')}"
    types = wanted.get("type", "any value")
    names = [types] if isinstance(types, str) else types
    words = {
        "string": "text",
        "integer": "an integer",
        "boolean": "a boolean",
        "number": "a number",
    }
    return " or ".join(words.get(name, name) for name in names)
