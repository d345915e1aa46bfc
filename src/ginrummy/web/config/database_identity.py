"""Check that the database is the one that this home used last, to detect an emptied or exchanged one.

The identity of a database is the time of its first migration. Every copy and backup has it, and no other
database does. The home stores it next to the key.
"""

from __future__ import annotations

import logging
import os
from datetime import datetime
from pathlib import Path
from typing import Final

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.text.atomic_files import write_whole

FILE: Final = "database"
ACCEPT: Final = "GINRUMMY_NEW_DATABASE"
"""Environment variable that accepts another database than the last one."""
_log = logging.getLogger("ginrummy.web.config")


def birth() -> str:
    """Return the time of the first migration, empty before it."""
    recorder = MigrationRecorder(connection)
    if not recorder.has_table():
        return ""
    first = recorder.migration_qs.order_by("applied", "pk").values_list("applied", flat=True).first()
    return "" if first is None else first.isoformat()


def refuse_unknown(home: Path) -> None:
    """Raise `GinRummyError` if the database is not the last one, unless `ACCEPT` is set."""
    known, found = _remembered(home), birth()
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


def refuse_too_old() -> None:
    """Raise `GinRummyError` where the database lacks a step that our first migrations took into one."""
    loader = MigrationLoader(connection)
    for migration in loader.disk_migrations.values():
        steps = set(migration.replaces)
        taken = steps & loader.applied_migrations.keys()
        if taken and taken != steps:
            what = _("this database is of an unreleased version, too old to be brought up to date")
            raise GinRummyError(what, where=str(connection.settings_dict["NAME"]))


def remember(home: Path) -> None:
    """Store the identity of the database, and log a change."""
    known, found = _remembered(home), birth()
    if known and known != found:
        _log.warning("the database is another one than before, as was asked for")
    if found and known != found:
        write_whole(home / FILE, found + "\n")


def _remembered(home: Path) -> str:
    """Return the stored time, empty without one. Raise `GinRummyError` for a foreign file."""
    path = home / FILE
    try:
        found = path.read_text("ascii").strip()
        return found and datetime.fromisoformat(found).isoformat()
    except FileNotFoundError:
        return ""
    except (ValueError, IsADirectoryError) as error:
        raise GinRummyError(_("there is another file of that name already"), where=str(path)) from error
