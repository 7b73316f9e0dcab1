"""The SDK: the same tools give the same bytes, every tool can be reached, and the checker reads it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from toolc_runtime import ToolDefinition, ToolOutputDefinition
from toolc_runtime.ptc import CodeRunFailedError, ProgramLimits, Sdk, sdk_of
from toolc_runtime.ptc._monty import Program

TEXT = {"type": "string"}
ANY_OBJECT = {"type": "object"}


def tool(name: str, parameters: Any = ANY_OBJECT, output: Any = True, text: str = "Do.") -> Any:
    declared: Any = ToolOutputDefinition(output, lambda args, value: [])
    return ToolDefinition(name, text, parameters, declared, lambda args, run: None)


def checked(sdk: Sdk, *lines: str) -> str:
    """What the checker says of a function with *lines*, which is never called; empty if nothing."""
    code = "\n".join(["async def unused():", *(f"    {line}" for line in lines)])
    try:
        Program(sdk, ProgramLimits(), lambda *call: None).run(code)
    except CodeRunFailedError as error:
        assert error.kind == "types", error
        return error.cause
    return ""


FILES = {
    "type": "object",
    "properties": {"path": TEXT, "offset": {"type": "integer"}},
    "required": ["path"],
    "additionalProperties": False,
}
TOOLS = [
    tool("write", FILES, {"type": "null"}),
    tool("read", FILES, {"type": "array", "items": TEXT}),
    tool("Zip", FILES),
    tool("my-tool", {"type": "object", "properties": {"my-key": TEXT}}, {"type": "integer"}),
    tool("class"),
]


def test_the_same_tools_give_the_same_bytes_in_any_order() -> None:
    expected = sdk_of(TOOLS)
    for seed in range(10):
        shuffled = random.Random(seed).sample(TOOLS, len(TOOLS))
        assert sdk_of(shuffled) == expected


def test_tools_come_in_lexicographic_order() -> None:
    sdk = sdk_of(TOOLS)
    assert sdk.names == ("Zip", "class", "my-tool", "read", "write")
    places = [
        sdk.text.index(sign) for sign in (" Zip(", " read(", " write(", "'class'", "'my-tool'")
    ]
    assert places == sorted(places)


def test_the_text_is_what_a_model_would_write() -> None:
    sdk = sdk_of([tool("read", FILES, {"type": "array", "items": TEXT}, 'Read a "file".')])
    assert (
        sdk.text
        == '''\
from typing import Any, Callable, Coroutine, Literal, Never, NotRequired, TypedDict, overload

class ToolCallError(Exception):
    """A tool failed or was denied; `str(error)` is `tool_name: message`."""

def failed_tool(error: ToolCallError) -> tuple[str, str]:
    """The name of the tool that failed, and its message."""

class ReadArgs(TypedDict, closed=True):
    path: str
    offset: NotRequired[int]

class Tools:
    async def read(self, arguments: ReadArgs, /) -> list[str]:
        """Read a "file"."""

tools: Tools
'''
    )


def test_an_sdk_without_tools_is_one_too() -> None:
    assert checked(sdk_of([]), "return 1") == ""
    assert "has no attribute `x`" in checked(sdk_of([]), "tools.x")


@pytest.mark.parametrize(
    "line",
    [
        "(await tools.read({'path': 'a', 'offset': 3}))[0].upper()",
        "x: None = await tools.write({'path': 'a'})",
        "(await tools['my-tool']({'my-key': 'a', 'more': 1})) + 1",
        "await tools['class']({})",
        "name, message = failed_tool(ToolCallError('a: b')); name.upper() + message",
    ],
)
def test_right_uses_pass_the_checker(line: str) -> None:
    assert checked(sdk_of(TOOLS), line) == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("await tools.read({})", "Missing required key 'path'"),
        ("await tools.read({'path': 1})", "declared type `str`"),
        ("await tools.read({'path': 'a', 'ofset': 1})", 'did you mean "offset"?'),
        ("await tools.read('a')", "Expected `ReadArgs`"),
        ("(await tools.read({'path': 'a'})).nope", "`list[str]` has no attribute `nope`"),
        ("tools.read({'path': 'a'})[0]", "CoroutineType"),
        ("await tools['my-tool']({'my-key': 1})", "declared type `str`"),
        ("(await tools['my-tool']({})).nope", "`int` has no attribute `nope`"),
        ("tools['nope']", "Literal["),
        ("tools.nope", "has no attribute `nope`"),
    ],
)
def test_wrong_uses_do_not(line: str, said: str) -> None:
    assert said in checked(sdk_of(TOOLS), line)


@pytest.mark.parametrize(
    "name", ["list", "dict", "str", "int", "Any", "overload", "ListOutput", "self"]
)
def test_a_tool_may_be_called_like_a_type(name: str) -> None:
    others = [tool("first", FILES, {"type": "array", "items": TEXT}), tool("last", FILES, TEXT)]
    sdk = sdk_of([tool(name, FILES, {"type": "array", "items": ANY_OBJECT}), *others])
    call = f"tools['{name}']" if name in ("Any", "overload") else f"tools.{name}"
    assert checked(sdk, f"(await {call}({{'path': 'a'}}))[0]['x']") == ""
    assert "declared type `str`" in checked(sdk, f"await {call}({{'path': 1}})")
    assert "has no attribute `nope`" in checked(sdk, "(await tools.first({'path': 'a'})).nope")
    assert "has no attribute `nope`" in checked(sdk, "(await tools.last({'path': 'a'})).nope")


HOSTILE = 'A """ quote, a \\ slash, \\N{BULLET}, \x00\x1b\r\n  {x} \u202e "'


