"""Adaptive level: a player that aims to win half of the matches against its opponent.

It adapts to the score alone. Of the hidden cards it knows no more than any other player.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.players.levels import ERROR_RATES, ErrorRates, decide_move
from ginrummy.players.loading import can_load, load_player
from ginrummy.players.player import Player, decision_random
from ginrummy.players.registry import ADAPTING, AT_FIRST, STRONGEST, strength_of
from ginrummy.rules import scoring
from ginrummy.rules.scoring import Sheet
from ginrummy.rules.types import Seat
from ginrummy.rules.variant import Variant

_HOPELESS: Final = ErrorRates(1.0, 0.7, 0.2, 0.7, 0.35, 0.4, 0.5, 0.5, 1.0)
"""Strength 0: weaker than a beginner, because a beginner should win half of the matches too."""
_FAULTLESS: Final = ErrorRates(*(0.0 for _name in ErrorRates._fields))
_STEPS: Final = (_HOPELESS, *ERROR_RATES.values(), _FAULTLESS)
_STEP: Final = STRONGEST / len(_STEPS)
"""Difference in strength between neighbouring levels, and between `steady` (no mistakes) and the network."""
_IN_A_MATCH: Final = 36
"""Added strength when the opponent is at the target and this player has nothing."""
_BY_A_MATCH: Final = 57
"""Added strength at the start of a match after losing one without a point.

A narrow score says little: a lead of half the target counts for a quarter.
"""


class EvenPlayer:
    """Plays at a strength that follows the score. `strength`, 1 to 100, is that at the start of a match."""

    name = ADAPTING.name

    def __init__(self, *, strength: int = AT_FIRST, seed: int = 0) -> None:
        self.strength, self.seed = strength, seed

    def decide(self, view: View) -> Move:
        """Return the move of a player of the strength that fits the score."""
        asked = self.strength + _IN_A_MATCH * deficit_share(view.variant, view.sheet, view.seat)
        beyond = asked / _STEP - (len(_STEPS) - 1)
        if beyond > 0 and decision_random(view, self.seed).random() < beyond:
            return self._strongest.decide(view)
        return decide_move(view, error_rates_of(asked), self.seed)

    @cached_property
    def _strongest(self) -> Player:
        return load_player("network" if can_load("network") else "steady", seed=self.seed)


def deficit_share(variant: Variant, sheet: Sheet, seat: Seat) -> float:
    """Return how far `seat` is behind, as a share of what wins the match, from -1 (far ahead) to 1.

    A match of one column is won by points of the hands (RULES 9.6), one of three columns (10.7) and a partie
    (11.3) by totals.
    """
    if scoring.plays_manches(variant):
        running, won = sheet.columns[0].points, sheet.partie
        points, target = (won[0] + running[0], won[1] + running[1]), variant.session_target
    elif variant.columns > 1:
        points, target = scoring.totals(variant, sheet), variant.columns * variant.game_target
    else:
        points, target = sheet.columns[0].points, variant.game_target
    return max(-1.0, min(1.0, (points[1 - seat] - points[seat]) / target))


def error_rates_of(strength: float) -> ErrorRates:
    """Return the error rates for `strength`, interpolated between the two nearest levels."""
    place = max(0.0, min(strength / _STEP, len(_STEPS) - 1.0))
    below = min(int(place), len(_STEPS) - 2)
    share = place - below
    pairs = zip(_STEPS[below], _STEPS[below + 1], strict=True)
    return ErrorRates(*((1 - share) * weaker + share * stronger for weaker, stronger in pairs))


def next_even(spec: str, match: Match, seat: Seat) -> str:
    """Return the spec for the next match of `spec`, which had `seat` in `match`; the last hand counts too."""
    strength = strength_of(spec) or AT_FIRST
    margin = deficit_share(match.variant, match.current_sheet, seat)
    asked = strength + _BY_A_MATCH * margin * abs(margin)
    return f"{ADAPTING.name}@{round(max(1, min(STRONGEST, asked)))}"
