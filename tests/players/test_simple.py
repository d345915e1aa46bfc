"""Choices of `simple`, position by position."""

from __future__ import annotations

import pytest

from ginrummy.game.cards import face_code, parse_face
from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW, PASS, TAKE
from ginrummy.players import simple_strategy as simple
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.turns import LAST_DISCARD, MUST_CLOSE, STOCK_ONLY
from ginrummy.variants import Variant, load_variant
from tests.players.tables import EAAI, holding, memory, options

RUSSIAN = load_variant("russian").row
CORNER = load_variant("round_the_corner").row
TWO_PACK = load_variant("two_pack").row


def top_is_taken(hand: str, top: str, *, variant: Variant = EAAI) -> bool:
    return simple.wants_top(variant, holding(hand, pile=top))


def discarded(hand: str, *, taken: str = "", variant: Variant = EAAI) -> str:
    state = holding(hand, taken=taken)
    return face_code(simple.choose_discard(variant, state, options(variant, state)))


def closing(hand: str, *, taken: str = "", variant: Variant = EAAI, pile: str = "KC") -> str | None:
    state = holding(hand, taken=taken, pile=pile)
    face = simple.choose_closing(variant, state, options(variant, state))
    return None if face == NO_FACE else face_code(face)


@pytest.mark.parametrize(
    ("hand", "top", "taken"),
    [
        ("7S 7H 2D 4D 9C JC KS QH 5S AD", "7D", True),  # completes a set
        ("4D 5D 7H 9C JC KS QH 2S AD 8S", "6D", True),  # completes a run
        ("4D 5D 6D 9C JC KS QH 2S AH 8S", "7D", True),  # lengthens one: another card can go instead
        ("4D 6D 7H 9C JC KS QH 2S AS 8S", "AD", False),  # low, but melds with nothing
        ("KS KH 2D 4D 9C JC 7S QH 5S AD", "KD", True),
        ("7S 7H 2D 4D 9C JC KS QH 5S AD", "6H", False),  # a neighbour only
        ("AS 2S 3S AH 2H 3H AD 2D 3D KS", "4S", True),  # gin: the king can be discarded
        ("AS 2S 3S AH 2H 3H AD 2D 3D KS", "KD", False),
    ],
)
def test_the_top_is_taken_to_complete_a_meld(hand: str, top: str, taken: bool) -> None:
    assert top_is_taken(hand, top) is taken


def test_a_meld_that_lowers_nothing_is_left() -> None:
    assert not top_is_taken("AS 2S 3S 4S AH 2H 3H AD 2D 3D", "5S")


def test_melds_are_those_of_the_variant() -> None:
    assert top_is_taken("KH 2H 5D 7D 9C JC 4S 6S 8C TD", "AH", variant=CORNER)
    assert not top_is_taken("KH 2H 5D 7D 9C JC 4S 6S 8C TD", "AH")
    assert top_is_taken("9H 9H 5D 7D 2C JC 4S 6S 8C TD", "9D", variant=TWO_PACK)


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("4D 5D 6D 9C JC KS QH 2S AH 8S 7C", "KS"),  # the highest of the ten-point cards
        ("4D 5D 6D KC KS 9H QH 2S AH 8S 7C", "KS"),  # of two kings the first suit
        ("KD KC KS 9H 8S 2S AH 5D 6C 4H 2D", "9H"),  # no king: the kings are melded
        ("AS 2S 3S AH 2H 3H AD 2D 3D 8C 9C", "9C"),
        ("7S 8S 9S 7H 8H 9H 7D 8D 9D TS KD", "KD"),  # the only unmatched card
    ],
)
def test_the_discard_leaves_least_then_is_the_highest(hand: str, card: str) -> None:
    assert discarded(hand) == card


def test_an_ace_of_fifteen_is_the_highest() -> None:
    hand = "4D 5D 6D 9C JC KS QH 2S AH 8S 7C"
    assert discarded(hand, variant=CORNER._replace(ace_run=0)) == "AH"