def test_hostile_names_and_descriptions_stay_inside_their_quotes() -> None:
    keys: Any = {
        "type": "object",
        "properties": {HOSTILE: {**TEXT, "description": HOSTILE}, "ok": {"enum": [HOSTILE]}},
        "required": [HOSTILE],
    }
    sdk = sdk_of([tool(HOSTILE, keys, TEXT, HOSTILE), tool("after", FILES, TEXT, HOSTILE)])
    assert "has no attribute `nope`" in checked(sdk, "(await tools.after({'path': 'a'})).nope")
    call = f"(await tools[{HOSTILE!r}]({{{HOSTILE!r}: 'a'}}))"
    assert checked(sdk, f"{call}.upper()") == ""
    assert "has no attribute `nope`" in checked(sdk, f"{call}.nope")
    assert "\x00" not in sdk.text
    assert "\x1b" not in sdk.text


def test_a_schema_that_is_no_json_has_no_type() -> None:
    assert (
        "def odd(self, arguments: dict[str, Any], /) -> Any:"
        in sdk_of([tool("odd", ANY_OBJECT, {"type": {1, 2}})]).text
    )


def test_recursive_schemas_are_exact_at_every_depth() -> None:
    tree = {
        "$ref": "#/$defs/tree",
        "$defs": {
            "tree": {
                "type": "object",
                "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
            }
        },
    }
    sdk = sdk_of([tool("grow", tree, tree)])
    assert checked(sdk, "await tools.grow({'kids': [{'kids': [{}]}]})") == ""
    assert "declared type" in checked(sdk, "await tools.grow({'kids': [{'kids': [3]}]})")
    line = "(await tools.grow({}))['kids'][0]['kids'][0]['kids'].nope"
    assert "has no attribute `nope`" in checked(sdk, line)


def test_every_real_tool_has_an_sdk(acceptance_data: Path) -> None:
    files = sorted((acceptance_data / "corpus").rglob("*.json*"))
    found = [tool for path in files for tool in _tools_in(path)]
    assert len(found) > 1000
    named = {d.name: d for d in found}
    sdk = sdk_of(named.values())
    assert len(sdk.names) == len(named)
    some = sdk_of(list(named.values())[:: max(1, len(named) // 40)])
    assert "has no attribute `nope`" in checked(some, "tools.nope")


def _tools_in(path: Path) -> list[Any]:
    """Definitions of all that looks like a tool in a file of the corpus."""
    text = path.read_text(encoding="utf-8")
    trees = (
        [json.loads(line) for line in text.splitlines() if line.strip()]
        if path.suffix == ".jsonl"
        else [json.loads(text)]
    )
    found = []
    while trees:
        tree = trees.pop()
        if isinstance(tree, list):
            trees += tree
        elif isinstance(tree, dict):
            schema = next(
                (
                    tree[k]
                    for k in ("parameters", "inputSchema", "input_schema")
                    if isinstance(tree.get(k), dict)
                ),
                None,
            )
            if schema is not None and isinstance(tree.get("name"), str):
                found.append(
                    tool(
                        tree["name"],
                        schema,
                        tree.get("outputSchema") or True,
                        str(tree.get("description")),
                    )
                )
            trees += tree.values()
    return found
