"""One server for an SQLite file: its lock lies beside it and ends with its process, however that ends."""

from __future__ import annotations

import os
import struct
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Final

from ginrummy.errors import GinRummyError
from ginrummy.locale import _

_BEYOND: Final = 1 << 62
"""A byte that no SQLite file reaches, and SQLite itself never locks."""


def locked(database: Path) -> ExitStack:
    """Return the locks of `database`, held until closed; raises `GinRummyError` where another has them."""
    file = database.resolve()  # A link is another name of the same file.
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
    """Lock what is in `file` too: by a hard link it has a second name, beside which lies another lock."""
    try:
        import fcntl

        command = fcntl.F_OFD_SETLK
    except (ImportError, AttributeError):  # Linux alone has locks that SQLite's own cannot end.
        return
    with suppress(OSError):  # What cannot be opened is told when the database is.
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
    """Lock `file`, or raise `OSError`: the system lets go of it when the process ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # not on other systems
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
