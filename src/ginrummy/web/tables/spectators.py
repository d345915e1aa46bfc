"""Who may watch a match, and who does: once both players allow it, as far as the stricter of them does.

Spectators are counted by the streams that they read; each is a row that is noted as long as the stream lasts.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db import transaction

from ginrummy.locale import _
from ginrummy.web.http.now import now, recent
from ginrummy.web.people.models import Person
from ginrummy.web.tables import presence, pubsub, service
from ginrummy.web.tables.errors import NotYours, Stale
from ginrummy.web.tables.models import Seat, Spectator, Status, Table, Watching

MOST: Final = 100
"""So many spectators of a table are counted."""
_STRICTEST_FIRST: Final = (Watching.NOBODY, Watching.PUBLIC, Watching.LATER)


def allowed(table: Table) -> Watching:
    """Return what spectators of `table` may see: what the stricter of its people allows; bots allow all."""
    wishes = [Watching(seat.watching) for seat in table.taken if seat.person_id is not None]
    if table.status != Status.PLAYING or not wishes:
        return Watching.NOBODY
    return min(wishes, key=_STRICTEST_FIRST.index)


def allow(key: str, person: Person | None, wish: str) -> Table:
    """Return the table `key` once `person`, who sits there, allows spectators what `wish` says, or nothing.

    Raises `NoTable`, `NotYours`, or `Stale` for no such wish.
    """
    if wish not in Watching:
        raise Stale(_("nothing has changed: look again"))
    with transaction.atomic():
        table = service.locked(key)
        number = service.seat_of(table, person)
        if number is None:
            raise NotYours(_("you have no seat at this table"))
        own = Seat.objects.filter(table=table)
        own = own if table.shared_by_id is not None else own.filter(number=number)
        own.update(watching=wish)
        pubsub.announce(table.key, table.number)
    return service.find(key)


def count(table: Table) -> int:
    """Return how many watch `table` just now, nobody where that is not allowed."""
    if allowed(table) == Watching.NOBODY:
        return 0
    return Spectator.objects.filter(recent("seen", presence.AWAY_AFTER), table=table).count()


def come(keys: Collection[str], reader: str, seated: Collection[int]) -> list[int]:
    """Note that `reader` watches the tables `keys` that may be watched, `seated` by primary key left out.

    Returns the primary keys of the notes.
    """
    playing = Table.objects.filter(key__in=keys, status=Status.PLAYING, seats__watching__gt="").distinct()
    found = []
    for table in playing.exclude(pk__in=seated).prefetch_related("seats"):
        if allowed(table) != Watching.NOBODY and count(table) < MOST:
            one, is_new = Spectator.objects.update_or_create(
                table=table, reader=reader, defaults={"seen": now()}
            )
            found.append(one.pk)
            if is_new:
                pubsub.announce(table.key, table.number)
    return found


def beat(notes: Collection[int]) -> None:
    """Note that those who made `notes`, by primary key, still watch, and forget who has not for long."""
    if notes:
        Spectator.objects.filter(pk__in=notes).update(seen=now())
    Spectator.objects.exclude(recent("seen", 2 * presence.AWAY_AFTER)).delete()


def go(notes: Collection[int]) -> None:
    """Forget those who made `notes`, by primary key, and tell the players."""
    gone = list(Spectator.objects.filter(pk__in=notes).select_related("table"))
    Spectator.objects.filter(pk__in=notes).delete()
    for one in gone:
        pubsub.announce(one.table.key, one.table.number)
