"""Keywords that put one value to several schemas: unions, negation, conditions."""

from __future__ import annotations

from ._frozen import FrozenDict
from ._interpreter_facts import object_tags, possible_types
from ._interpreter_node import Part, distinct
from ._interpreter_types import PYTHON_TYPES, kind_of, wrong_type
from ._violation import violation_at
from ._vocabulary import TYPE_NAMES
from ._wording import echo, listed, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    from ._interpreter_node import Fast, Linker, Memo, Node, Request, Run, Sink
    from ._violation import Place, Violation

    Tried: TypeAlias = list[tuple[int, Sink]]

_OBJECTS = (dict, FrozenDict)


class _Union:
    """The branches of one union, and which of them may accept a value of which type."""

    def __init__(self, keyword: str, schema: dict[str, Any], linker: Linker) -> None:
        branches = schema[keyword]
        self.exact = keyword == "oneOf"
        self.kind = "one_of" if self.exact else "any_of"
        self.nodes: list[Node] = [linker.node(branch) for branch in branches]
        kinds = [possible_types(branch, linker.document) for branch in branches]
        self.kinds = tuple([kind for kind in TYPE_NAMES if any(kind in some for some in kinds)])
        self.by_kind = {
            kind: tuple([at for at, some in enumerate(kinds) if kind in some])
            for kind in TYPE_NAMES
        }
        objects = self.by_kind["object"]
        tags = object_tags([branches[at] for at in objects], linker.document)
        self.tag = None if tags is None else tags[0]
        self.by_tag = {} if tags is None else {text: objects[at] for text, at in tags[1].items()}

    def candidates(self, value: Any) -> Sequence[int]:
        """The branches that may accept *value*; the others can't, by its type or its tag."""
        kind = kind_of(value)
        if self.tag is not None and kind == "object":
            text = value.get(self.tag)
            at = self.by_tag.get(text) if isinstance(text, str) else None
            return () if at is None else (at,)
        return self.by_kind[kind] if kind is not None else ()


