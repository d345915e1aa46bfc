"""From the kernel's numbers to whole games, and back: decks and actions to a `Game`, games to rows."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ginrummy import moves
from ginrummy.game import Game
from ginrummy.kernel import actions
from ginrummy.kernel.row_layouts import Rows, rows_of
from ginrummy.moves import Move, MoveKind
from ginrummy.rules.variant import Variant

_PLAIN = {
    actions.DRAW: moves.DRAW,
    actions.TAKE: moves.TAKE,
    actions.PASS: moves.PASS,
    actions.BIG_GIN: moves.BIG_GIN,
}
_NUMBERS = {move.kind: action for action, move in _PLAIN.items()}


def move_of(game: Game, action: int) -> Move:
    """Return the move of `game` that `action` stands for; a closing is gin where nothing is left.

    Raises `ValueError` for no action's number.
    """
    if not 0 <= action < actions.ACTION_COUNT:
        raise ValueError(f"{action} is no action: they are numbered from 0 to {actions.ACTION_COUNT - 1}")
    if action in _PLAIN:
        return _PLAIN[action]
    return moves.discard(action) if action < actions.CLOSE else game.closing(action - actions.CLOSE)


def action_of(move: Move) -> int:
    """Return the number of a move before the showdown; raises `ValueError` for a spread or a lay-off."""
    if move.kind in _NUMBERS:
        return _NUMBERS[move.kind]
    if move.kind is MoveKind.DISCARD:
        return move.face
    if move.kind in (MoveKind.KNOCK, MoveKind.GIN):
        return actions.CLOSE + move.face
    raise ValueError(f"{move} has no number: spread and lay-offs are automatic")


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
