"""Facts about a decision that a player would look at: outs, dangerous cards, melds that break."""

from __future__ import annotations

from itertools import combinations

from ginrummy.game.cards import FACE_COUNT, Hand, faces_of
from ginrummy.game.moves import Move, MoveKind, held
from ginrummy.game.view import View
from ginrummy.players.discard_safety import read_other
from ginrummy.players.outs import copies_out, helping_faces
from ginrummy.rules import melds, spreads
from ginrummy.rules.bits import lowest
from ginrummy.rules.card_encoding import is_card, rank_of, suit_of
from ginrummy.rules.hand import copies_of, is_part, joined, single, without
from ginrummy.rules.types import Face, Points


def hand_after(view: View, move: Move) -> Hand:
    """Return the hand after a discard or a closing, or the hand with the top card taken."""
    if move.kind is MoveKind.TAKE:
        return joined(view.hand, single(view.state.pile.top))
    if is_card(move.face) and is_part(view.hand, single(move.face)):
        return without(view.hand, single(move.face))
    return view.hand


def left_after(view: View, move: Move) -> Points:
    """Return the least deadwood after a discard."""
    return Points(melds.deadwood(view.variant, hand_after(view, move)))


def helping_cards(view: View, hand: Hand) -> int:
    """Return the number of unseen cards that would make or extend a meld in `hand`."""
    seen = read_other(view.variant, view.state, view.memory).seen
    least, total = melds.deadwood(view.variant, hand), 0
    rest = helping_faces(view.variant, hand)
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        copies = copies_out(view.variant, seen, face)
        if copies <= 0:
            continue
        drawn = melds.deadwood(view.variant, joined(hand, single(face)))
        if drawn < least + melds.face_points(view.variant, face):
            total += copies
    return total


def cannot_meld(view: View, face: Face) -> bool:
    """Return whether no two cards that the other hand may hold make a meld with `face`."""
    reading = read_other(view.variant, view.state, view.memory)
    near: list[Hand] = []
    for other in range(FACE_COUNT):
        if rank_of(other) == rank_of(face) or suit_of(other) == suit_of(face):
            copies = copies_out(view.variant, reading.seen, other) + copies_of(reading.known, other)
            near += [single(other)] * copies
    return not any(
        melds.is_meld(view.variant, joined(joined(one, two), single(face)))
        for one, two in combinations(near, 2)
    )


def companions(view: View, face: Face) -> tuple[Face, ...]:
    """Return the unmatched cards of the hand that would make a meld with `face` and one unseen card."""
    seen = read_other(view.variant, view.state, view.memory).seen
    out = [other for other in range(FACE_COUNT) if copies_out(view.variant, seen, other) > 0]
    return tuple(
        one
        for one in dict.fromkeys(faces_of(view.hand))
        if meld_with(view, view.hand, one) is None
        and any(
            melds.is_meld(view.variant, joined(joined(single(one), single(face)), single(third)))
            for third in out
        )
    )


def meld_with(view: View, hand: Hand, face: Face) -> Hand | None:
    """Return the meld with `face` in the best layout of `hand`, or `None` where it is unmatched."""
    layout = spreads.freest_spread(view.variant, hand, view.state.pile.cards)
    return next((meld for meld in held(layout.melds) if is_part(meld, single(face))), None)
