"""A build does again only what changed, and believes no more than it may."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from toolc import memory, pipeline
from toolc.cli import main
from toolc.manifest import NAME, Manifest, digests, load

ROOT = Path(__file__).parents[2]
SPEC = """catalog: {name}
description: {text}
tools:
  {name}_read:
    description: Read.
    parameters: {{}}
    output: {{type: string}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "specs").mkdir()
    for name in ("one", "two", "three"):
        spec(tmp_path, name)
    return tmp_path


def spec(folder: Path, name: str, text: str = "Some.") -> None:
    path = folder / "specs" / f"{name}.yaml"
    path.write_text(SPEC.format(name=name, text=text), encoding="utf-8")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """The catalogues of each compilation from now on."""
    seen: list[list[str]] = []
    compile_catalogs = pipeline.compile_catalogs

    def noted(*args: object) -> object:
        seen.append([catalog.name for catalog in args[0]])  # type: ignore[attr-defined]
        return compile_catalogs(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline, "compile_catalogs", noted)
    return seen


def run(command: str, folder: Path, *options: str) -> Result:
    places = [str(folder / "specs"), "--out", str(folder / "out")]
    done = CliRunner().invoke(main, [command, *places, *options])
    assert done.exit_code in (0, 1), done.output
    return done


def build(folder: Path, *options: str) -> int:
    return run("build", folder, "--no-typecheck", *options).exit_code


def test_nothing_is_compiled_where_nothing_changed(folder: Path, compiled: list[list[str]]) -> None:
    assert build(folder) == 0
    assert build(folder) == 0
    assert run("verify", folder).exit_code == 0
    assert compiled == [["one", "three", "two"]]


def test_only_the_catalogue_whose_spec_changed_is_compiled(
    folder: Path, compiled: list[list[str]]
) -> None:
    build(folder)
    spec(folder, "two", "Other.")
    assert build(folder) == 0
    assert build(folder) == 0
    assert compiled[1:] == [["two"]]


def test_only_the_package_that_was_touched_is_compiled(
    folder: Path, compiled: list[list[str]]
) -> None:
    build(folder)
    (folder / "out" / "three" / "three_read.py").unlink()
    assert build(folder) == 0
    assert (folder / "out" / "three" / "three_read.py").exists()
    assert compiled[1:] == [["three"]]


def test_what_was_not_type_checked_is_compiled_again_to_be(
    folder: Path, compiled: list[list[str]]
) -> None:
    build(folder)
    assert run("build", folder).exit_code == 0
    assert run("build", folder).exit_code == 0
    assert build(folder) == 0
    assert len(compiled) == 2


def test_another_compiler_remembers_nothing(
    folder: Path, compiled: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(folder)
    monkeypatch.setattr(memory, "fingerprint", lambda: "another")
    assert build(folder) == 0
    assert len(compiled) == 2


def test_warnings_are_given_again(folder: Path) -> None:
    text = SPEC.format(name="one", text="Some.").replace("catalog: one", "catalog: four")
    (folder / "specs" / "four.yaml").write_text(text, encoding="utf-8")
    first, second = (run("build", folder, "--no-typecheck", "--format", "json") for _ in range(2))
    assert json.loads(first.stdout) == json.loads(second.stdout)
    assert [d["code"] for d in json.loads(second.stdout)["diagnostics"]] == ["tool-twice"]
    assert build(folder, "--strict") == 1


def test_catalogues_that_did_not_change_clash_with_new_ones(folder: Path) -> None:
    build(folder)
    text = SPEC.format(name="one", text="Some.").replace("one_read", "other")
    (folder / "specs" / "four.yaml").write_text(text, encoding="utf-8")
    done = run("build", folder, "--no-typecheck")
    assert done.exit_code == 1
    assert "error[catalog-twice]" in done.output


def test_verify_believes_no_manifest(folder: Path) -> None:
    """Whoever edits a file can edit what lies beside it."""
    build(folder)
    package = folder / "out" / "one"
    module = package / "one_read.py"
    module.write_text(module.read_text(encoding="utf-8") + "import os\n", encoding="utf-8")
    known = load(package)
    assert known is not None
    text = module.read_text(encoding="utf-8")
    forged = Manifest(known.spec, known.spec_digest, {**known.files, module.name: digests(text)})
    (package / NAME).write_text(forged.text(), encoding="utf-8")
    done = run("verify", folder)
    assert done.exit_code == 1
    assert "-import os\n" in done.stdout


def test_a_damaged_record_is_no_record(folder: Path, compiled: list[list[str]]) -> None:
    build(folder)
    records = Path(os.environ["TOOLC_CACHE_DIR"]) / "builds"
    for path in records.iterdir():
        path.write_text('{"fingerprint"', encoding="utf-8")
    assert build(folder) == 0
    assert len(compiled) == 2


def test_without_a_cache_everything_is_done_again(
    folder: Path, compiled: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").touch()
    monkeypatch.setenv("TOOLC_CACHE_DIR", str(folder / "file"))
    assert build(folder) == 0
    assert build(folder) == 0
    assert run("verify", folder).exit_code == 0
    assert len(compiled) == 3


def test_records_that_nobody_used_for_long_are_thrown_away(folder: Path) -> None:
    records = Path(os.environ["TOOLC_CACHE_DIR"]) / "builds"
    records.mkdir(parents=True, exist_ok=True)
    old = records / "old.json"
    old.touch()
    os.utime(old, (1, 1))
    build(folder)
    assert not old.exists()
    assert list(records.iterdir())


HEAVY = ("yaml", "jinja2", "jsonschema", "mypy", "asyncio", "toolc.lower", "toolc.validate")
LOADED = "import sys; from toolc.cli import main; main(standalone_mode=False); print(*sys.modules)"


def loaded_by(*command: str) -> set[str]:
    program = LOADED.replace("main(", f"main({list(command)!r}, ")
    return set(
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, check=True, encoding="utf-8"
        )
        .stdout.splitlines()[-1]
        .split()
    )


def test_help_and_builds_of_nothing_load_no_parser_and_no_compiler(folder: Path) -> None:
    build(folder)
    places = [str(folder / "specs"), "--out", str(folder / "out")]
    for command in (["--help"], ["build", *places, "--no-typecheck"], ["verify", *places]):
        assert loaded_by(*command).isdisjoint(HEAVY), command
    assert loaded_by("check", str(folder / "specs")) & set(HEAVY)
