"""One terminal at a time goes on with an unfinished match: its lock is held until the program ends."""

from __future__ import annotations

import atexit
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
    try:
        file = _lock_of(path).open("ab")
    except OSError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return False
    _held[path] = file
    return True


def is_free(path: Path) -> bool:
    """Return whether no other program has the match in the file `path`."""
    had = path in _held
    found = claim(path)
    if found and not had:
        give_back(path)
    return found


def give_back(path: Path) -> None:
    """Let others have the match in the file `path`."""
    file = _held.pop(path, None)
    if file is not None:
        _lock_of(path).unlink(missing_ok=True)
        file.close()


def _lock_of(path: Path) -> Path:
    return path.with_suffix(_SUFFIX)


@atexit.register
def _end() -> None:
    for path in list(_held):
        give_back(path)
