"""An agent loop with a scripted model: typed tools on a temporary folder, shown as cards.

Run it with `python -m examples.agent`; it needs no network and no key.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from toolc_runtime import (
    AbortController,
    ToolBatchInput,
    ToolCallBlock,
    ToolExecutionResult,
    ToolRegistry,
    ToolResult,
    ToolRunContext,
    present_call,
    present_result,
)
from toolc_runtime.terminal import render_plain

from examples.tools.file_search import glob, grep
from examples.tools.files import edit, read, write

Script = tuple[tuple[str, tuple[tuple[str, dict[str, object]], ...]], ...]

SCRIPT: Script = (
    (
        "I write two notes.",
        (
            ("write", {"file_path": "notes/tea.md", "content": "# Tea\nWater at 80 °C.\n"}),
            ("write", {"file_path": "notes/coffee.md", "content": "# Coffee\nWater at 95 °C.\n"}),
        ),
    ),
    (
        "Then I look at them: these calls may overlap.",
        (
            ("read", {"file_path": "notes/tea.md"}),
            ("glob", {"pattern": "*.md"}),
            ("grep", {"pattern": "Water at \\d+", "include": "*.md"}),
        ),
    ),
    (
        "One change, and one call that is wrong in three ways.",
        (
            ("edit", {"file_path": "notes/tea.md", "old_string": "80", "new_string": "75"}),
            ("read", {"offset": "first", "limit": None}),
        ),
    ),
)
"""What the model says and calls, step by step."""


class Workspace:
    """The tools on one folder. Plain methods run in threads, async ones in the loop."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()

    def _path(self, name: str) -> Path:
        path = (self._root / name).resolve()
        if not path.is_relative_to(self._root):
            raise ValueError(f"{name} lies outside of the workspace")
        return path

    def write(self, args: write.WriteArgs, run: ToolRunContext, /) -> write.WriteOutput:
        path = self._path(args.file_path)
        before = path.read_text(encoding="utf-8") if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(args.content, encoding="utf-8")
        return write.WriteOutput(
            path=args.file_path,
            operation="create" if before is None else "update",
            before=before,
            after=args.content,
        )

    def read(self, args: read.ReadArgs, run: ToolRunContext, /) -> read.ReadOutput:
        lines = self._path(args.file_path).read_text(encoding="utf-8").splitlines()
        start = max(int(args.offset or 1), 1)
        shown = lines[start - 1 : start - 1 + int(args.limit or 2000)]
        return read.ReadOutput(
            path=args.file_path,
            offset=start,
            lines=[
                read.ReadOutputLinesItem(number=number, text=text)
                for number, text in enumerate(shown, start)
            ],
            totalLines=len(lines),
        )

    def edit(self, args: edit.EditArgs, run: ToolRunContext, /) -> edit.EditOutput:
        path = self._path(args.file_path)
        before = path.read_text(encoding="utf-8")
        if before.count(args.old_string) != 1 and not args.replace_all:
            raise ValueError("the text to replace must occur exactly once")
        after = before.replace(args.old_string, args.new_string)
        path.write_text(after, encoding="utf-8")
        return edit.EditOutput(path=args.file_path, before=before, after=after)

    async def glob(self, args: glob.GlobArgs, run: ToolRunContext, /) -> glob.GlobOutput:
        found = self._files(args.path or ".", args.pattern)
        return glob.GlobOutput(root=args.path or ".", paths=map(self._name, found))

    def grep(self, args: grep.GrepArgs, run: ToolRunContext, /) -> grep.GrepOutput:
        wanted = re.compile(args.pattern)
        return grep.GrepOutput(
            matches=[
                grep.GrepOutputMatchesItem(path=self._name(path), lineNumber=number, line=line)
                for path in self._files(args.path or ".", args.include or "*")
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
                if wanted.search(line)
            ]
        )

    def _files(self, folder: str, pattern: str) -> Iterator[Path]:
        return (p for p in sorted(self._path(folder).rglob(pattern)) if p.is_file())

    def _name(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()


def registry(workspace: Workspace) -> ToolRegistry:
    """A registry with the tools of *workspace*; those that only look may overlap."""
    tools = ToolRegistry()
    tools.register(write.tool(workspace.write))
    tools.register(edit.tool(workspace.edit))
    tools.register(read.tool(workspace.read, is_concurrency_safe=lambda args: True))
    tools.register(glob.tool(workspace.glob, is_concurrency_safe=lambda args: True))
    tools.register(grep.tool(workspace.grep, is_concurrency_safe=lambda args: True))
    return tools


async def run(tools: ToolRegistry) -> None:
    """Play the script: each step is one batch of calls."""
    for step, (says, planned) in enumerate(SCRIPT, 1):
        print(f"\n── step {step}: {says}\n")
        calls = [
            ToolCallBlock(f"call-{step}-{number}", name, json.dumps(arguments))
            for number, (name, arguments) in enumerate(planned, 1)
        ]
        batch = await tools.execute(ToolBatchInput(calls, AbortController().signal))
        for (name, arguments), settled in zip(planned, batch.results, strict=True):
            show(tools, name, arguments, settled.result)


def show(
    tools: ToolRegistry, name: str, arguments: dict[str, object], result: ToolExecutionResult
) -> None:
    """Print one call and its result as cards."""
    definition = tools.get(name) or name
    pending = present_call(definition, arguments)
    print(render_plain(pending))
    durable = ToolResult.of(result)
    view = present_result(definition, arguments, durable)
    print(render_plain(view, call=pending, result=durable))


def main() -> None:
    """Run the script on a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(registry(Workspace(Path(folder)))))


if __name__ == "__main__":
    main()
