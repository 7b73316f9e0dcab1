"""The marker of an absent property."""

from __future__ import annotations

import copy
import pickle
from enum import Enum

from toolc_runtime import UNSET, Unset


def test_it_is_the_only_member_of_its_type() -> None:
    assert isinstance(UNSET, Unset)
    assert isinstance(UNSET, Enum)
    assert list(Unset) == [UNSET]


def test_it_is_itself_after_copies_and_pickles() -> None:
    assert copy.copy(UNSET) is UNSET
    assert copy.deepcopy({"a": UNSET})["a"] is UNSET
    assert pickle.loads(pickle.dumps(UNSET)) is UNSET


def test_it_is_neither_null_nor_true() -> None:
    assert UNSET is not None
    assert (UNSET or "fallback") == "fallback"
    assert repr(UNSET) == "UNSET"
