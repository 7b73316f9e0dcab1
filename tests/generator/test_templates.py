"""`render`, `meta` and `present`, checked against the schemas they read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from toolc.cards import CALLS, RESULTS, Card
from toolc.diagnostics import Findings
from toolc.document import parse
from toolc.source import source_of
from toolc.spec import ToolSpec
from toolc.templates_lang import (
    Placeholder,
    TemplateList,
    TemplateLiteral,
    TemplateObject,
    TemplateText,
)
from toolc.validate import validate
from toolc_runtime import _presentation
from toolc_runtime._interpreter import validate_json_schema_value
from toolc_runtime._unset import UNSET

PARAMETERS = {
    "path": {"type": "string", "required": True},
    "line": {"type": "integer"},
    "note": {"oneOf": [{"type": "string"}, {"type": "null"}], "required": True},
    "any": {"type": "json", "required": True},
    "kind": {"type": "string", "enum": ["read", "edit"], "required": True},
    "odd.key": {"type": "string", "required": True},
}
OUTPUT = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "text": {"type": "string", "required": True},
        "code": {"type": "integer"},
        "rows": {
            "type": "array",
            "required": True,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "number": {"type": "integer", "required": True},
                    "text": {"type": "string", "required": True},
                    "hint": {"type": "string"},
                },
            },
        },
    },
}


def tool(**keys: Any) -> tuple[ToolSpec, list[str]]:
    """A tool with *keys*, and the codes of the findings."""
    body = {"description": "d", "parameters": PARAMETERS, "output": OUTPUT, **keys}
    findings = Findings()
    text = json.dumps({"tools": {"t": body}})
    (catalog,) = validate(parse((source_of("s.yaml", text),), findings), findings)
    return catalog.tools[0], [found.code for found in findings.diagnostics]


def codes(**keys: Any) -> list[str]:
    return tool(**keys)[1]


def parts(template: Any) -> tuple[str | Placeholder, ...]:
    assert isinstance(template, TemplateText)
    return template.parts


def test_without_templates_there_are_none() -> None:
    found, findings = tool()
    assert findings == []
    assert (found.render, found.meta, found.meta_schema) == (None, None, None)
    assert (found.present_call, found.present_result) == (None, None)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("{value.text}", None),
        ("{value}", None),
        ("plain", None),
        ("{value.rows[0].number|none}", None),
        ('{args["odd.key"]}', None),
        ("{args.line}", "template-absent"),
        ("{args.line|0}", None),
        ("at {args.line}", "template-absent"),
        ("{args.note}", "template-absent"),
        ("{args.note|}", None),
        ("{args.any}", "template-absent"),
        ("{args.any|null}", None),
        ("{args.any.deep[3].er|x}", None),
        ("{value.rows[0].number}", "template-absent"),
        ("{value.rows.number}", "template-path"),
        ("{args.odd.key}", "template-path"),
        ("{args.path.x}", "template-path"),
        ("{args.path[0]}", "template-path"),
        ("{meta.x}", "template-root"),
        ("{content}", "template-root"),
        ("{failure.code}", "template-root"),
        ("{args.path", "template-syntax"),
    ],
)
def test_render_reads_arguments_and_the_value_and_always_has_something_to_show(
    text: str, finding: str | None
) -> None:
    assert codes(render=text) == ([] if finding is None else [finding])


def test_render_of_text_without_placeholders_is_that_text() -> None:
    found, _ = tool(render="{{a}} b")
    assert found.render is not None
    assert found.render.parts == ("{a} b",)


def test_meta_keeps_the_shape_it_is_written_in() -> None:
    found, findings = tool(
        meta={
            "line": "{args.line}",
            "note": "{args.note}",
            "label": "{args.path}:{args.line|0}",
            "fixed": [1, None, True, "a{{b}}"],
            "deep": {"rows": "{value.rows}", "code": "{value.code|0}"},
        }
    )
    assert findings == []
    assert found.meta is not None
    entries = dict(found.meta.entries)
    (line,) = parts(entries["line"])
    assert isinstance(line, Placeholder)
    assert (line.can_be_absent, line.can_be_null, line.fallback) == (True, False, UNSET)
    (note,) = parts(entries["note"])
    assert isinstance(note, Placeholder)
    assert (note.can_be_absent, note.can_be_null) == (False, True)
    assert len(parts(entries["label"])) == 3
    assert isinstance(entries["fixed"], TemplateList)
    literals = [item for item in entries["fixed"].items if isinstance(item, TemplateLiteral)]
    assert [item.value for item in literals] == [1, None, True, "a{b}"]
    assert isinstance(entries["deep"], TemplateObject)


@pytest.mark.parametrize(
    ("value", "passes"),
    [
        ({"line": 1, "note": None, "label": "x", "code": 3, "list": ["p", 5]}, True),
        ({"note": "n", "label": "x", "code": "none", "list": ["p", 5]}, True),
        ({"note": "n", "label": 5, "code": 3, "list": ["p", 5]}, False),
        ({"note": "n", "label": "x", "code": "other", "list": ["p", 5]}, False),
        ({"note": "n", "label": "x", "code": 3, "list": ["p", 6]}, False),
        ({"note": "n", "label": "x", "code": 3, "list": ["p", 5, 5]}, False),
        ({"label": "x", "code": 3, "list": ["p", 5]}, False),
        ({"note": "n", "label": "x", "code": 3, "list": ["p", 5], "more": 1}, False),
    ],
)
def test_the_schema_of_meta_is_of_what_the_template_yields(value: Any, passes: bool) -> None:
    found, findings = tool(
        meta={
            "line": "{args.line}",
            "note": "{args.note}",
            "label": "{args.path}!",
            "code": "{value.code|none}",
            "list": ["{args.path}", 5],
        }
    )
    assert findings == []
    assert found.meta_schema is not None
    assert (validate_json_schema_value(found.meta_schema.schema, value) == []) == passes


@pytest.mark.parametrize(
    ("meta", "finding"),
    [
        ({"a": ["{args.line}"]}, "template-absent"),
        ({"a": ["{args.line|0}"]}, None),
        ({"a": ["{args.note}"]}, None),
        ({"a": {"b": "{args.line}"}}, None),
        ({"a": "{args.line} lines"}, "template-absent"),
        ({"a": "{value.nothing}"}, "template-path"),
        ({"a": "{content}"}, "template-root"),
        ({}, None),
    ],
)
def test_what_is_absent_leaves_a_key_of_meta_out_and_nothing_else(
    meta: Any, finding: str | None
) -> None:
    assert codes(meta=meta) == ([] if finding is None else [finding])


CALL = {"card": "generic", "title": "t"}


@pytest.mark.parametrize(
    ("card", "findings"),
    [
        (CALL, []),
        ({**CALL, "kind": "read"}, []),
        ({**CALL, "kind": "raed"}, ["card-type"]),
        ({**CALL, "kind": "{args.kind}"}, []),
        ({**CALL, "kind": "{args.path}"}, ["card-type"]),
        ({**CALL, "kind": "re{args.path}"}, ["card-type"]),
        ({**CALL, "raw_input": "{args}"}, []),
        ({**CALL, "raw_input": {"deep": ["{args.path}", 1]}}, []),
        ({**CALL, "content": "as {args.path}"}, []),
        ({**CALL, "content": "{args.note}"}, []),
        ({**CALL, "content": "{args.any}"}, ["card-type"]),
        ({**CALL, "locations": [{"path": "{args.path}", "line": "{args.line}"}]}, []),
        ({**CALL, "locations": [{"path": "{args.note}"}]}, ["template-absent"]),
        ({**CALL, "locations": [{"path": "{args.note|x}"}]}, []),
        ({**CALL, "locations": [{"path": "{args.note|5}"}]}, ["card-type"]),
        ({**CALL, "locations": [{"line": 1}]}, ["spec-missing"]),
        ({**CALL, "locations": "{args.any}"}, ["card-type"]),
        ({**CALL, "locations": {"path": "x"}}, ["card-type"]),
        ({**CALL, "locations": ["x"]}, ["card-type"]),
        ({"card": "generic"}, ["spec-missing"]),
        ({**CALL, "titel": 1}, ["spec-key"]),
        ({"card": "generic", "title": "{args.line}"}, ["template-absent"]),
        ({"card": "generic", "title": "{args.line|0}"}, ["card-type"]),
        ({"card": "generic", "title": "line {args.line|0}"}, []),
        ({"card": "terminal", "title": "{args.path}", "cwd": "{args.note}"}, []),
        ({"card": "terminal", "title": "{value.text}"}, ["template-root"]),
        (
            {
                "card": "diff",
                "title": "t",
                "diffs": [{"path": "p", "old_text": None, "new_text": ""}],
            },
            [],
        ),
        (
            {
                "card": "diff",
                "title": "t",
                "diffs": [{"path": "p", "old_text": "{args.note}", "new_text": ""}],
            },
            [],
        ),
        (
            {
                "card": "diff",
                "title": "t",
                "diffs": [{"path": "p", "old_text": "", "new_text": "{args.note}"}],
            },
            ["template-absent"],
        ),
        ({"card": "read", "path": "p"}, ["card-kind"]),
        ({"card": 5, "title": "t"}, ["card-kind"]),
        ({"title": "t"}, ["spec-missing"]),
    ],
)
def test_a_call_card_holds_what_its_keys_take(card: Any, findings: list[str]) -> None:
    assert codes(present={"call": card}) == findings


META = {"rows": "{value.rows}", "code": "{value.code}", "text": "{value.text}"}
READ = {
    "card": "read",
    "path": "{args.path}",
    "offset": 1,
    "lines": "{meta.rows}",
    "total_lines": 0,
}


@pytest.mark.parametrize(
    ("card", "findings"),
    [
        (READ, []),
        ({**READ, "offset": "{args.line|1}"}, []),
        ({**READ, "offset": "{args.line}"}, ["template-absent"]),
        ({**READ, "lines": "{value.rows}"}, ["template-root"]),
        ({**READ, "lines": "{meta.text}"}, ["card-type"]),
        ({**READ, "lines": [{"number": 1, "text": "{meta.text}"}]}, []),
        ({**READ, "content": "{content}"}, []),
        ({"card": "generic"}, []),
        ({"card": "generic", "title": "failed: {failure.code|}", "content": "{content}"}, []),
        ({"card": "generic", "title": "{failure.code}"}, []),
        ({"card": "generic", "title": "failed: {failure.code}"}, ["template-absent"]),
        ({"card": "generic", "title": "{failure.message|}"}, ["template-path"]),
        ({"card": "generic", "title": "{content.x|}"}, ["template-path"]),
        ({"card": "terminal", "output": "{content}", "exit_code": "{meta.code}"}, []),
        ({"card": "terminal", "exit_code": "{meta.text}"}, ["card-type"]),
        ({"card": "search", "shape": "paths", "paths": ["a"], "truncated": False, "total": 1}, []),
        (
            {
                "card": "search",
                "shape": "paths",
                "paths": "{meta.rows}",
                "truncated": False,
                "total": 1,
            },
            ["card-type"],
        ),
        (
            {
                "card": "search",
                "shape": "matches",
                "paths": [],
                "files": [],
                "truncated": True,
                "total": 0,
            },
            ["spec-key"],
        ),
        ({"card": "search", "shape": "pathes", "truncated": False, "total": 1}, ["card-kind"]),
        ({"card": "search", "truncated": False, "total": 1}, ["spec-missing"]),
        ({"card": "web", "kind": "fetch", "url": "u", "status_code": 200, "truncated": False}, []),
        ({"card": "web", "kind": "search", "sources": [{"url": "u"}], "truncated": False}, []),
    ],
)
def test_a_result_card_holds_what_its_keys_take(card: Any, findings: list[str]) -> None:
    assert codes(meta=META, present={"result": card}) == findings


def test_a_result_card_reads_no_meta_where_there_is_none() -> None:
    card = {"card": "generic", "title": "{meta.text}"}
    assert codes(present={"result": card}) == ["template-root"]


def test_the_cards_are_those_of_the_runtime() -> None:
    assert set(CALLS) == {"generic", "terminal", "diff"}
    assert set(RESULTS) == {"generic", "terminal", "diff", "search", "read", "web"}
    read = RESULTS["read"]
    assert isinstance(read, Card)
    assert read.required == ("path", "offset", "lines", "total_lines")
    assert read.keys["lines"]["items"]["required"] == ["number", "text"]
    terminal = RESULTS["terminal"]
    assert isinstance(terminal, Card)
    assert (terminal.required, terminal.keys["exit_code"]) == ((), {"type": "integer"})
    search = RESULTS["search"]
    assert not isinstance(search, Card)
    tag, variants = search
    assert (tag, set(variants)) == ("shape", {"matches", "paths"})


def test_every_key_of_a_card_is_an_argument_of_its_class() -> None:
    diff = CALLS["diff"]
    assert isinstance(diff, Card)
    view = _presentation.DiffCallView(title="t", diffs=())
    assert set(diff.keys) == {name for name in view.__slots__ if name != "card"}
