"""Levels for people: a good player that makes the mistakes of people of each strength."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final, NamedTuple

from ginrummy.game.cards import FACE_COUNT, faces_of
from ginrummy.game.moves import Move, MoveKind
from ginrummy.game.view import View
from ginrummy.kernel.move_numbers import move_of
from ginrummy.players import mistakes
from ginrummy.players.mistakes import Mistake
from ginrummy.players.player import decision_random, is_showdown
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.turns import choices
from ginrummy.rules.types import Face


class ErrorRates(NamedTuple):
    """Error rates of a level, from 0 to 1.

    `forgets` is the share of cards whose history with the other seat it forgets, for a whole hand.
    `knocks_at_once` and `never_knocks` are shares of hands. The others are shares of the decisions that offer
    the mistake.
    """

    forgets: float
    takes_what_looks_useful: float
    knocks_at_once: float
    never_knocks: float
    throws_any: float
    holds_high_pairs: float
    chases_inside_runs: float
    throw_dearest_near_end: float
    misses_lay_offs: float


# What each costs against `steady` at a share of 0.5, points a hand (1,600 hands each, ± 0.1 to 1.3):
#
#                             standard  eleven_card
#   forgets                      0          0
#   takes what looks useful      4.3        3.0
#   knocks at once               1.4        0.2
#   never knocks                 2.0        2.2
#   throws any                  16.2       11.9
#   holds high pairs             7.6        5.2
#   chases inside runs           7.3        5.4
#   errs at the end              1.3        0.4
#   misses lay-offs              0.3        0.6
#
# A step of 60 to 67 % of matches is four to seven points in standard, three to five in eleven_card: the more,
# the weaker both are.
ERROR_RATES: Final = {
    "beginner": ErrorRates(0.9, 0.56, 0.3, 0.6, 0.17, 0.36, 0.4, 0.5, 0.75),
    "novice": ErrorRates(0.7, 0.28, 0.15, 0.4, 0.125, 0.32, 0.4, 0.4, 0.6),
    "casual": ErrorRates(0.5, 0.2, 0.1, 0.4, 0.09, 0.26, 0.2, 0.5, 0.25),
    "regular": ErrorRates(0.25, 0.1, 0.1, 0.1, 0.05, 0.18, 0.18, 0.4, 0.1),
    "skilled": ErrorRates(0.1, 0.0, 0.0, 0.0, 0.0, 0.12, 0.12, 0.55, 0.0),
}
BY_DECISION: Final[dict[str, Mistake]] = {
    name: getattr(mistakes, name) for name in ErrorRates._fields if name != "forgets"
}
"""The mistakes by name, in the order in which they are tried."""
BY_HAND: Final = ("knocks_at_once", "never_knocks")
"""The mistakes that hold for a whole hand, one or the other."""


class LevelPlayer:
    """`steady` with the mistakes of its level."""

    def __init__(self, *, name: str, seed: int = 0) -> None:
        """Play with the error rates of the level `name`."""
        self.name, self.rates, self.seed = name, ERROR_RATES[name], seed

    def decide(self, view: View) -> Move:
        """Return a mistake of the level, or the move of `steady` with the level's memory."""
        return decide_move(view, self.rates, self.seed)


def decide_move(view: View, rates: ErrorRates, seed: int) -> Move:
    """Return the move of a player with these error rates, mistaken or not."""
    draw, hand = decision_random(view, seed), Random(f"{view.number} {dealt_cards(view)}")
    temper = hand.random()
    forgotten = sum(1 << face for face in range(FACE_COUNT) if hand.random() < rates.forgets)
    for name, mistake in BY_DECISION.items():
        if makes_mistake(rates, name, draw, temper):
            move = mistake(view, draw)
            if move is not None:
                return move
    return move_with_lapse(view, forgotten)


def makes_mistake(rates: ErrorRates, name: str, draw: Random, temper: float) -> bool:
    """Return whether the mistake `name` is made now, where the position offers it."""
    share: float = getattr(rates, name)
    if name not in BY_HAND:
        return draw.random() < share
    return temper < share if name == "knocks_at_once" else temper >= 1 - share


def dealt_cards(view: View) -> list[Face]:
    """Return the cards dealt to the viewer: constant for a hand and unknown to the opponent.

    At a table each decision has a seed of its own, so a mood that lasts for a hand needs another source.
    """
    held = Counter(faces_of(view.hand))
    for event in view.events:
        if event.seat == view.seat and event.kind is MoveKind.DISCARD:
            held[event.face] += 1
        elif event.seat == view.seat and event.kind in (MoveKind.TAKE, MoveKind.DRAW):
            held[event.face] -= 1
    return sorted(held.elements())


def move_with_lapse(view: View, forgotten: int) -> Move:
    """Return the move of `steady` without its memory of the faces `forgotten`."""
    if is_showdown(view):
        return view.automatic_layout()
    memory = mistakes.forget_faces(view.memory, forgotten)
    options = choices(view.variant, view.state)
    return move_of(view, steady_action(view.variant, view.state, options, memory, 0))
