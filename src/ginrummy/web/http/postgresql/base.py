"""The connection to PostgreSQL; Django looks for it under this name."""

from __future__ import annotations

import psycopg
from django.db.backends.postgresql import base
from psycopg.pq import ConnStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection, but for how it is found to be lost."""

    def is_usable(self) -> bool:
        """Return whether the server is not known to have ended the connection.

        What it said last is read off the line, twice: a farewell first, and that the line has ended after it.
        To ask the server anything would cost each request a way there and back.
        """
        if self.connection is None:
            return False
        line = self.connection.pgconn
        try:
            line.consume_input()
            line.consume_input()
        except psycopg.Error:
            return False
        return bool(line.status == ConnStatus.OK)
