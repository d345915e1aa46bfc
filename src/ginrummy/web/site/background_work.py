"""Background work of a server, done in small steps between requests: moves of bots, deadlines."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final, NamedTuple

from django.db import Error

from ginrummy.players.player import PauseReason
from ginrummy.web.bots.bot_turn import turns
from ginrummy.web.bots.hint_requests import hints
from ginrummy.web.bots.review_requests import reviews
from ginrummy.web.http.now import now
from ginrummy.web.tables.job_queue import Queue
from ginrummy.web.tables.models import Lane, Status, Table
from ginrummy.web.tables.server_heartbeat import heart
from ginrummy.web.tables.worker import sweep

_HOLDER: Final = "browser"
_CLOCK_SECONDS: Final = 1.0
_SOON: Final = 0.0
_NEVER: Final = -1.0
_LATER: Final = 2.0
"""Seconds to wait after a database error: the disk may be full until the user frees space."""
_moved: Final[dict[str, int]] = {}
_SLICE: Final = 0.03
"""Seconds of work per turn, at least one step, so that requests are answered in between.

A turn ends earlier where workers are awaited. The work continues once they have answered.
"""
_QUEUES: Final[tuple[Queue[Any], ...]] = (turns[Lane.SEARCH], turns[Lane.QUICK], hints, reviews)
_begun: Final[dict[Queue[Any], Iterator[object]]] = {}
"""Unfinished jobs, at most one of each queue."""
_log = logging.getLogger(__name__)


class WorkTurn(NamedTuple):
    """The changed tables by key, and the seconds until the next turn. -1 means only on request."""

    moved: dict[str, int]
    pause: float


def requeue_unfinished_work() -> None:
    """Return work to its queue that was unfinished when the page was closed."""
    _begun.clear()
    for queue in _QUEUES:
        queue.release()


def record_event(*, key: str, number: int, **_told: Any) -> None:
    """Record that table `key` is at event `number`."""
    _moved[key] = number


def take_turn() -> WorkTurn:
    """Do one step of the due work. Return the changes since the last turn."""
    try:
        pause = _SOON if any(map(_go_on, _QUEUES)) else _pause()
    except Error as error:
        _log.warning("the bots wait, the database does not answer: %s", error)
        pause = _LATER
    moved = dict(_moved)
    _moved.clear()
    return WorkTurn(moved, pause)


def event_numbers(keys: list[str]) -> dict[str, int]:
    """Return the current event number of each of the tables `keys`, 0 for one that does not exist."""
    found = dict(Table.objects.filter(key__in=keys).values_list("key", "number"))
    return dict.fromkeys(keys, 0) | found


def _go_on(queue: Queue[Any]) -> bool:
    """Continue or begin a job of `queue`. Return whether there was one."""
    work = _begun.pop(queue, None) or queue.next_work(_HOLDER)
    if work is None:
        return False
    since = perf_counter()
    for piece in work:
        if piece is PauseReason.AWAITED or perf_counter() - since > _SLICE:
            _begun[queue] = work
            break
    return True


def _pause() -> float:
    """Check the clocks. Return the seconds until the next move of a bot or check, or `_NEVER`."""
    playing = Table.objects.filter(status=Status.PLAYING)
    pauses = [_CLOCK_SECONDS] if playing.filter(time_due__isnull=False).exists() else []
    if pauses:
        heart.beat()
        sweep()
    due = Table.objects.filter(bot_due__isnull=False).order_by("bot_due").values_list("bot_due", flat=True)
    first = due.first()
    if first is not None:
        pauses.append(max((first - now()).total_seconds(), _SOON))
    return min(pauses, default=_NEVER)
