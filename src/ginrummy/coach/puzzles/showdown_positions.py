"""Hands played fast to their closing. Spreads that depend on lay-offs are rare, so many hands are needed."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from ginrummy.coach.puzzles.puzzle import deal_puzzle
from ginrummy.coach.puzzles.screening import FAST, PuzzleStart
from ginrummy.game.game import Game, Phase
from ginrummy.kernel.hand_simulation import first_seat, play_hand, second_seat
from ginrummy.kernel.move_numbers import move_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_fastest
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.scoring import NOBODY
from ginrummy.rules.variant import Variant


def replay_actions(variant: Variant, *, dealer: int, deck: ArrayLike, actions: ArrayLike) -> Game:
    """Return the game dealt from `deck` (card numbers) after the actions `actions`, with automatic showdown.

    Raises `IllegalMove` for an illegal action.
    """
    game = Game.deal(variant, dealer=dealer, deck=[int(card) for card in np.asarray(deck)])
    for action in np.asarray(actions):
        game = game.play(move_of(game, int(action)))
    while not game.is_over and game.state.closing:
        game = game.play(game.automatic_layout())
    return game


ACTIONS: Final = dict(zip(FAST, (simple_action, steady_action), strict=True))
LONGEST: Final = 400
"""Longest hand in actions. Only hands with two packs can exceed it, and they are skipped."""


def closed_hands(start: PuzzleStart) -> tuple[Game, ...]:
    """Return the hand before its spread and before its lay-offs, where it gets that far."""
    variant = start.variant
    deck = np.array(deal_puzzle(variant, start.number, start.dealer).deck, np.uint8)
    log = np.zeros(LONGEST, np.uint8)
    ending = _loop(start.players)(variant_record(variant), deck, int(start.dealer), 0, 0, log)
    if ending.decisions > LONGEST or ending.score.winner == NOBODY:
        return ()
    game = replay_actions(variant, dealer=start.dealer, deck=deck, actions=log[: ending.decisions - 1])
    game = game.play(move_of(game, int(log[ending.decisions - 1])))
    shown = game.play(game.automatic_layout()) if game.phase is Phase.SPREAD else game
    return tuple(each for each in (game, shown) if each.phase in (Phase.SPREAD, Phase.LAY_OFF))[:2]


@cache
def _loop(players: tuple[str, str]) -> Any:
    return compile_fastest(play_hand, {first_seat: ACTIONS[players[0]], second_seat: ACTIONS[players[1]]})
