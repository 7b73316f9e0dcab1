"""A compiled schema: a quick verdict by closures, and a full account on a stack of our own.

Both are made of the same parts. The quick one recurses as the value does, and where that goes too
deep it gives up; the account has no such limit, so it has the last word.
"""

from __future__ import annotations

from ._violation import violation_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, TypeAlias

    from ._references import Document
    from ._violation import Place, Violation

    Memo: TypeAlias = dict[tuple[int, int], bool] | None
    Fast: TypeAlias = Callable[[Any, Memo], bool]
    Sink: TypeAlias = list[Violation]
    Request: TypeAlias = "tuple[Node, Any, Place, Sink]"
    Plain: TypeAlias = "Callable[[Any, Place, Sink, Run], bool | None]"
    Nested: TypeAlias = "Callable[[Any, Place, Sink, Run], Iterator[Request]]"

_CONTAINERS = frozenset([dict, list, tuple])


def accept(value: Any, memo: Memo) -> bool:
    """The verdict of a schema that says nothing."""
    return True


class Part:
    """What one keyword, or a group that works together, adds to a node.

    *fast*: whether a value passes. *plain*: reports what is wrong; true means that nothing more
    is worth saying about the value. *nested*: reports too, and asks for inner schemas by yielding.
    """

    __slots__ = ("fast", "nested", "plain")

    def __init__(
        self, fast: Fast | None, plain: Plain | None = None, nested: Nested | None = None
    ) -> None:
        self.fast = fast
        self.plain = plain
        self.nested = nested


class Node:
    """One schema. *shared*: more than one place leads here, so verdicts are worth keeping."""

    __slots__ = ("__weakref__", "fast", "nested", "plain", "shared")

    def __init__(self) -> None:
        self.fast: Fast | None = None
        self.plain: tuple[Plain, ...] = ()
        self.nested: tuple[Nested, ...] = ()
        self.shared = False

    def complete(self, parts: Sequence[Part]) -> None:
        """Take the parts of the schema, whose inner schemas need not be complete yet."""
        self.plain = tuple([part.plain for part in parts if part.plain is not None])
        self.nested = tuple([part.nested for part in parts if part.nested is not None])
        fast = _all_of([part.fast for part in parts if part.fast is not None])
        self.fast = _remembered(fast, id(self)) if self.shared else fast

    def quick(self) -> Fast:
        """The quick verdict, to be called only once every node is complete."""
        if self.fast is not None:
            return self.fast
        return lambda value, memo: self.fast(value, memo)  # type: ignore[misc]  # complete by then


def _all_of(checks: Sequence[Fast]) -> Fast:
    if not checks:
        return accept
    if len(checks) == 1:
        return checks[0]
    if len(checks) == 2:
        first, second = checks
        return lambda value, memo: first(value, memo) and second(value, memo)

    def fast(value: Any, memo: Memo) -> bool:
        for check in checks:  # noqa: SIM110  # `all` would recurse through C
            if not check(value, memo):
                return False
        return True

    return fast


def _remembered(check: Fast, key: int) -> Fast:
    """*check*, asked once a value in one run: references that meet would double the work."""

    def fast(value: Any, memo: Memo) -> bool:
        assert memo is not None
        slot = (key, id(value))
        known = memo.get(slot)
        if known is None:
            known = memo[slot] = check(value, memo)
        return known

    return fast


class Run:
    """One account of one value: its label, and what was found at shared nodes."""

    __slots__ = ("_entries", "_verdicts", "label")

    def __init__(self, label: str) -> None:
        self.label = label
        self._verdicts: Memo = {}
        self._entries: dict[tuple[int, int], tuple[Place, Sink, int, int]] = {}

    def passes(self, node: Node, value: Any) -> bool:
        """Whether *value* is a scalar that passes; False where it takes an account to know."""
        if type(value) in _CONTAINERS:
            return False
        try:
            return node.quick()(value, self._verdicts)
        except RecursionError:
            return False

    def recall(self, node: Node, value: Any, place: Place, sink: Sink) -> bool:
        """Whether *node* has seen *value* at *place*; what it found then goes to *sink*."""
        entry = self._entries.get((id(node), id(value)))
        if entry is None or not _same_place(entry[0], place):
            return False
        _, found, start, end = entry
        # The same list needs a trace only: doubling it at every meeting would be exponential.
        sink.extend(found[start : min(end, start + 1) if found is sink else end])
        return True

    def record(self, node: Node, value: Any, place: Place, sink: Sink, start: int) -> None:
        """Keep what *node* found: all of *sink* from *start*."""
        self._entries[id(node), id(value)] = (place, sink, start, len(sink))


def _same_place(one: Place, other: Place) -> bool:
    while one is not other:
        if one is None or other is None or one[1] != other[1]:
            return False
        one, other = one[0], other[0]
    return True


def account(node: Node, value: Any, label: str) -> list[Violation]:
    """Everything that is wrong with *value*, in walk order; depth costs memory only."""
    run = Run(label)
    sink: Sink = []
    stack = [_walk(node, value, None, sink, run)]
    while stack:
        for request in stack[-1]:
            stack.append(_walk(*request, run))
            break
        else:
            stack.pop()
    return distinct(sink)


def distinct(found: Sink) -> list[Violation]:
    """*found* without the traces that shared nodes leave of one violation."""
    return list({id(violation): violation for violation in found}.values())


def _walk(node: Node, value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
    if node.shared and run.recall(node, value, place, sink):
        return
    start = len(sink)
    yield from _parts(node, value, place, sink, run)
    if node.shared:
        run.record(node, value, place, sink, start)


def _parts(node: Node, value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
    for plain in node.plain:
        if plain(value, place, sink, run):
            return
    for nested in node.nested:
        yield from nested(value, place, sink, run)


def _refuse(value: Any, memo: Memo) -> bool:
    return False


def _say_forbidden(value: Any, place: Place, sink: Sink, run: Run) -> None:
    message = "nothing may stand here: the schema is false"
    sink.append(violation_at(run.label, place, "forbidden", message))


def _boolean(*parts: Part) -> Node:
    node = Node()
    node.complete(parts)
    return node


ANYTHING = _boolean()
NOTHING = _boolean(Part(_refuse, _say_forbidden))


class Linker:
    """Leads from the schemas of one document to their nodes, which may not be complete yet."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.nodes: dict[int, Node] = {}

    def node(self, schema: Any) -> Node:
        """The node of *schema*."""
        if isinstance(schema, bool):
            return ANYTHING if schema else NOTHING
        return self.nodes[id(schema)]
