"""Gain of a player over another one, decision by decision, both against `steady`.

Where the choices of the player and of the base differ, both are played out with the true hands in many
orders of the stock, with the base continuing. The sum of these gains over the hands of the player has the
same mean as the difference of their scores (the performance difference lemma: Kakade and Langford 2002). The
cards that both would have drawn anyway cancel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel.actions import after_action, update_memories
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.lab.training.compiled_evaluator import make_evaluators, pupil_action
from ginrummy.lab.training.duels import Sides, rest_margin, usual_action
from ginrummy.lab.training.forward_pass import load_networks
from ginrummy.players import load_player
from ginrummy.players.candidate_actions import MOST
from ginrummy.players.match_equity import scores_of
from ginrummy.players.opponent_history import opponent_actions
from ginrummy.players.player import Player
from ginrummy.rules.turns import Memory, State, next_face
from ginrummy.variants import Variant

ORDERS: Final = {"steady": 100, "network": 40}
"""Orders of the stock for each difference, by base. The network takes longer."""


class Hand(NamedTuple):
    """Result of a hand: the gain of the player over the base, and its points, negative if it lost."""

    gained: float
    points: int


class Comparison:
    """A player compared with a base, `steady` or `network`, each against `steady`."""

    def __init__(self, player: Player, base: str, variant: Variant) -> None:
        self._player, self._base, self._variant = player, load_player(base), variant
        self._other, self._orders = load_player("steady"), ORDERS[base]
        self._sides = Sides(() if base == "steady" else make_evaluators(load_networks()))
        swaps = {pupil_action: usual_action} if base == "steady" else {}
        self._loop, self._found = compile_function(mean_gain_over_steady, swaps), np.empty(MOST, np.int64)

    def pair(self, deal: int) -> tuple[Hand, Hand]:
        """Return the results of a deal, with the player at either seat."""
        return self.hand(deal, 0), self.hand(deal, 1)

    def hand(self, deal: int, seat: int, *, true_order: bool = False) -> Hand:
        """Return the result of a deal. With `true_order` the gains use only the actual stock."""
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
                total += self.gain_at(match, view, (action_of(usual), action_of(move)), orders)
            match = match.play(move)
        score = match.game.score
        assert score is not None
        return Hand(total, score.points if score.winner == seat else -score.points)

    def gain_at(self, match: Match, view: View, actions: tuple[int, int], orders: Any) -> float:
        _observed, memories = opponent_actions(view)
        own, other = scores_of(view)
        found: float = self._loop(
            variant_record(self._variant), match.game.state, memories, orders, actions, own, other,
            self._sides, self._found,
        )  # fmt: skip
        return found


def mean_gain_over_steady(
    variant: Variant, state: State, memories: tuple[Memory, Memory], orders: Sequence[Sequence[int]],
    actions: tuple[int, int], own: int, other: int, sides: Sides, found: Any,
) -> float:  # fmt: skip
    """Return the gain of the second of `actions` over the first, the mean over `orders` of the stock."""
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
    """Return the points of the seat to move after `action`, with the base continuing."""
    after = after_action(variant, state, action, next_face(stock, state))
    seen = update_memories(variant, memories, state, action)
    return rest_margin(variant, after, seen, stock, state.turn, own, other, sides, found)
