"""Presence of players as their opponents see it, separate from connections and from consequences.

1. The connection is the browser's stream, which may break and reconnect unnoticed.
2. The presence is a row with the time of the last stream or page request. A player without a stream is away
   after `AWAY_AFTER`. A stream that ends reports it at once (`mark_away`).
3. The consequence is up to the opponent. When a player has to act and has been away for the table's grace
   period, the opponent may wait, let a bot stand in, or claim the match.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from ginrummy.web.http.now import is_recent, now
from ginrummy.web.tables import pubsub, server_heartbeat
from ginrummy.web.tables.clocks import parse_time_control
from ginrummy.web.tables.models import Presence, Seat, Status, Table
from ginrummy.web.tables.table_state import TableState

BEAT: Final = timedelta(seconds=15)
"""Interval at which the presence of a player with an open stream is written."""
AWAY_AFTER: Final = timedelta(seconds=45)
"""Three times `BEAT`, so that one missed beat does not count as absence."""
GRACE: Final = timedelta(minutes=2)
"""Absence after which the opponent may act, at a table with a clock."""
GRACE_WITHOUT_CLOCK: Final = timedelta(minutes=5)
"""The same without a clock."""
_AT_ONCE: Final = 200
"""Limit of seats checked in one sweep."""


def allowed_absence(table: Table) -> timedelta | None:
    """Return how long a player may be away, `None` for a slow match, where only the clock decides."""
    pace = parse_time_control(table.pace)
    if pace.is_slow:
        return None
    return GRACE if pace else GRACE_WITHOUT_CLOCK


def absence_deadline(seat: Seat, table: Table) -> datetime | None:
    """Return when the opponent may act without the person in `seat`, `None` for never."""
    allowed = allowed_absence(table)
    return None if allowed is None or seat.person_id is None or seat.bot else seat.seen + allowed


def may_replace_absent(seat: Seat, table: Table, state: TableState) -> bool:
    """Return whether the opponent of `seat` may call in a bot or claim the match."""
    moment = absence_deadline(seat, table)
    if moment is None or moment > now() or state.is_over or seat.number not in state.awaited:
        return False
    return server_heartbeat.has_recent_sweep()


def track_presence(table: Table) -> None:
    """Start tracking presence at a match that begins, if both seats are people."""
    seats = table.taken
    if table.shared_by_id is None and all(seat.person_id is not None for seat in seats):
        Seat.objects.filter(table=table).update(due=now() + AWAY_AFTER)


def record_presence(seat: Seat) -> None:
    """Record a request by the person in `seat`."""
    if seat.presence != Presence.HERE or not is_recent(seat.seen, BEAT):
        mark_present([seat.pk])


def mark_present(seats: Collection[int]) -> None:
    """Mark the people of `seats` (primary keys) as present. Notify the opponents of those who were away."""
    if not seats:
        return
    Seat.objects.filter(pk__in=seats).update(seen=now())
    back = Seat.objects.filter(pk__in=seats).exclude(presence=Presence.HERE).select_related("table")
    for seat in back:
        _tell(seat, Presence.HERE, now() + AWAY_AFTER)


def present_seats(seats: Collection[int]) -> list[Seat]:
    """Return the `seats` (primary keys) that count as present at a running match against another person."""
    found = Seat.objects.filter(pk__in=seats, presence=Presence.HERE, table__status=Status.PLAYING)
    found = found.filter(table__shared_by=None).exclude(table__seats__person=None)
    return list(found.select_related("table"))


def mark_away(seats: Iterable[Seat]) -> None:
    """Mark the people of `seats` as away unless they were seen since the rows were read. Notify opponents."""
    for seat in seats:
        allowed = allowed_absence(seat.table)
        _tell(seat, Presence.AWAY, None if allowed is None else now() + allowed, seen=now())


def override_absence(seat: int) -> None:
    """Record that the person in `seat` (primary key) is present, even if another process thinks otherwise."""
    Seat.objects.filter(pk=seat).update(seen=now())


def check_presence() -> None:
    """Check the seats that are due. Notify the opponents of players who are away or gone."""
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
    """Postpone the check of `seats` (primary keys) until they can be away. Skip locked rows."""
    with transaction.atomic():
        held = Seat.objects.select_for_update(skip_locked=True).filter(pk__in=seats)
        free = list(held.values_list("pk", flat=True))
        Seat.objects.filter(pk__in=free).update(due=F("seen") + AWAY_AFTER)


def _look_at(seat: Seat) -> None:
    if seat.table.status != Status.PLAYING:
        Seat.objects.filter(pk=seat.pk).update(due=None)
        return
    end = absence_deadline(seat, seat.table)
    is_gone = end is not None and end <= now()
    _tell(seat, Presence.GONE if is_gone else Presence.AWAY, None if is_gone else end)


def _tell(seat: Seat, presence: Presence, due: datetime | None, *, seen: datetime | None = None) -> None:
    """Update the presence of `seat` unless another process did, and wake the pages of its table."""
    same = Q(pk=seat.pk, presence=seat.presence, seen=seat.seen)
    changes = {"presence": presence, "due": due, "seen": seen or seat.seen}
    if Seat.objects.filter(same).update(**changes) and presence != seat.presence:
        pubsub.announce(seat.table.key, seat.table.number)
