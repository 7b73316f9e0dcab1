"""Python types of JSON Schemas, as the text of declarations that a type checker reads.

A type admits every value that its schema admits; what types can't say (ranges, patterns, `not`) is
left to validation. Rendering never fails: what has no type is `Any`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from keyword import iskeyword
from typing import Any

from toolc_runtime._references import Document, UnresolvedError

DEEPEST = 48
"""Schemas nested deeper than this are `Any`: nobody reads such a type, and printing recurses."""

_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Declarations:
    """Named types in the order they were asked for; none of them is called one of *taken*."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._blocks: list[str] = []
        self._taken = set(taken)

    def name(self, wanted: str) -> str:
        """A name that no other declaration has, as close to *wanted* as can be."""
        name, number = wanted, 2
        while name in self._taken:
            name, number = f"{wanted}_{number}", number + 1
        self._taken.add(name)
        return name

    def reserve(self) -> int:
        """A place for a block that is not printed yet."""
        self._blocks.append("")
        return len(self._blocks) - 1

    def fill(self, place: int, block: str) -> None:
        """Print *block* at *place*."""
        self._blocks[place] = block

    def alias(self, wanted: str, text: str) -> str:
        """A name of its own for the type *text*."""
        name = self.name(wanted)
        self.fill(self.reserve(), f"type {name} = {text}")
        return name

    def text(self) -> str:
        """All blocks."""
        return "\n\n".join([block for block in self._blocks if block])


def type_of(schema: Any, name: str, declarations: Declarations) -> str:
    """The type of *schema*, a plain tree and its own document; named parts start with *name*."""
    printer = _Printer(Document(schema), name, declarations)
    found = printer.type(schema, name, 0)
    printer.finish()
    return found


def class_name(*parts: str) -> str:
    """*parts* in one CamelCase word that Python can read."""
    words = [word for part in parts for word in re.split(r"[^0-9A-Za-z]+", part) if word]
    name = "".join([word[0].upper() + word[1:] for word in words])
    return name if name and not name[0].isdigit() else f"T{name}"


def nameable(name: str) -> bool:
    """Whether Python can write *name* as an attribute, and means the same by it."""
    plain = name.isascii() and name.isidentifier() and not name.startswith("_")
    return plain and not iskeyword(name)


def words(types: Iterable[str]) -> set[str]:
    """The names that *types* mention: a class that defines one of them would hide it."""
    return {word for text in types for word in re.findall(r"[A-Za-z_]\w*", text)}


def comment(text: str, indent: str) -> str:
    """*text* as comment lines of their own."""
    lines = [printable(line).rstrip() for line in text.splitlines()]
    return "".join([f"{indent}# {line}".rstrip() + "\n" for line in lines])


def printable(line: str) -> str:
    """*line* with what can't be seen, or ends a line, as escapes."""
    return "".join([c if c.isprintable() or c == "\t" else f"\\u{{{ord(c):x}}}" for c in line])


