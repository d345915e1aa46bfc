"""The weaker players that puzzle candidates are tested on."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from ginrummy.coach.puzzles.puzzle import WEAKER
from ginrummy.game.cards import Hand
from ginrummy.game.game import Phase
from ginrummy.game.layouts import lay_off_choices, maximal_spreads
from ginrummy.game.moves import BIG_GIN, DRAW, PASS, TAKE, Melds, Move, MoveKind, discard, non_empty_melds
from ginrummy.game.view import View
from ginrummy.players import Player, load_player
from ginrummy.players.candidate_actions import best_closing
from ginrummy.players.mistakes import is_tempting, loose_cards
from ginrummy.players.player import decision_random, is_showdown
from ginrummy.players.strategy_player import StrategyPlayer
from ginrummy.rules.cards import contains_cards, join_hands, without
from ginrummy.rules.melds import points_of
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
        draw = decision_random(view, self.seed)
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


CERTAIN: Final = ("simple", "steady", "network")
"""The deterministic players."""
PLAIN: Final = "plain"
HAPHAZARD_NAME: Final = "beginner"
MOST_FINDERS: Final = 2
TIMES: Final = 5
"""Number of tries of each other player, with a seed each. It finds what it does in over half of them."""


def solution_finders(view: View, solution: Move) -> tuple[str, ...]:
    """Return the players that find `solution`.

    At the showdown all of them use the automatic layout, so `plain` is tested instead: own melds of least
    deadwood first, then lay-offs. It misses a spread that ties with another.
    """
    if view.phase is Phase.SPREAD:
        return (PLAIN,) if all(same_layout(each, solution) for each in least_deadwood_spreads(view)) else ()
    if is_showdown(view):
        return (PLAIN,) if same_layout(simple_lay_off(view), solution) else ()
    return tuple(name for name in WEAKER if finds_solution(name, view, solution))


def finds_solution(name: str, view: View, solution: Move) -> bool:
    """Return whether the player `name` finds `solution` in most tries."""
    tries = 1 if name in CERTAIN else TIMES
    right = sum(_player(name, seed).decide(view) == solution for seed in range(tries))
    return 2 * right > tries


def is_easy(finders: tuple[str, ...]) -> bool:
    """Return whether too many players find the solution for a puzzle."""
    return PLAIN in finders or len(finders) > MOST_FINDERS


def least_deadwood_spreads(view: View) -> list[Move]:
    """Return the spreads of least deadwood, regardless of lay-offs."""
    found = maximal_spreads(view.variant, view.hand)
    left = [points_of(view.variant, each.unmatched) for each in found]
    return [
        Move(MoveKind.SPREAD, melds=each.melds)
        for each, points in zip(found, left, strict=True)
        if points == min(left)
    ]


def simple_lay_off(view: View) -> Move:
    """Return the lay-off of a player who does not think ahead: own melds first, then every card that fits."""
    own = view.best_spread()
    fitting = (laid for laid in lay_off_choices(view) if contains_cards(own.unmatched, lay_off_cards(laid)))
    laid = min(fitting, key=lambda laid: points_of(view.variant, without(own.unmatched, lay_off_cards(laid))))
    return Move(MoveKind.LAY_OFF, melds=own.melds, laid=laid)


def lay_off_cards(laid: Melds) -> Hand:
    """Return all cards laid off."""
    return join_hands(join_hands(laid[0], laid[1]), laid[2])


def same_layout(first: Move, second: Move) -> bool:
    """Return whether two layouts are equal up to the order of their melds."""
    return first.laid == second.laid and set(non_empty_melds(first.melds)) == set(
        non_empty_melds(second.melds)
    )


@cache
def _player(name: str, seed: int) -> Player:
    return HaphazardPlayer(seed=seed) if name == HAPHAZARD_NAME else load_player(name, seed=seed)
