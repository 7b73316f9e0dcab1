"""Stage 3a: schemas to nodes. What a value may be, and which form it takes; no names, no text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolc_runtime._interpreter import validate_json_schema_value

from .facts import (
    ALL_TYPES,
    LIMITS,
    SHAPE,
    Schema,
    constraints,
    declared_types,
    disjoint,
    possible_types,
    tag_of,
)
from .merging import merged
from .model import (
    Alias,
    Anything,
    Array,
    Class,
    Definition,
    Dictionary,
    JsonType,
    Judge,
    Judged,
    Key,
    Keyword,
    Limits,
    Meaning,
    Members,
    Node,
    Nothing,
    Opaque,
    Property,
    Ref,
    Scalar,
    Union,
)
from .names import digest, pascal

EXACT_LEVELS = 16
"""Containers that types follow into one another; deeper values are `JsonValue` (seed, InferValue)."""

_PLAIN = frozenset({"type", "enum", "const", "properties", "required", "additionalProperties"})


@dataclass(frozen=True, slots=True)
class At:
    """Where a schema stands: its naming path, the containers around it, whether it gets a type."""

    path: tuple[str, ...]
    depth: int = 0
    typed: bool = True

    def step(self, *names: str) -> At:
        """One container further in."""
        return At((*self.path, *names), self.depth + 1, self.typed)

    def beside(self, *names: str) -> At:
        """Another name at the same level."""
        return At((*self.path, *names), self.depth, self.typed)

    def judging(self) -> At:
        """The same place, for a judge."""
        return At(self.path, self.depth, False)


@dataclass(slots=True)
class Modeller:
    """Walks the schemas of one module. *shared*: the catalogue's types, modelled before."""

    root: Schema = True
    prefix: tuple[str, ...] = ()
    catalog_types: Mapping[str, Schema] = field(default_factory=dict)
    shared: bool = False
    known: Mapping[str, Node] = field(default_factory=dict)
    definitions: dict[Key, Definition] = field(default_factory=dict)
    _open: dict[tuple[str, bool], Key] = field(default_factory=dict)
    _recursive: set[Key] = field(default_factory=set)
    _closed: dict[tuple[str, bool], Node] = field(default_factory=dict)
    _twins: dict[tuple[str, bool, int], Node] = field(default_factory=dict)

    def model(self, schema: Schema, path: tuple[str, ...]) -> Node:
        """The node of a root schema; `$ref: '#/…'` inside it is looked up in it."""
        self.root, self.prefix = schema, path
        self._closed = {k: v for k, v in self._closed.items() if k[0].startswith("types:")}
        return self.node(schema, At(path))

    def root_definition(self, schema: Schema, path: tuple[str, ...]) -> Ref:
        """The definition of a root schema: what a module calls `…Args` and `…Output`.

        An object becomes a class even without declared properties, so that there is one to make.
        """
        node = self.model(schema, path)
        if isinstance(node, Dictionary) and path[-1] == "args" and isinstance(schema, Mapping):
            meaning = Class((), node.values, node.limits)
            return self._define(Key(path), meaning, _doc(schema))
        if isinstance(node, Ref):
            found = self.definitions[node.key]
            own_name = node.key.path == path and not node.key.shared
            if own_name and (isinstance(found.meaning, Class)):
                return node
            if own_name and isinstance(found.meaning, Alias):
                self.definitions[node.key] = Definition(
                    node.key, Alias(found.meaning.node, True, True), found.doc
                )
                return node
        return self._define(Key(path), Alias(node, True, True), "")

    # References

    def resolve(self, ref: str) -> Schema:
        """The schema that *ref* points to; the validator has made sure that it is there."""
        if ref.startswith("types:"):
            return self.catalog_types[ref[6:]]
        target: Any = self.root
        if ref.startswith("#") and not ref.startswith("#/") and ref != "#":
            return _anchored(self.root, ref[1:])
        for step in ref.split("/")[1:]:
            key = _unescaped(step)
            target = target[int(key)] if isinstance(target, Sequence) else target[key]
        found: Schema = target
        return found

    def _ref(self, ref: str, at: At) -> Node:
        slot = (ref, at.typed)
        if ref.startswith("types:") and at.typed and ref[6:] in self.known:
            return self.known[ref[6:]]
        if slot in self._closed:
            return self._closed[slot]
        if slot in self._open:
            self._recursive.add(self._open[slot])
            return Ref(self._open[slot])
        key = self._ref_key(ref, at)
        self._open[slot] = key
        node = self.node(self.resolve(ref), At(key.path, 0, at.typed))
        del self._open[slot]
        if key in self._recursive and node != Ref(key):
            node = self._define(key, Alias(node, at.typed, True), _doc(self.resolve(ref)))
        self._closed[slot] = node
        return node

    def _ref_key(self, ref: str, at: At) -> Key:
        if ref.startswith("types:"):
            path: tuple[str, ...] = (ref[6:],)
        elif ref == "#":
            path = self.prefix
        else:
            path = (*self.prefix, _unescaped(ref.rsplit("/", 1)[-1]).lstrip("#"))
        return Key(path if at.typed else (*path, "Check"), self.shared)

    def _define(self, key: Key, meaning: Meaning, doc: str = "") -> Ref:
        if key in self.definitions and self.definitions[key].meaning != meaning:
            twin = digest(repr(meaning))
            key = Key((*key.path, twin), key.shared)
        self.definitions[key] = Definition(key, meaning, doc)
        return Ref(key)

    # Nodes

    def node(self, schema: Schema, at: At) -> Node:
        """The node of *schema*, exact in what it accepts."""
        if isinstance(schema, bool):
            return Anything() if schema else Nothing()
        if at.typed and at.depth > EXACT_LEVELS:
            return Opaque(self.node(schema, at.judging()))
        found, exact = self._form(schema, at)
        if exact:
            return found
        if not at.typed:
            return self._judge(schema, at)
        judge = self._judge(schema, at.judging())
        if isinstance(found, Ref) and isinstance(self._meaning(found), Class):
            return self._judged_class(found, judge)
        return Judged(found, judge)

    def _meaning(self, ref: Ref) -> Meaning | None:
        found = self.definitions.get(ref.key)
        return found.meaning if found else None

    def _judged_class(self, ref: Ref, judge: Node) -> Node:
        """The class itself carries the judge, so that a recursive mention of it is judged too."""
        found = self.definitions[ref.key]
        assert isinstance(found.meaning, Class)
        if found.meaning.judge is not None:
            return Judged(ref, judge)
        kept = {f: getattr(found.meaning, f) for f in ("properties", "extra", "limits", "typed")}
        meaning = Class(**kept, judge=judge)
        self.definitions[ref.key] = Definition(found.key, meaning, found.doc)
        return ref

    def _form(self, schema: Mapping[str, Any], at: At) -> tuple[Node, bool]:
        """A node that takes no less than *schema*, and whether it takes no more."""
        rules = constraints(schema)
        if not rules:
            return Anything(), True
        if set(rules) == {"$ref"}:
            return self._ref(rules["$ref"], at), True
        if set(rules) == {"allOf"} and len(rules["allOf"]) == 1:
            return self.node(rules["allOf"][0], at), True
        if "$ref" in rules or "allOf" in rules:
            return self.node(merged([schema], self.resolve), at), False
        for keyword in ("oneOf", "anyOf"):
            if keyword in rules:
                return self._with_union(schema, rules, keyword, at)
        if "enum" in rules or "const" in rules:
            return self._members(schema, rules)
        return self._by_type(schema, rules, at)

    def _with_union(
        self, schema: Mapping[str, Any], rules: dict[str, Any], keyword: str, at: At
    ) -> tuple[Node, bool]:
        branches, base = rules[keyword], {k: v for k, v in schema.items() if k != keyword}
        if set(rules) == {keyword}:
            return self._union(branches, keyword, at), True
        if all(_only_requires(branch) for branch in branches):
            return self.node(base, at), False
        joint = [merged([base, branch], self.resolve) for branch in branches]
        possible = [b for b in joint if possible_types(b, self.resolve)]
        if not possible:
            return Nothing(), False
        return self._union(possible, "anyOf", at), False

    def _union(self, branches: Sequence[Schema], keyword: str, at: At) -> Node:
        if len(branches) == 1:
            return self.node(branches[0], at)
        names = _branch_names(branches, self.resolve)
        nodes = [
            self.node(branch, at if _is_null_or_scalar(branch) else at.beside(name))
            for branch, name in zip(branches, names, strict=True)
        ]
        nodes = _keeping_floats(nodes)
        types = [possible_types(branch, self.resolve) for branch in branches]
        found = tag_of(branches, self.resolve)
        union = Union(
            tuple(nodes),
            "oneOf" if keyword == "oneOf" else "anyOf",
            tag=found[0] if found else None,
            tags=found[1] if found else (),
            by_type=disjoint(types),
        )
        if _is_nullable(union):
            return union
        return self._define(Key(_suffixed(at), self.shared), Alias(union, at.typed))

    def _members(self, schema: Mapping[str, Any], rules: dict[str, Any]) -> tuple[Node, bool]:
        keyword = "const" if "const" in rules else "enum"
        values = [rules["const"]] if "const" in rules else rules["enum"]
        types = declared_types(schema) if "type" in schema else ()
        plain = set(rules) <= {"type", keyword} and len(types) <= 1
        scalars = not any(isinstance(v, list | dict) for v in values)
        # Where nothing else binds, the validator has seen to it that every member passes.
        sure = plain and scalars
        kept = [
            value
            for i, value in enumerate(values)
            if (sure or not _refused(schema, value, self.root))
            and value not in _same_kind(values[:i], value)
        ]
        return Members(tuple(kept), types, keyword), sure  # type: ignore[arg-type]

    def _by_type(
        self, schema: Mapping[str, Any], rules: dict[str, Any], at: At
    ) -> tuple[Node, bool]:
        types = declared_types(schema)
        told = {k for t in ALL_TYPES for k in (*LIMITS[t], *SHAPE.get(t, ()))}
        exact = set(rules) <= told | {"type"}
        if "type" not in rules:
            touched = [t for t in ALL_TYPES if set(rules) & {*LIMITS[t], *SHAPE.get(t, ())}]
            if not any(t in SHAPE and set(rules) & set(SHAPE[t]) for t in touched):
                return Anything(), False
        made = [self._of_type(t, schema, rules, at) for t in types]
        exact = exact and all(fine for _, fine in made)
        if len(made) == 1:
            return made[0][0], exact
        union = Union(tuple(node for node, _ in made), "type", by_type=True)
        if _is_nullable(union):
            return union, exact
        return self._define(Key(_suffixed(at), self.shared), Alias(union, at.typed)), exact

    def _of_type(
        self, kind: JsonType, schema: Mapping[str, Any], rules: dict[str, Any], at: At
    ) -> tuple[Node, bool]:
        limits: Limits = tuple((k, rules[k]) for k in LIMITS[kind] if k in rules)
        match kind:
            case "array":
                return self._array(rules, limits, at)
            case "object":
                return self._object(schema, rules, limits, at)
            case _:
                return Scalar(kind, limits), True

    def _array(self, rules: dict[str, Any], limits: Limits, at: At) -> tuple[Node, bool]:
        items = rules.get("items", True)
        prefix = rules.get("prefixItems", ())
        if not prefix:
            return Array(self.node(items, at.step("Item")), limits=limits), True
        nodes = tuple(self.node(p, at.step(f"Item{i + 1}")) for i, p in enumerate(prefix))
        exact_length = len(prefix) == rules.get("minItems", 0) and (
            items is False or rules.get("maxItems") == len(prefix)
        )
        if exact_length:
            return Array(Nothing(), nodes, limits), False
        rest = () if items is False else (self.node(items, at.step("Item")),)
        return Array(self._any_of([*nodes, *rest], at.step("Item")), limits=limits), False

    def _any_of(self, nodes: Sequence[Node], at: At) -> Node:
        """A form for a value that has the form of one of *nodes*."""
        distinct = _keeping_floats(list(dict.fromkeys(nodes)))
        if Anything() in distinct or not distinct:
            return Anything()
        if len(distinct) == 1:
            return distinct[0]
        union = Union(tuple(distinct), "anyOf")
        return self._define(Key((*at.path, "Value"), self.shared), Alias(union, at.typed))

    def _object(
        self, schema: Mapping[str, Any], rules: dict[str, Any], limits: Limits, at: At
    ) -> tuple[Node, bool]:
        declared = rules.get("properties", {})
        required = rules.get("required", ())
        exact = "patternProperties" not in rules
        if not declared and not required and rules.get("additionalProperties") is not False:
            return Dictionary(self._extra(rules, at), limits=limits), exact
        if not declared and not required and not exact:
            return Dictionary(self._extra(rules, at), limits=limits), False
        twin = (_canonical(schema), at.typed, at.depth if at.depth > 8 else 0)
        if twin not in self._twins or self._in_ref(at):
            doc, undeclared = _doc(schema), rules.get("additionalProperties", True)
            key = Key(at.path if at.typed else (*at.path, "Check"), self.shared)
            properties = tuple(
                Property(
                    name,
                    self.node(declared.get(name, undeclared), at.step(name)),
                    name in required,
                    _doc(declared.get(name, True)),
                )
                for name in dict.fromkeys([*declared, *required])
            )
            closed = rules.get("additionalProperties") is False and exact
            extra = None if closed else self._extra(rules, at)
            self._twins[twin] = self._define(
                key, Class(properties, extra, limits, typed=at.typed), doc
            )
        return self._twins[twin], exact

    def _in_ref(self, at: At) -> bool:
        """Whether a reference to this very place is open: then its own key must be defined."""
        return any(key.path == at.path for key in self._open.values())

    def _extra(self, rules: dict[str, Any], at: At) -> Node:
        """The form of undeclared properties."""
        additional = rules.get("additionalProperties", True)
        patterns = rules.get("patternProperties", {})
        schemas = [*patterns.values(), *([] if additional is False else [additional])]
        nodes = [self.node(schema, at.step("Value")) for schema in schemas]
        return self._any_of(nodes, at.step("Value"))

    # Judges

    def _judge(self, schema: Mapping[str, Any], at: At) -> Node:
        keywords = [
            self._keyword(name, operand, schema, at)
            for name, operand in constraints(schema).items()
        ]
        key = Key((*at.path, "Check"), self.shared)
        return self._define(key, Judge(tuple(k for k in keywords if k is not None)))

    def _keyword(
        self, name: str, operand: Any, schema: Mapping[str, Any], at: At
    ) -> Keyword | None:
        def sub(node: Schema, *names: str) -> Node:
            return self.node(node, At((*at.path, *names), at.depth + 1, False))

        match name:
            case "$ref":
                return Keyword(name, (("", self._ref(operand, at)),))
            case "allOf" | "anyOf" | "oneOf" | "prefixItems":
                nodes = [(str(i), sub(s, f"{name}{i + 1}")) for i, s in enumerate(operand)]
                return Keyword(name, tuple(nodes))
            case "properties" | "patternProperties" | "dependentSchemas":
                nodes = [(key, sub(s, key)) for key, s in operand.items()]
                return Keyword(name, tuple(nodes))
            case "not" | "if" | "propertyNames":
                branches = {k: schema[k] for k in ("then", "else") if name == "if" and k in schema}
                nodes = [(k, sub(s, k)) for k, s in {name: operand, **branches}.items()]
                return Keyword(name, tuple(nodes))
            case "contains":
                data = (schema.get("minContains", 1), schema.get("maxContains"))
                return Keyword(name, (("", sub(operand, name)),), data)
            case "items":
                return Keyword(
                    name, (("", sub(operand, name)),), len(schema.get("prefixItems", ()))
                )
            case "additionalProperties":
                known = (
                    tuple(schema.get("properties", ())),
                    tuple(schema.get("patternProperties", ())),
                )
                return Keyword(name, (("", sub(operand, name)),), known)
            case "then" | "else" | "minContains" | "maxContains":
                return None
            case _:
                return Keyword(name, (), operand)


