"""What the server keeps belongs to its owner alone: deals' secrets, fingerprints of passwords, the key."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
"""What everybody but the owner may do."""
_COMPILED: Final = "compiled"
_SUFFIXES: Final = ("", "-wal", "-shm", "-journal", ".lock")


def corrected(home: Path, files: tuple[str, ...], database: Path | None) -> tuple[list[Path], list[Path]]:
    """Take from everybody but the owner what is kept in `home`; return what was open, and what still is.

    Of a folder that holds other things too, only the `files` named and what the server makes are touched.
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
    """Yield what is there, folders before what is in them."""
    names = [home, home / "static", *(home / name for name in files), *home.glob("*.log")]
    if database is not None:
        names += [database.with_name(database.name + suffix) for suffix in _SUFFIXES]
    yield from (path for path in dict.fromkeys(names) if path.exists())
    if (compiled := home / _COMPILED).is_dir():
        yield compiled
        yield from compiled.rglob("*")
