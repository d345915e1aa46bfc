"""`ginrummy showdown` against brute force: given parts stay, the rest is optimal."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from ginrummy.cli.meld_input import MeldInput, read_lay_offs
from ginrummy.cli.showdown import ClosedHand, closed_state, complete_defence
from ginrummy.locale.errors import IllegalMove
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.melds import points_of
from ginrummy.rules.showdown import extends_meld, laid_off_cards
from ginrummy.variants import Variant
from tests.oracle import agreement
from tests.oracle import melds as oracle_melds
from tests.oracle import showdown as oracle
from tests.oracle.cards import Cards, hand_of, total, without
from tests.oracle.dense import dense_cards
from tests.oracle.house import KINDS, Kind
from tests.oracle.melds import Arrangement, Arranger
from tests.oracle.words import cards_of, law_hand, law_spread, params_of

TIMES = 150


class Table(NamedTuple):
    """A knock: the spread, the defender's cards, and every possible rest after lay-offs."""

    row: Variant
    spread: Arrangement
    hand: Cards
    rests: list[Cards]

    def defence(self, laid: str | None, own: str | None) -> tuple[Cards, int]:
        """Return the lay-offs of the command, and the points left."""
        shown, hand = law_spread(self.spread), law_hand(self.hand)
        state = closed_state(shown.melds, shown.unmatched, hand, (NO_FACE, NO_FACE), big_gin=False)
        found = complete_defence(self.row, ClosedHand(shown, hand, state), laid, own, letters="en")
        return cards_of(laid_off_cards(found)), points_of(self.row, found.own.unmatched)


def knocks(kind: Kind, name: str) -> list[tuple[random.Random, Table]]:
    """Return knocks with dense cards of rows of one kind, half of them with bounded runs."""
    chance = random.Random(f"{name} {kind}")
    rows = [row for most in (None, 11) for row in kind.rows(run_max=most, layoff_on_knock=True)]
    found: list[tuple[random.Random, Table]] = []
    while len(found) < TIMES:
        row = rows[len(found) % len(rows)]
        cards = dense_cards(chance, 20, row.decks)
        spread = agreement.some_arrangement(chance, row, cards[:10])
        hand = hand_of(cards[10:])
        rests = sorted(oracle.after_lay_offs(spread.melds, hand, params_of(row)))
        if spread.unmatched and len(rests) > 1:
            found.append((chance, Table(row, spread, hand, rests)))
    return found


def shuffled(chance: random.Random, cards: Cards) -> str:
    return " ".join(chance.sample(cards, len(cards)))


def gone(hand: Cards, rest: Cards) -> Cards:
    found = without(hand, rest)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_chain_is_found_in_any_order_if_there_is_one(kind: Kind) -> None:
    for chance, table in knocks(kind, "chain"):
        cards = gone(table.hand, chance.choice(table.rests))
        text = shuffled(chance, cards)
        laid, left = table.defence(text, None)
        assert laid == cards, (table, text)
        assert left == Arranger(table.hand, params_of(table.row)).least(gone(table.hand, cards)), table


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_cards_that_no_chain_takes_are_refused(kind: Kind) -> None:
    refused = 0
    for chance, table in knocks(kind, "no chain"):
        cards = hand_of(chance.sample(table.hand, chance.randrange(1, 4)))
        if gone(table.hand, cards) in table.rests:
            assert table.defence(shuffled(chance, cards), None)[0] == cards
            continue
        refused += 1
        with pytest.raises(IllegalMove, match=r"fits no meld of the spread \(RULES 6.3\)"):
            table.defence(shuffled(chance, cards), None)
    assert refused > TIMES // 10


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_meld_that_is_named_gets_its_card(kind: Kind) -> None:
    for chance, table in knocks(kind, "named"):
        shown = law_spread(table.spread).melds
        cards = gone(table.hand, chance.choice(table.rests))
        typed = MeldInput(table.row, "en", "--laid-off")
        laid = read_lay_offs(typed, shuffled(chance, cards), shown)
        places = [(card, place) for place, part in enumerate(laid) for card in cards_of(part)]
        words = [card if chance.random() < 0.5 else f"{card}>{place + 1}" for card, place in places]
        again = read_lay_offs(typed, " ".join(chance.sample(words, len(words))), shown)
        assert sorted(card for part in again for card in cards_of(part)) == sorted(cards)
        for word, (card, place) in zip(words, places, strict=True):
            assert ">" not in word or card in cards_of(again[place])
        assert all(
            not part.cards or extends_meld(table.row, meld, part)
            for meld, part in zip(shown, again, strict=True)
        )


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_best_is_laid_off_beside_melds_that_are_given(kind: Kind) -> None:
    both = 0
    for chance, table in knocks(kind, "melds"):
        params = params_of(table.row)
        own = chance.choice([(), *sorted(oracle_melds.all_melds(table.hand, params))])
        rests = oracle.after_lay_offs(table.spread.melds, gone(table.hand, own), params)
        laid, left = table.defence(None, " ".join(own))
        assert left == min(total(rest, params) for rest in rests), (table, own)
        both += bool(own and laid)
    assert both > TIMES // 20
