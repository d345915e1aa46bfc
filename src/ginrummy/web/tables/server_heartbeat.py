"""Heartbeat of the server: no player loses time while all server processes are down.

A single row holds the time of the last sweep. A time long ago means that all servers were down. A time in the
future, or a difference between wall clock and monotonic clock in this process, means that the machine's clock
was set. In both cases the clocks of the tables move by the same amount, once.
"""

from __future__ import annotations

import logging
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F

from ginrummy.web.http.now import monotonic_seconds, now, recent_condition
from ginrummy.web.tables.models import Heartbeat, Seat, Status, Table

EVERY: Final = timedelta(seconds=2)
"""Shortest interval between writes of the heartbeat."""
OUTAGE: Final = timedelta(seconds=8)
"""Longest silence of all server processes, or of their database, that still counts as playing time."""
JUMP: Final = timedelta(seconds=3)
"""Smallest change of the wall clock that is corrected. It exceeds `EVERY`: a recent beat is no jump."""
_NOTHING: Final = timedelta(0)
_log = logging.getLogger(__name__)


class _Look(NamedTuple):
    """Time of a sweep on the wall clock and on the monotonic clock."""

    at: datetime
    elapsed: float


class ServerHeartbeat:
    """Heartbeat of one process, with the time of its own last sweep."""

    def __init__(self) -> None:
        self._last: _Look | None = None

    def beat(self) -> None:
        """Record a sweep by this process and credit the time of an outage or a clock change."""
        look = _Look(now(), monotonic_seconds())
        jump = self._jump(look)
        last, _made = Heartbeat.objects.get_or_create(pk=1, defaults={"at": look.at})
        silence = look.at - last.at
        unpaid = _unpaid(silence, jump)
        if unpaid or silence >= EVERY:
            with transaction.atomic() if unpaid else nullcontext():
                was_first = Heartbeat.objects.filter(pk=1, at=last.at).update(at=look.at)
                if was_first and unpaid:
                    _tell(unpaid, jump)
                    shift_deadlines(unpaid)
        self._last = look

    def beat_if_late(self) -> None:
        """Beat before a move is charged, if this process has not done so lately or its clock was set."""
        look, last = _Look(now(), monotonic_seconds()), self._last
        is_late = last is None or look.elapsed - last.elapsed > OUTAGE.total_seconds()
        if is_late or abs(self._jump(look)) >= JUMP:
            self.beat()

    def reset(self) -> None:
        """Reset to the state at the start of the process."""
        self._last = None

    def _jump(self, look: _Look) -> timedelta:
        """Return by how much the wall clock was set since the last sweep, negative if it was set back."""
        if self._last is None:
            return _NOTHING
        return look.at - self._last.at - timedelta(seconds=look.elapsed - self._last.elapsed)


def _unpaid(silence: timedelta, jump: timedelta) -> timedelta:
    """Return how much of the `silence` is not charged, negative if the clock was set back."""
    was_set = abs(jump) >= JUMP and abs(silence - jump) < OUTAGE and abs(silence) > EVERY
    if was_set:
        return jump
    return silence if silence > OUTAGE or silence < -JUMP else _NOTHING


def _tell(unpaid: timedelta, jump: timedelta) -> None:
    seconds = round(unpaid.total_seconds())
    if jump == unpaid or unpaid < _NOTHING:
        _log.warning(
            "the clock of this machine was set by %+d s; nobody's time at the tables pays for it", seconds
        )
    else:
        _log.warning("nobody looked after the tables for %d s; everybody is given the time back", seconds)


heart: Final = ServerHeartbeat()
"""Heartbeat of this process."""


def has_recent_sweep() -> bool:
    """Return whether any process has swept recently, so that ending a match on time is fair."""
    return Heartbeat.objects.filter(recent_condition("at", OUTAGE)).exists()


def record_sweep() -> None:
    """Record a sweep by this process: `ServerHeartbeat.beat`."""
    heart.beat()


def shift_deadlines(time: timedelta) -> None:
    """Move running clocks and grace periods by `time`, which may be negative.

    After a clock was set back, the due times and leases of bots also move, or they would end too late.
    """
    going_on = (Status.CUTTING, Status.PLAYING)
    running = Table.objects.filter(status__in=going_on, time_due__isnull=False)
    running.update(since=F("since") + time, time_due=F("time_due") + time)
    playing = Seat.objects.filter(table__status=Status.PLAYING)
    playing.update(seen=F("seen") + time)
    playing.filter(due__isnull=False).update(due=F("due") + time)
    if time < _NOTHING:
        for name in ("bot_due", "bot_lease"):
            Table.objects.filter(**{f"{name}__isnull": False}).update(**{name: F(name) + time})
