"""Stage 2: documents to catalogues. What is refused is in `tests/cases/rejected_*`."""

from __future__ import annotations

from typing import Any

import pytest
from toolc.diagnostics import Findings
from toolc.document import parse
from toolc.source import source_of
from toolc.spec import CatalogSpec, HintsSpec, ToolSpec
from toolc.templates_lang import Placeholder, TemplateText
from toolc.validate import validate
from toolc.vocabulary import Profile
from toolc_runtime._unset import UNSET

FILES = """\
catalog: files
title: Files
description: Read text files.
types:
  Line:
    type: object
    additionalProperties: false
    properties:
      number: {type: integer, required: true, minimum: 1}
      text: {type: string, required: true}
tools:
  read_file:
    title: Read file
    description: Read a window of a text file.
    parameters:
      path: {type: string, required: true, description: Absolute path.}
      offset: {type: integer, default: 1}
    output:
      type: object
      additionalProperties: false
      properties:
        lines: {type: array, required: true, items: {$ref: Line}}
        total: {type: integer, required: true}
    timeout_ms: 10000
    concurrency_safe: true
    hints: {read_only: true, open_world: false}
    render: "{value.total} lines of {args.path}"
    meta: {lines: "{value.lines}", total: "{value.total}", from: "{args.offset}"}
    present:
      call: {card: generic, kind: read, title: "Read {args.path}"}
      result:
        card: read
        path: "{args.path}"
        offset: "{meta.from|1}"
        lines: "{meta.lines}"
        total_lines: "{meta.total}"
    examples:
      - args: {path: /etc/hosts}
        value: {lines: [], total: 0}
      - args: {path: /etc/hosts, offset: 2}
  stop:
    description: Stop.
    parameters_schema: {type: object}
    output_schema: {}
"""


def catalogs(*texts: str, profile: Profile = "full") -> tuple[tuple[CatalogSpec, ...], list[str]]:
    """The catalogues of *texts*, and the findings as `severity code`."""
    findings = Findings()
    sources = tuple(source_of(f"s{n}.yaml", text) for n, text in enumerate(texts))
    found = validate(parse(sources, findings), findings, profile)
    return found, [f"{d.severity} {d.code}" for d in findings.diagnostics]


def only(text: str, profile: Profile = "full") -> CatalogSpec:
    (catalog,), findings = catalogs(text, profile=profile)
    assert findings == []
    return catalog