def _suffixed(at: At) -> tuple[str, ...]:
    return at.path if at.typed else (*at.path, "Check")


def _doc(schema: Schema) -> str:
    if isinstance(schema, bool):
        return ""
    text = schema.get("description") or schema.get("title") or ""
    return text if isinstance(text, str) else ""


def _canonical(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, sort_keys=True)


def _unescaped(step: str) -> str:
    from urllib.parse import unquote

    return unquote(step).replace("~1", "/").replace("~0", "~")


def _anchored(schema: Any, anchor: str) -> Schema:
    """The subschema that calls itself *anchor*."""
    todo = [schema]
    while todo:
        found = todo.pop()
        if isinstance(found, Mapping):
            if found.get("$anchor") == anchor:
                return found
            todo.extend(found.values())
        elif isinstance(found, list | tuple):
            todo.extend(found)
    raise KeyError(anchor)


def _refused(schema: Mapping[str, Any], value: object, root: Schema) -> bool:
    """Whether *schema* refuses *value*: a member that can never pass needs no type."""
    defs = {k: root[k] for k in ("$defs", "definitions") if isinstance(root, Mapping) and k in root}
    return bool(validate_json_schema_value({**schema, **defs}, value, profile="full"))


def _same_kind(values: Sequence[object], value: object) -> list[object]:
    return [other for other in values if type(other) is type(value)]


