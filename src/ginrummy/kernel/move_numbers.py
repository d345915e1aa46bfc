"""Conversion between moves and the numbers of `kernel.actions`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from ginrummy.game import moves
from ginrummy.game.cards import Hand, faces_of
from ginrummy.game.moves import CLOSING_DISCARDS, Move, MoveKind
from ginrummy.kernel import actions
from ginrummy.rules.turns import Choices, State
from ginrummy.rules.variant import Variant

PLAIN_MOVES: Final = {
    actions.DRAW: moves.DRAW,
    actions.TAKE: moves.TAKE,
    actions.PASS: moves.PASS,
    actions.BIG_GIN: moves.BIG_GIN,
}
_NUMBERS: Final = {move.kind: action for action, move in PLAIN_MOVES.items()}


def allowed_actions(options: Choices) -> list[int]:
    """Return the numbers of all `options`, ascending."""
    plain = (options.draw, options.take, options.leave, options.big_gin)
    return [
        *faces_of(Hand(options.discards, 0)),
        *(actions.CLOSE + face for face in faces_of(Hand(options.closings, 0))),
        *(action for action, may in enumerate(plain, start=actions.DRAW) if may),
    ]


def illegal_action_text(action: object, allowed: Iterable[int], *, by: str = "") -> str:
    """Return the error for an `action` that is not among those `allowed`; `by` names the player."""
    known = ", ".join(map(str, allowed)) or "none"
    return f"action {action}{by and f' of {by}'} is not allowed; allowed: {known}"


class MoverPosition(Protocol):
    """A game, or a view of the seat to move: the mover's hand is known."""

    @property
    def variant(self) -> Variant:
        """The rules."""

    @property
    def state(self) -> State:
        """The state of the hand."""


def move_of(position: MoverPosition, action: int) -> Move:
    """Return the move for `action` in `position`; a closing is gin when nothing is left.

    Raises `ValueError` for a number that is not an action.
    """
    if not 0 <= action < actions.ACTION_COUNT:
        raise ValueError(f"{action} is no action: they are numbered from 0 to {actions.ACTION_COUNT - 1}")
    if action in PLAIN_MOVES:
        return PLAIN_MOVES[action]
    if action < actions.CLOSE:
        return moves.discard(action)
    hand = position.state.hands[position.state.turn]
    return moves.closing_move(position.variant, hand, action - actions.CLOSE)


def action_of(move: Move) -> int:
    """Return the number of a move before the showdown. Raises `ValueError` for a spread or a lay-off."""
    if move.kind in _NUMBERS:
        return _NUMBERS[move.kind]
    if move.kind is MoveKind.DISCARD:
        return move.face
    if move.kind in CLOSING_DISCARDS:
        return actions.CLOSE + move.face
    raise ValueError(f"{move} has no number: spread and lay-offs are automatic")
