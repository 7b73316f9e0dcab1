"""`toolc build` and `verify` on a folder: whole packages or nothing, and nobody else's files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from toolc.cli import main

SPEC = """catalog: files
description: Files.
tools:
  read:
    description: Read.
    parameters:
      path: {type: string, required: true}
    output: {type: string}
  write:
    description: Write.
    parameters: {}
    output: {type: integer}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "files.yaml").write_text(SPEC, encoding="utf-8")
    return tmp_path


def build(folder: Path, *options: str) -> Result:
    command = ["build", str(folder / "specs"), "--out", str(folder / "out"), "--no-typecheck"]
    return CliRunner().invoke(main, [*command, *options])


def verify(folder: Path) -> Result:
    return CliRunner().invoke(main, ["verify", str(folder / "specs"), "--out", str(folder / "out")])


def tree(folder: Path) -> dict[str, tuple[bytes, int]]:
    files = [path for path in (folder / "out").rglob("*") if path.is_file()]
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def test_a_second_build_touches_nothing(folder: Path) -> None:
    assert build(folder).exit_code == 0
    before = tree(folder)
    assert build(folder).exit_code == 0
    assert tree(folder) == before
    assert verify(folder).exit_code == 0


def test_with_any_error_nothing_is_written(folder: Path) -> None:
    bad = SPEC.replace("integer", "intger")
    (folder / "specs" / "bad.yaml").write_text(bad.replace("files", "bad"), encoding="utf-8")
    done = build(folder)
    assert done.exit_code == 1
    assert "bad.yaml:12:20: error[schema-type]" in done.output
    assert not (folder / "out").exists()


def test_a_module_whose_tool_is_gone_goes_and_others_stay(folder: Path) -> None:
    assert build(folder).exit_code == 0
    foreign = folder / "out" / "files" / "notes.py"
    foreign.write_text("mine = 1\n", encoding="utf-8")
    shorter = SPEC[: SPEC.index("  write:")]
    (folder / "specs" / "files.yaml").write_text(shorter, encoding="utf-8")
    assert verify(folder).exit_code == 1
    assert build(folder).exit_code == 0
    assert not (folder / "out" / "files" / "write.py").exists()
    assert foreign.read_text(encoding="utf-8") == "mine = 1\n"


def test_a_file_that_we_did_not_write_is_in_the_way_unless_forced(folder: Path) -> None:
    package = folder / "out" / "files"
    package.mkdir(parents=True)
    (package / "read.py").write_text("mine = 1\n", encoding="utf-8")
    done = build(folder)
    assert done.exit_code == 1
    assert "read.py" in done.output
    assert [path.name for path in package.iterdir()] == ["read.py"]
    assert build(folder, "--force").exit_code == 0
    assert verify(folder).exit_code == 0


def test_an_edited_file_is_in_the_way_unless_forced(folder: Path) -> None:
    assert build(folder).exit_code == 0
    module = folder / "out" / "files" / "read.py"
    module.write_text(module.read_text(encoding="utf-8") + "edited = True\n", encoding="utf-8")
    assert verify(folder).exit_code == 1
    assert build(folder).exit_code == 1
    assert "edited = True" in module.read_text(encoding="utf-8")
    assert build(folder, "--force").exit_code == 0
    assert verify(folder).exit_code == 0


def test_a_build_that_was_cut_short_is_healed_by_the_next(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, replace = [], os.replace

    def cut(source: str, target: str) -> None:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(target)
        replace(source, target)

    monkeypatch.setattr(os, "replace", cut)
    assert build(folder).exit_code != 0
    monkeypatch.undo()
    assert build(folder).exit_code == 0
    assert verify(folder).exit_code == 0
    assert not [path for path in (folder / "out").rglob("*") if "tmp" in path.name]


def test_a_manifest_leads_nowhere_else(folder: Path) -> None:
    assert build(folder).exit_code == 0
    victim = folder / "victim.py"
    victim.write_text("x = 1\n", encoding="utf-8")
    path = folder / "out" / "files" / ".toolc.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    import hashlib

    digest = hashlib.sha256(b"x = 1\n").hexdigest()
    manifest["files"] |= {"../../victim.py": digest, str(victim): digest}
    path.write_text(json.dumps(manifest), encoding="utf-8")
    build(folder, "--force")
    assert victim.exists()


def test_a_damaged_manifest_is_no_crash(folder: Path) -> None:
    assert build(folder).exit_code == 0
    (folder / "out" / "files" / ".toolc.json").write_text("{[", encoding="utf-8")
    assert build(folder, "--force").exit_code == 0
    assert verify(folder).exit_code == 0


def test_the_schema_of_the_spec_language_is_json_schema() -> None:
    import jsonschema

    done = CliRunner().invoke(main, ["schema"])
    assert done.exit_code == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(done.output))


def test_wrong_usage_exits_with_2(folder: Path) -> None:
    assert CliRunner().invoke(main, ["build", str(folder)]).exit_code == 2
