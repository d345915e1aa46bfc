"""RULES 2, melds: sets, runs, the ace, twins, and the least deadwood."""

from typing import Any

import pytest

from ginrummy.game.cards import hand_of, parse_faces
from ginrummy.locale.errors import VariantError
from ginrummy.rules.melds import deadwood as law_deadwood
from ginrummy.rules.melds import is_meld, points_of
from ginrummy.variants import Variant, preset_names
from tests.rules.ledgers import row
from tests.rules.stacked import allows, played, refusal, stacked

LOW, EITHER, CORNER = "low", "high_low", "corner"
TWO_PACKS = {"decks": 2, "set_same_suit_duplicates": True}
STRICT = {"decks": 2, "set_same_suit_duplicates": False}


def melds(cards: str, variant: Variant) -> bool:
    """Return whether `cards` are one meld."""
    return is_meld(variant, hand_of(parse_faces(cards, packs=2)))


def deadwood(cards: str, **changes: Any) -> int:
    """Return the least deadwood of `cards` in the standard game with `changes`."""
    return law_deadwood(row("standard", **changes), hand_of(parse_faces(cards, packs=2)))


@pytest.mark.parametrize("cards", ["9S 9H 9D", "9S 9H 9C", "9S 9D 9C", "9H 9D 9C", "KS KH KD KC"])
@pytest.mark.parametrize("name", preset_names())
def test_2_1_three_or_four_of_a_rank_are_a_set(name: str, cards: str) -> None:
    assert melds(cards, row(name))


@pytest.mark.parametrize("cards", ["9S", "9S 9H", "9S 9H 8D", "9S 9H 9D 8C", "9S 9H TD TC"])
@pytest.mark.parametrize("name", preset_names())
def test_2_1_fewer_or_other_ranks_are_none(name: str, cards: str) -> None:
    assert not melds(cards, row(name))


@pytest.mark.parametrize("cards", ["4D 5D 6D", "9C TC JC QC", "JH QH KH", "2S 3S 4S 5S 6S 7S 8S 9S TS JS"])
@pytest.mark.parametrize("name", preset_names())
def test_2_2_three_or_more_neighbours_of_a_suit_are_a_run(name: str, cards: str) -> None:
    assert melds(cards, row(name))


@pytest.mark.parametrize("cards", ["4S 5S", "4S 5S 6H", "4S 5S 7S", "4S 5S 6S 8S", "4S 5H 6D", "KS 2S 3S"])
@pytest.mark.parametrize("name", preset_names())
def test_2_2_a_gap_or_another_suit_is_none(name: str, cards: str) -> None:
    assert not melds(cards, row(name))


@pytest.mark.parametrize(
    ("cards", "where"),
    [
        ("AS 2S 3S", {LOW, EITHER, CORNER}),
        ("QC KC AC", {EITHER, CORNER}),
        ("JH QH KH AH", {EITHER, CORNER}),
        ("KC AC 2C", {CORNER}),
        ("QH KH AH 2H 3H", {CORNER}),
        ("KH AH 3H", set()),
        ("QS KS AH", set()),
        ("AS 2S KS", {CORNER}),
        ("AS 2S QS KS", {CORNER}),
        ("AS 2S QS", set()),
    ],
)
@pytest.mark.parametrize("ace_run", [LOW, EITHER, CORNER])
def test_2_3_the_ace_is_low_high_or_round_the_corner(ace_run: str, cards: str, where: set[str]) -> None:
    assert melds(cards, row("standard", ace_run=ace_run)) is (ace_run in where)


def test_2_3_the_ring_is_one_run_of_thirteen() -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    assert melds(suit, row("standard", ace_run=CORNER))
    for first in range(13):
        cards = suit.split()[first:] + suit.split()[:first]
        assert melds(" ".join(cards[:12]), row("standard", ace_run=CORNER))
        assert melds(" ".join(cards[:12]), row("standard")) is (first in (0, 1))


def test_2_3_one_ace_is_not_low_and_high_at_once() -> None:
    hand = "AS 2S 3S QS KS"
    assert deadwood(hand, ace_run=LOW) == 20
    assert deadwood(hand, ace_run=EITHER) == 5
    assert deadwood(hand, ace_run=CORNER) == 0


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("KS KS KH", True),
        ("KS KS KH KH", True),
        ("KS KS KH KD", True),
        ("KS KH KD KC", True),
        ("KS KS", False),
        ("KS KS KH QH", False),
    ],
)
def test_2_4_a_set_may_hold_twins(cards: str, *, valid: bool) -> None:
    assert melds(cards, row("two_pack")) is valid
    distinct = len(set(cards.split())) == len(cards.split())
    assert melds(cards, row("two_pack", set_same_suit_duplicates=False)) is (valid and distinct)


