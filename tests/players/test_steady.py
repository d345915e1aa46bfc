"""Choices of `steady`, position by position, and its counts."""

from __future__ import annotations

import random

import pytest

from ginrummy.game.cards import Hand, face_code, faces_of, hand_of, parse_face
from ginrummy.kernel.actions import CLOSE, PASS, TAKE
from ginrummy.players import hand_facts
from ginrummy.players import steady_strategy as steady
from ginrummy.players.hand_facts import feeding_chance, infer_other_hand, neighbours
from ginrummy.players.steady_strategy import STEADY, steady_action
from ginrummy.rules import melds
from ginrummy.rules.cards import NO_FACE, join_hands, single
from ginrummy.rules.turns import LAST_DISCARD, MUST_CLOSE, Memory, Pile
from ginrummy.variants import Variant, load_variant
from tests.players.tables import EAAI, cards, holding, mask, memory, options

TWO_PACK = load_variant("two_pack").row
CORNER = load_variant("round_the_corner").row
ELEVEN = load_variant("eleven_card").row


def discarded(
    hand: str,
    *,
    seen: Memory | None = None,
    turns: int = 4,
    pile: str = "KC",
    taken: str = "",
    variant: Variant = EAAI,
) -> str:
    state = holding(hand, turns=turns, pile=pile, taken=taken)
    seen = memory() if seen is None else seen
    return face_code(steady.choose_discard(variant, state, options(variant, state), seen, STEADY))


def knocks(
    hand: str,
    *,
    seen: Memory | None = None,
    turns: int = 2,
    stock: int = 25,
    pile: str = "KC",
    variant: Variant = EAAI,
) -> bool:
    state = holding(hand, turns=turns, stock=stock, pile=pile)
    seen = memory() if seen is None else seen
    chosen = steady.choose_closing(variant, state, options(variant, state), seen, STEADY)
    return chosen != NO_FACE


def feeds(face: str, seen: Memory, *, pile: str = "KC", variant: Variant = EAAI) -> int:
    state = holding("AS 3H 5C 7D 9S JH KD", pile=pile)
    return feeding_chance(variant, infer_other_hand(variant, state, seen), parse_face(face))


def test_a_pair_is_kept_where_simple_throws_it() -> None:
    hand = "4D 5D 6D 7H 8H KS KH QC 2S 3C AD"
    assert discarded(hand) == "QC"  # `simple` discards the king of spades
    assert discarded(hand, pile="KC KD") == "KS"  # no king is left
    assert discarded(hand, turns=30, pile="KC KD") == "KS"


def test_high_cards_go_where_nothing_holds_them() -> None:
    assert discarded("4D 5D 6D 7H TC KS 9H QC 2S 3C AS") == "KS"
    assert discarded("4D 5D 6D 2H TC 4S 6H JC 2S 9D AS") == "9D"  # ten and jack are neighbours


def test_a_near_meld_is_kept_for_its_cards_to_come_and_not_for_ever() -> None:
    hand = "4D 5D 6D KH TC KS 9H QC 2S 3C AS"
    assert discarded(hand, turns=4) == "9H"
    assert discarded(hand, turns=10) == "KS"
    gap = "AD 2D 3D KS KH KD 7H 9H 8C 2S 4C"
    assert discarded(gap) == "8C"
    assert discarded(gap, pile="8H") == "9H"  # the card for the gap is gone


def test_what_the_other_took_is_not_fed() -> None:
    hand = "2D 3D 4D 6S 6C TH TD JS 8S 8C KD"
    usual = discarded(hand)
    rank = usual[0]
    took = memory(known=f"{rank}C" if rank != "T" else "TC")
    assert discarded(hand, seen=took) != usual


def test_melds_stay_whole_and_the_card_just_taken_too() -> None:
    hand = "KS KH KD QC QD 2S 2C 4H 6H 8C 9C"
    assert discarded(hand) not in ("KS", "KH", "KD")
    assert discarded(hand, taken="9C") != "9C"
    assert discarded("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS") in (
        "AS",
        "JS",
    )  # all are melded: an end is discarded


def test_a_card_is_fed_by_pairs_that_may_be_there() -> None:
    nothing = feeds("8H", memory())
    assert nothing > 0
    assert feeds("8H", memory(known="8D")) >= 2 * nothing
    assert feeds("8H", memory(known="9H")) >= 2 * nothing
    assert feeds("8H", memory(discarded="8D"), pile="KC 8D") <= nothing / 2
    assert feeds("8H", memory(discarded="9H"), pile="KC 9H") < nothing
    assert feeds("8H", memory(refused="8D")) < nothing
    assert feeds("8H", memory(discarded="QS")) == nothing
    assert feeds("8H", memory(), pile="8S 8D 7H 9H") == 0


