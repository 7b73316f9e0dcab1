"""Writing: whole files, whole packages, and nobody else's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from toolc.comparing import compare
from toolc.manifest import NAME, PART, PENDING
from toolc.package import Package
from toolc.writing import obstacles, write

OLD = Package(
    "files", "specs/files.yaml", "1" * 64, {"__init__.py": "a = 1\n", "read.py": "b = 1\n"}
)
NEW = Package(
    "files", "specs/files.yaml", "2" * 64, {"__init__.py": "a = 2\n", "edit.py": "c = 2\n"}
)
THIRD = Package(
    "files", "specs/files.yaml", "3" * 64, {"__init__.py": "a = 3\n", "edit.py": "c = 3\n"}
)


def build(out: Path, *packages: Package, force: bool = False) -> list[str]:
    """The codes of what is in the way; nothing else is done then."""
    comparisons = compare(packages, out)
    found = [finding.code for finding in obstacles(comparisons, force)]
    if not found:
        list(write(comparisons, out))
    return found


def files(folder: Path) -> dict[str, str]:
    found = (path for path in folder.rglob("*") if path.is_file() or path.is_symlink())
    return {str(p.relative_to(folder)): p.read_text(encoding="utf-8") for p in found}


def whole(package: Package) -> dict[str, str]:
    """The files of *package* and its manifest, as they should stand."""
    return {**package.files, NAME: package.manifest().text()}


def test_the_output_folder_becomes_a_package_and_its_face_is_never_touched(tmp_path: Path) -> None:
    face = tmp_path / "app" / "tools" / "__init__.py"
    build(face.parent, OLD)
    assert face.read_text(encoding="utf-8").startswith('"""')
    face.write_text("mine = 1\n", encoding="utf-8")
    build(face.parent, NEW)
    assert face.read_text(encoding="utf-8") == "mine = 1\n"


def test_what_is_stale_goes_and_what_is_new_comes(tmp_path: Path) -> None:
    assert build(tmp_path, OLD) == []
    assert files(tmp_path / "files") == whole(OLD)
    assert build(tmp_path, NEW) == []
    assert files(tmp_path / "files") == whole(NEW)


def test_what_is_right_keeps_its_time(tmp_path: Path) -> None:
    build(tmp_path, OLD)
    module = tmp_path / "files" / "read.py"
    os.utime(module, ns=(1, 1))
    changed = replace(OLD, digest="9" * 64, files={**OLD.files, "__init__.py": "a = 9\n"})
    assert build(tmp_path, changed) == []
    assert module.stat().st_mtime_ns == 1
    assert compare((changed,), tmp_path)[0].is_settled


def test_files_have_the_mode_that_the_user_gives_to_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        build(tmp_path, OLD)
    finally:
        os.umask(before)
    assert (tmp_path / "files" / "read.py").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["read.py", "__init__.py"])
def test_a_file_of_somebody_else_stops_everything(tmp_path: Path, name: str) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / name).write_text("mine = 1\n", encoding="utf-8")
    assert build(tmp_path, OLD) == ["output-foreign"]
    assert files(tmp_path) == {f"files/{name}": "mine = 1\n"}
    assert build(tmp_path, OLD, force=True) == []
    assert files(tmp_path / "files") == whole(OLD)


def test_one_obstacle_keeps_every_package_from_being_written(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "read.py").write_text("mine = 1\n", encoding="utf-8")
    assert build(tmp_path, replace(OLD, folder="a"), OLD) == ["output-foreign"]
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("package", [NEW, replace(OLD, digest="7" * 64)])
def test_an_edit_by_hand_is_not_lost(tmp_path: Path, package: Package) -> None:
    """Whether the file would be replaced or, its tool being gone, removed."""
    build(tmp_path, OLD)
    module = tmp_path / "files" / "read.py"
    module.write_text("b = 1  # mine\n", encoding="utf-8")
    assert build(tmp_path, package) == ["output-edited"]
    assert module.read_text(encoding="utf-8") == "b = 1  # mine\n"
    assert build(tmp_path, package, force=True) == []
    assert files(tmp_path / "files") == whole(package)


def test_a_file_that_was_laid_out_anew_was_not_edited(tmp_path: Path) -> None:
    old = replace(OLD, files={"read.py": "from typing import Any, cast\n\nb = f(1, 2)\n"})
    build(tmp_path, old)
    module = tmp_path / "files" / "read.py"
    module.write_text(
        "from typing import (Any,\n  cast,)\nb=f(\n    1,\n    2,\n)", encoding="utf-8"
    )
    (same,) = compare((old,), tmp_path)
    assert same.is_settled
    assert build(tmp_path, NEW) == []
    assert files(tmp_path / "files") == whole(NEW)


