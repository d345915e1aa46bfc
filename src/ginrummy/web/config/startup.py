"""What is done before the first page: the tables of the database, the hashed static files."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import django
from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection

from ginrummy.web.config import collected_files, database_identity
from ginrummy.web.config.file_permissions import corrected
from ginrummy.web.config.secret_key import KEY_FILE

_log = logging.getLogger("ginrummy.web.config")
_LOCK: Final = 0x67696E
"""Under this number servers that start at once on one PostgreSQL wait for each other."""


def prepare() -> None:
    """Bring the database up to date and lay the static files out; harmless when all of it is done."""
    django.setup()
    collected_files.refuse_foreign()
    with _alone():
        database_identity.refuse_unknown(settings.HOME)
        call_command("migrate", interactive=False, verbosity=0)
        database_identity.remember(settings.HOME)
    _close_to_others()
    collected_files.collect()


def checkpoint() -> None:
    """Put all that is written into the SQLite file itself: a copy of that file alone is whole."""
    if connection.vendor == "sqlite":
        with suppress(Error), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def sqlite_file() -> Path | None:
    """Return the file of the database, `None` where that is no file."""
    return Path(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None


def _close_to_others() -> None:
    """Take from other users of this machine what the server keeps, and say so once where that was open."""
    closed, left = corrected(
        settings.HOME, (KEY_FILE, database_identity.FILE, collected_files.STAMP), sqlite_file()
    )
    if closed:
        told = (
            "other users of this machine could read the server's files: corrected, %d in all, %s among them"
        )
        _log.warning(told, len(closed), closed[0])
    if left:
        _log.warning("other users of this machine can read %s, which cannot be corrected", left[0])


@contextmanager
def _alone() -> Iterator[None]:
    """Let one server at a time change the database; SQLite sees to that itself."""
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
