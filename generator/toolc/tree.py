"""What stands on the disk, looked at without following links and without waiting for anything."""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

MAX_SIZE: Final = 64 * 1024 * 1024
"""Bytes of a file that are looked at; nothing that we write comes near."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """There is no such file."""


@dataclass(frozen=True, slots=True)
class File:
    """A regular file; bytes that are no UTF-8 are kept as surrogates."""

    text: str


@dataclass(frozen=True, slots=True)
class Other:
    """Something else: a folder, a link, a device."""

    what: str


Standing: TypeAlias = Nothing | File | Other


def look(path: Path) -> Standing:
    """What stands at *path*; raises `OSError` where it cannot be read."""
    try:
        # A pipe without a writer would keep us waiting, and a link could lead anywhere.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        return _unopened(path, error)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return Other(_kind(status.st_mode))
        if status.st_size > MAX_SIZE:
            return Other("very large file")
        with open(handle, "rb", closefd=False) as file:
            return File(file.read().decode("utf-8", "surrogateescape"))
    finally:
        os.close(handle)


def is_folder(path: Path) -> bool:
    """Whether *path* is a folder itself, not a link to one."""
    return path.is_dir() and not path.is_symlink()


def _unopened(path: Path, error: OSError) -> Standing:
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return Nothing()
    try:
        mode = path.lstat().st_mode
    except OSError:
        raise error from None
    if stat.S_ISREG(mode):
        raise error
    return Other(_kind(mode))


def _kind(mode: int) -> str:
    names = ((stat.S_ISLNK, "symbolic link"), (stat.S_ISDIR, "folder"))
    return next((name for test, name in names if test(mode)), "special file")
