"""A beginner's mistakes.

It takes cards for what they might become, throws any card that is in no meld without a thought of what the
other collects, will not knock before it has next to nothing left, and misses its lay-offs.
"""

from __future__ import annotations

from random import Random
from typing import Final

from ginrummy.cards import faces_of
from ginrummy.moves import BIG_GIN, DRAW, NO_MELDS, PASS, TAKE, Move, MoveKind, discard
from ginrummy.players.outs import unmatched_faces
from ginrummy.players.player import is_showdown
from ginrummy.rules.faces import NO_FACE, rank_of, suit_of
from ginrummy.rules.turns import closing_deadwood
from ginrummy.view import View

LEFT_TO_KNOCK: Final = 3
_CLOSINGS: Final = (MoveKind.KNOCK, MoveKind.GIN)


def novice_move(view: View, draw: Random) -> Move:
    """Return what a beginner does who is to move; `draw` is its chance."""
    if is_showdown(view):
        return without_lay_offs(view, view.automatic())
    legal = view.legal_moves()
    if TAKE in legal:
        return (
            TAKE if tempts(view) or legal == (TAKE,) else next(move for move in (DRAW, PASS) if move in legal)
        )
    if DRAW in legal:
        return DRAW
    if BIG_GIN in legal:
        return BIG_GIN
    closing = best_closing(view, legal)
    sheds = [move.face for move in legal if move.kind is MoveKind.DISCARD]
    if closing is not None and (left_by(view, closing) <= LEFT_TO_KNOCK or not sheds):
        return closing
    least = view.deadwood()
    unmatched = unmatched_faces(view.variant, view.hand, least)
    loose = [face for face in sheds if unmatched >> face & 1 and face != view.state.taken]
    return discard(draw.choice(loose or sheds))


def tempts(view: View) -> bool:
    """Return whether the top of the pile goes with any card held: one rank, or neighbours in a suit."""
    top = view.state.pile.top
    return top != NO_FACE and any(
        rank_of(face) == rank_of(top) or (suit_of(face) == suit_of(top) and abs(face - top) == 1)
        for face in faces_of(view.hand)
    )


def best_closing(view: View, legal: tuple[Move, ...]) -> Move | None:
    """Return the closing that leaves least, `None` where none is allowed."""
    closings = [move for move in legal if move.kind in _CLOSINGS]
    return min(closings, key=lambda move: left_by(view, move), default=None)


def left_by(view: View, closing: Move) -> int:
    """Return the deadwood that a closing leaves."""
    return closing_deadwood(view.variant, view.state, closing.face)


def without_lay_offs(view: View, best: Move) -> Move:
    """Return the best layout, but for lay-offs, which a beginner misses."""
    if best.kind is not MoveKind.LAY_OFF or best.laid == NO_MELDS:
        return best
    return Move(MoveKind.LAY_OFF, melds=view.best_spread().melds)
