"""Lossless JSON: what is accepted, and the plain and frozen forms of it."""

from __future__ import annotations

import copy
import json
import pickle
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolc_runtime import FrozenDict, NotJsonError, freeze, json_equal, snapshot, thaw
from toolc_runtime._json import json_key

FORMS = (snapshot, freeze, thaw)
DEEP = 100_000

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
texts = st.text(st.characters(codec="utf-8"), max_size=5)
json_values = st.recursive(
    scalars | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


class Special(list[int]):
    pass


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def cyclic() -> Any:
    value: dict[str, Any] = {"a": []}
    value["a"].append(value)
    return value


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        (float("nan"), "value", "NaN"),
        ([1, {"a": float("-inf")}], "value[1].a", "Infinity"),
        ({"a": {1: 2}}, "value.a", "the key 1"),
        ({"a": {1, 2}}, "value.a", "set"),
        (b"bytes", "value", "bytes"),
        (["\ud800"], "value[0]", "lone surrogate"),
        ({"\udfff": 1}, "value", "lone surrogate"),
        (OrderedDict(a=1), "value", "subclass of dict"),
        (Special([1]), "value", "subclass of list"),
        ([Colour.RED], "value[0]", "subclass of str"),
        ({Colour.RED: 1}, "value", "no string"),
        (Level.HIGH, "value", "subclass of int"),
        (cyclic(), "value.a[0]", "contains itself"),
    ],
)
def test_what_json_cannot_carry_is_refused_at_its_place(
    form: Any, value: object, path: str, reason: str
) -> None:
    with pytest.raises(NotJsonError) as caught:
        form(value)
    assert caught.value.path == path
    assert reason in str(caught.value)
    assert str(caught.value).startswith(path)


def test_a_snapshot_refuses_tuples_and_frozen_mappings_from_callers() -> None:
    for value in ((1, 2), {"a": (1,)}, FrozenDict(a=1)):
        with pytest.raises(NotJsonError):
            snapshot(value)
        assert thaw(value) is not None


def test_the_first_fault_in_the_value_s_own_order_is_the_one_reported() -> None:
    with pytest.raises(NotJsonError) as caught:
        snapshot({"a": [[{"deep": {1}}]], "b": {2}})
    assert caught.value.path == "value.a[0][0].deep"
    assert caught.value.steps == ("a", 0, 0, "deep")


def test_the_label_begins_the_path() -> None:
    with pytest.raises(NotJsonError, match=r"^arguments\.x is"):
        snapshot({"x": object()}, "arguments")


def test_an_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(NotJsonError("value.a", "is odd", ("a",))))
    assert (error.path, error.reason, error.steps) == ("value.a", "is odd", ("a",))


@given(json_values)
def test_a_snapshot_is_equal_and_shares_no_container(value: Any) -> None:
    found = snapshot(value)
    assert json.dumps(found) == json.dumps(value)
    if isinstance(value, (dict, list)):
        assert found is not value


def test_shared_parts_come_out_as_separate_copies() -> None:
    part = [1]
    found: Any = snapshot([part, part, {"a": part}])
    found[0].append(2)
    assert found == [[1, 2], [1], {"a": [1]}]


@given(json_values)
def test_frozen_and_thawed_is_what_it_was(value: Any) -> None:
    frozen = freeze(value)
    assert json.dumps(thaw(frozen)) == json.dumps(value) == json.dumps(frozen)
    assert freeze(frozen) == frozen
    assert hash(frozen) == hash(freeze(value))


def test_numbers_stay_what_they_are() -> None:
    found: Any = snapshot([9007199254740995, 10**400, -0.0, 1.0, True])
    assert [type(item) for item in found] == [int, int, float, float, bool]
    assert str(found[2]) == "-0.0"
    assert found[1] == 10**400


@pytest.mark.parametrize("form", FORMS)
def test_depth_costs_memory_only(form: Any) -> None:
    assert json_equal(form(nested(DEEP)), nested(DEEP))


def test_a_cycle_under_many_containers_is_found() -> None:
    value: list[Any] = [[] for _ in range(30_000)]
    value[-1].append(value)
    with pytest.raises(NotJsonError, match="contains itself"):
        freeze(value)


