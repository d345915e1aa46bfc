"""Conversion of a deck and kernel actions to a `Game`."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ginrummy.game.game import Game
from ginrummy.kernel.move_numbers import move_of
from ginrummy.rules.variant import Variant


def game_of(variant: Variant, *, dealer: int, deck: ArrayLike, played: ArrayLike) -> Game:
    """Return the game dealt from `deck` (card numbers) after the actions `played`, with automatic showdown.

    Raises `IllegalMove` for an illegal action.
    """
    game = Game.deal(variant, dealer=dealer, deck=[int(card) for card in np.asarray(deck)])
    for action in np.asarray(played):
        game = game.play(move_of(game, int(action)))
    while not game.is_over and game.state.closing:
        game = game.play(game.automatic())
    return game
