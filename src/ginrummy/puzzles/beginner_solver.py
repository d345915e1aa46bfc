"""The weakest of those that puzzles are shown to: `steady`, but most of its decisions are haphazard.

There it takes cards for what they might become, throws any card that is in no meld without a thought of what
the other collects, and will not knock before it has next to nothing left. What the puzzles that ship say of
`beginner` was found by this player; the level of that name errs otherwise (`players.levels`).
"""

from __future__ import annotations

from random import Random
from typing import Final

from ginrummy.moves import BIG_GIN, DRAW, PASS, TAKE, Move, MoveKind, discard
from ginrummy.players.candidate_actions import best_closing
from ginrummy.players.mistakes import loose_cards, tempts
from ginrummy.players.player import chance
from ginrummy.players.strategy_player import StrategyPlayer
from ginrummy.rules.turns import closing_deadwood
from ginrummy.view import View

HAPHAZARD: Final = 0.84
LEFT_TO_KNOCK: Final = 3


class HaphazardPlayer:
    """`steady` in some decisions, drawn by lot, and haphazard in `HAPHAZARD` of them."""

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed
        self._better = StrategyPlayer(name="steady")

    def decide(self, view: View) -> Move:
        """Return `steady`'s move or a haphazard one; a closed hand is not laid out."""
        draw = chance(view, self.seed)
        return haphazard_move(view, draw) if draw.random() < HAPHAZARD else self._better.decide(view)


def haphazard_move(view: View, draw: Random) -> Move:
    """Return what is done without much thought; `draw` is its chance."""
    legal = view.legal_moves()
    if TAKE in legal:
        return (
            TAKE if tempts(view) or legal == (TAKE,) else next(move for move in (DRAW, PASS) if move in legal)
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
