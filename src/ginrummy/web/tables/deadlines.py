"""Ends matches whose time is out. Deadlines are database rows that every server process polls."""

from __future__ import annotations

from django.db import connection, transaction

from ginrummy.web.http.now import now
from ginrummy.web.tables import presence, server_heartbeat
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.removal import take_back
from ginrummy.web.tables.service import time_out


def sweep() -> None:
    """End matches out of time, remove tables whose cut was not revealed, and update who is away."""
    server_heartbeat.beat()
    while end_next():
        pass
    presence.look()


def end_next() -> bool:
    """End one match or table whose time is out and return whether there was one.

    Skip rows locked by others.
    """
    due = Table.objects.filter(time_due__lte=now()).order_by("time_due")
    if not due.exists():
        return False
    with transaction.atomic():
        shares = connection.features.has_select_for_update_skip_locked
        table = (due.select_for_update(skip_locked=True) if shares else due).first()
        return table is not None and (take_back(table) if table.status == Status.CUTTING else time_out(table))
