"""The template language of `render`, `meta` and `present`, parsed and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from .source import Location

if TYPE_CHECKING:
    from toolc_runtime._json import JsonValue
    from toolc_runtime._unset import Unset

Root: TypeAlias = Literal["args", "value", "meta", "content", "failure"]
"""What a placeholder reads: arguments, value, durable meta, content blocks, or the failure."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """`{args.a.b}`, `{value["odd key"][0]|fallback}`: the thing at *path* below *root*.

    *fallback* stands in where that is absent, and in text and cards also where it is null.
    """

    root: Root
    path: tuple[str | int, ...]
    fallback: JsonValue | Unset
    at: Location
    schema: Mapping[str, JsonValue] | bool
    """What the thing passes where it is there; references are those of the root's own schema."""
    can_be_absent: bool
    """Some step of the way may be missing, or lead through null, for input that passes."""
    can_be_null: bool


@dataclass(frozen=True, slots=True)
class TemplateText:
    """Text with placeholders.

    One that is exactly a placeholder (`whole`) yields the thing itself. In other text a string
    stands as it is and anything else as compact JSON (`3`, `true`, `["a"]`).
    """

    parts: tuple[str | Placeholder, ...]
    at: Location

    @property
    def whole(self) -> Placeholder | None:
        """The placeholder that is all of the text."""
        match self.parts:
            case (Placeholder() as only,):
                return only
        return None


@dataclass(frozen=True, slots=True)
class TemplateLiteral:
    """A value without placeholders."""

    value: JsonValue
    at: Location


@dataclass(frozen=True, slots=True)
class TemplateList:
    """A list of templates; none of its items can be absent."""

    items: tuple[TemplateValue, ...]
    at: Location


@dataclass(frozen=True, slots=True)
class TemplateObject:
    """An object of templates; an entry whose whole placeholder is absent is left out."""

    entries: tuple[tuple[str, TemplateValue], ...]
    at: Location


TemplateValue: TypeAlias = TemplateText | TemplateLiteral | TemplateList | TemplateObject


@dataclass(frozen=True, slots=True)
class CardTemplate:
    """A card: its tag, and its keys in Python spelling (`total_lines`) without `card`.

    An entry whose whole placeholder is absent, or null where the key takes no null, is left out;
    that can happen to optional keys only. A result card that reads `meta` is for results that
    have meta of the declared shape, and one that does not read `failure` is for successes;
    other results have no view.
    """

    card: str
    entries: tuple[tuple[str, TemplateValue], ...]
    at: Location

    @property
    def reads(self) -> frozenset[Root]:
        """The roots that its placeholders read."""
        whole = TemplateObject(self.entries, self.at)
        return frozenset(part.root for part in placeholders(whole))


def placeholders(value: TemplateValue) -> Iterator[Placeholder]:
    """Every placeholder of *value*."""
    match value:
        case TemplateText(parts=parts):
            yield from (part for part in parts if isinstance(part, Placeholder))
        case TemplateList(items=items):
            for item in items:
                yield from placeholders(item)
        case TemplateObject(entries=entries):
            for _, item in entries:
                yield from placeholders(item)
