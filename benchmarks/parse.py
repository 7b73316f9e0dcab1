"""Parsing decoded JSON into typed objects, beside pydantic and msgspec, as ratios in one run.

Run it with `python -m benchmarks.parse`; `--check` fails where a recorded ratio is exceeded by half.
"""

from __future__ import annotations

import json
import sys
import tempfile
import timeit
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from generated import catalog, imported, write

RECORDED = {"small": 0.54, "issue": 0.64, "tagged": 0.47}
"""Ours over pydantic strict, as measured when this was last changed."""

TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
SMALL = {
    "type": "object",
    "properties": {
        "path": TEXT,
        "pattern": TEXT,
        "limit": WHOLE,
        "case_sensitive": {"type": "boolean"},
        "offset": WHOLE,
    },
    "required": ["path", "pattern", "limit"],
}


def closed(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {**required, **(optional or {})},
        "required": list(required),
    }


def words(*values: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(values)}


ISSUE = closed(
    {
        "id": TEXT,
        "title": TEXT,
        "status": words("open", "closed", "blocked", "review", "done"),
        "priority": words("low", "normal", "high", "urgent"),
        "count": WHOLE,
        "ratio": {"type": "number"},
        "active": {"type": "boolean"},
        "owner": closed(
            {"name": TEXT, "email": TEXT, "role": words("admin", "dev", "guest"), "age": WHOLE}
        ),
        "tags": {"type": "array", "items": TEXT},
    },
    {"description": TEXT, "parent": TEXT, "score": {"type": "number"}},
)


def branch(kind: str, **more: Any) -> dict[str, Any]:
    return closed({"kind": {"type": "string", "const": kind}, **more})


def tagged(child: dict[str, Any] | None) -> dict[str, Any]:
    last = branch("group", label=TEXT, child=child) if child else branch("leaf", label=TEXT)
    return {
        "oneOf": [
            branch("text", text=TEXT),
            branch("image", url=TEXT, width=WHOLE, height=WHOLE),
            branch("tool", name=TEXT, ok={"type": "boolean"}),
            last,
        ]
    }


SCHEMAS = {"small": SMALL, "issue": ISSUE, "tagged": tagged(tagged(tagged(None)))}
IMAGE = {"kind": "image", "url": "https://example.org/y.png", "width": 640, "height": 480}
VALUES: dict[str, Any] = {
    "small": {"path": "/src/a.py", "pattern": "def f", "limit": 100, "case_sensitive": True},
    "issue": {
        "id": "T-1",
        "title": "Fix the parser",
        "status": "review",
        "priority": "high",
        "count": 12,
        "ratio": 0.75,
        "active": True,
        "owner": {"name": "Ann", "email": "ann@example.org", "role": "dev", "age": 41},
        "tags": [f"tag-{n:02}" for n in range(20)],
        "description": "A text about the issue",
        "parent": "T-0",
    },
    "tagged": {
        "kind": "group",
        "label": "a",
        "child": {"kind": "group", "label": "b", "child": IMAGE},
    },
}


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Small(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="allow")
    path: str
    pattern: str
    limit: int
    case_sensitive: bool | None = None
    offset: int | None = None


class Owner(Strict):
    name: str
    email: str
    role: Literal["admin", "dev", "guest"]
    age: int


class Issue(Strict):
    id: str
    title: str
    status: Literal["open", "closed", "blocked", "review", "done"]
    priority: Literal["low", "normal", "high", "urgent"]
    count: int
    ratio: float
    active: bool
    owner: Owner
    tags: list[str]
    description: str | None = None
    parent: str | None = None
    score: float | None = None


class Text(Strict):
    kind: Literal["text"]
    text: str


class Image(Strict):
    kind: Literal["image"]
    url: str
    width: int
    height: int


class Tool(Strict):
    kind: Literal["tool"]
    name: str
    ok: bool


class Leaf(Strict):
    kind: Literal["leaf"]
    label: str


Inner = Annotated[Text | Image | Tool | Leaf, Field(discriminator="kind")]


class Group2(Strict):
    kind: Literal["group"]
    label: str
    child: Inner


Middle = Annotated[Text | Image | Tool | Group2, Field(discriminator="kind")]


class Group(Strict):
    kind: Literal["group"]
    label: str
    child: Middle


Outer = Annotated[Text | Image | Tool | Group, Field(discriminator="kind")]


class SmallStruct(msgspec.Struct, frozen=True):
    path: str
    pattern: str
    limit: int
    case_sensitive: bool | None = None
    offset: int | None = None


def best(call: Callable[[], object]) -> float:
    """Nanoseconds a call, the median of seven rounds."""
    timer = timeit.Timer(call)
    number = max(timer.autorange()[0] // 4, 1)
    return sorted(t / number * 1e9 for t in timer.repeat(7, number))[3]


def main() -> None:
    peers: dict[str, Callable[[object], object]] = {
        "small": TypeAdapter(Small).validate_python,
        "issue": TypeAdapter(Issue).validate_python,
        "tagged": TypeAdapter(Outer).validate_python,
    }
    too_slow = []
    with (
        tempfile.TemporaryDirectory() as folder,
        imported(write(catalog(SCHEMAS), Path(folder))) as package,
    ):
        print(f"{'':8} {'toolc':>9} {'pydantic':>9} {'ratio':>6}")
        for name, value in VALUES.items():
            decoded = json.loads(json.dumps(value))
            parse, peer = getattr(package, name).tool.parse_output, peers[name]
            assert parse(decoded) is not None
            assert peer(decoded) is not None
            ours, theirs = best(partial(parse, decoded)), best(partial(peer, decoded))
            print(f"{name:8} {ours:6.0f} ns {theirs:6.0f} ns {ours / theirs:6.2f}")
            if ours / theirs > 1.5 * RECORDED[name]:
                too_slow.append(name)
    decoded = json.loads(json.dumps(VALUES["small"]))
    print(f"msgspec Struct, small: {best(partial(msgspec.convert, decoded, SmallStruct)):.0f} ns")
    if "--check" in sys.argv and too_slow:
        sys.exit(f"slower than recorded: {', '.join(too_slow)}")


if __name__ == "__main__":
    main()
