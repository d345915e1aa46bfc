"""Decisions of a bot, as a function of its level, its view and a seed that anybody can recompute."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Generator
from typing import Final

from django.conf import settings

from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.shuffle import deck_text
from ginrummy.game.view import View, view_of
from ginrummy.players import asked, load_player
from ginrummy.players.incremental_thinking import Piece, ThinksByPieces
from ginrummy.players.player import checked
from ginrummy.web.tables.event_log import STAND_IN_LEVEL
from ginrummy.web.tables.models import Seat, Table
from ginrummy.web.tables.table_state import NEXT, RESIGN, TableState

OWN_TRIES: Final = 3
"""Failures at one event, by an error or a crash, after which a bot is replaced."""
_IN_ITS_PLACE: Final = (STAND_IN_LEVEL, "random")
"""Levels that then move for it, one attempt each. After them the bot resigns the match."""
LAST_TRY: Final = OWN_TRIES + len(_IN_ITS_PLACE) + 1
_SEED_BYTES: Final = 4
_log = logging.getLogger(__name__)


def seed_of(commitment: str, number: int) -> int:
    """Return the seed of the decision at event `number`. Anybody can compute it from the fingerprint."""
    digest = hashlib.sha256(f"{commitment} {number}".encode()).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")


def decided(level: str, seed: int, view: View) -> Move:
    """Return the move of a bot of `level`."""
    return asked(load_player(level, seed=seed), view)


def deciding(level: str, seed: int, view: View) -> Generator[Piece, None, Move]:
    """Like `decided`, but in pieces if the bot supports it, and on as many cores as the settings allow."""
    player = load_player(level, seed=seed, cores=settings.CORES_A_BOT)
    if isinstance(player, ThinksByPieces):
        return checked(player, view, (yield from player.deciding(view)))
    return asked(player, view)


def saying(
    seat: Seat, table: Table, state: TableState, worlds: int | None = None
) -> Generator[Piece, None, str]:
    """Compute the event text of the bot in `seat`, in pieces. A late bot searches `worlds` sampled worlds.

    `worlds=0` means that the bot has failed too often: a substitute moves for it.
    """
    if state.match is None or state.is_between_hands:
        return NEXT
    view = view_of(state.match, seat.number)
    source = source_of(state.match) if state.is_prepared else table.commitment
    level = in_haste(seat.bot, worlds) if worlds != 0 else _substitute(seat.bot, table)
    if not level:
        return RESIGN
    move = yield from deciding(level, seed_of(source, state.number), view)
    return str(move)


def _substitute(level: str, table: Table) -> str:
    """Return the level that moves for a bot of `level` that has failed, empty after the last one."""
    left = _IN_ITS_PLACE[table.bot_tries - OWN_TRIES - 1 :]
    _log.error("the bot %s cannot move at table %s, event %s: %s", level, table.key, table.number,
               f"{left[0]} moves in its place" if left else "it gives the match up")  # fmt: skip
    return left[0] if left else ""


def in_haste(level: str, worlds: int | None) -> str:
    """Return the name of the player of `level` that searches `worlds` worlds, or `level` for `None`.

    >>> in_haste("champion", 100), in_haste("champion", None)
    ('champion@100', 'champion')
    """
    return level if worlds is None or "@" in level else f"{level}@{worlds}"


def source_of(match: Match) -> str:
    """Return the seed text of a bot in a prepared hand: its deck, so that it plays alike for everybody."""
    return deck_text(match.games[0].deck)
