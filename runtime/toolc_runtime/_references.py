"""Local references: what they lead to, and which would never end."""

from __future__ import annotations

from ._vocabulary import IN_PLACE, KEYWORDS
from ._walk import every_schema, subschemas
from ._wording import echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from ._schema_core import Report
    from ._violation import Place


class UnresolvedError(ValueError):
    """A reference that leads nowhere in its document, with the reason."""


class Document:
    """A root schema, whose places `$ref` may point at. Source: JSON Schema core, "$ref"."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._anchors: dict[str, Any] | None = None
        self._found: dict[str, Any] = {}

    def resolve(self, reference: str) -> Any:
        """The schema that *reference* leads to; raise `UnresolvedError`."""
        if reference not in self._found:
            self._found[reference] = self._look_up(self._fragment(reference))
        return self._found[reference]

    def _fragment(self, reference: str) -> str:
        document, _, fragment = reference.partition("#")
        if document and document != self._identifier():
            raise UnresolvedError(
                "remote references are not supported, only `#…` inside the document"
            )
        return _unquoted(fragment)

    def _identifier(self) -> str:
        own = self._root.get("$id") if isinstance(self._root, dict) else None
        return own.removesuffix("#") if isinstance(own, str) else ""

    def _look_up(self, fragment: str) -> Any:
        if not fragment:
            return self._root
        if fragment.startswith("/"):
            return self._follow([_unescaped(step) for step in fragment[1:].split("/")])
        if self._anchors is None:
            self._anchors = _anchors(self._root)
        if fragment not in self._anchors:
            raise UnresolvedError(f"no schema of the document has the $anchor {fragment!r}")
        return self._anchors[fragment]

    def _follow(self, steps: list[str]) -> Any:
        """The schema at *steps*, all of which must lead through places of schemas."""
        schema = self._root
        remaining = iter(steps)
        for step in remaining:
            row = KEYWORDS.get(step)
            if not isinstance(schema, dict) or step not in schema:
                raise UnresolvedError(f"the document has nothing at the step {step!r}")
            schema = schema[step]
            if row is None or row.operand not in ("schema", "schemas", "schema map", "pattern map"):
                raise UnresolvedError(f"{step!r} holds no schema")
            if row.operand != "schema":
                schema = _member(schema, next(remaining, None), step)
        return schema


def _member(holder: Any, step: str | None, keyword: str) -> Any:
    if step is None:
        raise UnresolvedError(f"it ends at {keyword!r}, which holds schemas and is none")
    if isinstance(holder, dict) and step in holder:
        return holder[step]
    if isinstance(holder, (list, tuple)):
        for number, item in enumerate(holder):
            if step == str(number):
                return item
    raise UnresolvedError(f"{keyword!r} has no {step!r}")


def _anchors(root: Any) -> dict[str, Any]:
    """Every schema of the document that has an `$anchor`, by its name; the first of a name."""
    found: dict[str, Any] = {}
    for schema, _ in every_schema(root):
        name = schema.get("$anchor")
        if isinstance(name, str):
            found.setdefault(name, schema)
    return found


def _unquoted(fragment: str) -> str:
    """*fragment* with its percent escapes decoded."""
    if "%" not in fragment:
        return fragment
    from urllib.parse import unquote

    return unquote(fragment)


def _unescaped(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")


def loops(schemas: Mapping[int, tuple[dict[str, Any], Place]], root: Any) -> Iterator[Place]:
    """The places of references that lead back to where they stand, reading nothing of the value.

    Validation would follow them for ever: `{"$ref": "#"}`. *schemas*: all of *root*, by identity.
    """
    document = Document(root)
    done: set[int] = set()
    for schema, _ in schemas.values():
        if id(schema) not in done:
            for holder, step in _loops_from(schema, document, done):
                yield (schemas[id(holder)][1], step)


def _loops_from(
    schema: dict[str, Any], document: Document, done: set[int]
) -> Iterator[tuple[dict[str, Any], str]]:
    """Depth first over what sees the same value; a schema met again on the way closes a loop."""
    open_ids = {id(schema)}
    stack = [(schema, _in_place(schema, document))]
    while stack:
        holder, targets = stack[-1]
        for target, step in targets:
            if id(target) in open_ids:
                yield holder, step
            elif id(target) not in done:
                open_ids.add(id(target))
                stack.append((target, _in_place(target, document)))
                break
        else:
            stack.pop()
            open_ids.discard(id(holder))
            done.add(id(holder))


def _in_place(schema: dict[str, Any], document: Document) -> Iterator[tuple[dict[str, Any], str]]:
    """The object schemas that see the same value as *schema*, each with the keyword."""
    for keyword, inner, _ in subschemas(schema, None):
        if keyword in IN_PLACE and isinstance(inner, dict):
            yield inner, keyword
    reference = schema.get("$ref")
    if isinstance(reference, str):
        try:
            target = document.resolve(reference)
        except UnresolvedError:
            return
        if isinstance(target, dict):
            yield target, "$ref"


def check_references(root: Any, report: Report) -> None:
    """Report references that lead nowhere or round in a circle, and anchors that clash."""
    schemas = {id(schema): (schema, place) for schema, place in every_schema(root)}
    _check_anchors(schemas.values(), report)
    referring = [(s, place) for s, place in schemas.values() if isinstance(s.get("$ref"), str)]
    document = Document(root)
    for schema, place in referring:
        try:
            document.resolve(schema["$ref"])
        except UnresolvedError as error:
            message = f"{echo(schema['$ref'])} leads nowhere: {error}"
            report((place, "$ref"), "ref_target", message)
    if referring:
        for place in loops(schemas, root):
            report(place, "ref_loop", "the reference leads back to itself before any value is read")


def _check_anchors(schemas: Iterable[tuple[dict[str, Any], Place]], report: Report) -> None:
    seen: set[str] = set()
    for schema, place in schemas:
        name = schema.get("$anchor")
        if isinstance(name, str):
            if name in seen:
                report((place, "$anchor"), "anchor", f"the $anchor {echo(name)} is there twice")
            seen.add(name)
