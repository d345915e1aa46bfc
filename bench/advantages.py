"""What a player gains on another one decision by decision, both playing against `steady`.

Whenever the player does something else than the one it is compared with, the base, what each would do is
played out with the true hands in many orders of the stock, the base going on. What is gained so, summed over
the hands that the player itself plays, has the mean of what it scores more than the base (the performance
difference lemma: Kakade and Langford 2002). What both would have been dealt anyhow is no part of the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel.actions import after_action, with_sight
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.lab.training.compiled_evaluator import evaluators_by, pupil_action
from ginrummy.lab.training.duels import Sides, play_on, usual_action
from ginrummy.players import load_player
from ginrummy.players.candidate_actions import MOST
from ginrummy.players.match_equity import scores_of
from ginrummy.players.network import load_networks
from ginrummy.players.opponent_history import opponent_actions
from ginrummy.players.player import Player
from ginrummy.rules.turns import Memory, State, next_face
from ginrummy.variants import Variant

ORDERS: Final = {"steady": 100, "network": 40}
"""In how many orders of the stock each difference is played out, by the base: the network takes longer."""


class Hand(NamedTuple):
    """What came of a hand: what the player gained on the base, and the points that it won, or lost."""

    gained: float
    points: int


class Comparison:
    """A player compared with a base, `steady` or `network`, each against `steady`."""

    def __init__(self, player: Player, base: str, variant: Variant) -> None:
        self._player, self._base, self._variant = player, load_player(base), variant
        self._other, self._orders = load_player("steady"), ORDERS[base]
        self._sides = Sides(() if base == "steady" else evaluators_by(load_networks()))
        swaps = {pupil_action: usual_action} if base == "steady" else {}
        self._loop, self._found = compile_function(gained, swaps), np.empty(MOST, np.int64)

    def pair(self, deal: int) -> tuple[Hand, Hand]:
        """Return what comes of a deal, the player at either seat."""
        return self.hand(deal, 0), self.hand(deal, 1)

    def hand(self, deal: int, seat: int, *, true_order: bool = False) -> Hand:
        """Return what comes of a deal; with its `true_order` alone the gains are those of this very hand."""
        match, total = Match.start(self._variant, seeds_from_number(deal)), 0.0
        chance = np.random.default_rng((deal, seat))
        while not match.game.is_over:
            view = view_of(match, match.game.turn)
            if view.seat != seat:
                match = match.play(self._other.decide(view))
                continue
            move, usual = self._player.decide(view), self._base.decide(view)
            if move != usual:
                orders = np.array([match.game.stock], np.int64)
                if not true_order:
                    orders = chance.permuted(orders.repeat(self._orders, axis=0), axis=1)
                total += self._gained(match, view, (action_of(usual), action_of(move)), orders)
            match = match.play(move)
        score = match.game.score
        assert score is not None
        return Hand(total, score.points if score.winner == seat else -score.points)

    def _gained(self, match: Match, view: View, actions: tuple[int, int], orders: Any) -> float:
        _deeds, memories = opponent_actions(view)
        own, other = scores_of(view)
        found: float = self._loop(
            variant_record(self._variant), match.game.state, memories, orders, actions, own, other,
            self._sides, self._found,
        )  # fmt: skip
        return found


def gained(
    variant: Variant, state: State, memories: tuple[Memory, Memory], orders: Sequence[Sequence[int]],
    actions: tuple[int, int], own: int, other: int, sides: Sides, found: Any,
) -> float:  # fmt: skip
    """Return what the second of `actions` gains on the first, the mean over `orders` of the stock."""
    total, (usual, chosen) = 0, actions
    for place in range(len(orders)):
        stock = orders[place]
        total += points_after(variant, state, memories, stock, chosen, own, other, sides, found)
        total -= points_after(variant, state, memories, stock, usual, own, other, sides, found)
    return total / len(orders)


def points_after(
    variant: Variant, state: State, memories: tuple[Memory, Memory], stock: Sequence[int], action: int,
    own: int, other: int, sides: Sides, found: Any,
) -> int:  # fmt: skip
    """Return what the seat to move scores more than the other one by `action`, the base going on."""
    after = after_action(variant, state, action, next_face(stock, state))
    seen = with_sight(variant, memories, state, action)
    return play_on(variant, after, seen, stock, state.turn, own, other, sides, found)