@pytest.mark.parametrize("name", ["two_pack", "two_pack_gin_only"])
def test_2_4_a_run_never_holds_twins(name: str) -> None:
    assert not melds("4S 5S 5S 6S", row(name))
    assert melds("4S 5S 6S", row(name))


@pytest.mark.parametrize("same_suit", [True, False])
def test_2_4_twins_may_stand_in_two_parallel_runs(same_suit: bool) -> None:
    assert deadwood("4S 5S 6S 4S 5S 6S", decks=2, set_same_suit_duplicates=same_suit) == 0
    assert deadwood("4S 5S 6S 7S 5S 6S 7S 8S", decks=2, set_same_suit_duplicates=same_suit) == 0


def test_2_5_a_card_counts_in_one_meld() -> None:
    game = stacked("standard", nondealer="4S 5S 6S 6H 6D KS KH KD AC 2C", upcard="3C")
    closed = played(game, "take knock:6H")
    assert refusal(closed, "spread:4S5S6S/6S6D6H") == "2.5"
    assert refusal(closed, "spread:AC2C3C/4S5S6S/5S6S7S") == "2.5"
    assert allows(closed, "spread:AC2C3C/4S5S6S/KSKHKD")


def test_2_5_with_its_twin_both_melds_stand() -> None:
    cards = "4S 5S 6S 6H 6D"
    assert deadwood(cards, **TWO_PACKS) == 9
    assert deadwood(cards + " 6S", **TWO_PACKS) == 0


@pytest.mark.parametrize("spread", ["4S5S6H", "6S6H", "AC2C3C4S", "KSKHKDAC"])
def test_2_what_is_no_meld_is_not_shown(spread: str) -> None:
    game = stacked("standard", nondealer="4S 5S 6S 6H 6D KS KH KD AC 2C", upcard="3C")
    assert refusal(played(game, "take knock:6H"), f"spread:{spread}") == "2"


@pytest.mark.parametrize(
    ("cards", "left"),
    [
        ("4S 5S 6S 6H 6D 6C 7C 8C 9H 9D", 27),
        ("7S 8S 9S 7H 8H 9H 7D 8D 9D AC", 1),
        ("4S 5S 6S 6H 6D 6C 7C 8C 9C", 0),
        ("KS QH JD 9C 8S 6H 5D 3C 2S AH", 64),
    ],
)
def test_2_6_the_least_deadwood_of_any_arrangement(cards: str, left: int) -> None:
    assert deadwood(cards) == left


def test_2_6_the_points_of_the_ace_decide_too() -> None:
    cards = "AS AH AD 2D 3D"
    assert (deadwood(cards), deadwood(cards, ace_points=15)) == (2, 5)


@pytest.mark.parametrize(("kings", "left"), [(2, 20), (3, 0), (4, 0), (5, 10), (6, 0), (7, 0), (8, 0)])
def test_2_7_a_set_has_at_most_four_cards(kings: int, left: int) -> None:
    cards = "KS KH KD KC KS KH KD KC"[: 3 * kings]
    assert melds(cards, row("two_pack")) is (kings in (3, 4))
    assert deadwood(cards, **TWO_PACKS) == left


@pytest.mark.parametrize(
    ("cards", "left"), [("KS KS KH KH KD", 20), ("KS KS KH KH KD KC", 0), ("KS KS KH", 30)]
)
def test_2_7_strict_sets_split_into_suits_that_differ(cards: str, left: int) -> None:
    assert deadwood(cards, **STRICT) == left


@pytest.mark.parametrize("longest", [None, 11, 12, 13])
@pytest.mark.parametrize("length", [10, 11, 12, 13])
def test_2_7_a_run_ends_where_the_variant_says(longest: int | None, length: int) -> None:
    cards = " ".join(rank + "S" for rank in "A23456789TJQK"[:length])
    assert melds(cards, row("standard", run_max=longest)) is (longest is None or length <= longest)


@pytest.mark.parametrize("field", ["set_min", "set_max", "run_min"])
@pytest.mark.parametrize("value", [2, 5])
def test_2_7_no_house_has_other_sizes(field: str, value: int) -> None:
    with pytest.raises(VariantError) as caught:
        row("standard", **{field: value})
    assert caught.value.where == field


def test_2_6_deadwood_is_the_points_of_the_unmatched_cards() -> None:
    unmatched = hand_of(parse_faces("KS 7H AD"))
    assert points_of(row("standard"), unmatched) == 18
    assert points_of(row("high_low_ace"), unmatched) == 32
