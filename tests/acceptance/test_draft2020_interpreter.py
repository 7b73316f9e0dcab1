"""The official suite of JSON Schema 2020-12, group by group, less what is refused by name.

`draft2020_left_out.toml` names each group that is left out, with the reason. It has no entry that
is not needed.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from toolc_runtime import JsonSchemaError, compile_schema, schema_violations

Group = dict[str, Any]
Name = tuple[str, str]

OPTIONAL = ("bignum", "ecmascript-regex", "float-overflow", "non-bmp-regex", "no-schema")
"""What the suite calls optional and is kept here all the same; formats have their own tests."""


@cache
def left_out() -> dict[Name, str]:
    """The reason for each group that is left out, by file and description."""
    text = Path(__file__).with_name("draft2020_left_out.toml").read_text(encoding="utf-8")
    return {
        (entry["file"], group): entry["reason"]
        for entry in tomllib.loads(text)["left_out"]
        for group in entry["groups"]
    }


def groups(data: Path, pattern: str = "*.json") -> Iterator[tuple[Name, Group]]:
    folder = data / "conformance" / "draft2020-12"
    for path in sorted(folder.glob(pattern)):
        for group in json.loads(path.read_text(encoding="utf-8")):
            yield (path.relative_to(folder).as_posix(), group["description"]), group


def optional_groups(data: Path) -> Iterator[tuple[Name, Group]]:
    for name in OPTIONAL:
        yield from groups(data, f"optional/{name}.json")


def failures(group: Group) -> list[str]:
    """The tests of *group* that the interpreter gets wrong; the group's name where it refuses."""
    try:
        validate = compile_schema(group["schema"], assert_formats=False)
    except JsonSchemaError as error:
        return [f"refused: {error}"]
    return [
        test["description"]
        for test in group["tests"]
        if (validate(test["data"]) == []) != test["valid"]
    ]


def test_every_group_that_is_not_left_out_passes(acceptance_data: Path) -> None:
    ran = {n: failures(g) for n, g in groups(acceptance_data) if n not in left_out()}
    assert {name: wrong for name, wrong in ran.items() if wrong} == {}


def test_every_optional_group_that_is_not_left_out_passes(acceptance_data: Path) -> None:
    ran = {n: failures(g) for n, g in optional_groups(acceptance_data) if n not in left_out()}
    assert len(ran) > 20
    assert {name: wrong for name, wrong in ran.items() if wrong} == {}


def test_no_group_is_left_out_that_passes_or_is_not_there(acceptance_data: Path) -> None:
    known = dict(groups(acceptance_data)) | dict(optional_groups(acceptance_data))
    needless = [name for name in left_out() if name not in known or not failures(known[name])]
    assert needless == []


def test_most_groups_run_where_no_keyword_is_refused_by_name(acceptance_data: Path) -> None:
    def is_refused(group: Group) -> bool:
        found = schema_violations(group["schema"], "full")
        return any(v.kind == "unsupported_keyword" for v in found)

    offered = [n for n, g in groups(acceptance_data) if not is_refused(g) and "Remote" not in n[0]]
    ran = [name for name in offered if name not in left_out()]
    assert len(ran) >= 0.85 * len(offered)


def test_a_left_out_group_is_refused_and_not_judged_wrongly(acceptance_data: Path) -> None:
    known = dict(groups(acceptance_data)) | dict(optional_groups(acceptance_data))
    judged = {n: failures(known[n]) for n, reason in left_out().items() if "refused" in reason}
    assert [n for n, wrong in judged.items() if not wrong[0].startswith("refused: ")] == []
