"""Sources of alerts: a turn that begins, a player who joins, an invitation, a board of an evening.

They run inside the transaction of the move, so they write rows only for people whose switch is on.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from ginrummy.rules import types
from ginrummy.web.alerts.alert_settings import alert_settings_of
from ginrummy.web.alerts.models import Alert, Kind
from ginrummy.web.http.now import is_recent, now
from ginrummy.web.people.models import Person
from ginrummy.web.rooms.models import Evening, Room
from ginrummy.web.tables import presence
from ginrummy.web.tables.clocks import parse_time_control
from ginrummy.web.tables.models import Presence, Seat, Status, Table

LOOK: Final = presence.BEAT + timedelta(seconds=5)
"""Time after which a page that was open has shown itself again: a beat, and some seconds more."""
SHORT_ABSENCE: Final = timedelta(minutes=1)
"""The same for a turn without a slow clock: a player who looks elsewhere may come back."""
_FIELDS: Final = ("at", "due", "lease", "holder", "tries", "left", "has_arrived")


def queue_alert(place: Table | Room | None, person: Person, kind: Kind, later: timedelta) -> None:
    """Queue an alert that is due `later`, in place of an earlier one of this kind."""
    moment, field = now(), "room" if isinstance(place, Room) else "table"
    alert = Alert(person=person, kind=kind, at=moment, due=moment + later, **{field: place})
    same = ("person", field, "kind")
    Alert.objects.bulk_create([alert], update_conflicts=True, unique_fields=same, update_fields=_FIELDS)


def queue_turns(*, table: Table, seats: Collection[types.Seat], **_rest: Any) -> None:
    """Queue alerts for the `seats` whose turn has begun, in a match between two people."""
    if table.shared_by_id is not None or any(seat.person_id is None for seat in table.taken):
        return
    for seat in table.taken:
        if seat.number in seats and not seat.bot and _wants(seat.person, Kind.TURN):
            wait = LOOK if parse_time_control(table.pace).is_slow else SHORT_ABSENCE
            _queue_for_seat(table, seat, Kind.TURN, wait)


def queue_seat_alert(*, table: Table, is_removed: bool = False, **_rest: Any) -> None:
    """Queue an alert for the host whose table was joined, or for the player who is invited."""
    if is_removed or table.shared_by_id is not None:
        return
    if table.status in (Status.CUTTING, Status.PLAYING):
        host, *guests = sorted(table.taken, key=lambda seat: seat.pk)
        if guests and guests[0].person_id is not None and _wants(host.person, Kind.ARRIVAL):
            _queue_for_seat(table, host, Kind.ARRIVAL, LOOK)
        return
    is_open = table.status == Status.WAITING and not table.is_declined
    if is_open and table.invited is not None and _wants(table.invited, Kind.INVITATION):
        queue_alert(table, table.invited, Kind.INVITATION, timedelta(0))


def queue_rounds(*, evening: Evening, boards: Collection[tuple[int, int]], **_rest: Any) -> None:
    """Queue alerts for the people who meet at `boards` of `evening`, which can be played now."""
    numbers = {number for board in boards for number in board}
    for player in evening.players.filter(number__in=numbers).select_related("person"):
        if player.person is not None and _wants(player.person, Kind.ROUND):
            queue_alert(evening.room, player.person, Kind.ROUND, LOOK)


def _wants(person: Person | None, kind: Kind) -> bool:
    return person is not None and bool(person.alerts) and alert_settings_of(person).wants(kind)


def _queue_for_seat(table: Table, seat: Seat, kind: Kind, wait: timedelta) -> None:
    """Queue an alert for the person in `seat`, at once if that person is known to be away."""
    assert seat.person is not None
    may_be_here = seat.presence == Presence.HERE and is_recent(seat.seen, presence.AWAY_AFTER)
    is_patient = kind is Kind.TURN and wait is SHORT_ABSENCE
    queue_alert(table, seat.person, kind, wait if may_be_here or is_patient else timedelta(0))
