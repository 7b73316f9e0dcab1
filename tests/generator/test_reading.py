"""Stage 0: specs from the disk."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from toolc.diagnostics import Findings
from toolc.document import parse
from toolc.limits import MAX_BYTES
from toolc.reading import read


def tree(root: Path, *names: str) -> Path:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"description: {name}", encoding="utf-8")
    return root


def test_the_specs_of_a_folder_are_read_in_path_order(tmp_path: Path) -> None:
    root = tree(
        tmp_path / "specs", "b.yaml", "a/z.yml", "a.yaml", "readme.md", ".x.yaml", ".d/y.yaml"
    )
    findings = Findings()
    sources = read((root,), findings)
    assert [source.origin for source in sources] == [
        "specs/a.yaml",
        "specs/a/z.yml",
        "specs/b.yaml",
    ]
    assert sources[0].path == f"{root.as_posix()}/a.yaml"
    assert sources[0].text == "description: a.yaml"
    assert findings.diagnostics == ()


def test_origin_and_digest_do_not_depend_on_how_the_folder_is_named(tmp_path: Path) -> None:
    root = tree(tmp_path / "specs", "a.yaml")
    (whole,) = read((root,), Findings())
    (single,) = read((root / "a.yaml",), Findings())
    (dotted,) = read((root / ".." / "specs",), Findings())
    assert whole.origin == single.origin == dotted.origin == "specs/a.yaml"
    assert whole.digest == hashlib.sha256(b"description: a.yaml").hexdigest()


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    root = tree(tmp_path / "specs", "a.yaml", "b.yaml")
    assert len(read((root, root / "a.yaml", root), Findings())) == 2


def test_what_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    findings = Findings()
    os.mkfifo(tmp_path / "pipe.yaml")
    missing, pipe = tmp_path / "no.yaml", tmp_path / "pipe.yaml"
    assert read((missing, pipe, tmp_path), findings) == ()
    assert [(found.location.path, found.message) for found in findings.diagnostics] == [
        (tmp_path.as_posix(), "no specs in this folder"),
        (missing.as_posix(), "no such file or folder"),
        (pipe.as_posix(), "not a file or folder"),
    ]


def test_of_a_file_that_is_too_large_no_more_than_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_bytes(b"# " + "é".encode() * MAX_BYTES)
    findings = Findings()
    (source,) = read((path,), findings)
    assert len(source.text) < MAX_BYTES
    assert parse((source,), findings) == ()
    assert [found.code for found in findings.diagnostics] == ["yaml-size"]


def test_bytes_that_are_no_text_are_left_for_parse_to_place(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_bytes(b"a: 1\nb: \xff")
    findings = Findings()
    parse(read((path,), findings), findings)
    assert [found.location[1:3] for found in findings.diagnostics] == [(2, 4)]


def test_a_path_that_is_no_text_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.yaml")).write_text("a: 1", encoding="utf-8")
    findings = Findings()
    assert read((tmp_path,), findings) == ()
    assert [found.message for found in findings.diagnostics] == ["the path is not UTF-8"]
