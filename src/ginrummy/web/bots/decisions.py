"""What a bot of a level says, as a function of its view and a seed that anybody can recompute."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from typing import Final

from django.conf import settings

from ginrummy.match import Match
from ginrummy.moves import Move
from ginrummy.players import asked, load_player
from ginrummy.players.incremental_thinking import Piece, ThinksByPieces
from ginrummy.players.player import checked
from ginrummy.shuffle import deck_text
from ginrummy.view import View, view_of
from ginrummy.web.tables.models import Seat, Table
from ginrummy.web.tables.table_state import NEXT, TableState

_SEED_BYTES: Final = 4


def seed_of(commitment: str, number: int) -> int:
    """Return the seed of the decision at event `number`: anybody can compute it from the fingerprint."""
    digest = hashlib.sha256(f"{commitment} {number}".encode()).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")


def decided(level: str, seed: int, view: View) -> Move:
    """Return the move of a bot of `level`."""
    return asked(load_player(level, seed=seed), view)


def deciding(level: str, seed: int, view: View) -> Generator[Piece, None, Move]:
    """Decide as `decided` does, by pieces where the bot can, and on as many cores as the settings allow."""
    player = load_player(level, seed=seed, cores=settings.CORES_A_BOT)
    if isinstance(player, ThinksByPieces):
        return checked(player, view, (yield from player.deciding(view)))
    return asked(player, view)


def saying(
    seat: Seat, table: Table, state: TableState, worlds: int | None = None
) -> Generator[Piece, None, str]:
    """Find by pieces what the bot in `seat` says where `table` stands, in so many `worlds` if it is late."""
    if state.match is None or state.is_between_hands:
        return NEXT
    view = view_of(state.match, seat.number)
    source = source_of(state.match) if state.is_prepared else table.commitment
    move = yield from deciding(in_haste(seat.bot, worlds), seed_of(source, state.number), view)
    return str(move)


def in_haste(level: str, worlds: int | None) -> str:
    """Return the player that a bot of `level`, which searches, is in so few `worlds`; `None` for no haste.

    >>> in_haste("champion", 100), in_haste("champion", None)
    ('champion@100', 'champion')
    """
    return level if worlds is None or "@" in level else f"{level}@{worlds}"


def source_of(match: Match) -> str:
    """Return what seeds a bot in a prepared hand: its cards, so that it is the same for everybody."""
    return deck_text(match.games[0].deck)