def test_another_meaning_is_no_other_layout(tmp_path: Path) -> None:
    old = replace(OLD, files={"read.py": 'b = (1,)\nc = "d"\n'})
    build(tmp_path, old)
    module = tmp_path / "files" / "read.py"
    for text in ('b = 1\nc = "d"\n', "b = (1,)\nc = d\n", "not python (,\n"):
        module.write_text(text, encoding="utf-8")
        (found,) = compare((old,), tmp_path)
        assert [difference.path for difference in found.differences] == [module]


def test_links_are_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim.py"
    victim.write_text(OLD.files["read.py"], encoding="utf-8")
    out = tmp_path / "out"
    (out / "files").mkdir(parents=True)
    (out / "files" / "read.py").symlink_to(victim)
    assert build(out, OLD) == ["output-foreign"]
    assert build(out, OLD, force=True) == []
    assert not (out / "files" / "read.py").is_symlink()
    build(out, NEW)
    assert victim.read_text(encoding="utf-8") == OLD.files["read.py"]


def test_a_package_that_is_a_link_is_never_written_into(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    out = tmp_path / "out"
    out.mkdir()
    (out / "files").symlink_to(tmp_path / "elsewhere")
    assert build(out, OLD, force=True) == ["output-blocked"]
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_what_is_no_file_is_in_the_way_and_is_not_waited_for(tmp_path: Path) -> None:
    package = tmp_path / "files"
    (package / "read.py").mkdir(parents=True)
    os.mkfifo(package / "__init__.py")
    assert sorted(build(tmp_path, OLD)) == ["output-blocked", "output-foreign"]
    assert build(tmp_path, OLD, force=True) == ["output-blocked"]
    (package / "read.py").rmdir()
    assert build(tmp_path, OLD, force=True) == []
    assert files(package) == whole(OLD)


def test_a_file_in_the_place_of_the_package_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "files").write_text("mine", encoding="utf-8")
    assert build(tmp_path, OLD, force=True) == ["output-blocked"]
    assert files(tmp_path) == {"files": "mine"}


def test_a_link_in_the_place_of_the_file_under_way_is_not_written_through(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine", encoding="utf-8")
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / PART).symlink_to(victim)
    assert build(tmp_path, OLD) == []
    assert victim.read_text(encoding="utf-8") == "mine"


CUT = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import test_writing as t
replace, unlink, left = os.replace, os.unlink, int(sys.argv[3])
def cut(do):
    def done(*args, **kwargs):
        global left
        if left == 0:
            os._exit(9)
        left -= 1
        return do(*args, **kwargs)
    return done
os.replace, Path.unlink = cut(replace), cut(Path.unlink)
assert t.build(Path(sys.argv[2]), t.NEW) == []
"""


def cut_after(steps: int, out: Path) -> bool:
    """Whether a build of `NEW` was killed before the step after *steps* of them."""
    command = [sys.executable, "-c", CUT, str(Path(__file__).parent), str(out), str(steps)]
    return subprocess.run(command, check=False).returncode == 9


def leftovers(folder: Path) -> Iterable[Path]:
    return (path for path in folder.rglob("*") if path.name in (PART, PENDING))


def test_a_build_that_was_killed_anywhere_is_healed_by_the_next(tmp_path: Path) -> None:
    steps = 0
    while cut_after(steps, out := _old(tmp_path / f"same_{steps}")):
        standing = files(out / "files")
        assert set(standing.values()) <= {*whole(OLD).values(), *whole(NEW).values()}
        assert build(out, NEW) == []
        assert files(out / "files") == whole(NEW)
        assert not list(leftovers(out))
        steps += 1
    assert steps > 6


def test_a_build_that_was_killed_is_healed_by_one_of_a_newer_spec(tmp_path: Path) -> None:
    """The files of the run that was cut short are neither old nor new, and ours even so."""
    steps = 0
    while cut_after(steps, out := _old(tmp_path / f"newer_{steps}")):
        assert build(out, THIRD) == []
        assert files(out / "files") == whole(THIRD)
        assert not list(leftovers(out))
        steps += 1
    assert steps > 6


def test_a_build_that_was_killed_protects_edits_even_so(tmp_path: Path) -> None:
    out = _old(tmp_path)
    assert cut_after(5, out)
    face = out / "files" / "__init__.py"
    face.write_text("mine = 1\n", encoding="utf-8")
    assert build(out, THIRD) == ["output-edited"]


def _old(out: Path) -> Path:
    assert build(out, OLD) == []
    return out
