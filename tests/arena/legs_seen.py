"""Observation of legs during a run."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.lab.arena.match_play import play_leg
from ginrummy.lab.arena.run_piece import seated_players
from ginrummy.lab.arena.run_plan import RunPlan
from ginrummy.players import Player
from ginrummy.rules.types import Seat


class Deal(NamedTuple):
    """The deck of a leg and its seats."""

    deck: tuple[int, ...]
    dealer: Seat
    seats: tuple[Player, Player]


def deals_of(plan: RunPlan, *, pair: int) -> list[Deal]:
    """Return the two legs of a pair."""
    found = []
    for leg in (0, 1):
        seats = seated_players(plan, 0, pair, leg)
        game = play_leg(plan, pair, seats).match.games[0]
        found.append(Deal(game.deck, game.dealer, seats))
    return found
