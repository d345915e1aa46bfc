"""Who has left: a stream that ends says so at once, whether its page was closed or its connection broke.

A page that is loaded again is back before anybody is told. Where several processes share a database, the
others are asked first whether that person still reads with them; only one that has such a reader writes it.
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
"""A page that is loaded again opens its stream within so long; whoever is slower is away for a moment."""
ANSWER_SECONDS: Final = 0.5
"""So long the other processes have to say that somebody is still there."""
_log = logging.getLogger(__name__)
_going: set[asyncio.Task[None]] = set()


def left(seats: Collection[int], watched: Collection[int]) -> None:
    """Look, in a moment, whether the people in `seats`, and who `watched`, have left; for the event loop.

    Both are known by primary keys: of their seats, and of their notes as spectators.
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
    """Return those of `seats` whose absence matters to somebody, once the other processes are asked."""
    found = presence.watched(seats) if seats else []
    if is_shared():
        for seat in found:
            pubsub.announce(pubsub.WHO_IS_HERE, seat.pk)
    return found


def is_shared() -> bool:
    """Return whether other processes may work with the same database."""
    return connection.vendor == "postgresql"


async def answer(seat: int) -> None:
    """Say that the person in `seat`, by primary key, reads a stream of this process, where that is so."""
    if seat in hub.seats():
        await _in_thread(presence.stay, seat)


def _guarded(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
    """Return what `work` returns, in a thread of its own; nothing where the database does not answer."""
    try:
        return work(*given, **named)
    except Error as error:
        _log.warning("who has left is told later, the database does not answer: %s", error)
        return None
    finally:
        close_old_connections()


async def _in_thread(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
    return await sync_to_async(_guarded, thread_sensitive=False)(work, *given, **named)
