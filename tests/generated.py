"""Compiles raw schemas to parsers that went through print, import and parse."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from toolc.lower import lower
from toolc.plan import lay_out
from toolc.render import bundled_templates, render
from toolc.source import Location, Source
from toolc.spec import CatalogSpec, SchemaSpec, ToolSpec, TypeSpec

AT = Location("specs/made.yaml", 1, 1)


def catalog(outputs: Mapping[str, Any], types: Mapping[str, Any] | None = None) -> CatalogSpec:
    """A catalogue with a tool for each of *outputs*, which has no parameters."""
    tools = tuple(_tool(name, schema) for name, schema in outputs.items())
    named = tuple(TypeSpec(n, AT, SchemaSpec(s, {(): AT})) for n, s in (types or {}).items())
    source = Source(path=AT.path, text="", digest="0" * 64, origin=AT.path)
    return CatalogSpec(source, AT, "made", None, "Made for a test.", named, tools)


def _tool(name: str, schema: Any) -> ToolSpec:
    return ToolSpec(
        at=AT,
        name=name,
        title=None,
        description="Made for a test.",
        parameters=SchemaSpec({"type": "object"}, {(): AT}),
        output=SchemaSpec(schema, {(): AT}),
        timeout_ms=None,
        concurrency_safe=None,
        hints=None,
        render=None,
        meta=None,
        meta_schema=None,
        present_call=None,
        present_result=None,
        examples=(),
    )


def write(spec: CatalogSpec, folder: Path) -> Path:
    """Print the package of *spec* below *folder*."""
    for file in render(lay_out(lower((spec,))), bundled_templates()):
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(file.text, encoding="utf-8")
    return folder / "made"


@contextmanager
def imported(package: Path) -> Iterator[ModuleType]:
    """The package in *package*, imported under a name of its own, and forgotten after."""
    name = f"made_{abs(hash(package))}"
    spec = importlib.util.spec_from_file_location(
        name, package / "__init__.py", submodule_search_locations=[str(package)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        for known in [n for n in sys.modules if n == name or n.startswith(f"{name}.")]:
            del sys.modules[known]
