"""The command line. Heavy modules load inside the commands: `toolc --help` needs none of them."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

if TYPE_CHECKING:
    from .building import Build, Options
    from .comparing import Comparison
    from .diagnostics import Diagnostic
    from .memory import Memory
    from .source import Source
    from .together import Outline

Command = TypeVar("Command", bound=Callable[..., Any])
Profile = Literal["core", "full"]
Style = Literal["text", "json", "github", "sarif"]

_PROFILE = click.option(
    "--profile",
    type=click.Choice(["core", "full"]),
    default="full",
    show_default=True,
    help="Which keywords schemas may use.",
)
_OUT = click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The package folder that holds a package for each catalogue.",
)
_FAULT = 70
"""EX_SOFTWARE of sysexits.h: the compiler is at fault, not the specs."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="toolc")
def main() -> None:
    """Compile YAML tool specs into typed Python packages.

    SPECS are files or folders of specs. Exit status: 0 clean (warnings aside), 1 errors or stale
    output, 2 wrong usage, 70 a fault of toolc itself.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever a terminal can't show


def _over_specs(command: Command) -> Command:
    """The arguments that every command over specs takes."""
    options = [
        click.argument("specs", nargs=-1, type=click.Path(path_type=Path)),
        _PROFILE,
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


@main.command()
@_over_specs
@_OUT
@click.option("--no-typecheck", is_flag=True, help="Leave out mypy: for watch loops.")
@click.option("--force", is_flag=True, help="Replace files that were edited or are not ours.")
@click.option("--prune", is_flag=True, help="Remove packages of ours whose spec is gone.")
def build(
    specs: tuple[Path, ...],
    profile: Profile,
    strict: bool,
    style: Style,
    out: Path,
    no_typecheck: bool,
    force: bool,
    prune: bool,
) -> None:
    """Write the packages for SPECS (default: specs)."""
    from .building import Options
    from .pruning import left_behind, leftovers, remove
    from .writing import obstacles, write

    with _disk():
        made, comparisons, memory = _compiled(
            specs, out, Options(profile, not no_typecheck, strict)
        )
        gone = tuple(leftovers(out, *_read_now(specs, made)))
        found = (*obstacles(comparisons, force), *(() if prune else left_behind(gone)))
        _report(made.sources, (*made.diagnostics, *found), style, strict)
        changed = [*write(comparisons, out), *(remove(gone) if prune else ())]
        made.remember(memory, out)
    for path in changed:
        verb = "wrote" if path.exists() else "removed"
        click.echo(f"{verb} {_printable(str(path))}", err=style != "text")
    _say(f"{_counted(made.outlines)}: {_number(len(changed), 'file')} changed")


@main.command()
@_over_specs
@_OUT
@click.option("--typecheck", is_flag=True, help="Run mypy over what is generated, too.")
def verify(
    specs: tuple[Path, ...],
    profile: Profile,
    strict: bool,
    style: Style,
    out: Path,
    typecheck: bool,
) -> None:
    """Exit 1, with a diff, where the packages for SPECS are not what would be generated."""
    from .building import Options
    from .pruning import left_behind, leftovers
    from .verify import diff, stale

    with _disk():
        made, comparisons, memory = _compiled(specs, out, Options(profile, typecheck, strict))
        lines = list(diff(comparisons, out)) if style == "text" else []
        gone = left_behind(leftovers(out, *_read_now(specs, made)))
        found = (*made.diagnostics, *stale(comparisons, out), *gone)
    click.echo("".join(f"{_printable(line)}\n" for line in lines), nl=False)
    _report(made.sources, found, style, strict)
    made.remember(memory, out)
    _say(f"{_counted(made.outlines)}: up to date")


@main.command()
@_over_specs
def check(specs: tuple[Path, ...], profile: Profile, strict: bool, style: Style) -> None:
    """Report what is wrong with SPECS, and write nothing."""
    from .pipeline import check as examine_all

    checked = examine_all(_roots(specs), profile)
    _report(checked.sources, checked.diagnostics, style, strict)
    _say(_counted(checked.outlines))


@main.command()
@_PROFILE
def schema(profile: Profile) -> None:
    """Print the JSON Schema of the spec language, for editors."""
    import json

    from .spec_schema import spec_json_schema

    click.echo(json.dumps(spec_json_schema(profile), indent=2))


def _roots(specs: tuple[Path, ...]) -> tuple[Path, ...]:
    return specs or (Path("specs"),)


def _read_now(
    specs: tuple[Path, ...], made: Build
) -> tuple[list[str | None], list[str], list[str]]:
    """The packages, the folders and the specs that this run has seen whole."""
    folders = [root.resolve().name for root in _roots(specs) if root.is_dir()]
    packages = [outline.package for outline in made.outlines]
    return packages, folders, [source.origin for source in made.sources]


def _compiled(
    specs: tuple[Path, ...], out: Path, options: Options
) -> tuple[Build, tuple[Comparison, ...], Memory]:
    """What SPECS become against what stands below *out*; a fault of ours ends the program."""
    from .building import build
    from .faults import InternalError
    from .memory import Memory
    from .progress import Progress

    memory = Memory(out, options.profile)
    try:
        with Progress() as progress:
            made = build(_roots(specs), out, options, memory, progress)
            return made, _compared(made, out), memory
    except InternalError as error:
        _say(f"toolc: internal error, please report it: {error}")
        sys.exit(_FAULT)


def _compared(made: Build, out: Path) -> tuple[Comparison, ...]:
    if not made.packages:
        return ()
    from .comparing import compare

    return compare(made.packages, out)


def _report(
    sources: tuple[Source, ...], diagnostics: Iterable[Diagnostic], style: Style, strict: bool
) -> None:
    """Print all findings; exit where they are against it."""
    from .reports import format_diagnostics, summary
    from .verdict import has_errors

    found = tuple(sorted(diagnostics, key=lambda diagnostic: diagnostic.sort_key))
    click.echo(format_diagnostics(found, sources, style), nl=False, err=style == "text")
    if found:
        _say(summary(found))
    if has_errors(found, strict):
        sys.exit(1)


@contextmanager
def _disk() -> Iterator[None]:
    """A disk that does not do what is asked is nobody's bug."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        _say(f"{error.filename or 'toolc'}: error[output-write]: {error.strerror or error}")
        sys.exit(1)


def _counted(outlines: Iterable[Outline]) -> str:
    known = tuple(outlines)
    tools = sum(len(outline.tools) for outline in known)
    return f"{_number(len(known), 'catalogue')}, {_number(tools, 'tool')}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _say(text: str) -> None:
    for line in text.splitlines():
        click.echo(_printable(line), err=True)


def _printable(text: str) -> str:
    from .printable import printable

    return printable(text)
