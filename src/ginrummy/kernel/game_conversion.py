"""Decks and actions of the kernel as a whole `Game`, games as rows and decks."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ginrummy.game import Game
from ginrummy.kernel.move_numbers import move_of
from ginrummy.kernel.row_layouts import Rows, rows_of
from ginrummy.rules.variant import Variant


def game_of(variant: Variant, *, dealer: int, deck: ArrayLike, played: ArrayLike) -> Game:
    """Return the game dealt from `deck` (card numbers) after the actions `played`, the showdown automatic.

    Raises `IllegalMove` where the law refuses an action.
    """
    game = Game.deal(variant, dealer=dealer, deck=[int(card) for card in np.asarray(deck)])
    for action in np.asarray(played):
        game = game.play(move_of(game, int(action)))
    while not game.is_over and game.state.closing:
        game = game.play(game.automatic())
    return game


def rows_of_games(games: Iterable[Game]) -> Rows:
    """Return the states of `games` as an array of `STATE_ROW`, shape (n,)."""
    return rows_of(game.state for game in games)


def decks_of_games(games: Iterable[Game]) -> NDArray[np.uint8]:
    """Return the decks of `games` of one variant, card numbers as they were dealt, shape (n, 52 or 104)."""
    return np.array([game.deck for game in games], np.uint8)
