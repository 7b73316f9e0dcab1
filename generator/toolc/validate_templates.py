"""Templates of one tool: parsed, and every placeholder checked against the schema it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast, get_args

from toolc_runtime._unset import UNSET

from .diagnostics import Findings, Suggestion
from .forms import did_you_mean, is_broken, kind_of, one_of, place_of, what_there_is
from .nodes import Listing, Node, Scalar, Table
from .shapes import Nowhere, Shape, Shapes
from .source import Location
from .spec import Steps
from .templates_lang import (
    Placeholder,
    Root,
    TemplateList,
    TemplateLiteral,
    TemplateObject,
    TemplateText,
    TemplateValue,
)
from .templates_text import Slot, TemplateError, split_template
from .walk import Schema

T = TypeVar("T")

_TEXT: Schema = {"type": "string"}
CONTENT: Schema = _TEXT
FAILURE: Schema = {
    "type": "object",
    "properties": {"name": _TEXT, "code": _TEXT, "reason": _TEXT},
    "additionalProperties": False,
}
"""The durable identity of a failure. All of it is absent from a success, or from a plain error."""


class Templates:
    """Reads templates of one kind, such as those of `present.result`; *where* names it."""

    def __init__(
        self, where: str, roots: Mapping[Root, tuple[Schema, Shapes]], findings: Findings
    ) -> None:
        self._where = where
        self._roots = roots
        self._findings = findings
        self._seen: dict[tuple[Root, Steps], tuple[Shape | Nowhere, bool]] = {}

    def text(self, node: Node, key: str) -> TemplateText | None:
        """The text at *node*, the value of *key*; in it nothing may be absent."""
        if is_broken(node):
            return None
        if not (isinstance(node, Scalar) and isinstance(node.value, str)):
            message = f"{key!r} takes a template text; this is {kind_of(node)}"
            self._findings.error(place_of(node), "spec-type", message)
            return None
        parts = self._parts(node)
        return TemplateText(parts, node.at) if parts is not None else None

    def value(self, node: Node) -> TemplateValue | None:
        """The template at *node*; what may be absent in it is for its reader to judge."""
        match node:
            case Table():
                return self.table(node)
            case Listing():
                items = [self._item(item) for item in node.items]
                return _whole(items, lambda found: TemplateList(found, place_of(node)))
            case Scalar(broken=True):
                return None
            case Scalar(value=str()):
                return self._string(node)
            case Scalar():
                return TemplateLiteral(node.value, node.at)

    def table(self, node: Table) -> TemplateObject | None:
        """The object of templates at *node*."""
        entries = [(key, self.value(child)) for key, child in node.entries.items()]
        pairs = [(key, value) for key, value in entries if value is not None]
        if len(pairs) < len(entries):
            return None
        return TemplateObject(tuple(pairs), place_of(node))

    def _item(self, node: Node) -> TemplateValue | None:
        found = self.value(node)
        if isinstance(found, TemplateText) and found.whole and _may_be_absent(found.whole):
            lacking(found.whole, "a list", self._findings)
            return None
        return found

    def _string(self, node: Scalar) -> TemplateValue | None:
        parts = self._parts(node, may_be_whole=True)
        if parts is None:
            return None
        if any(isinstance(part, Placeholder) for part in parts):
            return TemplateText(parts, node.at)
        return TemplateLiteral("".join(cast(tuple[str, ...], parts)), node.at)

    def _parts(
        self, node: Scalar, *, may_be_whole: bool = False
    ) -> tuple[str | Placeholder, ...] | None:
        """The parts of a text. In text nothing may be absent or null; a whole thing may be."""
        try:
            slots = split_template(str(node.value))
        except TemplateError as error:
            at = _inside(node, error.offset, error.offset + 1)
            self._findings.error(at, "template-syntax", error.message, error.suggestion)
            return None
        parts = [part if isinstance(part, str) else self._placeholder(part, node) for part in slots]
        is_text = len(parts) > 1 or not may_be_whole
        bare = [p for p in parts if isinstance(p, Placeholder) and is_text and _may_lack(p)]
        for part in bare:
            lacking(part, "text", self._findings)
        return None if bare else _whole(parts, tuple)

    def _placeholder(self, slot: Slot, node: Scalar) -> Placeholder | None:
        at = _inside(node, slot.start, slot.end)
        if slot.root not in self._roots:
            self._unknown_root(slot, at)
            return None
        root = cast(Root, slot.root)
        shape, null = self._followed(root, slot.path)
        if isinstance(shape, Nowhere):
            self._nowhere(slot, shape, at)
            return None
        absent = shape.can_be_absent or root == "failure"
        return Placeholder(root, slot.path, slot.fallback, at, shape.schema, absent, null)

    def _followed(self, root: Root, path: Steps) -> tuple[Shape | Nowhere, bool]:
        """Where *path* leads, and whether that may be null; remembered, for texts repeat it."""
        found = self._seen.get((root, path))
        if found is None:
            schema, shapes = self._roots[root]
            shape = shapes.follow(schema, path)
            null = isinstance(shape, Shape) and "null" in shapes.types(shape)
            found = self._seen[root, path] = (shape, null)
        return found

    def _unknown_root(self, slot: Slot, at: Location) -> None:
        names = tuple(self._roots)
        hint: Suggestion = f"it reads {one_of(names)}"
        if slot.root in get_args(Root):
            message = f"{self._where} cannot read '{slot.root}'"
        else:
            message = f"no such thing to read: {slot.root!r}"
            hint = did_you_mean(slot.root, names, f"it reads {one_of(names)}")
        self._findings.error(at, "template-root", message, hint)

    def _nowhere(self, slot: Slot, found: Nowhere, at: Location) -> None:
        parent = Slot(slot.root, slot.path[: found.step], UNSET, 0, 0).shown
        step = slot.path[found.step]
        message = (
            f"'{parent}' has no {step!r}"
            if isinstance(step, str)
            else (f"'{parent}' is no array that reaches [{step}]")
        )
        hint = did_you_mean(str(step), found.known, what_there_is("it has", found.known))
        self._findings.error(at, "template-path", message, hint)


def shown(part: Placeholder) -> str:
    """*part* without its fallback: `args.a[0]`."""
    return Slot(part.root, part.path, UNSET, 0, 0).shown


def lacking(part: Placeholder, where: str, findings: Findings) -> None:
    """Report that *part* needs a fallback in *where*."""
    state = "absent" if part.can_be_absent else "null"
    message = f"'{shown(part)}' can be {state}, and {where} needs something to show"
    hint = f"give it a fallback: '{{{shown(part)}|…}}'"
    findings.error(part.at, "template-absent", message, hint)


def _may_be_absent(part: Placeholder) -> bool:
    return part.can_be_absent and part.fallback is UNSET


def _may_lack(part: Placeholder) -> bool:
    return (part.can_be_absent or part.can_be_null) and part.fallback is UNSET


def _whole(found: list[Any], make: Callable[[Any], T]) -> T | None:
    """What *make* makes of all of *found*; `None` where one of them is missing."""
    return None if any(each is None for each in found) else make(tuple(found))


def _inside(node: Scalar, start: int, end: int) -> Location:
    """The place of `value[start:end]`; all of *node* where escapes or lines moved it."""
    at = node.at
    quotes = 0 if node.plain else 1
    if at.line != at.end_line or at.end_column - at.column != len(node.text) + 2 * quotes:
        return at
    first = at.column + quotes
    return Location(at.path, at.line, first + start, at.line, first + end)
