"""One turn of a bot: claim it, decide without a lock, append the move."""

from __future__ import annotations

import faulthandler
import hashlib
import logging
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from io import UnsupportedOperation
from typing import Final

from django.conf import settings
from django.db.models import Q

from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.shuffle import deck_text
from ginrummy.game.view import View, view_of
from ginrummy.players import legal_answer, load_player
from ginrummy.players.player import PauseReason, ThinksByPieces, check_move
from ginrummy.web.http.limits import number_from_environment
from ginrummy.web.http.now import now
from ginrummy.web.tables.errors import NoTable, Stale
from ginrummy.web.tables.event_log import STAND_IN_LEVEL, bot_to_act
from ginrummy.web.tables.job_queue import Cancelled, Queue
from ginrummy.web.tables.models import Lane, Seat, Table
from ginrummy.web.tables.service import append_bot_move
from ginrummy.web.tables.table_state import NEXT, RESIGN, TableState, current_state

OWN_TRIES: Final = 3
"""Failures at one event, by an error or a crash, after which a bot is replaced."""
_IN_ITS_PLACE: Final = (STAND_IN_LEVEL, "random")
"""Levels that then move for it, one attempt each. After them the bot resigns the match."""
LAST_TRY: Final = OWN_TRIES + len(_IN_ITS_PLACE) + 1
LONGEST_SECONDS: Final = number_from_environment("GINRUMMY_BOT_SECONDS", 20, most=3600)
"""Limit of a bot's computation. A slower one counts as hung: its process ends and another one tries."""
LEASE: Final = timedelta(seconds=LONGEST_SECONDS + 10)
"""Duration of a lease, longer than any bot may compute. After that any process may claim the turn."""
AFTER_FAILURE: Final = timedelta(seconds=10)
"""Delay before a bot that failed tries again. The turns of other tables go first."""
_SEED_BYTES: Final = 4
_log = logging.getLogger(__name__)


def seed_of(commitment: str, number: int) -> int:
    """Return the seed of the decision at event `number`. Anybody can compute it from the fingerprint."""
    digest = hashlib.sha256(f"{commitment} {number}".encode()).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")


def decide_move(level: str, seed: int, view: View) -> Move:
    """Return the move of a bot of `level`."""
    return legal_answer(load_player(level, seed=seed), view)


def decide_in_pieces(level: str, seed: int, view: View) -> Generator[PauseReason, None, Move]:
    """Like `decide_move`, but in pieces if the bot supports it, on as many cores as the settings allow."""
    player = load_player(level, seed=seed, cores=settings.CORES_A_BOT)
    if isinstance(player, ThinksByPieces):
        return check_move(player, view, (yield from player.decide_in_pieces(view)))
    return legal_answer(player, view)


def compute_event(
    seat: Seat, table: Table, state: TableState, worlds: int | None = None
) -> Generator[PauseReason, None, str]:
    """Compute the event text of the bot in `seat`, in pieces. A late bot searches `worlds` sampled worlds.

    `worlds=0` means that the bot has failed too often: a substitute moves for it.
    """
    if state.match is None or state.is_between_hands:
        return NEXT
    view = view_of(state.match, seat.number)
    source = seed_text_of(state.match) if state.has_prepared_deal else table.commitment
    level = hasty_level(seat.bot, worlds) if worlds != 0 else _substitute(seat.bot, table)
    if not level:
        return RESIGN
    move = yield from decide_in_pieces(level, seed_of(source, state.number), view)
    return str(move)


def _substitute(level: str, table: Table) -> str:
    """Return the level that moves for a bot of `level` that has failed, empty after the last one."""
    left = _IN_ITS_PLACE[table.bot_tries - OWN_TRIES - 1 :]
    _log.error("the bot %s cannot move at table %s, event %s: %s", level, table.key, table.number,
               f"{left[0]} moves in its place" if left else "it gives the match up")  # fmt: skip
    return left[0] if left else ""


def hasty_level(level: str, worlds: int | None) -> str:
    """Return the name of the player of `level` that searches `worlds` worlds, or `level` for `None`.

    >>> hasty_level("champion", 100), hasty_level("champion", None)
    ('champion@100', 'champion')
    """
    return level if worlds is None or "@" in level else f"{level}@{worlds}"


def seed_text_of(match: Match) -> str:
    """Return the seed text of a bot in a prepared hand: its deck, so that it plays alike for everybody."""
    return deck_text(match.games[0].deck)


BUDGETS: Final = ((2.0, 50), (1.0, 100), (0.5, 200))
"""Pairs of seconds late and sampled worlds: a bot at least so late searches only so many worlds."""


def worlds_for_turn(table: Table, state: TableState) -> int | None:
    """Return the number of worlds for the bot whose turn at `table` was just claimed, `None` for no limit.

    There is no limit if the bot is on time, or if no other turn waits, as after an outage of the server. A
    prepared hand has none either: its bot must play alike for everybody.
    """
    if table.bot_lane != Lane.SEARCH or table.bot_due is None or state.has_prepared_deal:
        return None
    late = (now() - table.bot_due).total_seconds()
    worlds = next((worlds for least, worlds in BUDGETS if late >= least), None)
    return worlds if worlds is not None and turns[Lane.SEARCH].due_jobs().exists() else None


def play_turn(table: Table) -> Generator[PauseReason, None, None]:
    """Append the move of the bot at `table`, whose turn was claimed. Raise `Cancelled` if it has none."""
    state = current_state(table)
    seat = bot_to_act(table, state)
    if seat is None:
        raise Cancelled
    worlds = worlds_for_turn(table, state) if table.bot_tries <= OWN_TRIES else 0
    with kill_if_stuck():
        text = yield from compute_event(seat, table, state, worlds)
    with suppress(
        NoTable, Stale
    ):  # meanwhile a player resigned or undid a move, or the evening of bots ended
        append_bot_move(table.key, table.number, seat.number, text, worlds=worlds)


@contextmanager
def kill_if_stuck(seconds: float = LONGEST_SECONDS) -> Iterator[None]:
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


def _turn_queue(lane: Lane) -> Queue[Table]:
    return Queue(
        name="turn of a bot at table",
        jobs=Table.objects,
        is_due=lambda: Q(bot_lane=lane, bot_due__lte=now()),
        work=play_turn,
        lease=LEASE,
        pauses=(AFTER_FAILURE,) * LAST_TRY,
        most_tries=LAST_TRY,
        abandon=lambda held: held.update(bot_due=None, bot_lane=None, bot_lease=None, bot_holder=""),
        prefix="bot_",
    )


turns: Final = {lane: _turn_queue(lane) for lane in Lane}
"""Queues of the turns of bots: columns of the tables, written with each event by `tables.event_log`."""
