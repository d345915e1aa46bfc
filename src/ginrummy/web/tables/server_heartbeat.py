"""The heartbeat of the server: while no process looks after the tables, nobody's time runs out.

It is a row with the time of the last look. Where that is long ago, all servers were away. Where it is
yet to come, or where more or less time has passed on the watch than on the stopwatch of this process, the
clock of the machine was set. Either way the clocks of the tables are set by as much, once.
"""

from __future__ import annotations

import logging
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F

from ginrummy.web.http.now import elapsed, now, recent
from ginrummy.web.tables.models import Heartbeat, Seat, Status, Table

EVERY: Final = timedelta(seconds=2)
OUTAGE: Final = timedelta(seconds=8)
"""A silence of all server processes, or of their database, for longer than this costs nobody any time."""
JUMP: Final = timedelta(seconds=3)
"""A clock that was set by less is borne: more than `EVERY`, so that a jump is told from a look just now."""
_NOTHING: Final = timedelta(0)
_log = logging.getLogger(__name__)


class _Look(NamedTuple):
    """When a process last looked, by the watch and by the stopwatch."""

    at: datetime
    elapsed: float


class Heart:
    """What one process knows of the time: its own last look."""

    def __init__(self) -> None:
        self._last: _Look | None = None

    def beat(self) -> None:
        """Note that a process looks after the tables; give back what nobody has to pay for."""
        look = _Look(now(), elapsed())
        jump = self._jump(look)
        last, _made = Heartbeat.objects.get_or_create(pk=1, defaults={"at": look.at})
        silence = look.at - last.at
        unpaid = _unpaid(silence, jump)
        if unpaid or silence >= EVERY:
            with transaction.atomic() if unpaid else nullcontext():
                was_first = Heartbeat.objects.filter(pk=1, at=last.at).update(at=look.at)
                if was_first and unpaid:
                    _tell(unpaid, jump)
                    give_back(unpaid)
        self._last = look

    def keep_up(self) -> None:
        """Beat before a move is charged, where this process has not looked lately or its clock was set."""
        look, last = _Look(now(), elapsed()), self._last
        is_late = last is None or look.elapsed - last.elapsed > OUTAGE.total_seconds()
        if is_late or abs(self._jump(look)) >= JUMP:
            self.beat()

    def forget(self) -> None:
        """Know nothing of the time, as at the start."""
        self._last = None

    def _jump(self, look: _Look) -> timedelta:
        """Return by how much the watch was set since the last look, negative where it was set back."""
        if self._last is None:
            return _NOTHING
        return look.at - self._last.at - timedelta(seconds=look.elapsed - self._last.elapsed)


def _unpaid(silence: timedelta, jump: timedelta) -> timedelta:
    """Return how much of the `silence` nobody pays for; less than none where the clock was set back."""
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


heart: Final = Heart()
"""That of this process."""


def is_steady() -> bool:
    """Return whether some process has looked after the tables just now, so that a verdict is fair."""
    return Heartbeat.objects.filter(recent("at", OUTAGE)).exists()


def beat() -> None:
    """Note that this process looks after the tables, as `Heart.beat` does."""
    heart.beat()


def give_back(time: timedelta) -> None:
    """Set the clocks that run and the graces that are granted on by `time`, or back.

    Where a clock was set back, the turns of bots would be due, and their leases would end, too late.
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