def test_the_card_just_taken_stays() -> None:
    hand = "4D 5D 6D 9C JC KS QH 2S AH 8S 7C"
    assert discarded(hand, taken="KS") == "QH"
    house = EAAI._replace(allow_discard_taken_card=1)
    assert discarded(hand, taken="KS", variant=house) == "QH"
    twins = "4D 5D 6D 9C JC KS KS 2S AH 8S 7C"
    assert discarded(twins, taken="KS", variant=TWO_PACK) == "AH"
    assert discarded(twins, taken="KS", variant=TWO_PACK._replace(ace_points=1)) == "KS"


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("KD KC KS 4H 5H 6H 9S 8C 2D AC JH", None),
        ("KD KC KS 4H 5H 6H 2S AH 2D AC JH", "JH"),
        ("KD KC KS 4H 5H 6H 9C TC JC AC JH", "JH"),
        ("KD KC KS 4H 5H 6H 2S AH 2D AC KH", "2S"),  # the fourth king is melded
        ("KD KC KS 4H 5H 6H 9C TC JC QC JH", "JH"),  # gin
        ("KD KC KS 4H 5H 6H 2S AH 4D AC 3C", "4D"),  # of the allowed ones, the one that leaves the least
    ],
)
def test_it_closes_as_soon_as_it_may(hand: str, card: str | None) -> None:
    assert closing(hand) == card


def test_the_limit_is_the_variants() -> None:
    hand = "KD KC KS 4H 5H 6H 9C TC JC 7D 8H"
    assert closing(hand) == "8H"
    assert closing(hand, variant=EAAI._replace(knock_value=6)) is None
    straight = load_variant("straight").row
    assert closing(hand, variant=straight) is None
    assert closing("KD KC KS 4H 5H 6H 9C TC JC QC 8H", variant=straight) == "8H"
    assert closing(hand, variant=TWO_PACK, pile="6D") is None
    assert closing(hand, variant=TWO_PACK, pile="8D") == "8H"


def test_big_gin_is_declared_where_it_is_played() -> None:
    state = holding("KD KC KS 4H 5H 6H 9C TC JC QC KH")
    assert simple.simple_action(RUSSIAN, state, options(RUSSIAN, state), memory(), 0) == BIG_GIN
    gin = simple.simple_action(EAAI, state, options(EAAI, state), memory(), 0)
    assert gin - CLOSE == parse_face("KS")
    mean = RUSSIAN._replace(big_gin_bonus=10)
    assert simple.simple_action(mean, state, options(mean, state), memory(), 0) >= CLOSE
    last = holding("KD KC KS 4H 5H 6H 9C TC JC QC KH", phase=MUST_CLOSE, taken="KH")
    assert simple.simple_action(mean, last, options(mean, last), memory(), 0) != BIG_GIN


def test_it_passes_draws_and_takes_as_the_phase_wants() -> None:
    hand = "7S 7H 2D 4D 9C JC KS QH 5S AD"
    for phase, top, action in ((None, "7D", TAKE), (None, "6H", DRAW), (STOCK_ONLY, "7D", DRAW)):
        state = holding(hand, pile=top, phase=phase)
        assert simple.simple_action(EAAI, state, options(EAAI, state), memory(), 0) == action
    for top, action in (("7D", TAKE), ("6H", PASS)):
        offer = holding(hand, pile=top, phase=0, turns=0)
        assert simple.simple_action(EAAI, offer, options(EAAI, offer), memory(), 0) == action


def test_the_last_discard_is_taken_wherever_it_closes() -> None:
    house = EAAI._replace(wall_action=2)
    hand = "KD KC KS 4H 5H 6H 9C TC 8D 7D"
    for top, action in (("QC", PASS), ("8S", PASS), ("6D", TAKE)):
        state = holding(hand, pile=top, phase=LAST_DISCARD, stock=2)
        assert simple.simple_action(house, state, options(house, state), memory(), 0) == action
