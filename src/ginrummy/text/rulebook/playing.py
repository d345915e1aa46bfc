"""The turn and the ways to close a hand in words (RULES 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator

from ginrummy.locale import _, ngettext
from ginrummy.rules.variant import FIGURE_POINTS
from ginrummy.text.rulebook import wording
from ginrummy.text.sentences import points_text
from ginrummy.variants import (
    FIRST_DISCARD,
    FIRST_OFFER,
    FIRST_OFFER_FREE,
    INSPECT_TOP,
    LIMIT_ACE_GIN,
    LIMIT_ACE_ONE,
    LIMIT_DISCARD,
    LIMIT_FIXED,
    LIMIT_NONE,
    NONE,
    SOURCE_BEFORE_DRAW,
    SOURCE_OWN_DISCARD,
    Variant,
)

Clauses = Iterator[tuple[str, str]]


def turn(row: Variant) -> Clauses:
    """Yield the clauses about the first turn and all others."""
    yield _first_turn(row)
    yield (
        "4.4",
        _("On your turn you take one card: the top card of the discard pile, or the top card of the stock."),
    )
    yield "4.5", _("Then you discard one card, face up on the pile, or you close the hand.")
    yield "4.6", _taken_text(row)
    if row.discard_inspect == INSPECT_TOP:
        yield "4.7", _("Only the top card of the pile may be looked at.")
    else:
        yield "4.7", _("Both players may look through the whole pile at any time.")
    yield (
        "4.8",
        ngettext(
            "After {number} turn without a card drawn from the stock, the hand is void.",
            "After {number} turns in a row without a card drawn from the stock, the hand is void.",
            row.endless_turns,
        ).format(number=row.endless_turns),
    )


def _first_turn(row: Variant) -> tuple[str, str]:
    if row.first_turn == FIRST_OFFER:
        return "4.1", _(
            "First the upcard is offered: the non-dealer takes it or passes, then the dealer takes it or "
            "passes. If both pass, the non-dealer draws from the stock. After that the turns are ordinary."
        )
    if row.first_turn == FIRST_OFFER_FREE:
        return "4.1", _(
            "First the upcard is offered: the non-dealer takes it or passes, then the dealer takes it or "
            "passes. If both pass, the non-dealer begins with an ordinary turn, and may still take it."
        )
    if row.first_turn == FIRST_DISCARD:
        return "4.3", _(
            "The non-dealer, who has one card more, begins by discarding one without drawing. Then the "
            "dealer has an ordinary turn."
        )
    if row.upcard:
        return "4.2", _("The non-dealer begins with an ordinary turn, and may take the upcard.")
    return "4.2", _("The non-dealer begins with an ordinary turn, drawing from the stock.")


def _taken_text(row: Variant) -> str:
    if row.allow_discard_taken_card:
        return _("The card just taken from the pile may be discarded in the same turn.")
    if row.decks == 2:
        return _(
            "The card just taken from the pile may not be discarded in the same turn. Its twin, if you "
            "hold it, may go."
        )
    return _("The card just taken from the pile may not be discarded in the same turn.")


def closing(row: Variant) -> Clauses:
    """Yield the clauses about knocking, its limit, gin and big gin."""
    if row.knock_limit != LIMIT_NONE:
        yield "5.1", _knock_text(row)
        yield _limit(row)
        if row.knock_max_unmatched != NONE:
            yield "5.5", _unmatched_text(row)
        yield (
            "5.6",
            _("If all the cards you keep are in melds when you close, you have gin, whatever the limit."),
        )
    else:
        yield "5.6", _gin_text(row)
    if row.big_gin_bonus == NONE:
        yield "5.7", _("Big gin is not played: gin always needs a last card to discard.")
    else:
        yield (
            "5.7",
            _(
                "If after your draw every card is in melds, with none to discard, you may lay them all out: "
                "this is big gin."
            ),
        )
    if row.knock_limit == LIMIT_NONE and row.big_gin_bonus == NONE:
        yield "5.8", _("There is no knocking: only gin ends the hand.")
    elif row.knock_limit == LIMIT_NONE:
        yield "5.8", _("There is no knocking: only gin or big gin ends the hand.")
    if row.first_turn_knock:
        yield "5.9", _("You may close on the very first turn of the hand.")
    else:
        yield "5.9", _("Nobody may close before a card has been discarded in the hand.")
    yield "5.10", _closing_discard_text(row)


def _knock_text(row: Variant) -> str:
    if row.knock_limit == LIMIT_DISCARD:
        text = _(
            "On your turn, once you hold {held}, you may close the hand: you discard one and lay out the "
            "other {number}. If their deadwood is within the limit, this is a knock, also called the "
            "“descent”. You are never obliged to knock."
        )
    else:
        text = _(
            "On your turn, once you hold {held}, you may close the hand: you discard one and lay out the "
            "other {number}. If their deadwood is within the limit, this is a knock. You are never "
            "obliged to knock."
        )
    return text.format(held=wording.cards(row.hand_dealer + 1), number=row.hand_dealer)


def _gin_text(row: Variant) -> str:
    return _(
        "On your turn, once you hold {held}, you may close the hand if you can discard one and lay "
        "out the other {number} all in melds: this is gin."
    ).format(held=wording.cards(row.hand_dealer + 1), number=row.hand_dealer)


def _limit(row: Variant) -> tuple[str, str]:
    if row.knock_limit == LIMIT_FIXED:
        text = _("The limit is {limit} of deadwood.")
        return "5.2", text.format(limit=points_text(row.knock_value))
    if row.knock_limit == LIMIT_DISCARD:
        return "5.4", f"{_source_text(row)} {_ace_limit_text(row)}"
    text = _(
        "The upcard sets the limit for the whole hand, no matter who took it: its number, or {figure} "
        "for a ten or a face card."
    )
    return "5.3", f"{text.format(figure=FIGURE_POINTS)} {_ace_limit_text(row)}"


def _source_text(row: Variant) -> str:
    if row.limit_source == SOURCE_OWN_DISCARD:
        text = _(
            "The very card with which you close sets the limit: its number, or {figure} for a ten or a "
            "face card."
        )
    elif row.limit_source == SOURCE_BEFORE_DRAW:
        text = _(
            "The top card of the pile before your draw sets the limit, even if you took it: its number, "
            "or {figure} for a ten or a face card."
        )
    else:
        text = _(
            "The card on top of the pile after your draw sets the limit: its number, or {figure} for a "
            "ten or a face card. If you took the only card of the pile, it is that one."
        )
    return text.format(figure=FIGURE_POINTS)


def _ace_limit_text(row: Variant) -> str:
    if row.knock_ace == LIMIT_ACE_GIN and row.big_gin_bonus == NONE:
        return _("If it is an ace, nobody may knock: only gin closes.")
    if row.knock_ace == LIMIT_ACE_GIN:
        return _("If it is an ace, nobody may knock: only gin or big gin closes.")
    return _("If it is an ace, the limit is {limit}.").format(limit=points_text(ace_limit_points(row)))


def ace_limit_points(row: Variant) -> int:
    """Return the points that an ace allows where it sets the limit and does not ask for gin."""
    return 1 if row.knock_ace == LIMIT_ACE_ONE else FIGURE_POINTS


def _unmatched_text(row: Variant) -> str:
    if row.knock_max_unmatched == 0:
        return _("Nor may a knock leave any card unmatched.")
    return ngettext(
        "Nor may a knock leave more than {number} card unmatched.",
        "Nor may a knock leave more than {number} cards unmatched.",
        row.knock_max_unmatched,
    ).format(number=row.knock_max_unmatched)


def _closing_discard_text(row: Variant) -> str:
    if row.closing_discard_face_down:
        return _("The last card is put face down on the pile; it takes no further part in the hand.")
    return _("The last card is put face up on the pile; it takes no further part in the hand.")
