"""State of the lanes, wanted or ready, for pages shown during warm-up and for the supervisors."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import Final

from django.db import IntegrityError

from ginrummy.web.bots import leases
from ginrummy.web.bots.models import LaneState
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.tables.models import Lane, Table

SIGN_EVERY: Final = timedelta(seconds=10)
_AWAKE: Final = timedelta(seconds=40)
"""Longest silence of a running process, which gives no sign of life while it computes a turn."""
_WANTED: Final = timedelta(minutes=2)
"""Time for which an announced turn counts."""
_LEAST_SECONDS: Final = 5


def want(lane: Lane) -> None:
    """Announce a turn in `lane` in the near future, so that a process can start."""
    if not LaneState.objects.filter(recent_condition("wanted", _WANTED / 2), lane=lane).exists():
        _set(lane, wanted=now())


def is_wanted(lane: Lane) -> bool:
    """Return whether a bot of `lane` has to move now or soon."""
    is_soon = LaneState.objects.filter(recent_condition("wanted", _WANTED), lane=lane)
    return leases.due_tables(lane).exists() or is_soon.exists()


def is_ready(lane: Lane) -> bool:
    """Return whether a process serves `lane`."""
    return LaneState.objects.filter(recent_condition("seen", _AWAKE), lane=lane).exists()


def warms_up(lane: Lane, *, seconds: float) -> None:
    """Announce that the first process of `lane` will be ready in about so many `seconds`."""
    if not is_ready(lane):
        _set(lane, ready_by=now() + timedelta(seconds=seconds))


def sign_of_life(lane: Lane) -> None:
    """Record that a process serves `lane`."""
    if not LaneState.objects.filter(recent_condition("seen", SIGN_EVERY / 2), lane=lane).exists():
        _set(lane, seen=now(), ready_by=None)


def warming_seconds(table: Table) -> int:
    """Return the seconds until the bot at `table` is warm, rounded up to a multiple of 5, 0 if it is."""
    if table.bot_due is None or table.bot_lane != Lane.SEARCH or is_ready(Lane.SEARCH):
        return 0
    state = LaneState.objects.filter(lane=Lane.SEARCH, ready_by__isnull=False).first()
    left = 0.0 if state is None or state.ready_by is None else (state.ready_by - now()).total_seconds()
    return max(_LEAST_SECONDS, ceil(left / _LEAST_SECONDS) * _LEAST_SECONDS)


def _set(lane: Lane, **values: object) -> None:
    if not LaneState.objects.filter(lane=lane).update(**values):
        try:
            LaneState.objects.create(lane=lane, **values)
        except IntegrityError:  # another process inserted it first
            LaneState.objects.filter(lane=lane).update(**values)
