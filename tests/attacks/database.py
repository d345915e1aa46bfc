"""Queries and preparations in the database of the attacked server."""

from __future__ import annotations

import sqlite3
from typing import Any

import psycopg

from tests.web.server import Server


def asked(server: Server, question: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of `question`, with `?` for each of `values`."""
    if server.database:
        with psycopg.connect(server.database, autocommit=True) as found:
            cursor = found.execute(question.replace("?", "%s").encode(), values)
            return cursor.fetchall() if cursor.description else []
    file = sqlite3.connect(server.home / "ginrummy.sqlite3", timeout=20, isolation_level=None)
    try:
        return file.execute(question, values).fetchall()
    finally:
        file.close()


def number_of(server: Server, path: str) -> int:
    """Return the event number of the table at `path`."""
    rows = asked(server, "SELECT number FROM tables_table WHERE key = ?", path.rpartition("/")[2])
    return int(rows[0][0])


def seat_bot(server: Server, path: str, level: str) -> None:
    """Seat the bot `level` at the table at `path`, with its turn due in its lane."""
    key = path.rpartition("/")[2]
    table = "(SELECT id FROM tables_table WHERE key = ?)"
    asked(server, f"UPDATE tables_seat SET bot = ? WHERE bot <> '' AND table_id = {table}", level, key)
