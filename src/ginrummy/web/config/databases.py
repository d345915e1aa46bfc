"""Parser for database URLs, which returns Django's settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from ginrummy.locale import _
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


def postgresql_settings(address: str) -> dict[str, Any]:
    """Return the settings for a PostgreSQL address. The query string goes to the driver."""
    parts = urlsplit(address)
    return {
        "ENGINE": "ginrummy.web.frameworks.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 300,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": _CARE | _PREPARED | dict(parse_qsl(parts.query)),
    }
