"""Database URLs as Django's settings, and the reasons of database errors in words."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from django.db import Error, connection

from ginrummy.locale import N_, _
from ginrummy.locale.errors import GinRummyError

DATABASE_FILE = "ginrummy.sqlite3"
_WAIT_SECONDS = 20
"""Longest wait of a writer for the lock of SQLite, as busy_timeout below."""
_CARE = {"connect_timeout": 4, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""Seconds and probes: the driver notices a vanished server after 10 + 3 × 5 idle seconds."""
_PREPARED = {"server_side_binding": True, "prepare_threshold": 5}
"""Pages repeat the same queries: with this PostgreSQL plans each of them once a connection."""
_AT_CONNECTION = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;"
"""FULL: an acknowledged move survives a power loss, at a cost of a few milliseconds (docs/hosting.md)."""


def database_settings(address: str, home: Path) -> dict[str, Any]:
    """Return the settings for `postgresql://user@host/name`, `sqlite:///path`, or SQLite in `home` for "".

    Raise `GinRummyError` for any other address.
    """
    if not address:
        return sqlite_settings(home / DATABASE_FILE)
    wrong = GinRummyError(
        _("“{address}” is no database address: sqlite:///FILE or postgresql://HOST/NAME").format(
            address=address
        )
    )
    try:
        parts = urlsplit(address)
        if parts.scheme == "sqlite":
            return sqlite_settings(Path(unquote(parts.path).removeprefix("/") or DATABASE_FILE))
        if parts.scheme in ("postgresql", "postgres"):
            return postgresql_settings(address)
    except ValueError as error:  # invalid port or unbalanced bracket
        raise wrong from error
    raise wrong


def sqlite_settings(path: Path) -> dict[str, Any]:
    """Return the settings for the SQLite file `path`. Writers queue at the start of their transaction."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": _WAIT_SECONDS,
            "init_command": _AT_CONNECTION,
        },
    }


def checkpoint_wal() -> None:
    """Write the WAL back into the SQLite file, which then is complete alone, unless the disk is full."""
    if connection.vendor == "sqlite":
        with suppress(Error), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def postgresql_settings(address: str) -> dict[str, Any]:
    """Return the settings for a PostgreSQL address. The query string goes to the driver."""
    parts = urlsplit(address)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 300,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": _CARE | _PREPARED | dict(parse_qsl(parts.query)),
    }


_PLAIN: Final = (
    ("Connection refused", N_("nobody answers at this address")),
    ("timeout expired", N_("the answer takes too long")),
    ("No such file or directory", N_("nobody answers at this address")),
    ("unable to open database file", N_("permission denied")),
    ("readonly database", N_("it can only be read, not written")),
    ("disk is full", N_("no space is left on the disk")),
    ("disk I/O error", N_("the disk or the terminal has failed")),
    ("database is locked", N_("another program holds it")),
    ("not a database|malformed", N_("the file is no database, or a damaged one")),
    ("starting up|shutting down", N_("it is starting or stopping")),
    (
        "closed the connection|terminating connection|connection is lost|consuming input failed",
        N_("the connection was cut"),
    ),
)
"""Errors without a name or value in them: a pattern and its explanation."""
_QUOTED: Final = (
    ("failed to resolve host|could not translate host", N_("there is no machine of that name")),
    ("password authentication failed|no password supplied", N_("it refuses the password")),
    ('role "[^"]*" does not exist', N_("it knows no such user")),
    ('database "[^"]*" does not exist', N_("it has no such database")),
    ("no pg_hba.conf entry", N_("it lets nobody in from here")),
    ("permission denied", N_("this user may not do that")),
    ("too many (?:clients|connections)|connection slots", N_("too many are connected to it")),
    ("invalid connection option|invalid dsn|invalid integer", N_("its address says what it does not know")),
    ("SSL", N_("no secure connection can be made")),
)
"""Errors that contain a name or value, so the explanation quotes them: a pattern and its explanation."""
_PREFIX: Final = re.compile(r"^connection (?:failed|is bad): (?:connection to .* failed: )?(?:FATAL: +)?")


def database_error_text(error: Exception) -> str:
    """Return the reason for a database error in the current language. Quote an unknown error."""
    line = _PREFIX.sub("", str(error).strip().partition("\n")[0])
    for words, meaning in _PLAIN:
        if re.search(words, line):
            return _(meaning)
    meaning = next((meaning for words, meaning in _QUOTED if re.search(words, line)), "")
    if not meaning:
        return _("it says “{text}”").format(text=line)
    return _("{reason}: “{text}”").format(reason=_(meaning), text=line)
