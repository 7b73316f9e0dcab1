"""The spec language as JSON Schema, for editors: they complete keys and mark what is wrong.

It says less than `validate` does (no references, templates or examples are followed), and what it
refuses `validate` refuses too. What schemas may hold comes from the runtime's vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .cards import CALLS, RESULTS, Card, Cards
from .vocabulary import EXTENSION, KEYWORDS, KINDS, TYPE_NAMES, Profile, rows

if TYPE_CHECKING:
    from toolc_runtime._vocabulary import Operand

_TEXT = {"type": "string"}
_NOT_IN_DSL = ("$defs", "definitions", "required")
"""Keywords that the author's DSL says otherwise: by `types`, and on each property."""


def spec_json_schema(profile: Profile = "full") -> dict[str, Any]:
    """JSON Schema (2020-12) of a spec file; a plain tree of its own for every call."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A toolc spec: one catalogue of tools",
        **_closed(_catalog(), required=("tools",)),
        "$defs": {
            "tool": _tool(),
            "hints": _hints(),
            "example": _example(),
            "node": _node(profile),
            "property": _node(profile, is_property=True),
            "raw": _raw(profile),
            "template": _template(),
            "call": _cards(CALLS),
            "result": _cards(RESULTS),
        },
    }


def _closed(properties: Mapping[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [*required],
        "additionalProperties": False,
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _map(name: str) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": _ref(name)}


def _said(schema: Mapping[str, Any], description: str) -> dict[str, Any]:
    return {**schema, "description": description}


def _catalog() -> dict[str, Any]:
    return {
        "catalog": _said(_TEXT, "The name of the package; the file's name by default."),
        "title": _said(_TEXT, "A short name for people."),
        "description": _said(_TEXT, "What the tools are for."),
        "types": _said(_map("node"), "Named types; `$ref: Name` refers to one. They may recurse."),
        "tools": _said(_map("tool"), "The tools by name, as models see it."),
    }


def _tool() -> dict[str, Any]:
    keys = {
        "title": _said(_TEXT, "A short name for people."),
        "description": _said(_TEXT, "What the tool does: models choose tools by it."),
        "parameters": _said(_map("property"), "The parameters by name: an open object."),
        "parameters_schema": _said(_ref("raw"), "The parameters as raw JSON Schema of an object."),
        "output": _said(_ref("node"), "The schema of the value that the tool returns."),
        "output_schema": _said(_ref("raw"), "The same as raw JSON Schema."),
        "timeout_ms": _said(
            {"type": "number", "exclusiveMinimum": 0}, "Cooperative deadline; hosts only see it."
        ),
        "concurrency_safe": _said(
            {"type": "boolean"}, "Whether a call may overlap others; hosts only see it."
        ),
        "hints": _said(_ref("hints"), "What the tool does to the world, as in MCP."),
        "render": _said(_TEXT, "A template of the text that models read."),
        "meta": _said(_map("template"), "Templates of what survives into the durable result."),
        "present": _said(
            _closed({"call": _ref("call"), "result": _ref("result")}), "How a UI shows the call."
        ),
        "examples": _said({"type": "array", "items": _ref("example")}, "Calls and their values."),
    }
    either = [
        {"oneOf": [{"required": [key]}, {"required": [f"{key}_schema"]}]}
        for key in ("parameters", "output")
    ]
    return {**_closed(keys, required=("description",)), "allOf": either}


def _hints() -> dict[str, Any]:
    said = {
        "read_only": "It changes nothing.",
        "destructive": "What it changes may be lost.",
        "idempotent": "A second call with the same arguments changes nothing more.",
        "open_world": "It deals with things outside the host.",
    }
    return _closed({key: _said({"type": "boolean"}, text) for key, text in said.items()})


def _example() -> dict[str, Any]:
    keys = {
        "args": _said({"type": "object"}, "Arguments that pass the parameters."),
        "value": {"description": "A value that passes the output."},
    }
    return _closed(keys, required=("args",))


def _template() -> dict[str, Any]:
    return {"description": "Any value; in texts, `{value.x}` and `{args.x}` are read."}


def _cards(cards: Cards) -> dict[str, Any]:
    """One of the cards, each with its keys; what templates yield is not known here."""
    branches = []
    for name, found in cards.items():
        if isinstance(found, Card):
            branches.append(_card(name, found, {}))
        else:
            tag, variants = found
            branches += [_card(name, card, {tag: {"const": v}}) for v, card in variants.items()]
    return {"type": "object", "required": ["card"], "oneOf": branches}


def _card(name: str, card: Card, fixed: Mapping[str, Any]) -> dict[str, Any]:
    keys: dict[str, Any] = {"card": {"const": name}}
    keys |= dict.fromkeys(card.keys, True)
    return _closed({**keys, **fixed}, required=("card", *card.required))


def _node(profile: Profile, *, is_property: bool = False) -> dict[str, Any]:
    """A schema in the author's DSL; a property may be required."""
    keys = _keywords(profile, _ref("node"))
    for name in _NOT_IN_DSL:
        keys.pop(name, None)
    keys["type"] = _said({"anyOf": [{"enum": [*TYPE_NAMES, "json"]}, _types()]}, _said_of("type"))
    keys["properties"] = _said(_map("property"), _said_of("properties"))
    keys["$ref"] = _said(_TEXT, "A named type of the catalogue.")
    if is_property:
        keys["required"] = _said({"const": True}, "Callers have to give it.")
    kinds = [{"required": [kind]} for kind in sorted(KINDS & keys.keys())]
    table = {**_extensible(keys, profile), "anyOf": kinds}
    return table if profile == "core" else {"anyOf": [{"type": "boolean"}, table]}


