"""Mistakes that people make, each by its name: functions that return a worse move.

A mistake is a function of the view and a random generator. It returns `None` where it does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from ginrummy.game.cards import faces_of
from ginrummy.game.moves import NO_MELDS, TAKE, Move, MoveKind, discard
from ginrummy.game.view import View
from ginrummy.players.candidate_actions import best_closing
from ginrummy.players.hand_facts import unmatched_faces
from ginrummy.rules.cards import NO_FACE, rank_of, suit_of
from ginrummy.rules.melds import face_points
from ginrummy.rules.turns import Memory, dearest_card_points
from ginrummy.rules.types import Face

Mistake = Callable[[View, Random], Move | None]

LAST_CARDS: Final = 12
"""Cards left in the stock when the end of a hand begins: about four draws for each seat."""


def takes_what_looks_useful(view: View, draw: Random) -> Move | None:
    """Take a card that goes with a held one, of its rank or adjacent in its suit, melded or not."""
    return TAKE if TAKE in view.legal_moves() and is_tempting(view) else None


def throws_any(view: View, draw: Random) -> Move | None:
    """Discard one of the loose cards, whatever it may become and however useful to the opponent."""
    loose = loose_cards(view)
    return discard(draw.choice(loose)) if loose else None


def holds_high_pairs(view: View, draw: Random) -> Move | None:
    """Keep the highest pair, however late it is. Discard the dearest of the other loose cards."""
    held = faces_of(view.hand)
    high = {
        rank_of(face) for face in held if face_points(view.variant, face) == dearest_card_points(view.variant)
    }
    pairs = {rank for rank in high if sum(rank_of(face) == rank for face in held) == 2}
    return dearest_but(view, lambda face: rank_of(face) in pairs)


def chases_inside_runs(view: View, draw: Random) -> Move | None:
    """Keep two cards of a suit with a gap of one between them. Discard the dearest of the others."""
    held = set(faces_of(view.hand))
    return dearest_but(view, lambda face: any(has_gap(face, other) for other in held))


def throws_the_dearest(view: View, draw: Random) -> Move | None:
    """Discard the dearest loose card, whatever it may become and however useful to the opponent."""
    return dearest_but(view, lambda face: False)


def throw_dearest_near_end(view: View, draw: Random) -> Move | None:
    """Near the end of the stock, discard the dearest loose card, however useful to the opponent."""
    return throws_the_dearest(view, draw) if view.state.stock <= LAST_CARDS else None


def knocks_at_once(view: View, draw: Random) -> Move | None:
    """Close at the first chance, with the least deadwood."""
    return best_closing(view)


def never_knocks(view: View, draw: Random) -> Move | None:
    """Wait for gin where a knock is legal: discard the dearest loose card."""
    kinds = {move.kind for move in view.legal_moves()}
    waits = MoveKind.KNOCK in kinds and kinds.isdisjoint((MoveKind.GIN, MoveKind.BIG_GIN))
    return throws_the_dearest(view, draw) if waits else None


def misses_lay_offs(view: View, draw: Random) -> Move | None:
    """Lay off nothing on the opponent's melds."""
    best = view.automatic_layout()
    if best.kind is not MoveKind.LAY_OFF or best.laid == NO_MELDS:
        return None
    return Move(MoveKind.LAY_OFF, melds=view.best_spread().melds)


def forget_faces(memory: Memory, faces: int) -> Memory:
    """Return `memory` without the history of `faces`: cards that the other seat took, left or discarded."""
    kept = ~faces
    known = memory.known._replace(cards=memory.known.cards & kept, twins=memory.known.twins & kept)
    return Memory(known, memory.taken & kept, memory.refused & kept, memory.discarded & kept)


def is_tempting(view: View) -> bool:
    """Return whether the top of the pile shares a rank with a held card or is adjacent to one in its suit."""
    top = view.state.pile.top
    return top != NO_FACE and any(
        rank_of(face) == rank_of(top) or (suit_of(face) == suit_of(top) and abs(face - top) == 1)
        for face in faces_of(view.hand)
    )


def has_gap(face: int, other: int) -> bool:
    """Return whether two cards of a suit have one rank between them."""
    return suit_of(face) == suit_of(other) and abs(face - other) == 2


def loose_cards(view: View) -> list[Face]:
    """Return the discards that some best arrangement leaves unmatched, not the card just taken."""
    sheds = [move.face for move in view.legal_moves() if move.kind is MoveKind.DISCARD]
    unmatched = unmatched_faces(view.variant, view.hand, view.deadwood())
    return [face for face in sheds if unmatched >> face & 1 and face != view.state.taken]


def dearest_but(view: View, is_kept: Callable[[int], bool]) -> Move | None:
    """Return the discard of the dearest loose card that is not kept, of these the highest rank.

    Returns `None` when all of them are kept.
    """
    return max(
        (discard(face) for face in loose_cards(view) if not is_kept(face)),
        key=lambda move: (face_points(view.variant, move.face), rank_of(move.face)),
        default=None,
    )
