"""A table at which no card was dealt is taken back: by a player, or for want of a sealed cut."""

from __future__ import annotations

from ginrummy.web.http.now import now
from ginrummy.web.tables import pubsub, server_heartbeat
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.signals import opening_changed


def take_back(table: Table) -> bool:
    """Remove the locked `table` where a sealed cut was not shown in time; return whether it was removed."""
    if table.time_due is None or table.time_due > now() or not server_heartbeat.is_steady():
        return False
    remove(table)
    return True


def remove(table: Table) -> None:
    """Delete the locked `table`, and wake its pages and those that list it."""
    opening_changed.send(Table, table=table)
    pubsub.announce(table.key, table.number + 1)
    table.delete()
