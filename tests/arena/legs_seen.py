"""Looking on while legs are played."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.arena.batch_play import seats_of
from ginrummy.arena.match_play import play_leg
from ginrummy.arena.run_plan import Plan
from ginrummy.players import Player
from ginrummy.view import View
from tests.arena.bots import Kept


class Deal(NamedTuple):
    """What was dealt in a leg, and to whom."""

    deck: tuple[int, ...]
    dealer: int
    seats: tuple[Player, Player]


def deals_of(plan: Plan, *, pair: int) -> list[Deal]:
    """Return the two legs of a pair."""
    found = []
    for leg in (0, 1):
        seats = seats_of(plan, 0, pair, leg)
        game = play_leg(plan, pair, seats).match.games[0]
        found.append(Deal(game.deck, game.dealer, seats))
    return found


def ends_told(plan: Plan) -> list[View]:
    """Return the ends of hands that the first player, which must be `Kept`, is told of."""
    found: list[View] = []
    for pair in range(plan.pairs):
        for leg in (0, 1):
            seats = seats_of(plan, 0, pair, leg)
            listener = seats[leg]
            assert isinstance(listener, Kept)
            listener.ends.clear()
            play_leg(plan, pair, seats)
            found += listener.ends
    return found
