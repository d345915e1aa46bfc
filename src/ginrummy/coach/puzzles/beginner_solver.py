"""The weakest of the players that puzzles are tested on: `steady`, with haphazard moves in most decisions.

In those it takes cards for what they might become, throws any card outside melds without regard to what the
other hand collects, and knocks only with next to no deadwood. This player determined `beginner` in the
puzzles of this package. The level of that name makes other errors (`players.levels`).
"""

from __future__ import annotations

from random import Random
from typing import Final

from ginrummy.game.moves import BIG_GIN, DRAW, PASS, TAKE, Move, MoveKind, discard
from ginrummy.game.view import View
from ginrummy.players.candidate_actions import best_closing
from ginrummy.players.mistakes import is_tempting, loose_cards
from ginrummy.players.player import chance
from ginrummy.players.strategy_player import StrategyPlayer
from ginrummy.rules.turns import closing_deadwood

HAPHAZARD: Final = 0.84
LEFT_TO_KNOCK: Final = 3


class HaphazardPlayer:
    """`steady`, with a haphazard move in a random share `HAPHAZARD` of the decisions."""

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed
        self._better = StrategyPlayer(name="steady")

    def decide(self, view: View) -> Move:
        """Return `steady`'s move or a haphazard one. A closed hand always gets `steady`'s layout."""
        draw = chance(view, self.seed)
        return haphazard_move(view, draw) if draw.random() < HAPHAZARD else self._better.decide(view)


def haphazard_move(view: View, draw: Random) -> Move:
    """Return a move without much thought. `draw` is the random generator."""
    legal = view.legal_moves()
    if TAKE in legal:
        return (
            TAKE
            if is_tempting(view) or legal == (TAKE,)
            else next(move for move in (DRAW, PASS) if move in legal)
        )
    if DRAW in legal:
        return DRAW
    if BIG_GIN in legal:
        return BIG_GIN
    closing = best_closing(view)
    sheds = [move.face for move in legal if move.kind is MoveKind.DISCARD]
    if closing is not None and (
        closing_deadwood(view.variant, view.state, closing.face) <= LEFT_TO_KNOCK or not sheds
    ):
        return closing
    return discard(draw.choice(loose_cards(view) or sheds))
