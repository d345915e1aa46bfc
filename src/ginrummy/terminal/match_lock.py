"""Lock of an unfinished match: only one terminal can resume it. The lock is held until the process ends."""

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
    """Lock the match in the file `path`. Return whether this process has the lock now.

    Return true on a file system without locks.
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
        file.close()  # the previous owner has ended meanwhile and has removed the file


def is_free(path: Path) -> bool:
    """Return whether no other process holds the lock of the match in the file `path`."""
    if path in _held or sys.platform == "win32":
        return True
    try:
        with _lock_of(path).open("rb") as file:
            return _takes_lock(file)
    except OSError:
        return True


def give_back(path: Path) -> None:
    """Release the lock of the match in the file `path`."""
    file = _held.pop(path, None)
    if file is not None:
        _lock_of(path).unlink(missing_ok=True)
        file.close()


def _takes_lock(file: IO[bytes]) -> bool:
    """Lock `file` until it is closed. Return false if another process has locked it."""
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
