"""What the `jsonschema` package says of a value: where it disagrees with us, one of us is wrong.

It is known to be wrong itself on the dialect of `pattern` and on `multipleOf` of fractions; formats
are optional to it. Schemas with those are not put to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .walk import Schema, schemas

EXCLUDED = ("pattern", "patternProperties", "format", "multipleOf", "$id", "$anchor")
"""Keywords on which the opinion is worth nothing: `$id` inside moves the base of references."""

left_out: Counter[str] = Counter()
"""How often each keyword kept a value from being put to it."""


class Disagreement(Exception):
    """The two validators disagree: a fault of ours, to be reported as one."""


def compare(schema: Mapping[str, Any], value: object, violations: Sequence[object]) -> None:
    """Raise `Disagreement` if `jsonschema` judges *value* otherwise than *violations* does."""
    excluded = _excluded_in(schema)
    if excluded:
        left_out[excluded] += 1
        return
    from jsonschema import Draft202012Validator  # 0.1 s that specs without examples never need

    try:
        passes = Draft202012Validator(schema).is_valid(value)
    except RecursionError:
        left_out["depth"] += 1
        return
    if passes == bool(violations):
        ours, theirs = ("refuse", "accept") if passes else ("accept", "refuse")
        raise Disagreement(f"we {ours} what jsonschema {theirs}s: {value!r} for {schema!r}")


def _excluded_in(schema: Schema) -> str | None:
    for _, found in schemas(schema):
        if isinstance(found, Mapping):
            for key in EXCLUDED:
                if key in found and not (key == "multipleOf" and isinstance(found[key], int)):
                    return key
    return None
