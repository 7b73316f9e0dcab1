"""The tool `run_code`: what a model is told of it, and how its outcome reads."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

from toolc_runtime._definition import ToolDefinition, ToolOutputDefinition
from toolc_runtime._encode import json_text
from toolc_runtime._errors import ToolArgsError
from toolc_runtime._interpreter import compile_schema
from toolc_runtime._json import JsonValue, thaw
from toolc_runtime._rendering import text_content
from toolc_runtime._scope import RUN_CODE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from toolc_runtime._content import ContentBlock
    from toolc_runtime._execution import ToolRunContext
    from toolc_runtime._presentation import ToolCallView

    from ._sdk import Sdk

NOTHING = "The program printed nothing and has no result."

_TEXT = {"type": "string", "minLength": 1}

PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "code": {**_TEXT, "description": "The program, in Python."},
        "description": {**_TEXT, "description": "What the program does, in a few words."},
    },
    "required": ["code", "description"],
    "additionalProperties": False,
}
OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {"logs": {"type": "array", "items": {"type": "string"}}, "result": {}},
    "required": ["logs"],
    "additionalProperties": False,
}

GUIDE = """\
Run a Python program that calls tools. This is the only way to call them.

- `await tools.name({…})` calls a tool with one dict of arguments and gives its value.
  `await asyncio.gather(…)` runs several calls at once. A tool whose name is no Python name is
  `tools["its-name"]`.
- A call that fails raises `ToolCallError`; `failed_tool(error)` is the tool's name and its message.
- What you print comes back as text. Assign what else is to come back to `result`: any JSON value.
- The program is type-checked against the declarations below before it runs; `# type: ignore`
  silences a line.
- It runs in a sandbox: `await` works at the top level; there are no files, no network, no
  third-party packages, no `class A(B)` and no `yield`; of the standard library, `asyncio`,
  `collections`, `datetime`, `functools`, `itertools`, `json`, `math`, `re` and a few others.
  Nothing is kept from one program to the next.

```python
"""


def described(sdk: Sdk) -> str:
    """What a model is told of `run_code` where programs have *sdk*."""
    return f"{GUIDE}{sdk.text}```"


def transport(
    description: str, execute: Callable[[str, ToolRunContext], Awaitable[JsonValue]]
) -> ToolDefinition[Any, Any]:
    """`run_code` as a definition whose body is *execute*, given the code."""

    async def body(args: JsonValue, run: ToolRunContext) -> JsonValue:
        return await execute(_code(args), run)

    output: ToolOutputDefinition[Any, Any] = ToolOutputDefinition(OUTPUT, rendered)
    return ToolDefinition(
        RUN_CODE, description, PARAMETERS, output, body, present_call=present_program
    )


_violations = compile_schema(PARAMETERS, label="arguments")


def _code(args: JsonValue) -> str:
    """The code in *args*; raise `ToolArgsError` where they are not what they should be."""
    violations = _violations(args)
    if violations:
        raise ToolArgsError(violations)
    assert isinstance(args, dict)
    return str(args["code"])


def rendered(_: object, value: Any) -> list[ContentBlock]:
    """What the program printed, then its result; a string as it is, other JSON over lines."""
    parts = list(value["logs"])
    if "result" in value:
        parts.append(_pretty(value["result"]))
    return text_content("\n".join(parts) if parts else NOTHING)


def _pretty(result: JsonValue) -> str:
    if isinstance(result, str):
        return result
    try:
        return dumps(thaw(result), indent=2, ensure_ascii=False)
    except RecursionError:  # nobody reads that anyway
        return json_text(result)


def present_program(args: Any) -> ToolCallView:
    """The card of a program about to run."""
    from toolc_runtime._presentation import GenericCallView  # UIs only

    _code(args)
    return GenericCallView(title=args["description"], kind="execute", raw_input=args["code"])
