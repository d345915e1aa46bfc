"""What a move is called where moves are listed: a few words, in the language spoken."""

from __future__ import annotations

from collections.abc import Iterable

from ginrummy.cards import Spelling, card_sign, faces_of
from ginrummy.locale import _
from ginrummy.moves import Melds, Move, MoveKind, held, in_order


def move_name(move: Move, spelling: Spelling = card_sign) -> str:
    """Return what `move` is, as a noun or an infinitive would say it."""
    names = {
        MoveKind.PASS: _("pass"),
        MoveKind.TAKE: _("take the card"),
        MoveKind.DRAW: _("draw from the stock"),
        MoveKind.DISCARD: _("discard {card}"),
        MoveKind.KNOCK: _("knock with {card}"),
        MoveKind.GIN: _("gin with {card}"),
        MoveKind.BIG_GIN: _("big gin"),
        MoveKind.SPREAD: _("lay out {melds}"),
        MoveKind.LAY_OFF: _("lay out {melds}, laying off {laid}"),
    }
    card = spelling(move.face) if move.face >= 0 else ""
    return names[move.kind].format(
        card=card,
        melds=_groups((in_order(meld) for meld in held(move.melds)), spelling),
        laid=_groups(_laid(move.laid), spelling),
    )


def _laid(laid: Melds) -> Iterable[Iterable[int]]:
    return (faces_of(cards) for cards in laid if cards.cards)


def _groups(groups: Iterable[Iterable[int]], spelling: Spelling) -> str:
    return " | ".join(" ".join(map(spelling, group)) for group in groups) or "–"
