"""Read by mypy, never run: right and wrong uses of a generated package."""

from __future__ import annotations

from typing import assert_type

from toolc_runtime import ToolRegistry, ToolRunContext

from examples.tools import files
from examples.tools.files import edit, read, read_image, write
from examples.tools.files.read import ReadArgs, ReadOutput, ReadOutputLinesItem


class Files:
    """Implements the protocol; one method is async, the others are plain."""

    async def read(self, args: ReadArgs, run: ToolRunContext, /) -> ReadOutput:
        assert_type(args.file_path, str)
        assert_type(args.offset, float | None)
        return ReadOutput(path=args.file_path, offset=1, lines=[], totalLines=0)

    def edit(self, args: edit.EditArgs, run: ToolRunContext, /) -> edit.EditOutput:
        return edit.EditOutput(path=args.file_path, before="", after="")

    def write(self, args: write.WriteArgs, run: ToolRunContext, /) -> write.WriteOutput:
        return write.WriteOutput(path="", operation="create", before=None, after="")

    def read_image(
        self, args: read_image.ReadImageArgs, run: ToolRunContext, /
    ) -> read_image.ReadImageOutput:
        raise FileNotFoundError(args.file_path)


class WithoutWrite:
    """Lacks methods of the protocol."""

    def edit(self, args: edit.EditArgs, run: ToolRunContext, /) -> edit.EditOutput:
        return edit.EditOutput(path="", before="", after="")


async def right(tools: ToolRegistry) -> None:
    files.register(tools, Files())()
    tools.register(read.tool(Files().read))
    found = await read.call(tools, ReadArgs(file_path="a"))
    assert_type(found, ReadOutput)
    assert_type(found.lines, tuple[ReadOutputLinesItem, ...])
    assert_type(read.tool.parse_args({}), ReadArgs)


async def wrong(tools: ToolRegistry) -> None:
    ReadArgs(path="a")  # type: ignore[call-arg]
    ReadArgs(file_path=1)  # type: ignore[arg-type]
    ReadArgs("a")  # type: ignore[call-arg]
    ReadOutput(path="", offset="1", lines=[], totalLines=0)  # type: ignore[arg-type]
    write.WriteOutput(path="", operation="remove", before=None, after="")  # type: ignore[arg-type]
    ReadArgs(file_path="a").file_path = "b"  # type: ignore[misc]
    print(ReadArgs(file_path="a").name)  # type: ignore[attr-defined]
    files.register(tools, WithoutWrite())  # type: ignore[arg-type]
    read.tool(Files().edit)  # type: ignore[arg-type]
    await read.call(tools, edit.EditArgs(file_path="", old_string="", new_string=""))  # type: ignore[arg-type]
    found: str = await read.call(tools, ReadArgs(file_path="a"))  # type: ignore[assignment]
    print(found)
