"""Short names of moves for lists, in the current language."""

from __future__ import annotations

from collections.abc import Iterable

from ginrummy.game.cards import Spelling, card_sign, faces_of
from ginrummy.game.moves import Melds, Move, MoveKind, held, in_order
from ginrummy.locale import _
from ginrummy.rules.card_encoding import is_card
from ginrummy.rules.types import Face


def move_name(move: Move, spelling: Spelling = card_sign, *, top: Face | None = None) -> str:
    """Return the name of `move` as a noun or an infinitive. `top` is the card that may be taken."""
    names = {
        MoveKind.PASS: _("pass"),
        MoveKind.TAKE: _("take the card") if top is None else _("take the {top}"),
        MoveKind.DRAW: _("draw from the stock"),
        MoveKind.DISCARD: _("discard {card}"),
        MoveKind.KNOCK: _("knock with {card}"),
        MoveKind.GIN: _("gin with {card}"),
        MoveKind.BIG_GIN: _("big gin"),
        MoveKind.SPREAD: _layout_name(move),
        MoveKind.LAY_OFF: _layout_name(move),
    }
    card = spelling(move.face) if is_card(move.face) else ""
    return names[move.kind].format(
        card=card,
        top="" if top is None else spelling(top),
        melds=_groups((in_order(meld) for meld in held(move.melds)), spelling),
        laid=_groups(_laid(move.laid), spelling),
    )


def _layout_name(move: Move) -> str:
    """Return the name of a layout of melds, of lay-offs, of both or of neither."""
    melds, laid = any(held(move.melds)), any(cards.cards for cards in move.laid)
    if melds and laid:
        return _("lay out {melds}, laying off {laid}")
    if melds and move.kind is MoveKind.LAY_OFF:
        return _("lay out {melds}, laying off nothing")
    if melds:
        return _("lay out {melds}")
    return _("lay off {laid}") if laid else _("lay out nothing")


def _laid(laid: Melds) -> Iterable[Iterable[Face]]:
    return (faces_of(cards) for cards in laid if cards.cards)


def _groups(groups: Iterable[Iterable[Face]], spelling: Spelling) -> str:
    return " | ".join(" ".join(map(spelling, group)) for group in groups)