class _Printer:
    """Prints the types of one document."""

    def __init__(self, document: Document, root: str, declarations: Declarations) -> None:
        self._document = document
        self._root = root
        self._declarations = declarations
        self._references: dict[str, str] = {}
        self._queue: deque[tuple[str, int, Any]] = deque()

    def type(self, schema: Any, name: str, depth: int) -> str:
        if schema is False:
            return "Never"
        if not isinstance(schema, dict) or depth > DEEPEST:
            return "Any"
        if "$ref" in schema:
            return self._referenced(schema["$ref"])
        if "const" in schema:
            return _literal([schema["const"]])
        if isinstance(schema.get("enum"), list):
            return _literal(schema["enum"])
        return self._by_type(schema, name, depth + 1)

    def _by_type(self, schema: dict[str, Any], name: str, depth: int) -> str:
        kind = schema.get("type")
        if isinstance(kind, list):
            return _union([self._typed(schema, k, name, depth) for k in kind])
        if isinstance(kind, str):
            return self._typed(schema, kind, name, depth)
        for keyword in ("oneOf", "anyOf"):
            if isinstance(schema.get(keyword), list):
                return self._branches(schema[keyword], name, depth)
        if isinstance(schema.get("allOf"), list):
            return self._narrowest(schema["allOf"], name, depth)
        return "Any"

    def _branches(self, branches: list[Any], name: str, depth: int) -> str:
        numbered = enumerate(branches, 1)
        return _union([self.type(s, class_name(name, _title(s, i)), depth) for i, s in numbered])

    def _narrowest(self, schemas: list[Any], name: str, depth: int) -> str:
        """The type of the first of *schemas* that has one: a value passes all of them."""
        for schema in schemas:
            found = self.type(schema, name, depth)
            if found != "Any":
                return found
        return "Any"

    def _typed(self, schema: dict[str, Any], kind: Any, name: str, depth: int) -> str:
        if kind == "array":
            items = schema.get("items", True) if not schema.get("prefixItems") else True
            return f"list[{self.type(items, class_name(name, 'Item'), depth)}]"
        if kind == "object":
            return self._object(schema, name, depth)
        return _SCALARS.get(kind, "Any")

    def _object(self, schema: dict[str, Any], name: str, depth: int) -> str:
        if _has_class(schema):
            chosen = self._declarations.name(name)
            self._class(schema, chosen, self._declarations.reserve(), depth)
            return chosen
        return f"dict[str, {self.type(_more(schema), class_name(name, 'Value'), depth)}]"

    def _class(self, schema: dict[str, Any], name: str, place: int, depth: int) -> None:
        """Declare *name* at *place* as the type of an object with known keys."""
        required = schema.get("required")
        needed = required if isinstance(required, list) else []
        keys = [
            _Key(key, _description(s), key in needed, self.type(s, class_name(name, key), depth))
            for key, s in _properties(schema).items()
        ]
        more = _more(schema)
        rest = None if more is False else self.type(more, class_name(name, "Value"), depth)
        self._declarations.fill(place, _typed_dict(name, keys, rest))

    def _referenced(self, reference: Any) -> str:
        if not isinstance(reference, str):
            return "Any"
        if reference not in self._references:
            try:
                target = self._document.resolve(reference)
            except UnresolvedError:
                return "Any"
            wanted = class_name(self._root, reference.rpartition("/")[2].removeprefix("#"))
            name = self._references[reference] = self._declarations.name(wanted)
            self._queue.append((name, self._declarations.reserve(), target))
        return self._references[reference]

    def finish(self) -> None:
        """Declare what references lead to; they may go round in circles."""
        while self._queue:
            name, place, target = self._queue.popleft()
            if isinstance(target, dict) and target.get("type") == "object" and _has_class(target):
                self._class(target, name, place, 0)
            else:
                found = self.type(target, name, 0)
                self._declarations.fill(place, f"type {name} = {'Any' if found == name else found}")


def _has_class(schema: dict[str, Any]) -> bool:
    """Whether an object has keys worth a class of its own, or may have none at all."""
    plain = not {"$ref", "const", "enum"} & schema.keys()
    return plain and (bool(_properties(schema)) or _more(schema) is False)


def _properties(schema: dict[str, Any]) -> dict[str, Any]:
    found = schema.get("properties")
    return found if isinstance(found, dict) else {}


def _more(schema: dict[str, Any]) -> Any:
    """The schema of the keys that an object does not declare."""
    return True if schema.get("patternProperties") else schema.get("additionalProperties", True)


class _Key:
    """One key of an object."""

    __slots__ = ("description", "name", "needed", "type")

    def __init__(self, name: str, description: str, needed: bool, type: str) -> None:
        self.name = name
        self.description = description
        self.needed = needed
        self.type = type if needed else f"NotRequired[{type}]"


def _typed_dict(name: str, keys: list[_Key], rest: str | None) -> str:
    """A `TypedDict`; where a key can't be a name there, in the form of a call."""
    extra = "closed=True" if rest is None else f"extra_items={rest}"
    hidden = words([*(key.type for key in keys), extra])
    if all(nameable(key.name) and key.name not in hidden for key in keys):
        body = "".join([comment(k.description, "    ") + f"    {k.name}: {k.type}\n" for k in keys])
        return f"class {name}(TypedDict, {extra}):\n{body or '    pass'}".rstrip("\n")
    entries = [comment(k.description, "    ") + f"    {k.name!r}: {k.type},\n" for k in keys]
    return f"{name} = TypedDict({name!r}, {{\n{''.join(entries)}}}, {extra})"


def _literal(members: list[Any]) -> str:
    """The type of exactly *members*; floats, arrays and objects have no literal types."""
    exact = [m for m in members if m is None or isinstance(m, (str, int, bool))]
    wider = ["float" if isinstance(m, float) else "Any" for m in members if m not in exact]
    literal = [f"Literal[{', '.join(dict.fromkeys(map(repr, exact)))}]"] if exact else []
    return _union([*literal, *wider])


def _union(types: Iterable[str]) -> str:
    """The union of *types*, each once; `Any` swallows the others."""
    found = [t for t in dict.fromkeys(types) if t != "Never"]
    if "Any" in found:
        return "Any"
    return " | ".join(found) or "Never"


def _title(schema: Any, number: int) -> str:
    """What to call the branch: by its tag if it has one, else by its number."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for tag in properties.values() if isinstance(properties, dict) else ():
        if isinstance(tag, dict) and isinstance(tag.get("const"), str) and class_name(tag["const"]):
            return str(tag["const"])
    return str(number)


def _description(schema: Any) -> str:
    text = schema.get("description") if isinstance(schema, Mapping) else None
    return text if isinstance(text, str) else ""
