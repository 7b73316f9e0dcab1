"""Which types lead to which."""

from __future__ import annotations

from itertools import pairwise

from toolc.type_graph import TypeNode, components, graph_of, users


def node(*uses: str, in_place: tuple[str, ...] = (), size: int = 1) -> TypeNode:
    counts = {use: uses.count(use) for use in uses}
    return TypeNode(size, 1, counts, frozenset(in_place))


def test_a_component_comes_after_those_it_leads_to() -> None:
    edges = {"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": [], "e": ["e"]}
    assert [sorted(group) for group in components(edges)] == [["d"], ["b", "c"], ["a"], ["e"]]


def test_types_that_lead_back_to_themselves_are_recursive() -> None:
    graph = graph_of({"a": node("b"), "b": node("c"), "c": node("b"), "d": node("d"), "e": node()})
    assert graph.recursive == {"b", "c", "d"}
    assert graph.endless == frozenset()


def test_types_that_a_value_has_to_pass_for_ever_are_endless() -> None:
    graph = graph_of({"a": node("b", in_place=("b",)), "b": node("a", in_place=("a",))})
    assert graph.endless == {"a", "b"}
    graph = graph_of({"a": node("b", in_place=("b",)), "b": node("a")})
    assert graph.endless == frozenset()


def test_a_mention_of_a_recursive_type_stays_one_schema() -> None:
    graph = graph_of({"tree": node("tree", "tree", size=5), "two": node("tree", "tree", size=3)})
    assert graph.sizes == {"tree": 5, "two": 3}


def test_types_that_double_are_measured_without_being_inlined() -> None:
    names = [f"t{n}" for n in range(20_000)]
    nodes = {name: node(*[after] * 2) for name, after in pairwise(names)}
    graph = graph_of({**nodes, names[-1]: node()})
    assert graph.sizes[names[-3]] == 7
    assert graph.sizes["t0"] == 10**9
    assert graph.depths["t0"] == 20_000
    assert graph.recursive == frozenset()


def test_a_mention_of_an_unknown_type_is_passed_over() -> None:
    assert graph_of({"a": node("ghost", in_place=("ghost",))}).sizes == {"a": 1}


def test_users_are_those_that_lead_to_a_type_and_itself() -> None:
    nodes = {"a": node("b"), "b": node("c"), "c": node("b"), "d": node("a", "e"), "e": node()}
    assert users(nodes, ["c"]) == {"a", "b", "c", "d"}
    assert users(nodes, ["e", "ghost"]) == {"d", "e", "ghost"}
    assert users(nodes, []) == frozenset()
