"""Both distributions build, and the runtime alone is enough for a generated package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IGNORED = shutil.ignore_patterns(
    *(".venv", ".git", ".hypothesis", "__pycache__", ".*_cache", "dist", "build")
)


def _run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel of each distribution, built from the sdist that was built from a copy."""
    base = tmp_path_factory.mktemp("distributions")
    shutil.copytree(ROOT, base / "copy", ignore=IGNORED)
    made = {}
    for name, folder in (("toolc", base / "copy"), ("toolc_runtime", base / "copy" / "runtime")):
        out = base / name
        build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", out)
        _run(*build, "--sdist", folder, cwd=base)
        (sdist,) = out.glob("*.tar.gz")
        _run(sys.executable, "-m", "tarfile", "-e", sdist, out / "unpacked", cwd=base)
        (unpacked,) = (out / "unpacked").iterdir()
        _run(*build, "--wheel", unpacked, cwd=base)
        (made[name],) = out.glob("*.whl")
    return made


def test_the_wheels_hold_what_they_need(wheels: dict[str, Path]) -> None:
    compiler = set(zipfile.ZipFile(wheels["toolc"]).namelist())
    templates = {f"toolc/templates/{path.name}" for path in (ROOT / "templates").iterdir()}
    assert templates and templates <= compiler
    assert "toolc/py.typed" in compiler
    runtime = set(zipfile.ZipFile(wheels["toolc_runtime"]).namelist())
    assert {"toolc_runtime/py.typed", "toolc_runtime/codegen1.py"} <= runtime
    assert not any(name.startswith("toolc/") for name in runtime)


def test_the_wheels_say_under_which_licence_they_are(wheels: dict[str, Path]) -> None:
    for wheel in wheels.values():
        names = zipfile.ZipFile(wheel).namelist()
        assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names), wheel


def test_the_source_distribution_of_the_compiler_has_no_second_runtime(
    wheels: dict[str, Path],
) -> None:
    (root,) = (wheels["toolc"].parent / "unpacked").iterdir()
    names = {path.name for path in root.iterdir()}
    assert {"generator", "templates", "pyproject.toml", "README.md", "LICENSE"} <= names
    assert "runtime" not in names


@pytest.fixture(scope="module")
def installed(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with both wheels; what they depend on is that of this environment."""
    env = tmp_path_factory.mktemp("installed") / "env"
    _run(sys.executable, "-m", "venv", "--without-pip", env, cwd=ROOT)
    python = env / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    _run(*pip, "--no-index", "--no-deps", *wheels.values(), cwd=ROOT)
    (site,) = (env / "lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return env


def test_the_installed_compiler_compiles_and_checks_types(installed: Path, tmp_path: Path) -> None:
    """mypy finds the runtime beside the compiler, and the templates are in the package."""
    python, specs = installed / "bin" / "python", ROOT / "specs" / "files.yaml"
    where = "import toolc, toolc_runtime as r; print(toolc.__file__, r.__file__)"
    assert _run(python, "-c", where, cwd=tmp_path).count(str(installed)) == 2
    _run(installed / "bin" / "toolc", "build", specs, "--out", "tools", cwd=tmp_path)
    for path in (ROOT / "examples" / "tools" / "files").glob("*.py"):
        made = tmp_path / "tools" / "files" / path.name
        assert made.read_text("utf-8") == path.read_text("utf-8")
    _run(installed / "bin" / "toolc", "verify", specs, "--out", "tools", cwd=tmp_path)


def test_users_of_installed_packages_are_type_checked(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "tools", tmp_path / "tools", ignore=IGNORED)
    source = "from tools.files.read import ReadArgs\n\nReadArgs(file_path=7)\n"
    (tmp_path / "consumer.py").write_text(source, encoding="utf-8")
    command = [installed / "bin" / "python", "-m", "mypy", "--strict", "--config-file="]
    done = subprocess.run(
        [*map(str, command), "consumer.py"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert 'consumer.py:3: error: Argument "file_path" to "ReadArgs"' in done.stdout
    assert "Found 1 error in 1 file" in done.stdout


def test_a_bare_environment_with_the_runtime_alone_runs_a_generated_package(
    wheels: dict[str, Path], tmp_path: Path
) -> None:
    _run(sys.executable, "-m", "venv", tmp_path / "env", cwd=tmp_path)
    python = tmp_path / "env" / "bin" / "python"
    install = (python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps")
    _run(*install, wheels["toolc_runtime"], cwd=tmp_path)
    shutil.copytree(ROOT / "examples" / "tools", tmp_path / "tools", ignore=IGNORED)
    program = "from tools.files import read; print(read.tool.parse_args({'file_path': 'a'}))"
    assert _run(python, "-W", "error", "-c", program, cwd=tmp_path) == "ReadArgs(file_path='a')\n"


def test_editable_installs_are_visible_to_mypy(tmp_path: Path) -> None:
    source = (
        "from toolc_runtime import ToolRegistry\nimport toolc.pipeline\nToolRegistry().nothing\n"
    )
    (tmp_path / "consumer.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "consumer.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert '"ToolRegistry" has no attribute "nothing"' in done.stdout
    assert "Found 1 error in 1 file" in done.stdout


def test_both_distributions_have_one_version() -> None:
    texts = [(ROOT / p).read_text("utf-8") for p in ("pyproject.toml", "runtime/pyproject.toml")]
    versions = {re.findall(r'^version = "(.*)"$', text, re.MULTILINE)[0] for text in texts}
    (version,) = versions
    assert f'"toolc-runtime=={version}"' in texts[0]
