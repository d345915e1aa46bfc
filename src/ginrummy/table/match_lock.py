"""One terminal at a time goes on with an unfinished match: its lock is held until the program ends."""

from __future__ import annotations

import atexit
import os
import sys
from pathlib import Path
from typing import IO, Final

if sys.platform != "win32":
    import fcntl

_SUFFIX: Final = ".lock"
_held: Final[dict[Path, IO[bytes]]] = {}


def claim(path: Path) -> bool:
    """Return whether the match in the file `path` is this program's from now on: no other one has it.

    Where nothing can be locked it is.
    """
    if path in _held or sys.platform == "win32":
        return True
    lock = _lock_of(path)
    while True:
        try:
            file = lock.open("ab")
        except OSError:
            return True
        if not _takes_lock(file):
            file.close()
            return False
        if _is_at(lock, file):
            _held[path] = file
            return True
        file.close()  # whoever had it has ended meanwhile, and has removed it


def is_free(path: Path) -> bool:
    """Return whether no other program has the match in the file `path`."""
    if path in _held or sys.platform == "win32":
        return True
    try:
        with _lock_of(path).open("rb") as file:
            return _takes_lock(file)
    except OSError:
        return True


def give_back(path: Path) -> None:
    """Let others have the match in the file `path`."""
    file = _held.pop(path, None)
    if file is not None:
        _lock_of(path).unlink(missing_ok=True)
        file.close()


def _takes_lock(file: IO[bytes]) -> bool:
    """Lock `file` until it is closed; return whether no other program has locked it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_at(path: Path, file: IO[bytes]) -> bool:
    """Return whether `file` is still the one at `path`."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _lock_of(path: Path) -> Path:
    return path.with_suffix(_SUFFIX)


@atexit.register
def _end() -> None:
    for path in list(_held):
        give_back(path)