def union_part(keyword: str, schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `oneOf` or `anyOf`: one violation, whatever is wrong in how many branches."""
    union = _Union(keyword, schema, linker)

    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        matched: list[int] = []
        tried: Tried = []
        for at in union.candidates(value):
            own: Sink = []
            yield union.nodes[at], value, place, own
            if own:
                tried.append((at, own))
            elif not union.exact:
                return
            else:
                matched.append(at)
        if len(matched) != 1:
            sink.append(_failed(union, value, place, run, matched, tried))

    return Part(_fast_union(union), None, nested)


def _fast_union(union: _Union) -> Fast:
    checks = [node.quick() for node in union.nodes]
    if union.tag is None:
        return _by_type(union, checks)
    tag, others = union.tag, _by_type(union, checks)
    by_tag = {text: checks[at] for text, at in union.by_tag.items()}

    def fast(value: Any, memo: Memo) -> bool:
        if type(value) in _OBJECTS:
            text = value.get(tag)
            check = by_tag.get(text) if type(text) is str else None
            return check is not None and check(value, memo)
        return others(value, memo)

    return fast


def _by_type(union: _Union, checks: list[Fast]) -> Fast:
    """A verdict that asks only the branches that the type of the value leaves."""
    chosen = {kind: tuple([checks[at] for at in some]) for kind, some in union.by_kind.items()}
    table = {python: chosen[kind] for kind in TYPE_NAMES for python in PYTHON_TYPES[kind]}
    table[int] = chosen["integer"]
    exact = union.exact

    def fast(value: Any, memo: Memo) -> bool:
        some = table.get(type(value))
        if some is None:
            kind = kind_of(value)
            some = chosen[kind] if kind is not None else ()
        matched = False
        for check in some:
            if check(value, memo):
                if not exact:
                    return True
                if matched:
                    return False
                matched = True
        return matched

    return fast


def _failed(
    union: _Union, value: Any, place: Place, run: Run, matched: list[int], tried: Tried
) -> Violation:
    """The one violation of a union, with the reasons of the branch that was closest."""
    if matched:
        numbers = " and ".join([str(at + 1) for at in matched])
        message = f"matches the branches {numbers}, but exactly one has to accept the value"
        return violation_at(run.label, place, union.kind, message)
    if not tried:
        return _without_candidate(union, value, place, run)
    at, own = min(tried, key=lambda attempt: _distance(attempt[1], place))
    causes = distinct(own)

    def message_of_closest() -> str:
        return f"{_which(union, value, at)}: {_first_reason(causes)}"

    return violation_at(run.label, place, union.kind, message_of_closest, causes)


def _distance(own: Sink, place: Place) -> tuple[int, int]:
    """How far a branch is from accepting: what it has against the value itself counts most."""
    return sum([violation.is_at(place) for violation in own]), len(own)


def _which(union: _Union, value: Any, at: int) -> str:
    if union.tag is not None and kind_of(value) == "object":
        return f"does not match the branch where {union.tag} is {echo(value[union.tag])}"
    if len(union.nodes) == 1:
        return "does not match"
    return f"matches none of the {len(union.nodes)} branches; the closest is branch {at + 1}"


def _first_reason(causes: Sequence[Violation]) -> str:
    """The first cause, down to what is no union, and how many more there are."""
    leaf = causes[0]
    while leaf.causes:
        leaf = leaf.causes[0]
    more = f" (and {len(causes) - 1} more)" if len(causes) > 1 else ""
    return f"{leaf.path}: {leaf.message}{more}"


def _without_candidate(union: _Union, value: Any, place: Place, run: Run) -> Violation:
    """No branch is for values like this: its type is wrong, or its tag."""
    tag = union.tag
    if tag is None or kind_of(value) != "object":
        return violation_at(run.label, place, union.kind, lambda: wrong_type(union.kinds, value))
    texts = tuple(union.by_tag)
    if tag in value:
        given = value[tag]
        cause = violation_at(run.label, (place, tag), "enum", lambda: _about_tag(texts, given))
    else:
        cause = violation_at(run.label, (place, tag), "required", "missing: it is required")
    message = f"expected {tag} to be one of {listed(texts)}"
    return violation_at(run.label, place, union.kind, lambda: message + _got(value, tag), [cause])


def _about_tag(texts: Sequence[str], given: Any) -> str:
    close = nearest(given, texts) if isinstance(given, str) else None
    hint = f" (did you mean {echo(close)}?)" if close else ""
    return f"expected one of {listed(texts)}, got {echo(given)}{hint}"


def _got(value: Any, tag: str) -> str:
    return f", got {echo(value[tag])}" if tag in value else ", but it is missing"


def all_of_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `allOf`: what the branches find stands for itself."""
    nodes = [linker.node(branch) for branch in schema["allOf"]]
    checks = [node.quick() for node in nodes]

    def fast(value: Any, memo: Memo) -> bool:
        for check in checks:  # noqa: SIM110  # `all` would recurse through C
            if not check(value, memo):
                return False
        return True

    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        for node in nodes:
            yield node, value, place, sink

    return Part(fast, None, nested)


def not_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `not`."""
    node = linker.node(schema["not"])
    check = node.quick()
    message = f"expected a value that does not match {echo(schema['not'])}"

    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        own: Sink = []
        yield node, value, place, own
        if not own:
            sink.append(violation_at(run.label, place, "not", message))

    return Part(lambda value, memo: not check(value, memo), None, nested)


def condition_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `if` with `then` and `else`."""
    test = linker.node(schema["if"])
    then, other = linker.node(schema.get("then", True)), linker.node(schema.get("else", True))
    asked, chosen, left = test.quick(), then.quick(), other.quick()

    def fast(value: Any, memo: Memo) -> bool:
        return chosen(value, memo) if asked(value, memo) else left(value, memo)

    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        own: Sink = []
        yield test, value, place, own
        yield (other if own else then), value, place, sink

    return Part(fast, None, nested)


def reference_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `$ref`."""
    node = linker.node(linker.document.resolve(schema["$ref"]))

    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        yield node, value, place, sink

    return Part(node.quick(), None, nested)
