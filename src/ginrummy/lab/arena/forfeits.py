"""Forfeits: the penalty for a player that times out, crashes, or plays an illegal move.

**The hand is scored as a gin for the other player, every card of the offender counting as deadwood.** That
costs more than any legal choice, so failing never pays. In a match the next hand is dealt as usual, and the
player plays again.
"""

from __future__ import annotations

from dataclasses import replace

from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.rules.hand import size_of
from ginrummy.rules.melds import points_of
from ginrummy.rules.scoring import GIN, HandScore, score_closing


def forfeit_score(game: Game, offender: int) -> HandScore:
    """Return the score of `game` when `offender` fails during it."""
    hand = game.state.hands[offender]
    points = points_of(game.variant, hand)
    return score_closing(game.variant, GIN, 1 - offender, 0, points, size_of(hand), game.state.upcard)


def forfeited(match: Match, offender: int) -> Match:
    """Return `match` with the current hand forfeited by `offender`."""
    return replace(match, game=replace(match.game, score=forfeit_score(match.game, offender)))
