"""The deals of the servers that tests share."""

from __future__ import annotations

import random

import pytest

from ginrummy import deal
from ginrummy.cards import parse_faces
from ginrummy.rules.dealing import deal_deck
from ginrummy.rules.hand import joined, no_cards, single
from tests.web.calm_deals import CUT, STANDARD, closes, is_calm


def test_who_can_close_soon_is_seen() -> None:
    chance = random.Random(5)
    secrets = [deal.new_secret(chance.randbytes) for _deal in range(60)]
    calm = [secret for secret in secrets if is_calm(secret, "2")]
    assert 15 < len(calm) < 50
    for secret in calm:
        deck = deal.deck(deal.Seeds(secret, (CUT, "2")), 0, 1)
        hands = deal_deck(STANDARD, deck, 0).hands
        assert not any(closes(hand, deck[21 + seat : 25 : 2]) for seat, hand in enumerate(hands))


@pytest.mark.parametrize(("drawn", "is_soon"), [("2C", True), ("KH", False)])
def test_a_hand_that_one_card_closes(drawn: str, is_soon: bool) -> None:
    hand = no_cards()
    for face in parse_faces("2S 2H 3D 4D 5D 8S 8H 8C AC KD"):
        hand = joined(hand, single(face))
    assert closes(hand, tuple(parse_faces(drawn))) is is_soon
