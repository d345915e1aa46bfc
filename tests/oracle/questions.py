"""Questions to law and oracle about dense hands; each answer says whether it had substance.

A question that always gets the same answer proves little: `rarest` is the minimum share of yes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ginrummy.rules import turns
from ginrummy.rules.showdown import Defence
from ginrummy.variants import Variant
from tests.oracle import agreement
from tests.oracle.cards import Card
from tests.oracle.dense import dense_cards, few_ranks
from tests.oracle.house import Kind
from tests.oracle.melds import Arrangement

UPCARDS = (None, "7S", "7H")
COUPS = {"undercut": 1, "gin": 2, "big_gin": 3, "value": 25}


class Question(NamedTuple):
    """A question for one row and the cards of its packs, the rows to ask it of, the least share of yes."""

    ask: Callable[[random.Random, Variant], bool]
    rows: Callable[[Kind], list[Variant]]
    rarest: float


def plain_rows(kind: Kind) -> list[Variant]:
    """Return rows that differ only in melds and points."""
    return kind.rows()


def bounded_rows(kind: Kind) -> list[Variant]:
    """Return rows with and without a bound on unmatched cards, and on runs."""
    bounds = ((None, None), (1, None), (2, 11), (3, None))
    return [row for most, run in bounds for row in kind.rows(knock_max_unmatched=most, run_max=run)]


def showdown_rows(kind: Kind) -> list[Variant]:
    """Return rows with every way to settle a showdown."""
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
            extra_coups=COUPS,
            big_gin_bonus=31,
        )
    ]


def deadwood(chance: random.Random, row: Variant) -> bool:
    """The least deadwood of ten cards: below thirty?"""
    return agreement.same_deadwood(row, dense_cards(chance, 10, row.decks)) < 30


def discards(chance: random.Random, row: Variant) -> bool:
    """The eleven deadwoods of eleven cards: may one of them close at ten?"""
    return agreement.same_discards(row, dense_cards(chance, 11, row.decks)) <= 10


def meld(chance: random.Random, row: Variant) -> bool:
    """Some cards: are they a meld?"""
    size = chance.choice((2, 3, 3, 4, 4, 5, 6, 10, 11, 12, 13))
    return agreement.same_meld(row, dense_cards(chance, size, row.decks, stray=0.1))


def bounded_deadwood(chance: random.Random, row: Variant) -> bool:
    """The least deadwood of ten cards with few of them unmatched: does it exist?"""
    cards = chance.choice((dense_cards, few_ranks))(chance, 10, row.decks)
    return agreement.same_bounded_deadwood(row, cards, chance.randrange(4))


def automatic_spread(chance: random.Random, row: Variant) -> bool:
    """The automatic spread of the best ten of twelve cards, the others out of play: was there a choice?"""
    cards = chance.choice((dense_cards, few_ranks))(chance, 12, row.decks)
    hand = agreement.best_of(row, cards, 10)
    return agreement.same_spread(row, hand, [*(Counter(cards) - Counter(hand)).elements()])


def spread_by_hand(chance: random.Random, row: Variant) -> bool:
    """A spread with up to two cards out of place: is it legal?"""
    cards = dense_cards(chance, 10, row.decks)
    spread = agreement.some_arrangement(chance, row, cards)
    for _ in range(chance.randrange(3)):
        spread = agreement.random_spread(chance, spread)
    return agreement.same_judgement_of_spread(row, cards, spread, chance.choice((10, 30, 100)))


class Showdown(NamedTuple):
    """A spread, the defender's cards, how the hand was closed, and the best defence."""

    spread: Arrangement
    defender: list[Card]
    closing: int
    defence: Defence


def random_showdown(chance: random.Random, row: Variant) -> Showdown:
    """Return a showdown that law and oracle defend and score alike."""
    cards = dense_cards(chance, 20, row.decks)
    spread = agreement.some_arrangement(chance, row, cards[:10])
    closing = turns.CLOSED_KNOCK
    if not spread.unmatched:
        closing = chance.choice((turns.CLOSED_GIN, turns.CLOSED_BIG_GIN))
    defence = agreement.same_settlement(row, spread, cards[10:], closing, chance.choice(UPCARDS))
    return Showdown(spread, cards[10:], closing, defence)


def showdown(chance: random.Random, row: Variant) -> bool:
    """A showdown, its best defence and its score: was a card laid off?"""
    return any(laid.cards for laid in random_showdown(chance, row).defence.laid)


def defence_by_hand(chance: random.Random, row: Variant) -> bool:
    """A defence with a card or two out of place: is it legal?"""
    spread, defender, closing, _defence = random_showdown(chance, row)
    game = agreement.defended_game(row, spread, defender, closing)
    move = game.automatic_layout()
    for _ in range(chance.randrange(1, 3)):
        move = agreement.random_defence(chance, game.state.hands[game.turn], move)
    return agreement.same_judgement_of_defence(game, spread, move)


QUESTIONS = {
    "deadwood": Question(deadwood, plain_rows, 0.3),
    "discards": Question(discards, plain_rows, 0.1),
    "meld": Question(meld, bounded_rows, 0.05),
    "bounded-deadwood": Question(bounded_deadwood, plain_rows, 0.1),
    "automatic-spread": Question(automatic_spread, bounded_rows, 0.01),
    "spread-by-hand": Question(spread_by_hand, bounded_rows, 0.1),
    "showdown": Question(showdown, showdown_rows, 0.1),
    "defence-by-hand": Question(defence_by_hand, showdown_rows, 0.05),
}


def ask(name: str, kind: Kind, times: int, *, seed: str = "") -> int:
    """Ask a question so many times, of each row in turn. Return the number of yes."""
    question, chance = QUESTIONS[name], random.Random(f"{name} {kind} {seed}")
    rows = question.rows(kind)
    return sum(question.ask(chance, rows[number % len(rows)]) for number in range(times))
