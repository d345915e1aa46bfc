"""Law against oracle: deadwood, melds and spreads of dense hands, for each place of the ace and each pack."""

from __future__ import annotations

import random

import pytest

from ginrummy.variants import Variant
from tests.oracle import agreement
from tests.oracle.dense import dense_cards, few_ranks
from tests.oracle.house import KINDS, Kind

HANDS = 20_000
ELEVENS = 2_500
SPREADS = 3_000
BOUNDED = 300


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_deadwood_of_dense_hands(kind: Kind) -> None:
    chance, rows = random.Random(f"deadwood {kind}"), kind.rows()
    for number in range(HANDS):
        agreement.same_deadwood(rows[number % len(rows)], dense_cards(chance, 10, kind.decks))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_deadwood_of_eleven_cards_after_each_discard(kind: Kind) -> None:
    chance, rows = random.Random(f"eleven {kind}"), kind.rows()
    for number in range(ELEVENS):
        agreement.same_deadwoods(rows[number % len(rows)], dense_cards(chance, 11, kind.decks))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_melds_that_are_and_melds_that_are_none(kind: Kind) -> None:
    chance = random.Random(f"melds {kind}")
    rows = kind.rows(run_max=11) + kind.rows(run_max=12) + kind.rows()
    valid = 0
    for number in range(SPREADS):
        size = chance.choice((2, 3, 3, 4, 4, 5, 6, 10, 11, 12, 13))
        cards = dense_cards(chance, size, kind.decks, stray=0.1)
        valid += agreement.same_meld(rows[number % len(rows)], cards)
    assert valid > SPREADS / 20


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("most", range(4))
def test_deadwood_with_few_unmatched_cards(kind: Kind, most: int) -> None:
    chance = random.Random(f"bounded {most} {kind}")
    rows = kind.rows()
    for number in range(BOUNDED):
        draw = (dense_cards, few_ranks)[number % 2]
        agreement.same_bounded_deadwood(rows[number % len(rows)], draw(chance, 10, kind.decks), most)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_automatic_spread_is_one_of_the_best(kind: Kind) -> None:
    chance = random.Random(f"spreads {kind}")
    rows = [row for most in (None, 1, 2, 3) for row in kind.rows(knock_max_unmatched=most)]
    for number in range(SPREADS):
        draw = (dense_cards, few_ranks)[number % 2]
        cards = draw(chance, 10 + number % 8, kind.decks)
        agreement.same_spread(chance.choice(rows), cards[:10], cards[10:])


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_spreads_made_by_hand(kind: Kind) -> None:
    chance = random.Random(f"hand-made spreads {kind}")
    rows = [row for most in (None, 2, 3) for row in kind.rows(knock_max_unmatched=most, run_max=11)]
    legal = sum(by_hand(chance, chance.choice(rows), kind.decks) for _ in range(SPREADS))
    assert SPREADS / 10 < legal < SPREADS * 9 / 10


def by_hand(chance: random.Random, row: Variant, packs: int) -> bool:
    """Return whether a spread with a card or two out of place is legal, law and oracle agreeing."""
    cards = dense_cards(chance, 10, packs)
    spread = agreement.some_arrangement(chance, row, cards)
    for _ in range(chance.randrange(3)):
        spread = agreement.random_spread(chance, spread)
    return agreement.same_judgement_of_spread(row, cards, spread, chance.choice((10, 30, 100)))