def _raw(profile: Profile) -> dict[str, Any]:
    """A schema as raw JSON Schema."""
    table = _extensible(_keywords(profile, _ref("raw")), profile)
    return table if profile == "core" else {"anyOf": [{"type": "boolean"}, table]}


def _extensible(keys: Mapping[str, Any], profile: Profile) -> dict[str, Any]:
    """A closed table of *keys* that takes vendors' annotations where *profile* has them."""
    extensions = {"patternProperties": {f"^{EXTENSION}": True}} if profile == "full" else {}
    return {**_closed(keys), **extensions}


def _keywords(profile: Profile, inner: Mapping[str, Any]) -> dict[str, Any]:
    """Every keyword of *profile*, with what may stand after it; *inner* is a schema inside."""
    return {
        row.name: _said(_operand(row.operand, inner, profile), row.semantics)
        for row in rows(profile)
    }


def _said_of(name: str) -> str:
    return KEYWORDS[name].semantics


def _types() -> dict[str, Any]:
    names = {"enum": [*TYPE_NAMES]}
    return {"type": "array", "items": names, "minItems": 1, "uniqueItems": True}


def _operand(operand: Operand, inner: Mapping[str, Any], profile: Profile) -> dict[str, Any]:
    """What may stand after a keyword with *operand*."""
    many = {"type": "array", "items": inner, "minItems": 2 if profile == "core" else 1}
    named = {"type": "object", "additionalProperties": inner}
    names = {"type": "array", "items": _TEXT, "uniqueItems": True}
    flag = {"type": "boolean"}
    match operand:
        case "type":
            return {"anyOf": [{"enum": [*TYPE_NAMES]}, _types()]}
        case "schema":
            return {"anyOf": [flag, inner]}
        case "schemas":
            return many
        case "schema map" | "pattern map":
            return named
        case "names":
            return names
        case "names map":
            return {"type": "object", "additionalProperties": names}
        case "values":
            return {"type": "array", "minItems": 1}
        case "number":
            return {"type": "number"}
        case "positive number":
            return {"type": "number", "exclusiveMinimum": 0}
        case "count":
            return {"type": "integer", "minimum": 0}
        case "flag":
            return flag
        case "text" | "pattern" | "reference" | "anchor" | "identifier":
            return dict(_TEXT)
        case "value" | "any":
            return {}
