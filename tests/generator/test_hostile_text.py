"""Text of a spec stays text: whatever it holds, it becomes no statement and reaches no checker."""

from __future__ import annotations

import ast
import sys
import tokenize
from dataclasses import replace
from pathlib import Path

import pytest
from toolc.pycode import comment, docstring, json_text, literal

sys.path.insert(0, str(Path(__file__).parents[1]))
from generated import catalog, imported, write

HOSTILE = (
    '"""\nimport os\nos.system("echo")\n"""',
    "'+__import__('os').system('echo')+'",
    "\\",
    'ends with a quote"',
    "ends with a backslash\\",
    "{{ 7 * 7 }}{% raw %}{# x #}",
    "\x00\x07\x1b[2J",
    "\u202e\u2066\u2028\u2029\x85",
    "\ud800",
    "\\N{BULLET} \\u0041 \\x41",
    "line\r\nline\rline\n",
    "# type: ignore\n# mypy: ignore-errors\n# noqa\n# fmt: off\n# ruff: noqa\n# pyright: basic",
    "a\tb",
    "x" * 500,
)
STATEMENTS = (
    ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign | ast.ClassDef | ast.FunctionDef
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_literal_evaluates_to_its_text(text: str) -> None:
    assert ast.literal_eval(literal(text)) == text
    assert ast.literal_eval(literal({"key": [text, None, 1.5, True]}))["key"][0] == text


@pytest.mark.parametrize("text", HOSTILE)
def test_a_docstring_is_one_expression_that_prints(text: str) -> None:
    source = f"class A:\n    {docstring(text)}\n"
    (statement,) = ast.parse(source).body
    assert isinstance(statement, ast.ClassDef)
    (only,) = statement.body
    assert isinstance(only, ast.Expr)
    assert all(c == "\n" or c.isprintable() for c in source)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_comment_stays_on_its_line_and_addresses_no_checker(text: str) -> None:
    found = comment(text)
    assert found.isprintable()
    assert "#" not in found
    assert ":" not in found


@pytest.mark.parametrize("text", [t for t in HOSTILE if t.isprintable() or "\n" in t])
def test_a_wire_schema_comes_back_from_its_adjacent_literals(text: str) -> None:
    import json

    schema = {"description": text, "enum": [text]}
    assert json.loads(ast.literal_eval(f"({json_text(schema)})")) == schema


def test_hostile_text_in_every_position_compiles_to_inert_text(tmp_path: Path) -> None:
    texts = [text for text in HOSTILE if text != "\ud800"]  # the front end refuses that one
    spec = catalog({f"t{number}": _schema(text) for number, text in enumerate(texts)})
    tools = tuple(
        replace(tool, description=text, title=text)
        for tool, text in zip(spec.tools, texts, strict=True)
    )
    made = write(replace(spec, tools=tools, description=HOSTILE[0]), tmp_path)
    for path in made.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        _is_inert(source)
        with path.open("rb") as file:
            comments = [t.string for t in tokenize.tokenize(file.readline) if t.type == 61]
        assert len(comments) <= 2
    with imported(made) as package:
        for number, text in enumerate(texts):
            tool = getattr(package, f"t{number}").tool
            assert tool.description == text
            assert tool.parse_output({text: text}).__json__() == {text: text}


def _schema(text: str) -> dict[str, object]:
    node = {"type": "string", "enum": [text], "description": text, "title": text, "default": text}
    return {
        "type": "object",
        "description": text,
        "properties": {text: node},
        "required": [text],
        "additionalProperties": False,
    }


def _is_inert(source: str) -> None:
    """Only the kinds of statements that we print, and none that mentions what the text names."""
    tree = ast.parse(source)
    for statement in tree.body:
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        assert is_text or isinstance(statement, STATEMENTS | ast.If), ast.dump(statement)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"os", "__import__", "eval", "exec", "system"}
    assert all(c == "\n" or c.isprintable() for c in source)
