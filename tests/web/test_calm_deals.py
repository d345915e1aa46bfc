"""The shared deals of test servers."""

from __future__ import annotations

import random

import pytest

from ginrummy.game import shuffle
from ginrummy.game.cards import parse_faces
from ginrummy.rules.cards import join_hands, no_cards, single
from ginrummy.rules.turns import deal_deck
from ginrummy.rules.variant import Variant
from tests.web.browser import Visits
from tests.web.calm_deals import CUT, GAMES, closes, is_calm
from tests.web.server import Server


@pytest.mark.parametrize("variant", GAMES)
def test_nobody_closes_soon_whoever_deals(variant: Variant) -> None:
    chance = random.Random(5)
    secrets = [shuffle.new_secret(chance.randbytes) for _deal in range(60)]
    calm = [secret for secret in secrets if is_calm(secret, "2")]
    assert 15 < len(calm) < 50
    for secret in calm:
        deck = shuffle.shuffled_deck(shuffle.Seeds(secret, (CUT, "2")), 0, 1)
        for dealer in (0, 1):
            hands = deal_deck(variant, deck, dealer).hands
            assert not any(closes(variant, hand, deck[21 + seat : 25 : 2]) for seat, hand in enumerate(hands))


@pytest.mark.parametrize(("drawn", "is_soon"), [("2C", True), ("KH", False)])
def test_a_hand_that_one_card_closes(drawn: str, is_soon: bool) -> None:
    hand = no_cards()
    for face in parse_faces("2S 2H 3D 4D 5D 8S 8H 8C AC KD"):
        hand = join_hands(hand, single(face))
    assert closes(GAMES[0], hand, tuple(parse_faces(drawn))) is is_soon


def test_a_browser_proposes_the_cut_that_was_looked_at(visits: Visits, server: Server) -> None:
    page = visits.open(server.address)
    assert page.locator(".hero [data-cut]").input_value() == CUT
