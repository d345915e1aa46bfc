"""One server for an SQLite file: its lock lies beside it and ends with its process, however that ends."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from ginrummy.errors import GinRummyError
from ginrummy.locale import _


def locked(database: Path) -> IO[str]:
    """Return the lock of `database`, held while it is open; raises `GinRummyError` where another has it."""
    file = database.resolve()  # A link is another name of the same file.
    path = file.with_name(file.name + ".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.open("a+", encoding="ascii")
    try:
        _hold(lock)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "?"
        lock.close()
        text = _("another server (process {number}) has this database: stop it, or use PostgreSQL")
        raise GinRummyError(text.format(number=holder), where=str(database)) from error
    lock.seek(0)
    lock.truncate()
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def _hold(file: IO[str]) -> None:
    """Lock `file`, or raise `OSError`: the system lets go of it when the process ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # not on other systems
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
