"""The command line. Heavy modules load inside the commands: `toolc --help` needs none of them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

if TYPE_CHECKING:
    from .pipeline import Checked
    from .writing import Package

Command = TypeVar("Command", bound=Callable[..., Any])
Format = Literal["text", "json", "github", "sarif"]

_PROGRESS_AFTER = 1.0
"""Seconds of silence after which a person wants to know that something happens."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="toolc")
def main() -> None:
    """Compile YAML tool specs into typed Python packages.

    SPECS are files or folders of specs. Exit status: 0 clean (warnings aside), 1 errors or stale
    output, 2 wrong usage, 70 a fault of toolc itself.
    """


def _common(command: Command) -> Command:
    """The arguments that every command over specs takes."""
    options = [
        click.argument("specs", nargs=-1, type=click.Path(path_type=Path)),
        click.option(
            "--profile",
            type=click.Choice(["core", "full"]),
            default="full",
            show_default=True,
            help="Which keywords schemas may use.",
        ),
        click.option("--strict", is_flag=True, help="Warnings count as errors."),
        click.option(
            "--format",
            "style",
            type=click.Choice(["text", "json", "github", "sarif"]),
            default="text",
            show_default=True,
            help="How findings are printed.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


_OUT = click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="The package to write below."
)


@main.command()
@_common
@_OUT
@click.option("--no-typecheck", is_flag=True, help="Leave out mypy: for watch loops.")
@click.option("--force", is_flag=True, help="Replace files that were edited or are not ours.")
@click.option("--prune", is_flag=True, help="Remove packages of ours whose spec is gone.")
def build(
    specs: tuple[Path, ...],
    profile: Literal["core", "full"],
    strict: bool,
    style: Format,
    out: Path,
    no_typecheck: bool,
    force: bool,
    prune: bool,
) -> None:
    """Write the packages for SPECS (default: specs)."""
    from .writing import obstacles, write

    with _progress("compiling"):
        checked = _checked(specs, profile, strict, style)
        packages = _compiled(checked, typecheck=not no_typecheck)
    if not force and (found := obstacles(packages, out)):
        for obstacle in found:
            _say(f"{obstacle.path}: error[in-the-way]: {obstacle.reason} (--force replaces it)")
        sys.exit(1)
    for path in write(packages, out, prune):
        click.echo(f"{'wrote' if path.exists() else 'removed'} {_printable(str(path))}")


@main.command()
@_common
@_OUT
@click.option("--typecheck", is_flag=True, help="Run mypy over what is generated, too.")
def verify(
    specs: tuple[Path, ...],
    profile: Literal["core", "full"],
    strict: bool,
    style: Format,
    out: Path,
    typecheck: bool,
) -> None:
    """Exit 1, with a diff, where the packages for SPECS are not what would be generated."""
    from .writing import differences

    with _progress("verifying"):
        checked = _checked(specs, profile, strict, style)
        diff = "".join(differences(_compiled(checked, typecheck), out))
    if diff:
        click.echo("\n".join(map(_printable, diff.splitlines())))
        _say(f"{out} is not what the specs say: run `toolc build`")
        sys.exit(1)
    _say(f"{len(checked.catalogs)} catalogues are up to date")


@main.command()
@_common
def check(
    specs: tuple[Path, ...], profile: Literal["core", "full"], strict: bool, style: Format
) -> None:
    """Report what is wrong with SPECS, and write nothing."""
    checked = _checked(specs, profile, strict, style)
    if style == "text":
        tools = sum(len(catalog.tools) for catalog in checked.catalogs)
        _say(f"{len(checked.catalogs)} catalogues, {tools} tools")


@main.command()
@click.option("--profile", type=click.Choice(["core", "full"]), default="full", show_default=True)
def schema(profile: Literal["core", "full"]) -> None:
    """Print the JSON Schema of the spec language, for editors."""
    import json

    from .spec_schema import spec_json_schema

    click.echo(json.dumps(spec_json_schema(profile), indent=2))


def _checked(
    specs: tuple[Path, ...], profile: Literal["core", "full"], strict: bool, style: Format
) -> Checked:
    """Valid specs; exits where there is an error, after all findings are printed."""
    from . import pipeline
    from .reports import format_diagnostics, summary

    checked = pipeline.check(specs or (Path("specs"),), profile)
    report = format_diagnostics(checked.diagnostics, checked.sources, style)
    if report:
        click.echo(report, nl=False, err=style == "text")
    if style == "text" and checked.diagnostics:
        _say(summary(checked.diagnostics))
    if checked.has_errors or (strict and checked.diagnostics):
        sys.exit(1)
    return checked


def _compiled(checked: Checked, typecheck: bool) -> tuple[Package, ...]:
    """The packages; a fault of ours ends the program with status 70 and says so."""
    from .pipeline import compile_catalogs
    from .staging import InternalError

    try:
        return compile_catalogs(checked.catalogs, typecheck)
    except InternalError as error:
        _say(f"toolc: internal error, please report it: {error}")
        sys.exit(70)


def _say(text: str) -> None:
    for line in text.splitlines():
        click.echo(_printable(line), err=True)


def _printable(text: str) -> str:
    from .printable import printable

    return printable(text)


@contextmanager
def _progress(doing: str) -> Iterator[None]:
    """Tell a person at a terminal what is being done once it takes long."""
    if not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(_PROGRESS_AFTER, lambda: click.echo(f"toolc: {doing} …", err=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
