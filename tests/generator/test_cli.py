"""The command line: what it prints where, and how it exits."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from toolc import pipeline
from toolc.cli import main
from toolc.progress import Progress
from toolc.render import bundled_templates

SPEC = """catalog: {name}
description: {text}
tools:
  {name}_read:
    description: Read.
    parameters: {{}}
    output: {{type: string}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "specs").mkdir()
    for name in ("one", "two"):
        spec(tmp_path, name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spec(folder: Path, name: str, text: str = "Some.", file: str | None = None) -> None:
    path = folder / "specs" / f"{file or name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(SPEC.format(name=name, text=text), encoding="utf-8")


def toolc(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def build(*arguments: str) -> Result:
    return toolc("build", "--out", "out", "--no-typecheck", *arguments)


def verify(*arguments: str) -> Result:
    return toolc("verify", "--out", "out", *arguments)


# Exit status and streams


def test_specs_are_found_in_the_folder_specs_unless_named(folder: Path) -> None:
    assert build().exit_code == 0
    assert verify("specs").exit_code == 0
    assert verify("specs/one.yaml", "specs/two.yaml").exit_code == 0
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["__init__.py", "one", "two"]


def test_paths_that_were_written_go_to_stdout_and_the_rest_to_stderr(folder: Path) -> None:
    done = build()
    lines = done.stdout.splitlines()
    assert lines[0] == "wrote out/__init__.py"
    assert "wrote out/one/one_read.py" in lines
    assert all(line.startswith("wrote out/") for line in lines)
    assert done.stderr == "2 catalogues, 2 tools: 9 files changed\n"
    again = build()
    assert (again.stdout, again.stderr) == ("", "2 catalogues, 2 tools: 0 files changed\n")


@pytest.mark.parametrize("command", ["build", "verify", "check"])
@pytest.mark.parametrize("style", ["json", "sarif"])
def test_stdout_is_one_document_whatever_happens(folder: Path, command: str, style: str) -> None:
    place = () if command == "check" else ("--out", "out")
    for text in ("Some.", "{type: strnig}"):
        spec(folder, "one", text)
        done = toolc(command, *place, "--format", style)
        assert isinstance(json.loads(done.stdout), dict)


def test_what_is_stale_or_in_the_way_is_a_finding_in_every_format(folder: Path) -> None:
    build()
    (folder / "out" / "one" / "one_read.py").write_text("mine = 1\n", encoding="utf-8")
    for command, code in ((verify, "output-stale"), (build, "output-edited")):
        done = command("--format", "json")
        assert done.exit_code == 1
        (found,) = json.loads(done.stdout)["diagnostics"]
        assert (found["path"], found["code"]) == ("out/one/one_read.py", code)
        assert "::error file=out/one/one_read.py" in command("--format", "github").stdout
        assert f"out/one/one_read.py:1:1: error[{code}]" in command().stderr


def test_verify_prints_a_diff_that_would_bring_the_folder_in_line(folder: Path) -> None:
    build()
    before = {p: p.read_bytes() for p in (folder / "out").rglob("*") if p.is_file()}
    spec(folder, "one", "Other.")
    (folder / "out" / "__init__.py").unlink()
    done = verify()
    assert done.exit_code == 1
    patch = subprocess.run(
        ["git", "apply", "--unsafe-paths", "-p0", "-"],
        input=done.stdout.replace(" (generated)", ""),
        encoding="utf-8",
        capture_output=True,
        check=False,
    )
    assert patch.returncode == 0, patch.stderr
    assert verify().exit_code == 1  # its face is not described by its text
    build()
    assert verify().exit_code == 0
    assert before.keys() == {p for p in (folder / "out").rglob("*") if p.is_file()}


def test_verify_writes_nothing(folder: Path) -> None:
    assert verify().exit_code == 1
    assert not (folder / "out").exists()


def test_warnings_exit_with_0_and_strict_makes_them_errors(folder: Path) -> None:
    spec(folder, "two", file="two")
    text = SPEC.format(name="one", text="x").replace("catalog: one", "catalog: three")
    (folder / "specs" / "three.yaml").write_text(text, encoding="utf-8")
    assert build("--strict").exit_code == 1
    assert not (folder / "out").exists()
    assert toolc("check").exit_code == 0
    assert toolc("check", "--strict").exit_code == 1
    assert build().exit_code == 0
    assert verify().exit_code == 0
    assert verify("--strict").exit_code == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("build",),
        ("verify",),
        ("build", "--out", "specs/one.yaml"),
        ("build", "--out", "out", "--format", "xml"),
        ("build", "--out", "out", "--profile", "most"),
        ("watch",),
        ("--nothing",),
    ],
)
def test_wrong_usage_exits_with_2(folder: Path, arguments: tuple[str, ...]) -> None:
    assert toolc(*arguments).exit_code == 2


def test_specs_that_are_not_there_are_an_error_and_an_empty_folder_a_warning(folder: Path) -> None:
    done = build("nowhere")
    assert done.exit_code == 1
    assert done.stderr.startswith("nowhere:1:1: error[unreadable]: no such file or folder\n")
    (folder / "empty").mkdir()
    done = toolc("check", "empty")
    assert done.exit_code == 0
    assert done.stderr.startswith("empty:1:1: warning[no-specs]")


def test_a_disk_that_refuses_is_told_and_is_no_crash(folder: Path) -> None:
    done = toolc("build", "--out", "/proc/nothing/out", "--no-typecheck")
    assert done.exit_code == 1
    assert "error[output-write]: No such file or directory" in done.stderr
    assert isinstance(done.exception, SystemExit)


