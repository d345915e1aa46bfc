"""Who is at a table, as the other player is told; apart from the connection, and apart from the verdict.

1. The connection is the browser's stream; it may break and come back unnoticed.
2. The presence is a row: when a person was last heard of, by a stream or a page. Whoever reads no stream is
   called away after `AWAY_AFTER`; a stream that ends tells it at once (`leaving`).
3. The verdict is the other player's: once somebody has been away for the grace of the table, and something is
   awaited from that seat, the other may wait, let a bot play on, or claim the match.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from ginrummy.web.http.now import is_recent, now
from ginrummy.web.tables import pubsub, server_heartbeat
from ginrummy.web.tables.clocks import pace_of
from ginrummy.web.tables.models import Presence, Seat, Status, Table
from ginrummy.web.tables.table_state import TableState

BEAT: Final = timedelta(seconds=15)
"""How often the person behind an open stream is noted."""
AWAY_AFTER: Final = timedelta(seconds=45)
GRACE: Final = timedelta(minutes=2)
GRACE_WITHOUT_CLOCK: Final = timedelta(minutes=5)
_AT_ONCE: Final = 200


def grace(table: Table) -> timedelta | None:
    """Return how long somebody may be away; `None` for a slow game, where the clock alone decides."""
    pace = pace_of(table.pace)
    if pace.is_slow:
        return None
    return GRACE if pace else GRACE_WITHOUT_CLOCK


def gone_at(seat: Seat, table: Table) -> datetime | None:
    """Return when the other player may go on without the person in `seat`, `None` for never."""
    allowed = grace(table)
    return None if allowed is None or seat.person_id is None or seat.bot else seat.seen + allowed


def may_go_on_without(seat: Seat, table: Table, state: TableState) -> bool:
    """Return whether the other player may let a bot play on for the person in `seat`, or claim the match."""
    moment = gone_at(seat, table)
    if moment is None or moment > now() or state.is_over or seat.number not in state.awaited:
        return False
    return server_heartbeat.is_steady()


def watch(table: Table) -> None:
    """Look after the people of a match that begins, where both seats are people's."""
    seats = table.taken
    if table.shared_by_id is None and all(seat.person_id is not None for seat in seats):
        Seat.objects.filter(table=table).update(due=now() + AWAY_AFTER)


def seen(seat: Seat) -> None:
    """Note that the person in `seat` has just asked for something."""
    if seat.presence != Presence.HERE or not is_recent(seat.seen, BEAT):
        beat([seat.pk])


def beat(seats: Collection[int]) -> None:
    """Note that the people in `seats`, by primary key, are there; tell the others of those who were away."""
    if not seats:
        return
    Seat.objects.filter(pk__in=seats).update(seen=now())
    back = Seat.objects.filter(pk__in=seats).exclude(presence=Presence.HERE).select_related("table")
    for seat in back:
        _tell(seat, Presence.HERE, now() + AWAY_AFTER)


def watched(seats: Collection[int]) -> list[Seat]:
    """Return those of `seats`, by primary key, who are thought to be at a match with another person."""
    found = Seat.objects.filter(pk__in=seats, presence=Presence.HERE, table__status=Status.PLAYING)
    found = found.filter(table__shared_by=None).exclude(table__seats__person=None)
    return list(found.select_related("table"))


def leave(seats: Iterable[Seat]) -> None:
    """Tell the others at once that the people in `seats` have left, if not heard of since they were read."""
    for seat in seats:
        allowed = grace(seat.table)
        _tell(seat, Presence.AWAY, None if allowed is None else now() + allowed, seen=now())


def stay(seat: int) -> None:
    """Note that the person in `seat`, by primary key, is there whatever another process thinks."""
    Seat.objects.filter(pk=seat).update(seen=now())


def look() -> None:
    """Look at the seats that are due: tell the others of those who are away, or gone for good."""
    due = Seat.objects.filter(due__lte=now()).select_related("table").order_by("due")
    here = []
    for seat in due[:_AT_ONCE]:
        if seat.table.status == Status.PLAYING and now() < seat.seen + AWAY_AFTER:
            here.append(seat.pk)
        else:
            _look_at(seat)
    if here:
        _look_later(here)


def _look_later(seats: Collection[int]) -> None:
    """Wait until `seats`, by primary key, can be away; those that another process holds are left to it."""
    with transaction.atomic():
        held = Seat.objects.select_for_update(skip_locked=True).filter(pk__in=seats)
        free = list(held.values_list("pk", flat=True))
        Seat.objects.filter(pk__in=free).update(due=F("seen") + AWAY_AFTER)


def _look_at(seat: Seat) -> None:
    if seat.table.status != Status.PLAYING:
        Seat.objects.filter(pk=seat.pk).update(due=None)
        return
    end = gone_at(seat, seat.table)
    is_gone = end is not None and end <= now()
    _tell(seat, Presence.GONE if is_gone else Presence.AWAY, None if is_gone else end)


def _tell(seat: Seat, presence: Presence, due: datetime | None, *, seen: datetime | None = None) -> None:
    """Change what is told of `seat`, once, whichever process is first, and wake the pages of its table."""
    same = Q(pk=seat.pk, presence=seat.presence, seen=seat.seen)
    changes = {"presence": presence, "due": due, "seen": seen or seat.seen}
    if Seat.objects.filter(same).update(**changes) and presence != seat.presence:
        pubsub.announce(seat.table.key, seat.table.number)
