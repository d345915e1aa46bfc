"""Baseline for research: the simple player of the EAAI gin rummy challenge.

It takes the top of the pile when the card makes a meld with held cards, discards at random among the cards
that leave least deadwood, and knocks as soon as possible. Reimplemented from that player's behaviour, for
every variant.
"""

from __future__ import annotations

from itertools import combinations

from ginrummy.game.cards import Hand, faces_of, hand_of
from ginrummy.game.moves import BIG_GIN, CLOSING_DISCARDS, DRAW, PASS, TAKE, Move, MoveKind
from ginrummy.game.view import View
from ginrummy.players.player import decision_random, is_showdown
from ginrummy.rules.melds import is_meld
from ginrummy.rules.turns import closing_deadwood
from ginrummy.rules.types import Face
from ginrummy.variants import Variant


class BaselinePlayer:
    """Plays by three rules and breaks ties at random."""

    name = "baseline"

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> Move:
        """Return the move to play now."""
        if is_showdown(view):
            return view.automatic_layout()
        legal = view.legal_moves()
        if TAKE in legal:
            others = [move for move in (DRAW, PASS) if move in legal]
            wants = not others or makes_meld(view.variant, view.hand, view.pile[-1])
            return TAKE if wants else others[0]
        if DRAW in legal:
            return DRAW
        if BIG_GIN in legal:
            return BIG_GIN
        draw = decision_random(view, self.seed)
        if closings := cheapest_closings(view, legal):
            return draw.choice(closings)
        return draw.choice(cheapest_discards(view, legal))


def makes_meld(variant: Variant, hand: Hand, top: Face) -> bool:
    """Return whether `top` is in a meld with two cards of `hand`."""
    pairs = combinations(faces_of(hand), 2)
    return any(is_meld(variant, hand_of((*pair, top))) for pair in pairs)


def cheapest_closings(view: View, legal: tuple[Move, ...]) -> list[Move]:
    """Return the closings of `legal` that leave least deadwood, or none when no closing is legal."""
    left = {
        move: closing_deadwood(view.variant, view.state, move.face)
        for move in legal
        if move.kind in CLOSING_DISCARDS
    }
    return [move for move in left if left[move] == min(left.values())]


def cheapest_discards(view: View, legal: tuple[Move, ...]) -> list[Move]:
    """Return the discards of `legal` that leave least deadwood, never the card just taken."""
    leaves = view.leaves
    left = {
        move: leaves[str(move)] for move in legal if move.kind is MoveKind.DISCARD and move.face != view.taken
    }
    return [move for move in left if left[move] == min(left.values())]
