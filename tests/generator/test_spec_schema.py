"""The JSON Schema of the spec language agrees with `validate` as far as it goes."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from toolc.diagnostics import Findings
from toolc.document import parse, plain
from toolc.source import source_of
from toolc.spec_schema import spec_json_schema
from toolc.validate import validate
from toolc.vocabulary import Profile, rows

SPEC: dict[str, Any] = {
    "catalog": "files",
    "title": "Files",
    "description": "Text files.",
    "types": {
        "Line": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"n": {"type": "integer", "required": True}},
        }
    },
    "tools": {
        "read": {
            "title": "Read",
            "description": "Read.",
            "parameters": {
                "path": {"type": "string", "required": True, "description": "d", "examples": ["a"]},
                "mode": {"type": "string", "enum": ["a", "b"]},
                "either": {"oneOf": [{"type": "string"}, {"type": "null"}]},
                "any": {"type": "json"},
            },
            "output": {"type": "array", "items": {"$ref": "Line"}},
            "timeout_ms": 1.5,
            "concurrency_safe": False,
            "hints": {"read_only": True},
            "render": "{args.path}",
            "meta": {"lines": "{value}"},
            "present": {
                "call": {"card": "generic", "title": "Read {args.path}"},
                "result": {
                    "card": "search",
                    "shape": "paths",
                    "paths": ["{args.path}"],
                    "truncated": False,
                    "total": 1,
                },
            },
            "examples": [{"args": {"path": "x"}, "value": [{"n": 1}]}],
        },
        "raw": {
            "description": "Raw.",
            "parameters_schema": {"type": "object", "properties": {}, "required": []},
            "output_schema": {"type": "object", "properties": {"a": {"type": "number"}}},
        },
    },
}
FULL: dict[str, Any] = {
    "tools": {
        "all": {
            "description": "All.",
            "parameters": {
                "a": {"type": ["string", "null"], "minLength": 1, "x-order": 1, "deprecated": True},
                "b": {"anyOf": [{"type": "string"}, True]},
                "c": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "minProperties": 1,
                },
            },
            "output_schema": {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$defs": {"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}},
                "allOf": [{"$ref": "#/$defs/A"}],
                "not": {"const": 5},
            },
        }
    }
}


def refused(spec: Any, profile: Profile) -> bool:
    """Whether `validate` finds an error in *spec*."""
    findings = Findings()
    validate(parse((source_of("s.yaml", json.dumps(spec)),), findings), findings, profile)
    return findings.has_errors


def validator(profile: Profile) -> Draft202012Validator:
    schema = spec_json_schema(profile)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("profile", ["core", "full"])
def test_it_takes_what_validate_takes(profile: Profile) -> None:
    for spec in (SPEC, FULL) if profile == "full" else (SPEC,):
        assert not refused(spec, profile)
        assert list(validator(profile).iter_errors(spec)) == []


def test_core_does_not_take_what_full_has() -> None:
    assert refused(FULL, "core")
    assert not validator("core").is_valid(FULL)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


def changed(spec: Any, chance: random.Random) -> Any:
    """*spec* with one key misspelt, one thing left out, or one value of another type."""
    spec = copy.deepcopy(spec)
    *way, last = chance.choice([path for path in places(spec) if path])
    holder = spec
    for step in way:
        holder = holder[step]
    match chance.randrange(3):
        case 0 if isinstance(holder, dict):
            holder[f"{last}x"] = holder.pop(last)
        case 1:
            del holder[last]
        case _:
            holder[last] = chance.choice([None, 5, -1, "x", True, [], {}, ["x"], {"x": 1}])
    return spec


@pytest.mark.parametrize("profile", ["core", "full"])
def test_what_it_refuses_validate_refuses_too(profile: Profile) -> None:
    schema = validator(profile)
    chance = random.Random(7)
    count = 0
    for _ in range(600):
        spec = changed(chance.choice([SPEC, FULL] if profile == "full" else [SPEC]), chance)
        if not schema.is_valid(spec):
            count += 1
            assert refused(spec, profile), spec
    assert count > 200


def test_every_misspelt_key_of_the_language_is_refused() -> None:
    schema = validator("full")
    for path in places(SPEC):
        if (
            path
            and isinstance(path[-1], str)
            and not set(path[-2:-1])
            & {"tools", "types", "parameters", "properties", "meta", "args", "value"}
        ):
            spec = copy.deepcopy(SPEC)
            holder = spec
            for step in path[:-1]:
                holder = holder[step]
            if "value" in path[:-1] or "args" in path[:-1]:
                continue
            holder["x" + path[-1]] = holder[path[-1]]
            assert not schema.is_valid(spec), path


@pytest.mark.parametrize("profile", ["core", "full"])
def test_every_keyword_of_the_vocabulary_is_explained_to_editors(profile: Profile) -> None:
    raw = spec_json_schema(profile)["$defs"]["raw"]
    table = raw if profile == "core" else raw["anyOf"][1]
    assert {row.name: row.semantics for row in rows(profile)} == {
        name: schema["description"] for name, schema in table["properties"].items()
    }


def test_it_is_a_new_tree_each_time() -> None:
    first = spec_json_schema()
    first["$defs"].clear()
    assert spec_json_schema()["$defs"]


def test_it_takes_every_spec_of_this_repository() -> None:
    schema = validator("full")
    root = Path(__file__).parents[2]
    for path in sorted((root / "specs").rglob("*.yaml")):
        findings = Findings()
        (document,) = parse((source_of(path.name, path.read_text(encoding="utf-8")),), findings)
        assert list(schema.iter_errors(plain(document.root))) == []
