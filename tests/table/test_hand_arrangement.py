"""A hand sorted by melds, by rank, by suit, or in the player's own order."""

from __future__ import annotations

import pytest

from ginrummy.game.cards import Hand, face_code, faces_of, hand_of, parse_faces
from ginrummy.game.layouts import Arrangement, HeldHand, arrange_hand, move_card
from ginrummy.game.moves import NO_HAND
from ginrummy.rules.types import Face
from ginrummy.variants import load_variant

STANDARD = load_variant("standard").row
CARDS = parse_faces("KS 2H 9D 4S 6S 9H 5S 9C QD 2C")
HAND = hand_of(CARDS)


def held(way: Arrangement, hand: Hand = HAND, order: tuple[Face, ...] = ()) -> HeldHand:
    return arrange_hand(STANDARD, hand, way, out_of_play=NO_HAND, order=order)


def codes(hand: HeldHand) -> str:
    return " | ".join(" ".join(map(face_code, group)) for group in hand.groups)


@pytest.mark.parametrize(
    ("way", "shown"),
    [
        (Arrangement.MELDS, "9H 9D 9C | 4S 5S 6S | KS 2H QD 2C"),
        (Arrangement.RANK, "2H 2C 4S 5S 6S 9H 9D 9C QD KS"),
        (Arrangement.SUIT, "4S 5S 6S KS | 2H 9H | 9D QD | 2C 9C"),
        (Arrangement.OWN, "4S 5S 6S KS 2H 9H 9D QD 2C 9C"),
    ],
)
def test_each_way_of_holding(way: Arrangement, shown: str) -> None:
    hand = held(way)
    assert codes(hand) == shown
    assert sorted(hand.faces) == sorted(CARDS)
    assert hand.melds == (2 if way is Arrangement.MELDS else 0)


def test_the_own_order_keeps_and_new_cards_come_to_the_right() -> None:
    order = parse_faces("QD 2C KS")
    assert held(Arrangement.OWN, hand_of([*CARDS[:3], *order]), order).faces[:3] == order
    assert held(Arrangement.OWN, order=order).faces[:3] == order
    gone = hand_of(face for face in CARDS if face != order[1])
    assert held(Arrangement.OWN, gone, order).faces[:2] == (order[0], order[2])


def test_twins_are_both_held_in_the_own_order() -> None:
    twins = hand_of(parse_faces("7H 7H 2C", packs=2))
    assert codes(held(Arrangement.OWN, twins, parse_faces("7H 2C 7H", packs=2))) == "7H 2C 7H"


@pytest.mark.parametrize(
    ("place", "to", "shown"), [(0, 2, (2, 3, 1)), (2, 0, (3, 1, 2)), (1, 9, (1, 3, 2)), (1, -4, (2, 1, 3))]
)
def test_a_card_is_moved(place: int, to: int, shown: tuple[int, ...]) -> None:
    assert move_card([Face(1), Face(2), Face(3)], place, to) == shown


def test_the_ways_follow_one_another_in_a_ring() -> None:
    way = Arrangement.MELDS
    seen = [way := way.next_order for _way in Arrangement]
    assert seen[-1] is Arrangement.MELDS
    assert set(seen) == set(Arrangement)


def test_a_run_over_the_corner_is_held_from_its_low_end() -> None:
    corner = load_variant("round_the_corner").row
    hand = arrange_hand(corner, hand_of(parse_faces("AH 2H KH 9S")), Arrangement.MELDS, out_of_play=NO_HAND)
    assert codes(hand) == "KH AH 2H | 9S"
    assert len(faces_of(hand_of(hand.faces))) == 4
