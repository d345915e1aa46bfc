"""Deadwood and best layout of a hand, for any variant and from any text (RULES 2)."""

from __future__ import annotations

from pathlib import Path

from ginrummy.game.cards import Hand, hand_of, parse_faces
from ginrummy.locale.argument_checks import given
from ginrummy.locale.errors import CardError
from ginrummy.rules import melds, spreads
from ginrummy.rules.spreads import Spread
from ginrummy.rules.types import Points
from ginrummy.variants import DEFAULT, NamedVariant, Variant, row_named

NO_CARDS = Hand()


def deadwood(hand: Hand | str, variant: Variant | NamedVariant | str | Path = DEFAULT) -> Points:
    """Return the least deadwood of `hand`, in points.

    >>> deadwood("4S5S6S 9H9D9C KD"), deadwood("QS KS AS"), deadwood("QS KS AS", "round_the_corner")
    (10, 21, 0)
    """
    return Points(melds.deadwood(row_named(variant), _hand(hand, "deadwood")))


def best_spread(
    hand: Hand | str, variant: Variant | NamedVariant | str | Path = DEFAULT, *, gone: Hand | str = NO_CARDS
) -> Spread:
    """Return the melds and the unmatched cards of `hand` laid out with the least deadwood.

    Of equal layouts it is the one with the fewest lay-offs for a defender. `gone` are cards out of play.

    >>> best_spread("4S5S6S 9H9D9C KD").unmatched
    Hand("KD")
    """
    return spreads.freest_spread(row_named(variant), _hand(hand, "best_spread"), _hand(gone, "best_spread"))


def _hand(hand: Hand | str, where: str) -> Hand:
    if isinstance(hand, str):
        return hand_of(parse_faces(hand, packs=2))
    return given(hand, Hand, where, error=CardError)
