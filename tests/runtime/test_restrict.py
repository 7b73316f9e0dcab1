"""Restrictions: a scope's live filter over what it inherits, and every filter that is refused."""

from __future__ import annotations

from typing import Any

import pytest
from toolc_runtime import (
    ToolDefinition,
    ToolOutputDefinition,
    ToolRegistrationError,
    ToolRegistry,
    ToolRestriction,
)


async def nothing(args: Any, run: Any) -> None:
    return None


def tool(name: str) -> ToolDefinition[Any, Any]:
    return ToolDefinition(
        name, "", {"type": "object"}, ToolOutputDefinition({}, lambda args, value: []), nothing
    )


def registry(*names: str) -> ToolRegistry:
    tools = ToolRegistry()
    for name in names:
        tools.register(tool(name))
    return tools


def names(tools: ToolRegistry, scope: str | None = None) -> list[str]:
    return sorted(d.name for d in tools.definitions(scope))


def test_an_allow_list_keeps_only_its_names_and_excludes_later_ones() -> None:
    tools = registry("a", "b", "c")
    tools.scope("agent").restrict(ToolRestriction(allow=["a", "b"]))
    tools.register(tool("later"))
    assert names(tools, "agent") == ["a", "b"]
    assert tools.get("c", "agent") is None
    assert tools.executable("later", "agent") is None


def test_a_deny_list_takes_its_names_away_and_admits_later_ones() -> None:
    tools = registry("a", "b")
    tools.scope("agent").restrict(ToolRestriction(deny=["a"]))
    tools.register(tool("later"))
    assert names(tools, "agent") == ["b", "later"]


def test_both_lists_of_one_restriction_hold() -> None:
    tools = registry("a", "b", "c")
    tools.scope("agent").restrict(ToolRestriction(allow=["a", "b"], deny=["b"]))
    assert names(tools, "agent") == ["a"]


def test_an_empty_allow_list_leaves_only_what_is_the_scopes_own() -> None:
    tools = registry("a")
    scope = tools.scope("agent")
    scope.restrict(ToolRestriction(allow=[]))
    scope.register(tool("own"))
    assert names(tools, "agent") == ["own"]


def test_restrictions_intersect_and_lifting_one_leaves_the_others() -> None:
    tools = registry("a", "b", "c")
    scope = tools.scope("agent")
    scope.restrict(ToolRestriction(deny=["a"]))
    lift = scope.restrict(ToolRestriction(allow=["a", "b"]))
    assert names(tools, "agent") == ["b"]
    lift()
    lift()
    assert names(tools, "agent") == ["b", "c"]


def test_the_scopes_own_tools_are_exempt_even_where_they_shadow_a_restricted_one() -> None:
    tools = registry("a")
    scope = tools.scope("agent")
    scope.restrict(ToolRestriction(deny=["a"]))
    own = tool("a")
    remove = scope.register(own)
    assert scope.get("a") is own
    remove()
    assert scope.get("a") is None


def test_restrictions_of_every_layer_of_the_chain_filter_what_is_inherited() -> None:
    tools = registry("a", "b", "c")
    parent = tools.scope("parent")
    child = tools.scope("child", parent=parent)
    parent.register(tool("from_parent"))
    parent.restrict(ToolRestriction(deny=["a"]))
    child.restrict(ToolRestriction(deny=["from_parent", "b"]))
    assert names(tools, "parent") == ["b", "c", "from_parent"]
    assert names(tools, "child") == ["c"]
    assert names(tools) == ["a", "b", "c"]


def test_the_lists_are_copied_when_the_restriction_is_made() -> None:
    tools = registry("a", "b")
    denied = ["a"]
    restriction = ToolRestriction(deny=denied)
    denied.append("b")
    tools.scope("agent").restrict(restriction)
    assert names(tools, "agent") == ["b"]


def test_a_restriction_that_is_made_or_lifted_is_a_change() -> None:
    tools = registry("a")
    heard: list[str] = []
    tools.on.change(lambda: heard.append("change"))
    lift = tools.scope("agent").restrict(ToolRestriction(deny=["a"]))
    assert heard == ["change"]
    lift()
    lift()
    assert heard == ["change", "change"]


def test_a_filter_with_neither_list_is_refused() -> None:
    with pytest.raises(ToolRegistrationError, match="needs names"):
        registry("a").scope("agent").restrict(ToolRestriction())


def test_a_restriction_needs_a_scope() -> None:
    with pytest.raises(ToolRegistrationError, match="belongs to a scope"):
        registry("a").restrict(ToolRestriction(deny=["a"]))


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ToolRegistrationError, match=r"'nope'.*'a', 'b'"):
        registry("b", "a").scope("agent").restrict(ToolRestriction(allow=["a", "nope"]))


def test_a_name_that_only_the_scope_itself_has_is_refused() -> None:
    scope = registry("a").scope("agent")
    scope.register(tool("own"))
    with pytest.raises(ToolRegistrationError, match="not inherited: 'own'"):
        scope.restrict(ToolRestriction(deny=["own"]))


def test_an_ancestors_tool_can_be_restricted() -> None:
    tools = registry()
    tools.scope("parent").register(tool("a"))
    child = tools.scope("child", parent="parent")
    child.restrict(ToolRestriction(deny=["a"]))
    assert names(tools, "child") == []


@pytest.mark.parametrize("list_name", ["allow", "deny"])
def test_the_reserved_transport_cannot_be_restricted(list_name: str) -> None:
    restriction: Any = ToolRestriction(**{list_name: ["run_code"]})
    with pytest.raises(ToolRegistrationError, match="reserved"):
        registry("a").scope("agent").restrict(restriction)


def test_a_single_name_is_no_list_of_names() -> None:
    with pytest.raises(TypeError, match="list of names"):
        ToolRestriction(deny="abc")


def test_what_is_no_restriction_is_refused() -> None:
    restriction: Any = {"deny": ["a"]}
    with pytest.raises(ToolRegistrationError, match="no ToolRestriction"):
        registry("a").scope("agent").restrict(restriction)


def test_a_refused_restriction_filters_nothing() -> None:
    tools = registry("a")
    with pytest.raises(ToolRegistrationError):
        tools.scope("agent").restrict(ToolRestriction(deny=["a", "nope"]))
    assert names(tools, "agent") == ["a"]
