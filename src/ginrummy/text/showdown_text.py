"""Texts of the showdown."""

from __future__ import annotations

from ginrummy.game.cards import Hand, Spelling, card_sign, faces_of
from ginrummy.game.layouts import Layout
from ginrummy.game.moves import Move, MoveKind, held, in_order
from ginrummy.game.view import View
from ginrummy.locale import N_, _, ngettext
from ginrummy.locale.errors import in_series
from ginrummy.rules import melds, scoring, turns
from ginrummy.text.game_text import cards_text

_YOU_CLOSED = {
    turns.CLOSED_KNOCK: N_("You knocked"),
    turns.CLOSED_GIN: N_("You went gin"),
    turns.CLOSED_BIG_GIN: N_("You had big gin"),
}
_THEY_CLOSED = {
    turns.CLOSED_KNOCK: N_("{name} knocked"),
    turns.CLOSED_GIN: N_("{name} went gin"),
    turns.CLOSED_BIG_GIN: N_("{name} had big gin"),
}


def closing_title(view: View, *, name: str) -> str:
    """Return who closed the hand, and how."""
    closing = view.state.closing
    if view.state.turn == view.seat:
        return _(_YOU_CLOSED[closing])
    return _(_THEY_CLOSED[closing]).format(name=name)


def left_text(left: Hand, points: int, spelling: Spelling = card_sign) -> str:
    """Return the unmatched cards and their points."""
    if not left.cards:
        return _("nothing left")
    text = ngettext("left {cards} ({points} point)", "left {cards} ({points} points)", points)
    return text.format(cards=cards_text(faces_of(left), spelling), points=points)


def layout_text(layout: Layout, spelling: Spelling = card_sign) -> str:
    """Return a layout as a choice: lay-offs, melds, unmatched cards, and the openings for the other seat."""
    parts = [*laid_texts(layout.move, spelling), *meld_texts(layout.move, spelling)]
    parts.append(left_text(layout.left, layout.deadwood, spelling))
    if layout.openings:
        count = layout.openings
        text = ngettext("{count} card could be laid off", "{count} cards could be laid off", count)
        parts.append(text.format(count=count))
    return " · ".join(parts) if spelling is card_sign else in_series(parts)


def laid_texts(move: Move, spelling: Spelling = card_sign) -> list[str]:
    """Return the cards that `move` lays off, one text per meld of the spread."""
    return [
        _("on {number}: {cards}").format(number=number, cards=cards_text(faces_of(cards), spelling))
        for number, cards in enumerate(move.laid, start=1)
        if cards.cards
    ]


def meld_texts(move: Move, spelling: Spelling = card_sign) -> list[str]:
    """Return the melds of `move`."""
    return [cards_text(in_order(meld), spelling) for meld in held(move.melds)]


def spread_lines(view: View, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return the knocker's spread: its numbered melds, then the unmatched cards."""
    assert view.spread is not None
    points = melds.points_of(view.variant, view.spread.unmatched)
    return (
        *(
            f"{number}. {cards_text(in_order(meld), spelling)}"
            for number, meld in enumerate(view.spread.melds, start=1)
            if meld.cards
        ),
        left_text(view.spread.unmatched, points, spelling),
    )


def defence_lines(view: View, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return the defender's lay-offs, melds and unmatched cards."""
    assert view.defence is not None
    own, laid = view.defence.own, view.defence.laid
    move = Move(MoveKind.LAY_OFF, melds=own.melds, laid=laid)
    points = melds.points_of(view.variant, own.unmatched)
    return (
        *laid_texts(move, spelling),
        *meld_texts(move, spelling),
        left_text(own.unmatched, points, spelling),
    )


def hands_lines(view: View, *, name: str, spelling: Spelling = card_sign) -> tuple[tuple[str, ...], ...]:
    """Return both hands of a finished one: a title and the lines below it for each."""
    if view.spread is not None and view.defence is not None:
        defender = _("{name} defends").format(name=name) if view.state.turn == view.seat else _("You defend")
        return (
            (closing_title(view, name=name), *spread_lines(view, spelling)),
            (defender, *defence_lines(view, spelling)),
        )
    if view.score is None or view.score.kind == scoring.VOID or view.shown is None:
        return ()
    return (
        (_("Your hand"), cards_text(faces_of(view.hand), spelling)),
        (_("The hand of {name}").format(name=name), cards_text(faces_of(view.shown), spelling)),
    )
