"""Lanes of the bot processes: their queues, and whether they are wanted or ready."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from ginrummy.web.bots.bot_turn import turns
from ginrummy.web.bots.hint_requests import hints
from ginrummy.web.bots.models import LaneState
from ginrummy.web.bots.review_requests import reviews
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.tables.job_queue import Queue
from ginrummy.web.tables.models import Lane

QUEUES: Final[dict[Lane, tuple[Queue[Any], ...]]] = {
    Lane.QUICK: (turns[Lane.QUICK],),
    Lane.SEARCH: (turns[Lane.SEARCH], hints, reviews),
}
"""Queues that the processes of each lane serve, the most urgent one first."""
SIGN_EVERY: Final = timedelta(seconds=10)
_AWAKE: Final = timedelta(seconds=40)
"""Longest silence of a running process, which gives no sign of life while it computes a turn."""
_WANTED: Final = timedelta(minutes=2)
"""Time for which an announced turn counts."""


def announce_turn(lane: Lane) -> None:
    """Announce a turn in `lane` in the near future, so that a process can start."""
    if not LaneState.objects.filter(recent_condition("wanted", _WANTED / 2), lane=lane).exists():
        LaneState.objects.update_or_create(lane=lane, defaults={"wanted": now()})


def has_work_soon(lane: Lane) -> bool:
    """Return whether there is work in `lane` now or soon."""
    is_soon = LaneState.objects.filter(recent_condition("wanted", _WANTED), lane=lane)
    return any(queue.due_jobs().exists() for queue in QUEUES[lane]) or is_soon.exists()


def is_ready(lane: Lane) -> bool:
    """Return whether a process serves `lane`."""
    return LaneState.objects.filter(recent_condition("seen", _AWAKE), lane=lane).exists()


def record_worker_alive(lane: Lane) -> None:
    """Record that a process serves `lane`."""
    if not LaneState.objects.filter(recent_condition("seen", SIGN_EVERY / 2), lane=lane).exists():
        LaneState.objects.update_or_create(lane=lane, defaults={"seen": now()})


def release_jobs(lane: Lane, holder: str = "", *, later: timedelta = timedelta(0)) -> None:
    """End the leases in `lane` of `holder`, a process that ends, or all of them: `Queue.release`."""
    for queue in QUEUES[lane]:
        queue.release(holder, later=later)