def tool(body: str) -> tuple[ToolSpec | None, list[str]]:
    """The one tool whose keys are *body*, and the findings."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    (catalog,), findings = catalogs(f"tools:\n  t:\n    description: d\n{lines}")
    return (catalog.tools[0] if catalog.tools else None), findings


def test_a_catalogue_has_what_its_file_says() -> None:
    catalog = only(FILES)
    assert (catalog.name, catalog.title) == ("files", "Files")
    assert catalog.description == "Read text files."
    assert catalog.source.path == "s0.yaml"
    assert [found.name for found in catalog.types] == ["Line"]
    assert [found.name for found in catalog.tools] == ["read_file", "stop"]
    assert catalog.types[0].at[1:3] == (5, 3)
    assert catalog.tools[0].at[1:3] == (12, 3)


def test_a_tool_has_its_host_only_facts() -> None:
    read, stop = only(FILES).tools
    assert (read.title, read.description) == ("Read file", "Read a window of a text file.")
    assert (read.timeout_ms, read.concurrency_safe) == (10000, True)
    assert read.hints == HintsSpec(read_only=True, open_world=False)
    assert (stop.title, stop.timeout_ms, stop.concurrency_safe, stop.hints) == (None,) * 4


def test_schemas_are_raw_json_schema_with_references_to_types() -> None:
    read, stop = only(FILES).tools
    assert read.parameters.schema == {
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Absolute path."},
            "offset": {"type": "integer", "default": 1},
        },
        "required": ["path"],
    }
    assert isinstance(read.output.schema, dict)
    assert read.output.schema["properties"]["lines"]["items"] == {"$ref": "types:Line"}
    assert (stop.parameters.schema, stop.output.schema) == ({"type": "object"}, {})


def test_every_place_of_a_schema_is_known_or_its_parents_is() -> None:
    read = only(FILES).tools[0]
    at = read.parameters.at
    assert at("properties", "path", "type")[1:3] == (16, 20)
    assert at("properties", "path")[1:3] == (16, 7)
    assert at("required", 0)[1:3] == (16, 38)
    assert at("properties", "path", "nothing", 5)[1:3] == (16, 7)
    assert at()[1:3] == (15, 5)
    assert read.output.at("properties", "lines", "items", "$ref")[1:3] == (22, 60)


def test_examples_have_arguments_and_maybe_a_value() -> None:
    first, second = only(FILES).tools[0].examples
    assert (first.args, first.value, first.has_value) == (
        {"path": "/etc/hosts"},
        {"lines": [], "total": 0},
        True,
    )
    assert (second.args, second.value, second.has_value) == (
        {"path": "/etc/hosts", "offset": 2},
        UNSET,
        False,
    )


def test_placeholders_say_what_they_read_and_whether_it_is_there() -> None:
    read = only(FILES).tools[0]
    assert read.render is not None
    total, text, path = read.render.parts
    assert isinstance(total, Placeholder)
    assert isinstance(path, Placeholder)
    assert text == " lines of "
    assert (total.root, total.path, total.schema) == ("value", ("total",), {"type": "integer"})
    assert not (total.can_be_absent or total.can_be_null)
    assert total.at[1:] == (27, 14, 27, 27)
    assert path.at[1:] == (27, 37, 27, 48)


def test_meta_has_the_schema_of_what_it_reads() -> None:
    read = only(FILES).tools[0]
    assert read.meta_schema is not None
    assert read.meta_schema.schema == {
        "type": "object",
        "properties": {
            "lines": {"type": "array", "items": {"$ref": "types:Line"}},
            "total": {"type": "integer"},
            "from": {"type": "integer", "default": 1},
        },
        "required": ["lines", "total"],
        "additionalProperties": False,
    }


def test_cards_read_meta_by_its_schema() -> None:
    read = only(FILES).tools[0]
    assert read.present_call is not None
    assert read.present_result is not None
    assert read.present_call.reads == {"args"}
    assert read.present_result.reads == {"args", "meta"}
    entries = dict(read.present_result.entries)
    offset, lines = entries["offset"], entries["lines"]
    assert isinstance(offset, TemplateText)
    assert isinstance(lines, TemplateText)
    assert offset.whole is not None
    assert lines.whole is not None
    assert (offset.whole.can_be_absent, offset.whole.fallback) == (True, 1)
    assert lines.whole.schema == {"type": "array", "items": {"$ref": "types:Line"}}


def test_references_into_a_raw_output_survive_in_meta() -> None:
    found, findings = tool(
        """\
parameters: {}
output_schema:
  type: object
  required: [a]
  properties: {a: {$ref: '#/$defs/A'}}
  $defs: {A: {type: array, items: {$ref: '#/$defs/A'}}}
meta: {a: "{value.a}"}
"""
    )
    assert findings == []
    assert found is not None
    assert found.meta_schema is not None
    schema: Any = found.meta_schema.schema
    assert schema["properties"] == {"a": {"$ref": "#/$defs/value/$defs/A"}}
    items = {"type": "array", "items": {"$ref": "#/$defs/value/$defs/A"}}
    assert schema["$defs"]["value"]["$defs"] == {"A": items}


def test_the_name_of_a_catalogue_is_its_files_by_default() -> None:
    (catalog,), findings = catalogs(
        "tools: {t: {description: d, parameters: {}, output: {type: json}}}"
    )
    assert findings == []
    assert catalog.name == "s0"


@pytest.mark.parametrize("name", ["files", "my-tools", "two words", "v1.2", "工具", "_x", "9"])
def test_names_that_a_package_can_be_made_of_are_taken(name: str) -> None:
    (_,), findings = catalogs(f"catalog: '{name}'\n{FILES.partition(chr(10))[2]}")
    assert findings == []


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "../x", "/etc", "a\\\\b", "-x", " x", "x ", "a\\nb", "x" * 300]
)
def test_names_that_could_lead_elsewhere_are_refused(name: str) -> None:
    text = f'catalog: "{name}"\n{FILES.partition(chr(10))[2]}'
    assert catalogs(text)[1] == ["error catalog-name"]


def test_types_may_recurse_and_use_each_other() -> None:
    catalog = only(
        """\
