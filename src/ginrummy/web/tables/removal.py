"""Removal of tables before the deal: by a player, or because a sealed cut was not revealed in time."""

from __future__ import annotations

from ginrummy.web.http.now import now
from ginrummy.web.tables import pubsub, server_heartbeat
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.signals import opening_changed


def take_back(table: Table) -> bool:
    """Remove the locked `table` if its sealed cut was not revealed in time. Return whether it was removed."""
    if table.time_due is None or table.time_due > now() or not server_heartbeat.is_steady():
        return False
    remove(table)
    return True


def remove(table: Table) -> None:
    """Delete the locked `table` and wake its pages and the lists that show it."""
    opening_changed.send(Table, table=table)
    pubsub.announce(table.key, table.number + 1)
    table.delete()
