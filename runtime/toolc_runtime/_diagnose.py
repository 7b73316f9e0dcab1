"""Where contained failures go: the `toolc_runtime` logger, loaded when there is one."""

from __future__ import annotations


def report(what: str) -> None:
    """Log *what* with the exception being handled."""
    from logging import getLogger  # 9 ms that a program without failures never spends

    getLogger("toolc_runtime").exception(what)
