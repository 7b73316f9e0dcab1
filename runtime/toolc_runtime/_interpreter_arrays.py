"""Keywords that look into arrays."""

from __future__ import annotations

from ._interpreter_node import ANYTHING, Part, accept
from ._interpreter_objects import exact_type
from ._interpreter_types import sole_type
from ._violation import violation_at
from ._wording import echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._interpreter_node import Fast, Linker, Memo, Request, Run, Sink
    from ._violation import Place


def items_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `items` and `prefixItems`."""
    first = [linker.node(inner) for inner in schema.get("prefixItems", ())]
    rest = linker.node(schema.get("items", True))
    typed = sole_type(schema) == "array"
    exact = exact_type(schema.get("items")) or _Nobody

    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        if type(value) is not list and type(value) is not tuple:
            return
        for number, item in enumerate(value):
            node = first[number] if number < len(first) else rest
            if node is not ANYTHING and not run.passes(node, item):
                yield node, item, (place, number), sink

    if first:
        return Part(
            _fast_prefix([node.quick() for node in first], rest.quick(), typed), None, nested
        )
    return Part(_fast_items(rest.quick(), exact, typed), None, nested)


def _fast_items(check: Fast, exact: type, typed: bool) -> Fast:
    def fast(value: Any, memo: Memo) -> bool:
        if type(value) is not list and type(value) is not tuple:
            return not typed
        if check is accept:
            return True
        for item in value:  # noqa: SIM110  # `all` would recurse through C
            if type(item) is not exact and not check(item, memo):
                return False
        return True

    return fast


class _Nobody:
    """A type that no value has."""


def _fast_prefix(first: list[Fast], rest: Fast, typed: bool) -> Fast:
    def fast(value: Any, memo: Memo) -> bool:
        if type(value) is not list and type(value) is not tuple:
            return not typed
        for check, item in zip(first, value, strict=False):
            if not check(item, memo):
                return False
        if rest is not accept:
            for item in value[len(first) :]:
                if not rest(item, memo):
                    return False
        return True

    return fast


def contains_part(schema: dict[str, Any], linker: Linker) -> Part:
    """The part of `contains`, `minContains` and `maxContains`."""
    node = linker.node(schema["contains"])
    check = node.quick()
    least = int(schema.get("minContains", 1))
    most = int(schema["maxContains"]) if "maxContains" in schema else None
    kind = "min_contains" if "minContains" in schema else "contains"

    def fast(value: Any, memo: Memo) -> bool:
        if type(value) is not list and type(value) is not tuple:
            return True
        count = 0
        for item in value:
            if check(item, memo):
                count += 1
        return least <= count and (most is None or count <= most)

    def nested(value: Any, place: Place, sink: Sink, run: Run) -> Iterator[Request]:
        if type(value) is not list and type(value) is not tuple:
            return
        count = 0
        for number, item in enumerate(value):
            own: Sink = []
            yield node, item, (place, number), own
            count += not own
        shown = echo(schema["contains"])
        if count < least:
            message = f"expected at least {least} of the items to match {shown}, got {count}"
            sink.append(violation_at(run.label, place, kind, message))
        if most is not None and count > most:
            message = f"expected at most {most} of the items to match {shown}, got {count}"
            sink.append(violation_at(run.label, place, "max_contains", message))

    return Part(fast, None, nested)
