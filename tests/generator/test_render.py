"""Templates print `Code` and nothing else."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import jinja2
import pytest
from toolc.plan import FilePlan
from toolc.pycode import Code, literal
from toolc.render import bundled_templates, render


def printed(folder: Path, template: str, **context: object) -> str:
    (folder / "t.jinja").write_text(template, encoding="utf-8")
    (file,) = render((FilePlan(PurePosixPath("a/b.py"), "t.jinja", context),), folder)
    assert file.path == PurePosixPath("a/b.py")
    return file.text


def test_code_is_printed_as_it_is(tmp_path: Path) -> None:
    assert printed(tmp_path, "x = {{ v }}\n", v=Code("'<&>'")) == "x = '<&>'\n"
    assert printed(tmp_path, "{{ v }}", v=literal("{{ 7 * 7 }}")) == "'{{ 7 * 7 }}'"


@pytest.mark.parametrize("value", ["x", 7, None, ["x"], Code("x") + "y"])
def test_what_is_no_code_is_not_printed(tmp_path: Path, value: object) -> None:
    with pytest.raises(TypeError, match="not Code"):
        printed(tmp_path, "{{ v }}", v=value)


def test_operations_on_code_give_no_code(tmp_path: Path) -> None:
    for template in ("{{ v ~ '' }}", "{{ v | upper }}", "{{ v[0] }}"):
        with pytest.raises(TypeError, match="not Code"):
            printed(tmp_path, template, v=Code("x"))


def test_a_name_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(jinja2.UndefinedError):
        printed(tmp_path, "{{ v }}")


def test_a_checkout_has_its_templates_at_the_root() -> None:
    assert bundled_templates() == Path(__file__).parents[2] / "templates"
    assert (bundled_templates() / "module.py.jinja").is_file()
