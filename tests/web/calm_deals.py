"""Deals in which no player can knock in the first turns, so that a hand does not end before the test begins.

They come from a secret and two cuts like all deals. A test server offers only such secrets, and every cut is
the same: the server's, and that of a browser (`DRAW_CUT`). Every tenth random deal could be closed in its
first four draws.
"""

from __future__ import annotations

from typing import Final

from ginrummy.game import shuffle
from ginrummy.game.cards import FACE_COUNT
from ginrummy.rules.cards import Hand, join_hands, single, without
from ginrummy.rules.melds import deadwood
from ginrummy.rules.turns import cards_dealt, deal_deck
from ginrummy.rules.variant import Variant
from ginrummy.text.rulebook.advice import USUAL
from ginrummy.variants import load_variant
from ginrummy.web.tables import commitments

CUT: Final = "00000001"
DRAW_CUT: Final = """
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (bytes) =>
        bytes instanceof Uint32Array && bytes.length === 1 ? bytes.fill(1) : draw(bytes);
"""
"""For a page: its random number is the cut above; nonces are unchanged."""
DRAWS: Final = 5
LEAST: Final = 45
"""Minimum deadwood of either hand as dealt, so that cards from the pile do not lower it too soon."""
GAMES: Final = tuple(load_variant(name).row for name in sorted(set(USUAL.values())))


def only_calm_deals() -> None:
    """Let this process offer no others. Call it before pages are made."""
    any_offer = commitments.new_offer

    def calm_offer() -> commitments.OfferedDeal:
        found = any_offer()
        while not (is_calm(found.secret, found.bot_cut) and is_calm(found.secret, CUT)):
            found = any_offer()
        return found

    shuffle.random_cut = lambda: CUT
    commitments.new_offer = calm_offer


def is_calm(secret: str, cut: str) -> bool:
    """Return whether no player can close a usual game soon if the other player makes this cut."""
    deck = shuffle.shuffled_deck(shuffle.Seeds(secret, (CUT, cut)), 0, 1)
    return all(is_calm_in(variant, deck) for variant in GAMES)


def is_calm_in(variant: Variant, deck: tuple[int, ...]) -> bool:
    """Return whether no player can close soon with this deck, by either seat's first draw."""
    hands = deal_deck(variant, deck, 0).hands
    if min(deadwood(variant, hand) for hand in hands) < LEAST:
        return False
    stock = deck[cards_dealt(variant) + variant.upcard :]
    return not any(closes(variant, hand, stock[place::2][:DRAWS]) for hand in hands for place in (0, 1))


def closes(variant: Variant, hand: Hand, drawn: tuple[int, ...]) -> bool:
    """Return whether a seat that draws these cards, and discards the worst each time, can knock."""
    for card in drawn:
        hand = join_hands(hand, single(card % FACE_COUNT))
        rests = [without(hand, single(face)) for face in range(FACE_COUNT) if hand.cards >> face & 1]
        hand = min(rests, key=lambda rest: deadwood(variant, rest))
        if deadwood(variant, hand) <= variant.knock_value:
            return True
    return False
