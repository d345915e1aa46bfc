"""File permissions of the server's data: only the owner reads deal secrets, password hashes and the key."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
"""Permission bits of group and others."""
_COMPILED: Final = "compiled"
_SUFFIXES: Final = ("", "-wal", "-shm", "-journal", ".lock")


def corrected(home: Path, files: tuple[str, ...], database: Path | None) -> tuple[list[Path], list[Path]]:
    """Remove the permissions of group and others in `home`. Return the corrected paths and those that failed.

    `home` may contain foreign files: only `files` and what the server creates are changed.
    """
    closed, left = [], []
    for path in _kept(home, files, database):
        mode = stat.S_IMODE(path.stat(follow_symlinks=False).st_mode)
        if path.is_symlink() or not mode & OTHERS:
            continue
        try:
            path.chmod(mode & ~OTHERS)
            closed.append(path)
        except OSError:
            left.append(path)
    return closed, left


def _kept(home: Path, files: tuple[str, ...], database: Path | None) -> Iterator[Path]:
    """Yield existing paths, each folder before its contents."""
    names = [home, home / "static", *(home / name for name in files), *home.glob("*.log")]
    if database is not None:
        names += [database.with_name(database.name + suffix) for suffix in _SUFFIXES]
    yield from (path for path in dict.fromkeys(names) if path.exists())
    if (compiled := home / _COMPILED).is_dir():
        yield compiled
        yield from compiled.rglob("*")
