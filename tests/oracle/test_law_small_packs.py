"""Law against oracle: every hand of small packs, exhaustively."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from ginrummy.rules.melds import deadwood
from tests.oracle import melds as oracle_melds
from tests.oracle.cards import hand_of
from tests.oracle.house import Kind
from tests.oracle.words import law_hand, params_of

SMALL_PACKS = [
    (Kind("low", 1), "45678", "SHDC", 7, 77_520),
    (Kind("low", 1), "9TJQ", "SHDC", 10, 8_008),
    (Kind("high_low", 1), "QKA23", "SHC", 8, 6_435),
    (Kind("corner", 1), "QKA23", "SHC", 8, 6_435),
    (Kind("low", 2), "A234", "HD", 8, 1_107),
    (Kind("high_low", 2), "QKA2", "SD", 8, 1_107),
    (Kind("corner", 2), "QKA2", "SC", 8, 1_107),
    (Kind("corner", 2), "KA2", "SHC", 9, 3_139),
]
"""The kind of game, the ranks and suits of the pack, the size of a hand, and how many there are."""


@pytest.mark.long
@pytest.mark.parametrize(("kind", "ranks", "suits", "size", "hands"), SMALL_PACKS, ids=str)
def test_every_hand_of_a_small_pack(kind: Kind, ranks: str, suits: str, size: int, hands: int) -> None:
    pack = [rank + suit for rank, suit in product(ranks, suits)] * kind.decks
    every = {hand_of(hand) for hand in combinations(pack, size)}
    for row in kind.rows():
        params = params_of(row)
        due = {hand: oracle_melds.least_deadwood(hand, params) for hand in every}
        found = {hand: deadwood(row, law_hand(hand)) for hand in every}
        assert Counter(found.values()) == Counter(due.values())
        assert found == due
    assert len(every) == hands
