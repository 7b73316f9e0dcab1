"""The author's DSL to raw JSON Schema. Source: seed, "The unified JSON-value schema DSL"."""

from __future__ import annotations

from ._json import thaw
from ._json_copy import unfrozen
from ._json_faults import has_cycle
from ._schema import JsonSchemaError, schema_violations
from ._violation import violation_at
from ._vocabulary import SCALARS
from ._wording import echo, listed, nearest, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeAlias

    from ._violation import Place

    Job: TypeAlias = "tuple[Any, Place, bool, dict[str, Any]]"

_NOTES = ("description", "title", "default", "examples")
_RULES = {
    "object": ("additionalProperties", "properties"),
    "array": ("items",),
    "json": (),
    "oneOf": ("oneOf",),
    **dict.fromkeys(SCALARS, ("enum", "const")),
}
"""The keys of each kind of node, beside its type and the annotations; in the order written."""

TYPE_NAMES = (*SCALARS, "array", "object", "json")


def value_schema_spec_to_json_schema(spec: object, label: str = "schema") -> dict[str, Any]:
    """The raw schema of a value spec; raise `JsonSchemaError`.

    The first slip in the DSL is reported alone, since what follows it could mean anything; all
    faults of the raw schema that it compiles to are reported together.
    """
    compiled: dict[str, Any] = {}
    spec = unfrozen(spec)
    _Writer(spec, label).write([(spec, None, False, compiled)])
    return _checked(compiled, label)


def parameter_schema_spec_to_json_schema(spec: object, label: str = "parameters") -> dict[str, Any]:
    """The raw schema of a map of parameters, an implicit open object; raise `JsonSchemaError`."""
    spec = unfrozen(spec)
    writer = _Writer(spec, label)
    compiled: dict[str, Any] = {"type": "object"}
    writer.write(writer.properties(spec, None, compiled))
    return _checked(compiled, "schema")


def _checked(compiled: dict[str, Any], label: str) -> dict[str, Any]:
    violations = schema_violations(compiled, "core", label)
    if violations:
        raise JsonSchemaError(violations)
    plain: Any = thaw(compiled)
    found: dict[str, Any] = plain
    return found


class _Writer:
    """Compiles one spec. Nodes wait in a list, so depth costs memory only."""

    def __init__(self, spec: object, label: str) -> None:
        self._label = label
        if has_cycle(spec):
            self._fail(None, "not_json", "a spec can't contain itself")

    def _fail(self, place: Place, kind: str, message: str) -> NoReturn:
        raise JsonSchemaError([violation_at(self._label, place, kind, message)])

    def write(self, jobs: list[Job]) -> None:
        """Fill the target of each job with the raw schema of its spec, in walk order."""
        todo = jobs[::-1]
        while todo:
            spec, place, is_property, target = todo.pop()
            todo.extend(reversed(self._node(spec, place, is_property, target)))

    def properties(self, spec: Any, place: Place, target: dict[str, Any]) -> list[Job]:
        """Write `properties` and `required` to *target*; the jobs that fill the properties."""
        if not _is_map(spec):
            self._fail(place, "author_map", f"expected a map of properties, got {shown(spec)}")
        inner: dict[str, Any] = {name: {} for name in spec}
        target["properties"] = inner
        required = [n for n, node in spec.items() if _is_map(node) and node.get("required") is True]
        if required:
            target["required"] = required
        return [(node, (place, name), True, inner[name]) for name, node in spec.items()]

    def _node(
        self, spec: Any, place: Place, is_property: bool, target: dict[str, Any]
    ) -> list[Job]:
        if not _is_map(spec):
            self._fail(place, "author_node", f"expected a node, got {shown(spec)}")
        kind = self._kind(spec, place)
        self._check_keys(spec, kind, place, is_property)
        if kind not in ("json", "oneOf"):
            target["type"] = kind
        elif kind == "oneOf":
            target["oneOf"] = spec["oneOf"]
        target.update({name: spec[name] for name in _NOTES if name in spec})
        return self._rules(spec, kind, place, target)

    def _kind(self, spec: Any, place: Place) -> str:
        if "oneOf" in spec:
            if "type" in spec:
                self._fail(place, "type_and_one_of", "a node has either a type or oneOf, not both")
            return "oneOf"
        kind = spec.get("type")
        if type(kind) is not str or kind not in TYPE_NAMES:
            self._fail(place, "author_type", _about_type(spec))
        return kind

    def _check_keys(self, spec: Any, kind: str, place: Place, is_property: bool) -> None:
        own = ("oneOf",) if kind == "oneOf" else ("type", *_RULES[kind])
        allowed = (*own, *_NOTES, "required") if is_property else (*own, *_NOTES)
        for name in spec:
            if name not in allowed:
                close = nearest(name, allowed) if type(name) is str else None
                hint = f" (did you mean {echo(close)}?)" if close else ""
                message = f"{kind} has no {echo(name)}{hint}; it has {listed(allowed)}"
                self._fail((place, name), "author_key", message)
        if spec.get("required", True) is not True:
            message = f"required is true, or left out; not {shown(spec['required'])}"
            self._fail(place, "author_required_true", message)

    def _rules(self, spec: Any, kind: str, place: Place, target: dict[str, Any]) -> list[Job]:
        if kind == "object":
            return self._object(spec, place, target)
        if kind == "array" and "items" in spec:
            items: dict[str, Any] = {}
            target["items"] = items
            return [(spec["items"], (place, "items"), False, items)]
        if kind == "oneOf" and type(spec["oneOf"]) is list:
            branches: list[dict[str, Any]] = [{} for _ in spec["oneOf"]]
            target["oneOf"] = branches
            at: Place = (place, "oneOf")
            pairs = zip(spec["oneOf"], branches, strict=True)
            return [(node, (at, i), False, branch) for i, (node, branch) in enumerate(pairs)]
        target.update({name: spec[name] for name in ("enum", "const") if name in spec})
        return []

    def _object(self, spec: Any, place: Place, target: dict[str, Any]) -> list[Job]:
        if type(spec.get("additionalProperties")) is not bool:
            message = "an object says whether other keys may be there: additionalProperties is "
            self._fail(place, "author_openness", f"{message}true or false")
        target["additionalProperties"] = spec["additionalProperties"]
        if "properties" not in spec:
            return []
        return self.properties(spec["properties"], (place, "properties"), target)


def _about_type(spec: dict[str, Any]) -> str:
    known = ", ".join(TYPE_NAMES)
    if "type" not in spec:
        return f"a node has a type ({known}) or oneOf"
    kind = spec["type"]
    close = nearest(kind, TYPE_NAMES) if type(kind) is str else None
    hint = f" (did you mean {close}?)" if close else ""
    return f"no such type: {echo(kind)}{hint}; there are {known}"


def _is_map(spec: object) -> bool:
    return type(spec) is dict
