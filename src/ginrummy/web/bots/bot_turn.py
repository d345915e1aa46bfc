"""One turn of a bot: claim it, decide without a lock, append the move."""

from __future__ import annotations

import faulthandler
import logging
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from io import UnsupportedOperation

from django.db import Error

from ginrummy.players.incremental_thinking import Piece, whole
from ginrummy.web.bots import leases
from ginrummy.web.bots.decisions import LAST_TRY, OWN_TRIES, saying
from ginrummy.web.bots.haste import worlds_left
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.event_log import bot_seat
from ginrummy.web.tables.models import Lane, Table
from ginrummy.web.tables.service import append_for_bot
from ginrummy.web.tables.state_cache import state_of

_log = logging.getLogger(__name__)


def play_next(lane: Lane, holder: str) -> Table | None:
    """Play the turn that has waited longest in `lane`. Return its table, `None` if none waits."""
    work = begun_next(lane, holder)
    return None if work is None else whole(work)


def begun_next(lane: Lane, holder: str) -> Generator[Piece, None, Table] | None:
    """Claim the turn that has waited longest in `lane`. Return its work in pieces, `None` if none waits."""
    table = leases.claimed(lane, holder)
    return None if table is None else _playing(table)


def played(table: Table) -> Table:
    """Return `table` after its bot has moved. A bot that fails tries again later."""
    return whole(_playing(table))


def _playing(table: Table) -> Generator[Piece, None, Table]:
    if table.bot_tries > LAST_TRY:
        _log.error("no bot can go on at table %s, event %s: none is asked any more", table.key, table.number)
        leases.end_turn(table)
        return table
    try:
        return (yield from _saying(table))
    except Stale:  # a player resigned or undid a move meanwhile
        return table
    except Error:
        raise
    except Exception:
        _log.error("a bot failed at table %s, event %s, try %d; it is asked again",
                   table.key, table.number, table.bot_tries, exc_info=table.bot_tries <= 1)  # fmt: skip
        leases.put_off(table)
        return table


def _saying(table: Table) -> Generator[Piece, None, Table]:
    state = state_of(table)
    seat = bot_seat(table, state)
    if seat is None:
        leases.end_turn(table)
        return table
    worlds = worlds_left(table, state) if table.bot_tries <= OWN_TRIES else 0
    with killed_if_stuck():
        text = yield from saying(seat, table, state, worlds)
    return append_for_bot(table.key, table.number, seat.number, text, worlds=worlds)


@contextmanager
def killed_if_stuck(seconds: float = leases.LONGEST_SECONDS) -> Iterator[None]:
    """End this process with a traceback if the block takes longer than `seconds`.

    A C thread of `faulthandler` does it, so it works even if the interpreter hangs.
    """
    try:
        faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)
    except (UnsupportedOperation, ValueError, RuntimeError):  # no stderr to write to, or no threads
        yield
        return
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
