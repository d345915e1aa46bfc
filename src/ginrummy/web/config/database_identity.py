"""Whether the database is the one that this home has known: one that was emptied or exchanged is noticed.

What tells databases apart is the moment at which their first table was made: it is in every copy and backup,
and in no other database. The home keeps it beside the key.
"""

from __future__ import annotations

import logging
import os
from datetime import datetime
from pathlib import Path
from typing import Final

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from ginrummy.atomic_files import write_whole
from ginrummy.errors import GinRummyError
from ginrummy.locale import _

FILE: Final = "database"
ACCEPT: Final = "GINRUMMY_NEW_DATABASE"
"""In the environment where another database than the last time's is meant."""
_log = logging.getLogger("ginrummy.web.config")


def birth() -> str:
    """Return when our first table was made, nothing where there is none yet."""
    recorder = MigrationRecorder(connection)
    if not recorder.has_table():
        return ""
    first = recorder.migration_qs.order_by("applied", "pk").values_list("applied", flat=True).first()
    return "" if first is None else first.isoformat()


def refuse_unknown(home: Path) -> None:
    """Raise `GinRummyError` where the database is not that of the last time, unless that is meant."""
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


def remember(home: Path) -> None:
    """Keep which database this is, and say so where it is another one."""
    known, found = _remembered(home), birth()
    if known and known != found:
        _log.warning("the database is another one than before, as was asked for")
    if found and known != found:
        write_whole(home / FILE, found + "\n")


def _remembered(home: Path) -> str:
    """Return the moment that is kept, nothing where none is; raises `GinRummyError` for another file."""
    path = home / FILE
    try:
        found = path.read_text("ascii").strip()
        return found and datetime.fromisoformat(found).isoformat()
    except FileNotFoundError:
        return ""
    except (ValueError, IsADirectoryError) as error:
        raise GinRummyError(_("there is another file of that name already"), where=str(path)) from error
