"""The database of a server that starts: made ready, and one server alone on an SQLite file."""

from __future__ import annotations

import errno
from contextlib import ExitStack

from ginrummy.errors import GinRummyError, reason_of
from ginrummy.locale import _

_REFUSALS = {
    "Connection refused": errno.ECONNREFUSED,
    "timeout expired": errno.ETIMEDOUT,
    "unable to open database file": errno.EACCES,
    "readonly database": errno.EROFS,
    "disk is full": errno.ENOSPC,
}


def prepared() -> ExitStack:
    """Prepare the database; return the locks of an SQLite file, which is for one server alone.

    Raises `GinRummyError` where it does not answer.
    """
    from django.db import Error

    try:
        return _alone()
    except Error as error:
        raise GinRummyError(_refusal(error)) from error


def expect_served() -> None:
    """Raise `GinRummyError` where no server has made the database ready, or it does not answer."""
    import django

    django.setup()
    from django.db import Error, connection

    from ginrummy.web.config.health import illness
    from ginrummy.web.config.startup import sqlite_file

    file = sqlite_file()
    if file is not None and not file.exists():
        raise GinRummyError(_("there is no database of a server here"), where=str(file))
    try:
        connection.ensure_connection()
    except Error as error:
        raise GinRummyError(_refusal(error)) from error
    if told := illness():
        raise GinRummyError(told)


def _refusal(error: Exception) -> str:
    return _("the database does not answer: {reason}").format(reason=_reason(str(error)))


def _alone() -> ExitStack:
    import django

    django.setup()
    from ginrummy.web.config.single_server import locked
    from ginrummy.web.config.startup import prepare, sqlite_file

    with ExitStack() as locks:
        if (file := sqlite_file()) is not None:
            locks.enter_context(locked(file))
        prepare()
        return locks.pop_all()


def _reason(told: str) -> str:
    """Return what a database's refusal means, or its own first line where we know no better words."""
    line = told.strip().partition("\n")[0]
    found = next((number for words, number in _REFUSALS.items() if words in line), None)
    return line if found is None else reason_of(OSError(found, line))