def _only_requires(branch: Schema) -> bool:
    return isinstance(branch, Mapping) and set(constraints(branch)) <= {"required", "not"}


def _is_null_or_scalar(branch: Schema) -> bool:
    return isinstance(branch, Mapping) and set(constraints(branch)) <= {"type", "enum", "const"}


def _is_nullable(union: Union) -> bool:
    """Whether *union* is one node or null: it needs no definition of its own."""
    return (
        len(union.branches) == 2
        and Scalar("null") in union.branches
        and union.by_type
        and not any(isinstance(b, Union | Judged | Opaque | Nothing) for b in union.branches)
    )


def _keeping_floats(nodes: list[Node]) -> list[Node]:
    """In a union with numbers, an integer branch leaves a float the float that it was."""
    if not any(isinstance(n, Scalar) and n.type == "number" for n in nodes):
        return nodes
    return [
        Scalar(n.type, n.limits, keep=True) if isinstance(n, Scalar) and n.type == "integer" else n
        for n in nodes
    ]


def _branch_names(branches: Sequence[Schema], resolve: Any) -> list[str]:
    """A name for each branch: its tag, its title, else its number."""
    found = tag_of(branches, resolve)
    if found and len({pascal(texts[0]) for texts in found[1]}) == len(branches):
        return [texts[0] for texts in found[1]]
    return [f"Option{i + 1}" for i in range(len(branches))]


__all__ = ["EXACT_LEVELS", "At", "Modeller"]
