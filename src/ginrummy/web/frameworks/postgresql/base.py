"""The backend's connection class. Django requires this module name."""

from __future__ import annotations

import psycopg
from django.db.backends.postgresql import base
from psycopg.pq import ConnStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection with a cheaper check for a lost connection."""

    def is_usable(self) -> bool:
        """Return false if the server is known to have closed the connection.

        This reads pending input twice: first the server's last message, then the end of the stream. A query
        instead would cost each request a round trip.
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