def test_a_fault_of_ours_exits_with_70_and_shows_what_mypy_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    templates = folder / "templates"
    shutil.copytree(bundled_templates(), templates)
    with (templates / "module.py.jinja").open("a", encoding="utf-8") as file:
        file.write("\nwrong: int = 'text'\n")
    monkeypatch.setattr(pipeline, "bundled_templates", lambda: templates)
    done = toolc("build", "--out", "out")
    assert done.exit_code == 70
    assert "toolc: internal error, please report it: mypy refuses" in done.stderr
    assert "one/one_read.py" in done.stderr
    assert not (folder / "out").exists()


def test_the_profile_core_refuses_what_only_full_has(folder: Path) -> None:
    path = folder / "specs" / "one.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{type: string}", "{type: string, minLength: 1}"), "utf-8")
    assert build().exit_code == 0
    assert build("--profile", "core").exit_code == 1
    assert verify("--profile", "core").exit_code == 1
    assert verify().exit_code == 0


# Packages whose spec is gone


def packages(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "out").iterdir() if path.is_dir())


def test_a_package_whose_spec_is_gone_is_told_of_and_pruned_on_demand(folder: Path) -> None:
    build()
    (folder / "specs" / "two.yaml").unlink()
    for done in (build(), verify()):
        assert done.exit_code == 0
        assert "out/two:1:1: warning[output-leftover]" in done.stderr
    assert packages(folder) == ["one", "two"]
    done = build("--prune")
    assert "removed out/two/two_read.py" in done.stdout
    assert packages(folder) == ["one"]
    assert verify("--strict").exit_code == 0


def test_pruning_takes_the_package_of_a_catalogue_that_has_another_name_now(folder: Path) -> None:
    build()
    spec(folder, "three", file="two")
    assert build("specs/two.yaml", "--prune").exit_code == 0
    assert packages(folder) == ["one", "three"]


def test_pruning_leaves_packages_whose_specs_were_not_asked_for(folder: Path) -> None:
    build()
    (folder / "more").mkdir()
    (folder / "more" / "four.yaml").write_text(SPEC.format(name="four", text="x"), "utf-8")
    for specs in ("specs/one.yaml", "more"):
        assert build(specs, "--prune").exit_code == 0
        assert {"one", "two"} <= set(packages(folder))


def test_pruning_leaves_what_is_not_ours_and_what_was_edited(folder: Path) -> None:
    build()
    package = folder / "out" / "two"
    (package / "notes.txt").write_text("mine", encoding="utf-8")
    (package / "two_read.py").write_text("mine = 1\n", encoding="utf-8")
    (folder / "out" / "mine").mkdir()
    (folder / "specs" / "two.yaml").unlink()
    build("--prune")
    assert sorted(path.name for path in package.iterdir()) == ["notes.txt", "two_read.py"]
    assert packages(folder) == ["mine", "one", "two"]


# What reaches the terminal


HOSTILE = "\u202e\u2066\u200b\x85\ufeff"


def test_nothing_of_a_spec_acts_on_the_terminal(folder: Path) -> None:
    spec(folder, "one", f'"a{HOSTILE}\\e[2J"')
    (folder / "specs" / f"{HOSTILE}\x1b[2J.yaml").write_text("catalog: [", encoding="utf-8")
    for arguments in (("check",), ("build", "--out", "out"), ("check", "--format", "github")):
        shown = toolc(*arguments).output
        assert shown
        assert all(c == "\n" or unicodedata.category(c)[0] != "C" for c in shown)


def test_nothing_in_a_diff_acts_on_the_terminal(folder: Path) -> None:
    build()
    module = folder / "out" / "one" / "one_read.py"
    module.write_text(f"x = '{HOSTILE}\x1b[2J'\r\n", encoding="utf-8")
    shown = verify().output
    assert "-x = '\\u{202e}" in shown
    assert all(c == "\n" or unicodedata.category(c)[0] != "C" for c in shown)


def test_a_terminal_that_lacks_characters_gets_escapes(folder: Path) -> None:
    spec(folder, "one", "ü→\U0001f600", file="ü")
    (folder / "specs" / "ü.yaml").write_text("catalog: ü→😀\ntools: {}\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "toolc", "check"],
        env={"PYTHONIOENCODING": "latin-1", "PATH": ""},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert "'ü\\u2192\\U0001f600' is no name" in done.stderr.decode("latin-1")


class Terminal(io.StringIO):
    """A terminal that remembers what was shown."""

    def isatty(self) -> bool:
        return True


def test_what_takes_no_second_is_not_commented_on() -> None:
    terminal = Terminal()
    with Progress(terminal) as progress:
        progress("working")
    assert terminal.getvalue() == ""


def test_what_takes_long_is_told_on_one_line_that_is_gone_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("toolc.progress._PATIENCE", 0.0)
    monkeypatch.setattr("toolc.progress._BEAT", 0.0)
    terminal = Terminal()
    with Progress(terminal) as progress:
        progress("compiling 7 tools")
        while "compiling 7 tools" not in terminal.getvalue():
            pass
    assert terminal.getvalue().endswith("\r\x1b[2K")
    assert "\n" not in terminal.getvalue()


def test_a_pipe_is_told_nothing() -> None:
    stream = io.StringIO()
    with Progress(stream) as progress:
        progress("working")
    assert stream.getvalue() == ""
