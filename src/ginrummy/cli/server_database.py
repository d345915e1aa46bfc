"""Preparation of the server's database, and the lock of an SQLite file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError


def prepared() -> ExitStack:
    """Prepare the database. Return the locks of an SQLite file, which only one server may use.

    Raise `GinRummyError` where the database does not answer.
    """
    with answering():
        return _alone()


def expect_served() -> None:
    """Raise `GinRummyError` where no server has prepared the database, or it does not answer."""
    _expect_home()
    import django

    django.setup()
    from django.db import connection

    from ginrummy.web.config.health_endpoints import illness
    from ginrummy.web.config.startup import sqlite_file

    file = sqlite_file()
    if file is not None and not file.exists():
        raise GinRummyError(_("there is no database of a server here"), where=str(file))
    with answering():
        connection.ensure_connection()
    if told := illness():
        raise GinRummyError(told)


def _expect_home() -> None:
    """Raise `GinRummyError` where the given home does not exist: only a server creates one."""
    home = Path(os.environ.get("GINRUMMY_HOME") or ".")
    if not os.environ.get("GINRUMMY_DATABASE") and not home.is_dir():
        raise GinRummyError(_("there is no database of a server here"), where=str(home))


@contextmanager
def answering() -> Iterator[None]:
    """Raise `GinRummyError` for a database error inside the block."""
    from django.db import Error

    try:
        yield
    except Error as error:
        raise GinRummyError(_refusal(error)) from error


def _refusal(error: Exception) -> str:
    from ginrummy.web.config.database_errors import told_by_database

    return _("the database does not answer: {reason}").format(reason=told_by_database(error))


def _alone() -> ExitStack:
    import django

    django.setup()
    from ginrummy.web.config.single_server_lock import locked
    from ginrummy.web.config.startup import prepare, sqlite_file

    with ExitStack() as locks:
        if (file := sqlite_file()) is not None:
            locks.enter_context(locked(file))
        prepare()
        return locks.pop_all()