def test_a_pair_that_left_its_chance_lying_is_not_there() -> None:
    # Five and six of hearts would meld with the four, seven and eight not: so the ten stays.
    assert feeds("7H", memory(refused="4H"), pile="8S 8H 9H 7S 7C") == 0
    assert feeds("7H", memory(refused="JH"), pile="8S 8H 9H 7S 7C") > 0


def test_the_corner_and_the_second_pack_feed_too() -> None:
    alone = "QC QD KC KD KS"
    corner = memory(known="2H 3H")
    assert feeds("AH", corner, variant=CORNER) > feeds("AH", memory(), variant=CORNER)
    ring = memory(known="KH 2H")
    assert feeds("AH", ring, variant=CORNER) > feeds("AH", ring, variant=CORNER._replace(ace_run=1)) > 0
    assert feeds("AH", ring, pile=alone) < feeds("AH", ring, variant=CORNER, pile=alone)
    assert feeds("8H", memory(known="8H"), variant=TWO_PACK) > feeds("8H", memory(), variant=TWO_PACK)
    strict = TWO_PACK._replace(set_same_suit_duplicates=0)
    assert feeds("8H", memory(known="8H"), variant=strict, pile="9H 9H 7H 7H") == feeds(
        "8H", memory(), variant=strict, pile="9H 9H 7H 7H"
    )


def test_neighbours() -> None:
    ranks = mask("8S 8H 8D 8C")
    assert neighbours(EAAI, mask("8H")) == ranks | mask("7H 9H")
    assert neighbours(EAAI, mask("KD")) == mask("KS KH KD KC QD")
    assert neighbours(CORNER, mask("KD")) == mask("KS KH KD KC QD AD")
    assert neighbours(CORNER, mask("AC")) == mask("AS AH AD AC 2C KC")
    assert neighbours(EAAI, 0) == 0


@pytest.mark.parametrize(
    ("hand", "early", "late"),
    [
        ("KS KH KD 4C 5C 6C 7H 2S 9D QC AD", False, False),  # too much to knock
        ("KS KH KD 4C 5C 6C 7H 2S AD QC AH", False, False),
        ("KS KH KD 4C 5C 6C 5H 2S AD QC AH", True, False),  # hardly any card gives gin
        ("KS KH KD 4C 5C 6C 7H 8H 9H QC 3D", False, False),  # five cards do: it continues
        ("KS KH KD 4C 5C 6C 7C 8C 9C QC TC", True, True),  # gin
    ],
)
def test_a_knock_is_weighed_by_the_turn_and_by_the_cards_to_come(hand: str, early: bool, late: bool) -> None:
    assert (knocks(hand), knocks(hand, turns=14)) == (early, late)


def test_the_others_takes_and_the_bonuses_are_weighed() -> None:
    hand = "KS KH KD 4C 5C 6C 5H 2S AD QC AH"
    assert knocks(hand)
    assert not knocks(hand, turns=8, seen=memory(known="9S TS JS"))
    assert not knocks(hand, turns=16)
    assert knocks(hand, turns=12, variant=ELEVEN)
    assert not knocks(hand, turns=12)


def test_a_knock_that_nothing_can_follow_is_made_with_next_to_nothing() -> None:
    low, high = "KS KH KD 4C 5C 6C 7C 8C AS AH QD", "KS KH KD 4C 5C 6C 5H 2S AD QC AH"
    assert knocks(low, turns=58, stock=2)
    assert not knocks(low, turns=56, stock=3)
    assert not knocks(high, turns=58, stock=2)
    assert not knocks(low, turns=58, stock=2, variant=EAAI._replace(wall_action=1))


def test_the_last_discard_is_taken_with_next_to_nothing_left() -> None:
    house = EAAI._replace(wall_action=2, big_gin_bonus=31)
    state = holding("KS KH KD 4C 5C 6C 9C TC AD 7D", pile="JC", phase=LAST_DISCARD, stock=2, turns=58)
    assert steady_action(house, state, options(house, state), memory(), 0) == TAKE
    state = holding("KS KH KD 4C 5C 6C 9C TC 4D 7D", pile="JC", phase=LAST_DISCARD, stock=2, turns=58)
    assert steady_action(house, state, options(house, state), memory(), 0) == PASS
    state = holding("KS KH KD 4C 5C 6C 9C TC 4D 7D JC", taken="JC", phase=MUST_CLOSE, stock=2, turns=58)
    assert steady_action(house, state, options(house, state), memory(), 0) == CLOSE + parse_face("7D")
    state = holding("KS KH KD 4C 5C 6C 9C TC 4D 5D", pile="KC", phase=LAST_DISCARD, stock=2, turns=58)
    assert steady_action(house, state, options(house, state), memory(), 0) == PASS
    state = holding("KS KH KD 4C 5C 6C 9C TC JC QC", pile="KC", phase=LAST_DISCARD, stock=2, turns=58)
    assert steady_action(house, state, options(house, state), memory(), 0) == TAKE


