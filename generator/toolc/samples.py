"""Samples inside schemas, `default` and `examples`, judged by the schemas they stand in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from toolc_runtime._interpreter import compile_schema

from .moving import moved
from .spec import Steps
from .walk import Schema, schemas

if TYPE_CHECKING:
    from toolc_runtime._violation import Violation


@dataclass(frozen=True, slots=True)
class Sample:
    """A value at *inside* of *schema*, which stands at *steps* of its root."""

    schema: Mapping[str, Any]
    steps: Steps
    inside: Steps
    value: Any


def refused_samples(schema: Schema, wire: Schema) -> Iterator[tuple[Sample, Violation]]:
    """The samples in *schema* that do not pass, each with the first thing that is wrong.

    *wire* is the wire form of *schema*. It is compiled once for all samples, each of which becomes
    a property whose schema is a reference to the place where the sample stands.
    """
    samples = {str(number): sample for number, sample in enumerate(_samples(schema))}
    if not samples:
        return
    judge = {
        "properties": {name: {"$ref": _pointer(s.steps)} for name, s in samples.items()},
        "$defs": {"root": moved(wire, "root")},
    }
    seen: set[object] = set()
    for found in compile_schema(judge)({name: s.value for name, s in samples.items()}):
        name = found.steps[0]
        if name not in seen and isinstance(name, str):
            seen.add(name)
            yield samples[name], found


def _samples(schema: Schema) -> Iterator[Sample]:
    for steps, found in schemas(schema):
        if not isinstance(found, Mapping):
            continue
        if "default" in found:
            yield Sample(found, steps, ("default",), found["default"])
        given = found.get("examples")
        for number, value in enumerate(given if isinstance(given, list) else ()):
            yield Sample(found, steps, ("examples", number), value)


def _pointer(steps: Steps) -> str:
    """The reference to *steps* below `#/$defs/root` (RFC 6901 in a URI fragment)."""
    escaped = (str(step).replace("~", "~0").replace("/", "~1") for step in steps)
    return "/".join(("#/$defs/root", *(quote(step, safe="") for step in escaped)))
