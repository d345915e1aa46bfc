"""Startup before the first page: database migrations and static files."""

from __future__ import annotations

import logging
import os
import stat
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Final

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.text.atomic_files import write_atomically
from ginrummy.web.config import static_files
from ginrummy.web.config.secret_key import KEY_FILE

FILE: Final = "database"
ACCEPT: Final = "GINRUMMY_NEW_DATABASE"
"""Environment variable that accepts another database than the last one."""
_log = logging.getLogger("ginrummy.web.config")


def first_migration_time() -> str:
    """Return the time of the first migration, empty before it."""
    recorder = MigrationRecorder(connection)
    if not recorder.has_table():
        return ""
    first = recorder.migration_qs.order_by("applied", "pk").values_list("applied", flat=True).first()
    return "" if first is None else first.isoformat()


def refuse_unknown_database(home: Path) -> None:
    """Raise `GinRummyError` if the database is not the last one, unless `ACCEPT` is set."""
    known, found = _stored_time(home), first_migration_time()
    if not known or found == known or os.environ.get(ACCEPT) == "1":
        return
    if found:
        told = _(
            "the server had another database before, made on {day}: put that back, or say --new-database"
        )
    else:
        told = _(
            "the database is empty, the last one was made on {day}: put that back, or say --new-database"
        )
    raise GinRummyError(told.format(day=known[:10]), where=str(connection.settings_dict["NAME"]))


def refuse_old_database() -> None:
    """Raise `GinRummyError` where the database lacks a step that our first migrations took into one."""
    loader = MigrationLoader(connection)
    for migration in loader.disk_migrations.values():
        steps = set(migration.replaces)
        taken = steps & loader.applied_migrations.keys()
        if taken and taken != steps:
            what = _("this database is of an unreleased version, too old to be brought up to date")
            raise GinRummyError(what, where=str(connection.settings_dict["NAME"]))


def store_database_identity(home: Path) -> None:
    """Store the identity of the database, and log a change."""
    known, found = _stored_time(home), first_migration_time()
    if known and known != found:
        _log.warning("the database is another one than before, as was asked for")
    if found and known != found:
        write_atomically(home / FILE, found + "\n")


def _stored_time(home: Path) -> str:
    """Return the stored time, empty without one. Raise `GinRummyError` for a foreign file."""
    path = home / FILE
    try:
        found = path.read_text("ascii").strip()
        return found and datetime.fromisoformat(found).isoformat()
    except FileNotFoundError:
        return ""
    except (ValueError, IsADirectoryError) as error:
        raise GinRummyError(_("there is another file of that name already"), where=str(path)) from error


OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
"""Permission bits of group and others."""
_COMPILED: Final = "compiled"
_SUFFIXES: Final = ("", "-wal", "-shm", "-journal", ".lock")


def restrict_permissions(
    home: Path, files: tuple[str, ...], database: Path | None
) -> tuple[list[Path], list[Path]]:
    """Remove the permissions of group and others in `home`. Return the corrected paths and those that failed.

    `home` may contain foreign files: only `files` and what the server creates are changed.
    """
    closed, left = [], []
    for path in _existing_paths(home, files, database):
        mode = stat.S_IMODE(path.stat(follow_symlinks=False).st_mode)
        if path.is_symlink() or not mode & OTHERS:
            continue
        try:
            path.chmod(mode & ~OTHERS)
            closed.append(path)
        except OSError:
            left.append(path)
    return closed, left


def _existing_paths(home: Path, files: tuple[str, ...], database: Path | None) -> Iterator[Path]:
    """Yield existing paths, each folder before its contents."""
    names = [home, home / "static", *(home / name for name in files), *home.glob("*.log")]
    if database is not None:
        names += [database.with_name(database.name + suffix) for suffix in _SUFFIXES]
    yield from (path for path in dict.fromkeys(names) if path.exists())
    if (compiled := home / _COMPILED).is_dir():
        yield compiled
        yield from compiled.rglob("*")


_BEYOND: Final = 1 << 62
"""Offset of a lock byte beyond the end of any SQLite file, never locked by SQLite itself."""


def lock_database(database: Path) -> ExitStack:
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


_LOCK: Final = 0x67696E
"""Advisory lock of PostgreSQL that serializes servers starting concurrently."""


def prepare_server() -> None:
    """Migrate the database and collect the static files. Repeating it is harmless."""
    django.setup()
    static_files.refuse_foreign_files()
    with _alone():
        refuse_unknown_database(settings.HOME)
        refuse_old_database()
        call_command("migrate", interactive=False, verbosity=0)
        store_database_identity(settings.HOME)
    _close_to_others()
    static_files.collect_static_files()


def sqlite_file() -> Path | None:
    """Return the database file, `None` for a database server."""
    return Path(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None


def _close_to_others() -> None:
    """Correct the permissions of the server's files, and log it if other users could read them."""
    closed, left = restrict_permissions(settings.HOME, (KEY_FILE, FILE, static_files.STAMP), sqlite_file())
    if closed:
        told = (
            "other users of this machine could read the server's files: corrected, %d in all, %s among them"
        )
        _log.warning(told, len(closed), closed[0])
    if left:
        _log.warning("other users of this machine can read %s, which cannot be corrected", left[0])


@contextmanager
def _alone() -> Iterator[None]:
    """Serialize migrations of several servers. SQLite does so itself."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
    connection.close()