def dense_hand(chance: random.Random, size: int, packs: int) -> Hand:
    """Return cards of few ranks and suits, so that many melds are near."""
    low, width = chance.randrange(13), chance.randint(4, 7)
    ranks = [(low + step) % 13 for step in range(width)]
    suits = chance.sample(range(4), 4 if packs == 1 or width < 6 else 3)
    pack = [13 * suit + rank for suit in suits for rank in ranks] * packs
    return hand_of(chance.sample(pack, size))


@pytest.mark.parametrize("name", ["eaai", "two_pack", "round_the_corner", "high_low_ace"])
def test_no_card_helps_but_those_said_to(name: str) -> None:
    variant = load_variant(name).row
    runs, same_suit = melds.run_table_of(variant), variant.set_same_suit_duplicates
    chance = random.Random(name)
    helping = 0
    for _hand in range(150):
        hand = dense_hand(chance, 10, variant.decks)
        least = melds.least_deadwood(hand, runs, same_suit)
        said = hand_facts.helping_faces(variant, hand)
        for face in range(52):
            if hand_facts.copies_out(variant, hand, face) > 0:
                more = join_hands(hand, single(face))
                helps = melds.least_deadwood(more, runs, same_suit) < least + melds.face_points(variant, face)
                assert not helps or said >> face & 1, (hand, face)
                helping += helps
    assert helping > 300


@pytest.mark.parametrize("name", ["eaai", "two_pack", "round_the_corner"])
def test_gin_outs_are_the_cards_that_give_gin(name: str) -> None:
    variant = load_variant(name).row
    runs, same_suit = melds.run_table_of(variant), variant.set_same_suit_duplicates
    chance, found = random.Random(name), 0
    for _hand in range(250):
        hand = dense_hand(chance, 10, variant.decks)
        if not 0 < melds.least_deadwood(hand, runs, same_suit) < 26:
            continue
        seen = join_hands(hand, cards("KC QC"))
        ways = 0
        for face in range(52):
            more = join_hands(hand, single(face))
            if hand_facts.copies_out(variant, seen, face) and any(
                melds.deadwood_after(more, gone, runs, same_suit) == 0 for gone in set(faces_of(more))
            ):
                ways += hand_facts.copies_out(variant, seen, face)
        assert hand_facts.gin_outs(variant, hand, seen) == ways
        found += ways
    assert found > 100


def test_savings_by_hand() -> None:
    # Without 7-7 the two other sevens meld: 14 points are saved, and then the ten.
    hand = cards("AS 2S 3S KH KD KC 7S 7H TD 4C")
    least = melds.least_deadwood(hand, melds.run_table_of(EAAI), 0)
    assert least == 28
    unmatched = hand_facts.unmatched_faces(EAAI, hand, least)
    assert unmatched == mask("7S 7H TD 4C")
    assert hand_facts.highest_points(EAAI, unmatched) == 10
    # Two sevens save 14 + 10 each; 4S and KS save the ten discarded instead.
    assert hand_facts.total_saving(EAAI, hand, least, 10, hand, 0) == 2 * 24 + 2 * 10
    assert hand_facts.total_saving(EAAI, hand, least, 10, join_hands(hand, cards("7D KS")), 0) == 24 + 10
    near = cards("AS 2S 3S KH KD KC 7S 7H 8D 8C")
    assert hand_facts.total_saving(EAAI, near, 30, 8, near, 0) == 2 * 22 + 2 * 24 + 2 * 8


def test_the_strategy_reads_nothing_of_the_other_hand() -> None:
    chance = random.Random(11)
    for _position in range(60):
        faces = chance.sample(range(52), 23)
        state = holding("AS", pile="KC", turns=chance.randrange(20))
        own, other, pile = hand_of(faces[:11]), hand_of(faces[11:21]), hand_of(faces[21:])
        blank = state._replace(hands=(own, Hand(0, 0)), pile=Pile(pile, faces[21], NO_FACE), phase=4)
        truth = blank._replace(hands=(own, other))
        choice = options(EAAI, blank)
        assert choice == options(EAAI, truth)
        assert steady_action(EAAI, blank, choice, memory(), 0) == steady_action(
            EAAI, truth, choice, memory(), 0
        )
