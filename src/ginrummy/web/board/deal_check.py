"""Data for a browser that recomputes the deals of a finished match, and the texts of its findings."""

from __future__ import annotations

from typing import Any

from ginrummy.game.cards import FACE_COUNT, card_sign
from ginrummy.game.match import Match
from ginrummy.locale import _
from ginrummy.rules.types import Face
from ginrummy.variants import CUT_LOW
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import TableState


def deal_check_context(table: Table, state: TableState, match: Match) -> dict[str, Any]:
    """Return the secret, its fingerprint as published before, the cuts and the deals (docs/deals.md)."""
    by = "cut" if match.variant.first_dealer == CUT_LOW else "lot"
    row = match.variant
    return {
        "key": table.key,
        "secret": table.secret,
        "commitment": table.commitment,
        "cuts": list(state.cuts),
        "seals": list(state.seals),
        "nonces": list(state.nonces),
        "is_kept": bool(table.kept_cut),
        "packs": row.decks,
        "sizes": [row.hand_nondealer, row.hand_dealer],
        "dealers": [game.dealer for game in match.games],
        "dealer": {"by": by if table.first_dealer is None else "", "seat": match.games[0].dealer},
        "decks": [list(game.deck) for game in match.games],
    }


def deal_check_texts(match: Match, names: tuple[str, str]) -> dict[str, Any]:
    """Return the texts of the check by name, with placeholders for the browser, and the card symbols."""
    dealer = names[match.games[0].dealer]
    sentences = _finding_texts() | _forgery_texts()
    return {name: text.replace("{dealer}", dealer) for name, text in sentences.items()} | {
        "names": list(names),
        "cards": [card_sign(face) for face in map(Face, range(FACE_COUNT))],
    }


def _finding_texts() -> dict[str, str]:
    """Return the findings on a match."""
    return {
        "yes": _("Right:"),
        "no": _("Wrong:"),
        "good": _("Your browser has computed every deal again: they are the ones that were played."),
        "bad": _("This is NOT the deal that the fingerprint promised."),
        "fingerprint": _("The secret has the fingerprint that was shown before the deal."),
        "no_fingerprint": _("The secret has another fingerprint, {found}: it is not the one that was fixed."),
        "noted": _("This browser noted the same fingerprint before the cards were cut."),
        "seal": _("The cut of {name} is the one that was sealed before the other player cut."),
        "no_seal": _("The cut of {name} is not the one that was sealed."),
        "seal_noted": _("This browser noted that seal before it cut."),
        "no_seal_noted": _("This browser saw another seal before it cut."),
        "cut_noted": _("This browser saw the other cut before it showed its own."),
        "no_cut_noted": _("This browser saw another cut before it showed its own."),
        "dealer_by_cut": _("{dealer} dealt first, as the cut for the deal says."),
        "dealer_by_lot": _("{dealer} dealt first, as the lot says."),
        "no_dealer_by_cut": _("{dealer} dealt first: the cut for the deal says otherwise."),
        "no_dealer_by_lot": _("{dealer} dealt first: the lot says otherwise."),
        "hand": _("Hand {number}: all {count} cards lie where the secret and the cuts put them."),
        "held": _("This browser held the cards of these deals."),
        "not_held": _("Hand {number}: this browser was dealt other cards."),
        "no_hand": _("Hand {number}: card {place} of the deck is to be {due}, and {found} lies there."),
    }


def _forgery_texts() -> dict[str, str]:
    """Return the findings on manipulated copies: the change, and why it is detected."""
    return {
        "changed_card": _(
            "Changed in this copy: in the deck of hand {number}, {one} and {other} have changed places."
        ),
        "changed_cut": _("Changed in this copy: the cut of {name}, from {before} to {after}."),
        "changed_secret": _(
            "Changed in this copy: the last character of the secret, from {before} to {after}."
        ),
        "why_card": _(
            "Secret and cuts leave nobody a choice: every card has one place, and the check names "
            "the first that lies elsewhere."
        ),
        "why_cut": _(
            "The cuts are part of the shuffle: one changed character changes every deal. "
            "Your own cut is why nobody could know the cards before."
        ),
        "why_secret": _(
            "The fingerprint was shown before the cuts, and no other secret has it: "
            "the server could not choose a better one afterwards."
        ),
    }
