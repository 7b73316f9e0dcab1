"""Keywords that look into objects."""

from __future__ import annotations

from ._frozen import FrozenDict
from ._interpreter_node import ANYTHING, NOTHING, Part, accept, distinct
from ._interpreter_types import sole_type
from ._violation import violation_at
from ._vocabulary import ANNOTATIONS
from ._wording import echo, listed, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from ._interpreter_node import Fast, Linker, Memo, Node, Request, Run, Sink
    from ._violation import Place

    Matched: TypeAlias = list[tuple[Callable[[str], bool], Node]]

_EXACT = {"string": str, "boolean": bool, "integer": int, "number": int}
"""Per type, the Python type whose values pass without a further question."""


def exact_type(schema: Any) -> type | None:
    """The Python type whose every value passes *schema*, where that is easy to see."""
    if not isinstance(schema, dict) or schema.keys() - ANNOTATIONS != {"type"}:
        return None
    return _EXACT.get(sole_type(schema) or "")


class _Shape:
    """What the keywords for properties say about one object."""

    def __init__(self, schema: dict[str, Any], linker: Linker) -> None:
        properties = schema.get("properties", {})
        self.nodes = {key: linker.node(inner) for key, inner in properties.items()}
        self.exact = {key: exact_type(inner) for key, inner in properties.items()}
        self.required = tuple(dict.fromkeys(schema.get("required", ())))
        self.rest = linker.node(schema.get("additionalProperties", True))
        self.typed = sole_type(schema) == "object"
        self.patterns = tuple(schema.get("patternProperties", ()))
        self.matched: Matched = []
        if self.patterns:
            from ._patterns import compile_pattern  # few schemas have any

            for pattern, inner in schema["patternProperties"].items():
                self.matched.append((compile_pattern(pattern), linker.node(inner)))


def properties_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `properties`, `required`, `patternProperties` and `additionalProperties`."""
    shape = _Shape(schema, linker)
    fast = _fast_patterns(shape) if shape.matched else _fast_properties(shape)
    return Part(fast, None, _nested_properties(shape))


def _fast_properties(shape: _Shape) -> Fast:
    checks = {key: node.quick() for key, node in shape.nodes.items()}
    exact, required, typed = shape.exact, shape.required, shape.typed
    rest = None if shape.rest is NOTHING else shape.rest.quick()

    def fast(value: Any, memo: Memo) -> bool:
        if type(value) is not dict and type(value) is not FrozenDict:
            return not typed
        for key in required:
            if key not in value:
                return False
        for key, item in value.items():
            check = checks.get(key, rest)
            if check is None:
                return False
            if check is accept or type(item) is exact.get(key, accept):
                continue
            if not check(item, memo):
                return False
        return True

    return fast


def _fast_patterns(shape: _Shape) -> Fast:
    checks = {key: node.quick() for key, node in shape.nodes.items()}
    matched = [(match, node.quick()) for match, node in shape.matched]
    rest, required, typed = shape.rest.quick(), shape.required, shape.typed

    def fast(value: Any, memo: Memo) -> bool:
        if type(value) is not dict and type(value) is not FrozenDict:
            return not typed
        for key in required:
            if key not in value:
                return False
        for key, item in value.items():
            check = checks.get(key)
            if check is not None and not check(item, memo):
                return False
            known = check is not None
            for match, inner in matched:
                if match(key):
                    known = True
                    if not inner(item, memo):
                        return False
            if not known and not rest(item, memo):
                return False
        return True

    return fast


def _nested_properties(shape: _Shape) -> Callable[[Any, Place, Sink, Run], Iterator[Request]]:
    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        if type(value) is not dict and type(value) is not FrozenDict:
            return
        for key in shape.required:
            if key not in value:
                _say_missing(key, shape, value, place, sink, run)
        for key, node in shape.nodes.items():
            if key in value and not run.passes(node, value[key]):
                yield node, value[key], (place, key), sink
        if shape.matched or shape.rest is not ANYTHING:
            yield from _others(shape, value, place, sink, run)

    return nested


def _others(shape: _Shape, value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
    """The keys that patterns match, and those that nothing declares."""
    for key, item in value.items():
        known = key in shape.nodes or type(key) is not str
        for match, node in shape.matched:
            if type(key) is str and match(key):
                known = True
                yield node, item, (place, key), sink
        if not known and shape.rest is NOTHING:
            _say_undeclared(key, shape, place, sink, run)
        elif not known and not run.passes(shape.rest, item):
            yield shape.rest, item, (place, key), sink


def _say_missing(key: str, shape: _Shape, value: Any, place: Place, sink: Sink, run: Run) -> None:
    def message() -> str:
        strangers = [k for k in value if isinstance(k, str) and k not in shape.nodes]
        close = nearest(key, strangers)
        return "missing: it is required" + (f" (is {echo(close)} meant?)" if close else "")

    sink.append(violation_at(run.label, (place, key), "required", message))


def _say_undeclared(key: str, shape: _Shape, place: Place, sink: Sink, run: Run) -> None:
    def message() -> str:
        close = nearest(key, shape.nodes)
        hint = f" (did you mean {echo(close)}?)" if close else ""
        known = f"known are {listed(shape.nodes)}" if shape.nodes else "none are declared"
        if shape.patterns:
            known += f"; allowed are keys that match {listed(shape.patterns)}"
        return f"unknown key {echo(key)}{hint}; {known}"

    sink.append(violation_at(run.label, (place, key), "undeclared", message))


def property_names_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `propertyNames`: one violation at each key that fails, with its reasons."""
    node = linker.node(schema["propertyNames"])
    check = node.quick()

    def fast(value: Any, memo: Memo) -> bool:
        if type(value) is dict or type(value) is FrozenDict:
            for key in value:
                if not check(key, memo):
                    return False
        return True

    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        if type(value) is dict or type(value) is FrozenDict:
            for key in value:
                own: Sink = []
                yield node, key, (place, key), own
                if own:
                    sink.append(_bad_name(key, own, place, run))

    return Part(fast, None, nested)


def _bad_name(key: str, own: Sink, place: Place, run: Run) -> Any:
    causes = distinct(own)

    def message() -> str:
        return f"the key {echo(key)} is not allowed: {causes[0].message}"

    return violation_at(run.label, (place, key), "property_names", message, causes)


def dependent_required_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `dependentRequired`: a violation at each key that another one asks for."""
    wanted = {key: tuple(names) for key, names in schema["dependentRequired"].items()}

    def missing(value: Any) -> Iterator[tuple[str, str]]:
        if type(value) is dict or type(value) is FrozenDict:
            for key, names in wanted.items():
                if key in value:
                    yield from [(key, name) for name in names if name not in value]

    def plain(value: Any, place: Place, sink: Sink, run: Run) -> None:
        for key, name in missing(value):
            message = f"missing: it is required where {echo(key)} is given"
            sink.append(violation_at(run.label, (place, name), "dependent_required", message))

    return Part(lambda value, memo: next(missing(value), None) is None, plain)


def dependent_schemas_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `dependentSchemas`."""
    nodes = {key: linker.node(inner) for key, inner in schema["dependentSchemas"].items()}
    checks = {key: node.quick() for key, node in nodes.items()}

    def fast(value: Any, memo: Memo) -> bool:
        if type(value) is dict or type(value) is FrozenDict:
            for key, check in checks.items():
                if key in value and not check(value, memo):
                    return False
        return True

    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        if type(value) is dict or type(value) is FrozenDict:
            for key, node in nodes.items():
                if key in value:
                    yield node, value, place, sink

    return Part(fast, None, nested)
