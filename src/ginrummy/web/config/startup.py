"""Startup before the first page: database migrations and static files."""

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
"""Advisory lock of PostgreSQL that serializes servers starting concurrently."""


def prepare() -> None:
    """Migrate the database and collect the static files. Repeating it is harmless."""
    django.setup()
    collected_files.refuse_foreign()
    with _alone():
        database_identity.refuse_unknown(settings.HOME)
        database_identity.refuse_too_old()
        call_command("migrate", interactive=False, verbosity=0)
        database_identity.remember(settings.HOME)
    _close_to_others()
    collected_files.collect()


def checkpoint() -> None:
    """Write the WAL back into the SQLite file, so that a copy of this file alone is complete."""
    if connection.vendor == "sqlite":
        with suppress(Error), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def sqlite_file() -> Path | None:
    """Return the database file, `None` for a database server."""
    return Path(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None


def _close_to_others() -> None:
    """Correct the permissions of the server's files, and log it if other users could read them."""
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
