"""State of the lanes, wanted or ready, for the supervisors of the bot processes."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import IntegrityError

from ginrummy.web.bots import leases
from ginrummy.web.bots.models import LaneState
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.tables.models import Lane

SIGN_EVERY: Final = timedelta(seconds=10)
_AWAKE: Final = timedelta(seconds=40)
"""Longest silence of a running process, which gives no sign of life while it computes a turn."""
_WANTED: Final = timedelta(minutes=2)
"""Time for which an announced turn counts."""


def announce_turn(lane: Lane) -> None:
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


def record_sign_of_life(lane: Lane) -> None:
    """Record that a process serves `lane`."""
    if not LaneState.objects.filter(recent_condition("seen", SIGN_EVERY / 2), lane=lane).exists():
        _set(lane, seen=now())


def _set(lane: Lane, **values: object) -> None:
    if not LaneState.objects.filter(lane=lane).update(**values):
        try:
            LaneState.objects.create(lane=lane, **values)
        except IntegrityError:  # another process inserted it first
            LaneState.objects.filter(lane=lane).update(**values)
