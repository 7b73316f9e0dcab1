"""Author DSL to raw JSON Schema: a plain mapping of spellings, which judges only what is DSL's own.

What a keyword means and where it may stand is the runtime's vocabulary to say: the raw schema that
comes out of here is checked by it like any other. The DSL's own rules (seed, "The unified
JSON-value schema DSL"): `type: json`, `required: true` on a property, an object says whether it is
open, a node is a type or a union, `$ref` names a type of the catalogue.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .compiled import Compiled, record
from .diagnostics import Findings, Suggestion
from .dsl_rules import check_strictly
from .forms import did_you_mean, hint_for, is_broken, kind_of, place_of, what_there_is
from .nodes import Listing, Node, Scalar, Table
from .refs import TYPES
from .spec import Steps
from .vocabulary import KINDS, LISTS, MAPS, SCHEMAS, TYPE_NAMES, Profile, is_annotation

_LOCAL = ("$defs", "definitions")
_TELLTALE = {"properties": "object", "items": "array"}
"""What a node without a type was probably meant to be."""


def compile_value(
    node: Node, types: Collection[str], profile: Profile, findings: Findings
) -> Compiled:
    """The schema of an output or a named type; *types* are the names that `$ref` may give."""
    compiler = _Compiler(types, profile, findings)
    schema = compiler.schema(node, ())
    return Compiled(schema, compiler.nodes, compiler.is_sound, frozenset(compiler.uses))


def compile_parameters(
    node: Node, types: Collection[str], profile: Profile, findings: Findings
) -> Compiled:
    """The schema of parameters: an open object of the properties that *node* maps."""
    compiler = _Compiler(types, profile, findings)
    schema = compiler.parameters(node)
    return Compiled(schema, compiler.nodes, compiler.is_sound, frozenset(compiler.uses))


class _Compiler:
    """Compiles one schema."""

    def __init__(self, types: Collection[str], profile: Profile, findings: Findings) -> None:
        self._types = types
        self._profile = profile
        self._findings = findings
        self.nodes: dict[Steps, Node] = {}
        self.uses: set[str] = set()
        self.is_sound = True

    def parameters(self, node: Node) -> dict[str, Any]:
        """The raw schema of the map of parameters *node*."""
        self.nodes[()] = node
        out: dict[str, Any] = {"type": "object", "properties": {}}
        if not isinstance(node, Table):
            self._not_a_map(node, "parameters are a mapping of names to schemas")
        elif _is_raw_object(node):
            message = "these parameters are written as a raw schema"
            self._error(
                node, "schema-node", message, "map names to schemas, or use 'parameters_schema'"
            )
        else:
            self._properties(node, (), out)
        return out

    def schema(self, node: Node, steps: Steps, *, is_property: bool = False) -> Any:
        """The raw schema of *node*, which will stand at *steps*."""
        self.nodes[steps] = node
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        if not isinstance(node, Table):
            self._not_a_map(node, "a schema is a mapping")
            return {}
        out: dict[str, Any] = {}
        for key, child in node.entries.items():
            if key == "required":
                self._required(child, is_property)
            elif key in _LOCAL:
                message = f"{key!r} has no place here"
                self._error(child, "schema-key", message, "name the type under 'types'")
            else:
                out[key] = self._operand(key, child, (*steps, key), out)
        self._own_rules(node, out)
        return out

    def _operand(self, key: str, node: Node, steps: Steps, out: dict[str, Any]) -> Any:
        """What *key* has in the raw schema *out*."""
        if key in SCHEMAS:
            return self.schema(node, steps)
        if key in LISTS and isinstance(node, Listing):
            self.nodes[steps] = node
            return [self.schema(item, (*steps, n)) for n, item in enumerate(node.items)]
        if key in MAPS and isinstance(node, Table):
            if key == "properties":
                self._properties(node, steps[:-1], out)
                return out["properties"]
            self.nodes[steps] = node
            return {
                name: self.schema(child, (*steps, name)) for name, child in node.entries.items()
            }
        value = record(node, steps, self.nodes)
        return self._reference(value, node) if key == "$ref" else value

    def _properties(self, node: Table, steps: Steps, out: dict[str, Any]) -> None:
        """Fill `properties` and `required` of *out*, the schema at *steps*."""
        self.nodes.setdefault((*steps, "properties"), node)
        properties: dict[str, Any] = {}
        required: list[str] = []
        for name, child in node.entries.items():
            inner = (*steps, "properties", name)
            properties[name] = self.schema(child, inner, is_property=True)
            flag = child.entries.get("required") if isinstance(child, Table) else None
            if isinstance(flag, Scalar) and flag.value is True:
                self.nodes[*steps, "required", len(required)] = flag
                required.append(name)
        out["properties"] = properties
        if required:
            out["required"] = required

    def _required(self, node: Node, is_property: bool) -> None:
        if is_broken(node):
            self.is_sound = False
        elif isinstance(node, Listing):
            message = "'required' is written on each property"
            self._error(node, "schema-required", message, "'required: true' there")
        elif not is_property:
            message = "'required' belongs on a property of an object"
            self._error(node, "schema-required", message, at_key=True)
        elif not (isinstance(node, Scalar) and node.value is True):
            hint = hint_for(node, "boolean") or "leave it out where the property is optional"
            self._error(node, "schema-required", "'required' takes true", hint)

    def _reference(self, value: object, node: Node) -> object:
        if is_broken(node):
            self.is_sound = False
        elif not isinstance(value, str):
            self._error(node, "schema-ref", f"'$ref' names a type; this is {kind_of(node)}")
        elif value in self._types:
            self.uses.add(value)
            return TYPES + value
        elif value.startswith("#"):
            message = "'$ref' names a type of the catalogue here"
            hint = "use 'parameters_schema' or 'output_schema' for JSON pointers"
            self._error(node, "schema-ref", message, hint)
        else:
            otherwise = what_there_is("the types are", self._types)
            guess = did_you_mean(value, self._types, otherwise)
            self._error(node, "schema-ref", f"no such type: {value!r}", guess)
        return None

    def _own_rules(self, node: Table, out: dict[str, Any]) -> None:
        """The rules of the DSL for one node; `json` and dead references leave *out*."""
        if "$ref" in out:
            self._bare(node, "$ref", "a '$ref' stands alone, but for annotations", out)
            if out["$ref"] is None:
                del out["$ref"]
            return
        type_ = out.get("type")
        if type_ == "json":
            self._bare(node, "type", "'json' is unconstrained", out)
            del out["type"]
        elif isinstance(type_, str) and type_ in self._types and type_ not in TYPE_NAMES:
            hint = f"write '$ref: {type_}' for the type of the catalogue"
            self._error(node.entries["type"], "schema-type", f"no such type: {type_!r}", hint)
            del out["type"]
        elif not out.keys() & KINDS:
            hint = "'type: json' is any value"
            self._error(node, "schema-type", "a schema needs a 'type'", hint)
            out |= next(({"type": kind} for key, kind in _TELLTALE.items() if key in out), {})
        else:
            self._openness(node, out)
            if self._profile == "full" and not check_strictly(node, self._findings):
                self.is_sound = False

    def _bare(self, node: Table, keyword: str, rule: str, out: dict[str, Any]) -> None:
        """Report keys beside *keyword* that are no annotations, and take them out of *out*."""
        for key, child in node.entries.items():
            if not is_annotation(key) and key not in (keyword, "required"):
                message = f"{rule}; {key!r} has no place beside it"
                self._error(child, "schema-misplaced", message, at_key=True)
                out.pop(key, None)

    def _openness(self, node: Table, out: dict[str, Any]) -> None:
        type_ = out.get("type")
        is_object = type_ == "object" or (isinstance(type_, list) and "object" in type_)
        if is_object and "additionalProperties" not in out:
            message = "an object says whether it takes undeclared keys"
            hint = "'additionalProperties: false', or true"
            self._error(node.entries["type"], "schema-openness", message, hint)

    def _not_a_map(self, node: Node, rule: str) -> None:
        if is_broken(node):
            self.is_sound = False
            return
        self._error(node, "schema-node", f"{rule}; this is {kind_of(node)}", self._as_map(node))

    def _as_map(self, node: Node) -> str | None:
        """What to write where *node* is a word that was meant for a schema."""
        word = node.value if isinstance(node, Scalar) else None
        if word == "json" or word in TYPE_NAMES:
            return f"write '{{type: {word}}}'"
        if word in self._types:
            return f"write '{{$ref: {word}}}'"
        return hint_for(node, "boolean")

    def _error(
        self,
        node: Node,
        code: str,
        message: str,
        suggestion: Suggestion = None,
        *,
        at_key: bool = False,
    ) -> None:
        self.is_sound = False
        if not is_broken(node):
            at = node.owner if at_key else place_of(node)
            self._findings.error(at, code, message, suggestion)


def _is_raw_object(node: Table) -> bool:
    """Whether parameters look like `{type: object, properties: {…}}`."""
    kind = node.entries.get("type")
    return isinstance(kind, Scalar) and kind.value == "object" and "properties" in node.entries
