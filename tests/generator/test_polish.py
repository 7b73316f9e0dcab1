"""What is generated is formatted and type-checked, whatever its names and texts are."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest
from toolc import pipeline
from toolc.cache import cache_folder
from toolc.diagnostics import Diagnostic
from toolc.faults import InternalError
from toolc.pipeline import compile_specs
from toolc.polish import polish
from toolc.render import OutputFile, bundled_templates

UGLY = "import os\nimport abc\nx=abc.ABC\ndef f( a:int )->int: return a\n"
NEAT = "import abc\n\nx = abc.ABC\n\n\ndef f(a: int) -> int:\n    return a\n"

DIRECTIVES = (
    "# mypy: ignore-errors",
    "# type: ignore",
    "# type:ignore[assignment]",
    "# noqa",
    "# ruff: noqa",
    "# fmt: off",
    "# fmt: skip",
    "# isort: skip_file",
    "# isort: off",
    "# pyright: ignore",
    "#mypy: ignore-errors=True",
    "  # mypy: disable-error-code=assignment",
)


def polished(text: str, folder: str = "files", typecheck: bool = False) -> str:
    (file,) = polish((OutputFile(PurePosixPath(folder, "a.py"), text),), typecheck)
    assert file.path == PurePosixPath(folder, "a.py")
    return file.text


@pytest.mark.parametrize(
    "folder",
    ["files", "ruff", "mypy", "sysconfig", "build", "dist", "venv", "node_modules", "typing"],
)
def test_every_catalogue_is_formatted_whatever_its_name(folder: str) -> None:
    assert polished(UGLY, folder) == NEAT


def test_every_catalogue_is_type_checked_whatever_its_name() -> None:
    folders = ("files", "mypy", "typing", "build", "toolc_runtime", "staged")
    wrong = "x: int = 'text'\n"
    with pytest.raises(InternalError) as caught:
        polish(tuple(OutputFile(PurePosixPath(f, "a.py"), wrong) for f in folders), True)
    for folder in folders:
        assert f"{folder}/a.py:1: error: Incompatible types" in str(caught.value)


def test_the_settings_of_the_user_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nignore_errors = True\n", encoding="utf-8")
    for name in ("MYPY_CONFIG_FILE_DIR", "MYPYPATH", "RUFF_CONFIG", "RUFF_NO_CACHE"):
        monkeypatch.setenv(name, str(config))
    monkeypatch.chdir(tmp_path)
    assert polished(UGLY) == NEAT
    with pytest.raises(InternalError):
        polished("x: int = 'text'\n", typecheck=True)


def test_what_mypy_remembers_is_not_believed_when_it_finds_fault() -> None:
    polished("x: int = 1\n", typecheck=True)
    folder = cache_folder("mypy")
    assert folder is not None
    kept = [path for path in folder.rglob("*") if path.suffix in (".db", ".json", ".ff")]
    assert kept
    for path in kept:
        path.write_bytes(b"damaged")
    assert polished("x: int = 1\n", typecheck=True) == "x: int = 1\n"
    assert not any(path.exists() and path.read_bytes() == b"damaged" for path in kept)


def test_no_cache_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TOOLC_CACHE_DIR", str(tmp_path / "file"))
    assert cache_folder("mypy") is None
    assert polished("x: int = 1\n", typecheck=True) == "x: int = 1\n"


def test_nothing_is_polished_to_nothing() -> None:
    assert polish((), True) == ()


# Directives in the texts of a spec


def spec_full_of(directives: tuple[str, ...]) -> str:
    """A spec that says *directives* wherever a spec may say anything."""
    lines = "".join(f"{indent}{line}\n" for line in directives for indent in ("        ",))
    text = f"|\n{lines}"
    quoted = "'" + directives[0] + "'"
    return f"""catalog: hostile
description: {text}
types:
  Line:
    type: object
    description: {text}
    additionalProperties: true
    properties:
      text: {{type: string, required: true, enum: [{quoted}], default: {quoted}}}
tools:
  speak:
    title: {quoted}
    description: {text}
    parameters:
      words:
        type: string
        description: {text}
        const: {quoted}
      {quoted}: {{type: integer}}
    output: {{$ref: Line}}
    render: {quoted}
    meta: {{{quoted}: {quoted}}}
    present:
      call: {{card: generic, kind: other, title: {quoted}}}
"""


@pytest.fixture
def compiled_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, str], tuple[tuple[Diagnostic, ...], dict[str, str]]]:
    """Compiles a spec with templates that have more at their end."""

    def compiled(spec: str, more: str) -> tuple[tuple[Diagnostic, ...], dict[str, str]]:
        templates = tmp_path / "templates"
        shutil.copytree(bundled_templates(), templates, dirs_exist_ok=True)
        for name in ("module.py.jinja", "package.py.jinja"):
            with (templates / name).open("a", encoding="utf-8") as file:
                file.write(more)
        monkeypatch.setattr(pipeline, "bundled_templates", lambda: templates)
        (tmp_path / "hostile.yaml").write_text(spec, encoding="utf-8")
        result = compile_specs((tmp_path / "hostile.yaml",))
        return result.diagnostics, dict(result.packages[0].files) if result.packages else {}

    return compiled


MODULES = {"__init__.py", "_types.py", "speak.py"}


def test_what_a_spec_says_to_checkers_does_not_reach_mypy(
    compiled_with: Callable[[str, str], tuple[tuple[Diagnostic, ...], dict[str, str]]],
) -> None:
    with pytest.raises(InternalError) as caught:
        compiled_with(spec_full_of(DIRECTIVES), "\n\nwrong: int = 'text'\n")
    for name in MODULES:
        assert f"hostile/{name}:" in str(caught.value)


def test_what_a_spec_says_to_formatters_does_not_reach_ruff(
    compiled_with: Callable[[str, str], tuple[tuple[Diagnostic, ...], dict[str, str]]],
) -> None:
    ugly = "\n\ndef ugly( x:int )->int: return x\n"
    diagnostics, files = compiled_with(spec_full_of(DIRECTIVES), ugly)
    assert [found for found in diagnostics if found.severity == "error"] == []
    assert files.keys() == {*MODULES, "py.typed"}
    for name in MODULES:
        assert files[name].endswith("\n\n\ndef ugly(x: int) -> int:\n    return x\n")
        assert files[name].count("from __future__ import annotations") == 1
