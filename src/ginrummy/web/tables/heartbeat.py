"""The heartbeat of the server: while no process looks after the tables, nobody's time runs out."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F

from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Pulse, Seat, Status, Table

EVERY: Final = timedelta(seconds=2)
OUTAGE: Final = timedelta(seconds=8)
"""A silence of all server processes, or of their database, for longer than this costs nobody any time."""


def is_steady() -> bool:
    """Return whether some process has looked after the tables just now, so that a verdict is fair."""
    return Pulse.objects.filter(at__gt=now() - OUTAGE).exists()


def beat() -> None:
    """Note that a process looks after the tables; after a silence, give everybody the time back."""
    last, _made = Pulse.objects.get_or_create(pk=1, defaults={"at": now()})
    silence = now() - last.at
    if silence < EVERY:
        return
    with transaction.atomic() if silence > OUTAGE else nullcontext():
        was_first = Pulse.objects.filter(pk=1, at=last.at).update(at=now())
        if was_first and silence > OUTAGE:
            give_back(silence)


def give_back(silence: timedelta) -> None:
    """Move the clocks that run and the graces that are granted on by `silence`."""
    running = Table.objects.filter(status=Status.PLAYING, time_due__isnull=False)
    running.update(since=F("since") + silence, time_due=F("time_due") + silence)
    playing = Seat.objects.filter(table__status=Status.PLAYING)
    playing.update(seen=F("seen") + silence)
    playing.filter(due__isnull=False).update(due=F("due") + silence)
