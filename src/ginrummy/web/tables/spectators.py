"""Spectators of a match. The stricter permission of the two players decides what they may see.

Spectators are counted by their streams. Each has a row for as long as the stream lasts.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db import transaction

from ginrummy.locale import _
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.people.models import Person
from ginrummy.web.tables import presence, pubsub, service
from ginrummy.web.tables.errors import NotYours, Stale
from ginrummy.web.tables.models import Seat, Spectator, SpectatorPermission, Status, Table

MOST: Final = 100
"""Limit of counted spectators at a table."""
_STRICTEST_FIRST: Final = (SpectatorPermission.NOBODY, SpectatorPermission.PUBLIC, SpectatorPermission.LATER)


def spectator_permission(table: Table) -> SpectatorPermission:
    """Return what spectators of `table` may see, by the stricter permission of its people. Bots allow all.

    A hand of an evening has none: another board of the same side might learn from them.
    """
    permissions = [SpectatorPermission(seat.watching) for seat in table.taken if seat.person_id is not None]
    if table.status != Status.PLAYING or not permissions or table.is_one_hand:
        return SpectatorPermission.NOBODY
    return min(permissions, key=_STRICTEST_FIRST.index)


def store_spectator_permission(key: str, person: Person | None, permission: str) -> Table:
    """Set what `person`, a player at table `key`, lets spectators see. Return the table.

    Raise `NoTable`, `NotYours`, or `Stale` for an unknown permission.
    """
    if permission not in SpectatorPermission:
        raise Stale(_("nothing has changed: look again"))
    with transaction.atomic():
        table = service.lock_table(key)
        number = service.seat_number(table, person)
        if number is None:
            raise NotYours(_("you have no seat at this table"))
        own = Seat.objects.filter(table=table)
        own = own if table.shared_by_id is not None else own.filter(number=number)
        own.update(watching=permission)
        pubsub.announce(table.key, table.number)
    return service.find_table(key)


def count_spectators(table: Table) -> int:
    """Return the number of current spectators of `table`, 0 if none are allowed."""
    if spectator_permission(table) == SpectatorPermission.NOBODY:
        return 0
    return Spectator.objects.filter(recent_condition("seen", presence.AWAY_AFTER), table=table).count()


def register_spectator(keys: Collection[str], reader: str, seated: Collection[int]) -> list[int]:
    """Register `reader` as a spectator of those tables `keys` that may be watched.

    Skip the tables `seated` (primary keys). Return the primary keys of the spectator rows.
    """
    playing = Table.objects.filter(key__in=keys, status=Status.PLAYING, seats__watching__gt="").distinct()
    found = []
    for table in playing.exclude(pk__in=seated).prefetch_related("seats"):
        if spectator_permission(table) != SpectatorPermission.NOBODY and count_spectators(table) < MOST:
            one, is_new = Spectator.objects.update_or_create(
                table=table, reader=reader, defaults={"seen": now()}
            )
            found.append(one.pk)
            if is_new:
                pubsub.announce(table.key, table.number)
    return found


def renew_spectators(notes: Collection[int]) -> None:
    """Renew the spectator rows `notes` (primary keys) and delete expired ones."""
    if notes:
        Spectator.objects.filter(pk__in=notes).update(seen=now())
    Spectator.objects.exclude(recent_condition("seen", 2 * presence.AWAY_AFTER)).delete()


def remove_spectators(notes: Collection[int]) -> None:
    """Delete the spectator rows `notes` (primary keys) and notify the players."""
    gone = list(Spectator.objects.filter(pk__in=notes).select_related("table"))
    Spectator.objects.filter(pk__in=notes).delete()
    for one in gone:
        pubsub.announce(one.table.key, one.table.number)
