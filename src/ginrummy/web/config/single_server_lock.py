"""Lock that allows one server for an SQLite file. It lies next to the file and ends with the process."""

from __future__ import annotations

import os
import struct
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Final

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError

_BEYOND: Final = 1 << 62
"""Offset of a lock byte beyond the end of any SQLite file, never locked by SQLite itself."""


def locked(database: Path) -> ExitStack:
    """Return the locks of `database`, held until closed. Raise `GinRummyError` if another server has them."""
    file = database.resolve()  # a symbolic link is another name of the same file.
    with ExitStack() as locks:
        locks.enter_context(_named_lock(database, file))
        _hold_content(locks, database, file)
        return locks.pop_all()


def _named_lock(database: Path, file: Path) -> IO[str]:
    path = file.with_name(file.name + ".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.open("a+", encoding="ascii")
    try:
        _hold(lock)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "?"
        lock.close()
        raise _refusal(database, holder) from error
    lock.seek(0)
    lock.truncate()
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def _hold_content(locks: ExitStack, database: Path, file: Path) -> None:
    """Lock a byte of `file` too: a hard link gives the file a second name with another lock file."""
    try:
        import fcntl

        command = fcntl.F_OFD_SETLK
    except (ImportError, AttributeError):  # only Linux has locks that SQLite's cannot release
        return
    with suppress(OSError):  # opening the database reports the error
        content = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        locks.callback(os.close, content)
        try:
            fcntl.fcntl(content, command, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _BEYOND, 1, 0))
        except (BlockingIOError, PermissionError) as error:
            raise _refusal(database, "?") from error


def _refusal(database: Path, holder: str) -> GinRummyError:
    text = _("another server (process {number}) has this database: stop it, or use PostgreSQL")
    return GinRummyError(text.format(number=holder), where=str(database))


def _hold(file: IO[str]) -> None:
    """Lock `file` or raise `OSError`. The operating system releases the lock when the process ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # not on other systems
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
