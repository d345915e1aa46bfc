"""Bots at the table: what one of a level says, as a function of its view and a seed anybody can recompute."""

from __future__ import annotations

import hashlib
import logging
import threading
from contextlib import nullcontext
from datetime import timedelta
from typing import Final

from django.db import DatabaseError, connection, transaction

from ginrummy.deal import seeds_from_number
from ginrummy.match import Match
from ginrummy.moves import Move
from ginrummy.players import asked, bot_name, load_player
from ginrummy.variants import load_variant
from ginrummy.view import View, view_of
from ginrummy.web.http.now import now
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Seat, Table
from ginrummy.web.tables.service import append_for_bot, bot_seat
from ginrummy.web.tables.state_cache import state_of
from ginrummy.web.tables.table_state import NEXT, TableState

USUAL_LEVEL: Final = "steady"
_SEED_BYTES: Final = 4
_AFTER_FAILURE: Final = timedelta(seconds=10)
_thinking = threading.Lock()
_log = logging.getLogger(__name__)


def level_name(level: str) -> str:
    """Return what a bot of `level` is called at the table."""
    return bot_name(level)


def prepare(level: str) -> None:
    """Let a bot of `level` load, and compile, what it needs, before it is waited for."""
    threading.Thread(target=_warm_up, args=(level,), daemon=True).start()


def _warm_up(level: str) -> None:
    match = Match.start(load_variant("standard").row, seeds_from_number(0))
    decided(level, 0, view_of(match, match.game.turn))


def players(table: Table) -> str:
    """Return who sits at `table`: `Ada – Steady bot`."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    return " – ".join(level_name(seat.bot) if seat.person is None else str(seat.person) for seat in seats)


def seed_of(commitment: str, number: int) -> int:
    """Return the seed of the decision at event `number`: anybody can compute it from the fingerprint."""
    digest = hashlib.sha256(f"{commitment} {number}".encode()).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")


def decided(level: str, seed: int, view: View) -> Move:
    """Return the move of a bot of `level`."""
    return asked(load_player(level, seed=seed), view)


def said_by(seat: Seat, table: Table, state: TableState) -> str:
    """Return what the bot in `seat` says where `table` stands."""
    if state.match is None or state.is_between_hands:
        return NEXT
    view = view_of(state.match, seat.number)
    return str(decided(seat.bot, seed_of(table.commitment, state.number), view))


def play_next() -> bool:
    """Let the bot that has waited longest say what it has to; return whether there was one.

    On PostgreSQL its row stays locked meanwhile and other workers skip it: one that dies frees it by
    dying. On SQLite there is one process, and its lock will do.
    """
    shares = connection.features.has_select_for_update_skip_locked
    due = Table.objects.filter(bot_due__lte=now()).order_by("bot_due")
    if not due.exists():
        return False
    with transaction.atomic() if shares else nullcontext(), nullcontext() if shares else _thinking:
        table = (due.select_for_update(skip_locked=True) if shares else due).first()
        return table is not None and _stepped(table, is_locked=shares)


def _stepped(table: Table, *, is_locked: bool) -> bool:
    """Let a bot of `table` speak; one that fails is asked again later, after the bots of other tables."""
    try:
        with transaction.atomic() if is_locked else nullcontext():
            return _step(table)
    except DatabaseError:
        raise
    except Exception:
        _log.exception("a bot failed at table %s, event %s; it is asked again", table.key, table.number)
        Table.objects.filter(pk=table.pk, number=table.number).update(bot_due=now() + _AFTER_FAILURE)
        return True


def play_now(table: Table) -> Table:
    """Return `table` after its bots have said all they have to, for a page that does not wait."""
    while table.bot_due is not None:
        went_on = _step(table)
        table = Table.objects.get(pk=table.pk)
        if not went_on:
            break
    return table


def _step(table: Table) -> bool:
    """Append what a bot of `table` has to say; return `False` where nothing was left to say."""
    state = state_of(table)
    seat = bot_seat(table, state)
    if seat is None:
        Table.objects.filter(pk=table.pk, number=table.number).update(bot_due=None)
        return False
    try:
        append_for_bot(table.key, table.number, seat.number, said_by(seat, table, state))
    except Stale:
        return False
    return True
