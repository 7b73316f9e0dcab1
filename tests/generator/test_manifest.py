"""The manifest tells our files from others', and nobody who edits it gains anything."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from toolc.manifest import NAME, Digests, Manifest, digests, load

TEXT = 'x = ("a", 1)\n'
GOOD = Manifest("specs/files.yaml", "0" * 64, {"read.py": digests(TEXT), "py.typed": digests("")})


def put(folder: Path, text: str) -> None:
    (folder / NAME).write_text(text, encoding="utf-8")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    put(tmp_path, GOOD.text())
    assert load(tmp_path) == GOOD


def test_it_holds_the_digest_that_sha256sum_prints(tmp_path: Path) -> None:
    files = json.loads(GOOD.text())["files"]
    assert files["read.py"]["sha256"] == hashlib.sha256(TEXT.encode()).hexdigest()


def test_it_holds_nothing_that_changes_with_a_release_and_no_absolute_path() -> None:
    table = json.loads(GOOD.text())
    assert table.keys() == {"edition", "spec", "files"}
    assert table["edition"] == "codegen1"
    assert table["spec"] == {"path": "specs/files.yaml", "sha256": "0" * 64}


def test_the_order_of_files_changes_nothing() -> None:
    other = Manifest(GOOD.spec, GOOD.spec_digest, dict(reversed(GOOD.files.items())))
    assert other.text() == GOOD.text()


@pytest.mark.parametrize("text", ["x=('a',1,)", "x = (\r\n    'a',\r\n    1,\r\n)\r\n"])
def test_another_layout_has_the_same_ink(text: str) -> None:
    assert digests(text).ink == digests(TEXT).ink
    assert digests(text).sha256 != digests(TEXT).sha256


@pytest.mark.parametrize("text", ['x = ("b", 1)\n', 'x = ("a", 1)  # y\n', 'x = ("a", -1)\n'])
def test_another_meaning_has_other_ink(text: str) -> None:
    assert digests(text).ink != digests(TEXT).ink


@pytest.mark.parametrize(
    "name",
    [
        "../read.py",
        "/etc/passwd",
        "a/b.py",
        "a\\b.py",
        "..",
        ".",
        "",
        ".toolc.json",
        ".git",
        "c:x.py",
        "notes.txt",
        "read.py\n",
        "read.py\0",
    ],
)
def test_a_name_that_we_would_never_write_counts_for_nothing(tmp_path: Path, name: str) -> None:
    table = json.loads(GOOD.text())
    table["files"][name] = table["files"]["read.py"]
    put(tmp_path, json.dumps(table))
    assert load(tmp_path) == GOOD


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{[",
        "[]",
        "null",
        "7",
        "{}",
        "[" * 100_000,
        '{"spec": 1, "files": {}, "edition": "codegen1"}',
        '{"spec": {"path": 1, "sha256": ""}, "files": {}, "edition": ""}',
        '{"spec": {"path": "", "sha256": ""}, "files": [], "edition": ""}',
        '{"spec": {"path": "", "sha256": ""}, "files": {"a.py": "x"}, "edition": ""}',
        '{"spec": {"path": "", "sha256": ""}, "files": {"a.py": {"sha256": 1}}, "edition": ""}',
        "\ufeff{}",
    ],
)
def test_a_damaged_manifest_is_none(tmp_path: Path, text: str) -> None:
    put(tmp_path, text)
    assert load(tmp_path) is None


def test_bytes_that_are_no_text_are_none(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"\xff\xfe{}")
    assert load(tmp_path) is None


def test_a_link_is_not_followed_and_a_pipe_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    put(tmp_path / "elsewhere", GOOD.text())
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere" / NAME)
    assert load(tmp_path) is None
    (tmp_path / NAME).unlink()
    os.mkfifo(tmp_path / NAME)
    assert load(tmp_path) is None


def test_a_missing_manifest_is_none(tmp_path: Path) -> None:
    assert load(tmp_path / "missing") is None


def test_digests_take_what_is_no_utf8() -> None:
    text = b"\xff".decode("utf-8", "surrogateescape")
    assert digests(text) == Digests(*[hashlib.sha256(b"\xff").hexdigest()] * 2)
