"""The same cards and options in the notation of the law (numbers) and of the oracle (text)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ginrummy.game.cards import Hand, face_code, faces_of, parse_face
from ginrummy.game.cards import hand_of as law_hand_of
from ginrummy.game.moves import Melds, as_melds, non_empty_melds
from ginrummy.rules.spreads import Spread
from ginrummy.variants import Variant, variant_values
from tests.oracle.cards import PACK, Card, Cards, Params, hand_of
from tests.oracle.melds import Arrangement

FACES = {card: parse_face(card) for card in PACK}


def law_hand(cards: Iterable[Card]) -> Hand:
    """Return `cards` in the law's representation."""
    return law_hand_of(FACES[card] for card in cards)


def cards_of(hand: Hand) -> Cards:
    """Return a hand of the law in the oracle's representation."""
    return hand_of(face_code(face) for face in faces_of(hand))


def law_melds(melds: Iterable[Iterable[Card]]) -> Melds:
    """Return melds, at most three, in the law's representation."""
    return as_melds([law_hand(meld) for meld in melds])


def law_spread(arrangement: Arrangement) -> Spread:
    """Return an arrangement of the oracle as a spread of the law."""
    return Spread(law_melds(arrangement.melds), law_hand(arrangement.unmatched))


def arrangement_of(spread: Spread) -> Arrangement:
    """Return a spread of the law as an arrangement of the oracle."""
    return Arrangement(
        tuple(sorted(map(cards_of, non_empty_melds(spread.melds)))), cards_of(spread.unmatched)
    )


@cache
def params_of(row: Variant) -> Params:
    """Return a row of the law as the oracle's params."""
    return variant_values(row)
