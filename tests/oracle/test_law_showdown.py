"""Law against oracle: dense showdowns, the automatic defence, defences made by hand, and the score."""

from __future__ import annotations

import random

import pytest

from ginrummy.rules import turns
from ginrummy.rules.showdown import Defence
from ginrummy.variants import Variant
from tests.oracle import agreement
from tests.oracle.dense import dense_cards
from tests.oracle.house import KINDS, Kind
from tests.oracle.melds import Arrangement

SHOWDOWNS = 20_000
BY_HAND = 2_000
UPCARDS = (None, "7S", "7H")


def showdown_rows(kind: Kind) -> list[Variant]:
    """Return rows that settle a showdown in every way that there is."""
    return [
        row
        for run_max in (None, 11)
        for complete in (None, 40)
        for on_knock, on_gin in ((True, False), (True, True), (False, False))
        for row in kind.rows(
            run_max=run_max,
            undercut_complete_bonus=complete,
            undercut_on_tie=complete is None,
            layoff_on_knock=on_knock,
            layoff_on_gin=on_gin,
            gin_void_if_defender_zero=on_gin,
            spade_double=True,
            spade_doubles_boxes=on_gin,
            extra_coups={"undercut": 1, "gin": 2, "big_gin": 3, "value": 25},
            big_gin_bonus=31,
        )
    ]


def random_showdown(
    chance: random.Random, row: Variant, packs: int
) -> tuple[Arrangement, list[str], int, Defence]:
    """Return a spread, the defender's cards, how the hand was closed, and the defence both agree on."""
    cards = dense_cards(chance, 20, packs)
    spread = agreement.some_arrangement(chance, row, cards[:10])
    closing = turns.CLOSED_KNOCK
    if not spread.unmatched:
        closing = chance.choice((turns.CLOSED_GIN, turns.CLOSED_BIG_GIN))
    defence = agreement.same_settlement(row, spread, cards[10:], closing, chance.choice(UPCARDS))
    return spread, cards[10:], closing, defence


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_dense_showdowns_are_defended_and_scored_alike(kind: Kind) -> None:
    chance, rows = random.Random(f"showdowns {kind}"), showdown_rows(kind)
    laid = 0
    for number in range(SHOWDOWNS):
        _, _, _, defence = random_showdown(chance, rows[number % len(rows)], kind.decks)
        laid += any(hand.cards for hand in defence.laid)
    assert laid > SHOWDOWNS / 10


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_defences_made_by_hand_are_judged_alike(kind: Kind) -> None:
    chance, rows = random.Random(f"hand-made {kind}"), showdown_rows(kind)
    legal = 0
    for number in range(BY_HAND):
        row = rows[number % len(rows)]
        spread, defender, closing, defence = random_showdown(chance, row, kind.decks)
        for _ in range(1 + number % 2):
            defence = agreement.random_defence(chance, defence)
        legal += agreement.same_judgement_of_defence(row, spread, defender, defence, closing)
    assert BY_HAND / 20 < legal < BY_HAND * 19 / 20