def test_a_frozen_mapping_refuses_every_change() -> None:
    frozen: Any = freeze({"a": 1})
    changes: list[Callable[[], object]] = [
        lambda: frozen.__setitem__("b", 1),
        lambda: frozen.__delitem__("a"),
        lambda: frozen.update(b=1),
        lambda: frozen.pop("a"),
        lambda: frozen.popitem(),
        lambda: frozen.clear(),
        lambda: frozen.setdefault("b", 1),
        lambda: frozen.__ior__({"b": 1}),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="can't be changed"):
            change()
    assert frozen == {"a": 1}


def test_a_frozen_tree_equals_its_plain_form_both_ways() -> None:
    plain = {"a": [1, {"b": [None]}]}
    frozen = freeze(plain)
    assert frozen == plain
    assert plain == frozen
    assert not frozen != plain  # noqa: SIM202  # `!=` is an operator of its own
    assert frozen != {"a": [1, {"b": [0]}]}
    assert frozen != {**plain, "c": 1}
    assert (frozen == [1]) is False  # type: ignore[comparison-overlap]  # that is the point


def test_a_frozen_tree_hashes_by_content_whatever_the_order_of_keys() -> None:
    assert hash(freeze({"a": [1, 2], "b": {}})) == hash(freeze({"b": {}, "a": [1, 2]}))
    assert {freeze({"a": [1]}): "found"}[freeze({"a": [1.0]})] == "found"
    with pytest.raises(TypeError, match="unhashable"):
        hash(FrozenDict(a=[1]))


def test_frozen_trees_survive_copies_pickles_and_matching() -> None:
    frozen: Any = freeze({"a": [1, {"b": 2}]})
    assert copy.copy(frozen) is frozen
    assert copy.deepcopy(frozen) is frozen
    assert pickle.loads(pickle.dumps(frozen)) == frozen
    assert type(pickle.loads(pickle.dumps(frozen))) is FrozenDict
    assert isinstance(frozen.copy(), dict) and not isinstance(frozen.copy(), FrozenDict)
    match frozen:
        case {"a": [1, {"b": found}]}:
            assert found == 2
        case _:
            pytest.fail("a frozen tree has to match like a plain one")


def test_dataclasses_that_hold_frozen_trees_can_be_turned_into_dicts() -> None:
    @dataclass(frozen=True)
    class Holder:
        extra: Any

    frozen = freeze({"a": [1, {"b": 2}]})
    assert asdict(Holder(frozen)) == {"extra": {"a": (1, {"b": 2})}}
    assert hash(Holder(frozen)) == hash(Holder(freeze({"a": [1, {"b": 2}]})))


def test_a_deep_copy_of_what_is_not_frozen_through_is_a_real_copy() -> None:
    inner = [1]
    copied = copy.deepcopy(FrozenDict(a=inner))
    assert copied == {"a": [1]}
    assert copied["a"] is not inner


def test_a_deep_frozen_tree_can_be_hashed_compared_and_copied() -> None:
    value: Any = {}
    for _ in range(DEEP):
        value = {"a": value}
    frozen = freeze(value)
    assert hash(frozen) == hash(freeze(value))
    assert frozen == freeze(value)
    assert copy.deepcopy(frozen) is frozen


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1, 1.0, True),
        (True, 1, False),
        (False, 0, False),
        (0, -0.0, True),
        (None, False, False),
        ("1", 1, False),
        ([1, [2]], (1, (2,)), True),
        ([1, 2], [2, 1], False),
        ([1], [1, 1], False),
        ({"a": 1, "b": [True]}, {"b": [True], "a": 1}, True),
        ({"a": [True]}, {"a": [1]}, False),
        ({"a": 1}, {"b": 1}, False),
        ({}, [], False),
        (9007199254740993, 9007199254740992.0, False),
    ],
)
def test_equality_is_json_s(one: Any, other: Any, equal: bool) -> None:
    assert json_equal(one, other) is equal
    assert json_equal(other, one) is equal
    assert (json_key(one) == json_key(other)) is equal


@given(json_values, json_values)
def test_keys_are_equal_exactly_where_values_are(one: Any, other: Any) -> None:
    assert (json_key(one) == json_key(other)) is json_equal(one, other)
    assert json_key(one) == json_key(freeze(one))


def test_the_key_of_a_deep_value_can_be_hashed() -> None:
    assert hash(json_key(nested(DEEP))) == hash(json_key(nested(DEEP)))