types:
  Tree:
    type: object
    additionalProperties: false
    properties: {value: {$ref: Name}, children: {type: array, items: {$ref: Tree}}}
  Name: {type: string}
tools:
  grow: {description: d, parameters: {tree: {$ref: Tree, required: true}}, output: {$ref: Tree}}
"""
    )
    assert catalog.tools[0].parameters.schema == {
        "type": "object",
        "properties": {"tree": {"$ref": "types:Tree"}},
        "required": ["tree"],
    }


def test_core_takes_types_that_do_not_recurse() -> None:
    text = "types: {Name: {type: string}}\ntools: {t: {description: d, parameters: {n: {$ref: Name}}, output: {$ref: Name}}}"
    assert only(text, "core").tools[0].output.schema == {"$ref": "types:Name"}


def test_full_takes_in_the_dsl_what_it_enforces() -> None:
    found, findings = tool(
        """\
parameters:
  a: {type: string, minLength: 1, pattern: ^a}
  b: {type: [integer, 'null'], minimum: 0}
  c: {anyOf: [{type: string}, {type: array, items: {type: string}}]}
  d: {type: object, additionalProperties: {type: string}}
  e: {type: array, prefixItems: [{type: string}], items: false}
  f: {enum: [a, 1, null]}
  g: {type: string, deprecated: true, x-order: 5}
  h: {type: object, additionalProperties: false, properties: {i: {type: string, required: true}}, minProperties: 1}
output: {type: number, exclusiveMinimum: 0}
"""
    )
    assert findings == []
    assert found is not None


def test_a_tool_in_two_catalogues_is_a_warning() -> None:
    other = FILES.replace("catalog: files", "catalog: more")
    assert catalogs(FILES, other)[1] == ["warning tool-twice"] * 2


def test_a_wrong_tool_does_not_hide_what_is_wrong_with_another() -> None:
    text = FILES.replace("total: 0}", "total: x}").replace("{type: object}\n", "{type: objekt}\n")
    (catalog,), findings = catalogs(text)
    assert findings == ["error example-value", "error schema-type"]
    assert [found.name for found in catalog.tools] == ["read_file"]


def test_what_was_refused_as_yaml_is_reported_once() -> None:
    text = FILES.replace("Absolute path.", "*path").replace("10000", "0x10").replace("[]", "[*x]")
    assert catalogs(text)[1] == ["error yaml-alias", "error yaml-scalar", "error yaml-alias"]
    assert catalogs(FILES.replace("{type: string, required: true}", "*text"))[1] == [
        "error yaml-alias"
    ]
    assert catalogs("tools: *x\ntypes: *y")[1] == ["error yaml-alias"] * 2


def test_findings_do_not_depend_on_the_order_of_files() -> None:
    findings = []
    for order in ((0, 1), (1, 0)):
        texts = [FILES.replace("integer", "int"), FILES.replace("string", "str")]
        sources = [source_of(f"s{n}.yaml", texts[n]) for n in order]
        found = Findings()
        validate(parse(tuple(sources), found), found)
        findings.append(
            [
                str(d)
                for d in found.diagnostics
                if d.code != "tool-twice" and d.code != "catalog-twice"
            ]
        )
    assert findings[0] == findings[1]
