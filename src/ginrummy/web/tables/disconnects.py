"""Detection of closed pages and broken connections by the end of their streams.

A page reload reconnects before the other player is notified. With several server processes on one database,
this process first asks the others for an open stream of that person. A process that has one writes it to the
database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Final, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import Error, close_old_connections, connection

from ginrummy.web.tables import presence, pubsub, spectators
from ginrummy.web.tables.models import Seat
from ginrummy.web.tables.pubsub import hub

P = ParamSpec("P")
T = TypeVar("T")
RELOAD_SECONDS: Final = 1.0
"""Time in which a reloaded page opens its stream again. A slower one shows as away for a moment."""
ANSWER_SECONDS: Final = 0.5
"""Time in which another process may answer that it has a stream of the person."""
_log = logging.getLogger(__name__)
_going: set[asyncio.Task[None]] = set()


def left(seats: Collection[int], watched: Collection[int]) -> None:
    """Schedule a check whether the people of `seats` and the spectators `watched` have left.

    Both hold primary keys, of `Seat` and of `Spectator`. Call it from the event loop.
    """
    if seats or watched:
        task = asyncio.get_running_loop().create_task(_look_after(frozenset(seats), frozenset(watched)))
        _going.add(task)
        task.add_done_callback(_going.discard)


async def _look_after(seats: frozenset[int], watched: frozenset[int]) -> None:
    await asyncio.sleep(RELOAD_SECONDS)
    await _in_thread(spectators.go, watched.difference(hub.watched()))
    gone = await _in_thread(_asked, seats.difference(hub.seats())) or []
    if gone and is_shared():
        await asyncio.sleep(ANSWER_SECONDS)
    still_gone = [seat for seat in gone if seat.pk not in hub.seats()]
    await _in_thread(presence.leave, still_gone)


def _asked(seats: Collection[int]) -> list[Seat]:
    """Return the `seats` whose absence matters to another player, after querying the other processes."""
    found = presence.watched(seats) if seats else []
    if is_shared():
        for seat in found:
            pubsub.announce(pubsub.WHO_IS_HERE, seat.pk)
    return found


def is_shared() -> bool:
    """Return whether other processes may use the same database."""
    return connection.vendor == "postgresql"


async def answer(seat: int) -> None:
    """Mark the person of `seat`, a primary key, as present if this process has a stream of theirs."""
    if seat in hub.seats():
        await _in_thread(presence.stay, seat)


def _guarded(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
    """Return the result of `work`, or `None` if the database does not answer.

    Meant for a thread of its own.
    """
    try:
        return work(*given, **named)
    except Error as error:
        _log.warning("who has left is told later, the database does not answer: %s", error)
        return None
    finally:
        close_old_connections()


async def _in_thread(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
    return await sync_to_async(_guarded, thread_sensitive=False)(work, *given, **named)
