"""Which named types lead to which: recursion, and what inlining would make of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

_HUGE = 10**9
"""Sizes double with every type that mentions the last one twice; nobody counts on from here."""


@dataclass(frozen=True, slots=True)
class TypeNode:
    """What the graph knows of one type, in numbers of its own schema."""

    size: int
    """Schemas in it, itself included."""
    depth: int
    """The most schemas between its root and a leaf, both included."""
    uses: Mapping[str, int]
    """Each type that it mentions: how many times."""
    in_place: frozenset[str] = frozenset()
    """The types that a value of it has to pass itself, through unions or bare references."""


@dataclass(frozen=True, slots=True)
class TypeGraph:
    """The types of one catalogue, by name."""

    nodes: Mapping[str, TypeNode]
    order: tuple[str, ...]
    """The names, each after those that it leads to."""
    recursive: frozenset[str]
    """Types that lead back to themselves; on the wire they are `$defs`, the others are inlined."""
    endless: frozenset[str]
    """Types whose values would have to be checked against the same type again, for ever."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Schemas on the wire where the type stands, once inlined."""
    depths: Mapping[str, int] = field(default_factory=dict)


def graph_of(nodes: Mapping[str, TypeNode]) -> TypeGraph:
    """The graph of *nodes*; mentions of unknown types are passed over."""
    edges = {name: [use for use in node.uses if use in nodes] for name, node in nodes.items()}
    in_place = {
        name: [use for use in node.in_place if use in nodes] for name, node in nodes.items()
    }
    groups = list(components(edges))
    recursive = frozenset(_circular(groups, edges))
    endless = frozenset(_circular(components(in_place), in_place))
    order = tuple(name for group in groups for name in group)
    sizes, depths = _measured(nodes, order, recursive)
    return TypeGraph(nodes, order, recursive, endless, sizes, depths)


def _circular(groups: Iterable[list[str]], edges: Mapping[str, list[str]]) -> Iterator[str]:
    for group in groups:
        if len(group) > 1 or group[0] in edges[group[0]]:
            yield from group


def _measured(
    nodes: Mapping[str, TypeNode], order: Iterable[str], recursive: frozenset[str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Size and depth of every type; a mention of a recursive one counts as one schema."""
    sizes: dict[str, int] = {}
    depths: dict[str, int] = {}
    for name in order:
        node = nodes[name]
        inlined = {u: n for u, n in node.uses.items() if u in sizes and u not in recursive}
        size = node.size + sum(count * sizes[use] for use, count in inlined.items())
        sizes[name] = min(size, _HUGE)
        depths[name] = node.depth + max((depths[use] for use in inlined), default=0)
    return sizes, depths


def users(nodes: Mapping[str, TypeNode], names: Iterable[str]) -> frozenset[str]:
    """*names*, and every type that leads to one of them."""
    used_by: dict[str, list[str]] = {}
    for name, node in nodes.items():
        for use in node.uses:
            used_by.setdefault(use, []).append(name)
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += used_by.get(name, ())
    return frozenset(found)


def components(edges: Mapping[str, list[str]]) -> Iterator[list[str]]:
    """The strongly connected components, each after those it leads to (Tarjan, on a stack)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    on_path: set[str] = set()
    for root in edges:
        if root in order:
            continue
        work = [(root, iter(edges[root]))]
        order[root] = low[root] = len(order)
        path.append(root)
        on_path.add(root)
        while work:
            name, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == order[name]:
                    yield _cut(path, name, on_path)
            elif target not in order:
                order[target] = low[target] = len(order)
                path.append(target)
                on_path.add(target)
                work.append((target, iter(edges[target])))
            elif target in on_path:
                low[name] = min(low[name], order[target])


def _cut(path: list[str], name: str, on_path: set[str]) -> list[str]:
    """Take *name* and all after it off *path*."""
    group = [path.pop()]
    while group[-1] != name:
        group.append(path.pop())
    on_path.difference_update(group)
    return group[::-1]
