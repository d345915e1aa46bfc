"""The rule for a player that fails: what it loses when it is late, ends, or plays what is not legal.

**The hand is scored as a gin for the other player, every card that the offender holds counting as deadwood.**
That is dearer than whatever the offender could still have chosen, so failing never pays. In a match the next
hand is dealt as after any other, and the player is asked again.
"""

from __future__ import annotations

from dataclasses import replace

from ginrummy.game import Game
from ginrummy.match import Match
from ginrummy.rules.hand import size_of
from ginrummy.rules.melds import points_of
from ginrummy.rules.scoring import GIN, HandScore, score_closing


def forfeit_score(game: Game, offender: int) -> HandScore:
    """Return the score of `game` when `offender` fails in the middle of it."""
    hand = game.state.hands[offender]
    points = points_of(game.variant, hand)
    return score_closing(game.variant, GIN, 1 - offender, 0, points, size_of(hand), game.state.upcard)


def forfeited(match: Match, offender: int) -> Match:
    """Return `match` with the hand on the table lost by `offender` by rule."""
    return replace(match, game=replace(match.game, score=forfeit_score(match.game, offender)))
