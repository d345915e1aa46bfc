"""Law against oracle: hands where a bound on unmatched cards costs points (RULES 5.5); few are dealt so.

A line has the place of the ace and the packs, the ace's points, whether sets hold twins, the bound, the hand,
and the least deadwood without the bound and with it.
"""

from __future__ import annotations

import pytest

from ginrummy.rules.melds import deadwood_with_max_unmatched
from ginrummy.variants import NONE, variant_from_values
from tests.oracle import agreement
from tests.oracle.words import law_hand

HANDS = """
low      1 15 - 3  2D 2H 2S 3C 3D 3H 3S 4C 4D AS  12 23
low      1 15 - 3  2C 2D 2H 3C 3D 3H 3S AD AH KC  18 40
low      1 15 - 1  2C 2D 2H 2S 3C 3D 3H 3S AC AS  10 15
high_low 1  1 - 3  2H AC AD AH AS KC KH QC QD QH  14 22
high_low 1 15 - 1  2C 2D 2H 2S 3C 3D 3H 3S AC AD  10 15
high_low 1 15 - 3  2D 2H 3D 3H AD KC KD KH KS QD  10 15
corner   1 15 - 1  2C 2D 2H 2S 3C 3D 3H 3S AH AS  10 15
corner   1  1 - 3  2C 2H 2S 3C AC AD AH AS KD KS  14 23
corner   1  1 - 1  2C 2D 2H 2S AC AD AH AS KH KS   6 10
corner   1  1 - 3  2H AH JC JD KC KD KH KS QC QH  23 30
corner   1  1 - 3  2C AC AH JD KC KD KH KS QC QD  14 21
low      2 15 + 3  2C 2H 3C 3D AC AC AD AD AH AS  10 20
low      2 15 - 3  2C 2D 2H 2S 3C 3D 3H 4C 4H 4H  11 12
low      2 15 - 3  2C 2H 2S 2S 3C 3D 3H 3S AC AD  21 32
high_low 2 15 + 1  2C 2D 2H 3C 3H 3S 4C 4C 4S AC  10 15
high_low 2  1 - 3  AC AD AH AS JC KD KH KS QD QS  22 30
high_low 2 15 + 3  2C 2H 2S 3C 3D 3S 3S AC AS KC  18 40
high_low 2 15 - 1  2C 2D 2H 3C 3D 3H AC AD AD AH  10 15
corner   2 15 + 3  2C 2D 2D 3C AD AH KC KD KH KS  22 33
corner   2 15 + 1  2H 2S AD AH AS KC KC KD KH KS  14 15
corner   2  1 - 3  2C 2H 2S AC AD AH AS KC KD QH  24 30
corner   2  1 - 1  2D 2H 2S AD AH AS KD KH KS KS   6 10
"""


@pytest.mark.parametrize("line", HANDS.strip().splitlines())
def test_a_bound_that_costs_points(line: str) -> None:
    ace_run, packs, points, twins, most, *cards, least, bounded = line.split()
    row = variant_from_values(
        {
            "ace_run": ace_run,
            "decks": int(packs),
            "ace_points": int(points),
            "set_same_suit_duplicates": twins == "+",
            "knock_max_unmatched": int(most),
        }
    )
    assert deadwood_with_max_unmatched(row, law_hand(cards), NONE) == int(least)
    assert deadwood_with_max_unmatched(row, law_hand(cards), int(most)) == int(bounded)
    agreement.same_bounded_deadwood(row, cards, int(most))
    agreement.same_spread(row, cards, [])
