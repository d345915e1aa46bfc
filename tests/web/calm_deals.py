"""Deals in which nobody can close in the first turns: what a page is tried for does not end before it begins.

They are dealt as all are, from a secret and two cuts; a server for tests offers such secrets alone, and
proposes one and the same cut. Of chance deals every tenth can be closed in its first four draws.
"""

from __future__ import annotations

from typing import Final

from ginrummy import deal
from ginrummy.cards import FACE_COUNT
from ginrummy.rules.dealing import deal_deck
from ginrummy.rules.hand import Hand, joined, single, without
from ginrummy.rules.melds import deadwood
from ginrummy.variants import load_variant
from ginrummy.web.tables import commitments

CUT: Final = "1"
DRAWS: Final = 5
LEAST: Final = 45
"""The deadwood of either hand as it is dealt: cards taken from the pile do not bring it down at once."""
STANDARD: Final = load_variant("standard").row


def only_calm_deals() -> None:
    """Let this process offer no others; to be called before pages are made."""
    any_offer = commitments.new_offer

    def calm_offer() -> commitments.Offer:
        found = any_offer()
        while not (is_calm(found.secret, found.bot_cut) and is_calm(found.secret, CUT)):
            found = any_offer()
        return found

    deal.random_cut = lambda: CUT
    commitments.new_offer = calm_offer


def is_calm(secret: str, cut: str) -> bool:
    """Return whether nobody closes the plain game soon where the other player makes this cut."""
    deck = deal.deck(deal.Seeds(secret, (CUT, cut)), 0, 1)
    hands = deal_deck(STANDARD, deck, 0).hands
    if min(deadwood(STANDARD, hand) for hand in hands) < LEAST:
        return False
    first = 2 * STANDARD.hand_dealer + 1
    return not any(closes(hand, deck[first + seat :: 2][:DRAWS]) for seat, hand in enumerate(hands))


def closes(hand: Hand, drawn: tuple[int, ...]) -> bool:
    """Return whether a seat that draws these cards, and throws what is worst each time, can knock."""
    for card in drawn:
        hand = joined(hand, single(card % FACE_COUNT))
        rests = [without(hand, single(face)) for face in range(FACE_COUNT) if hand.cards >> face & 1]
        hand = min(rests, key=lambda rest: deadwood(STANDARD, rest))
        if deadwood(STANDARD, hand) <= STANDARD.knock_value:
            return True
    return False
