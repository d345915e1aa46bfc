"""Whoever takes a card and puts its twin away still holds it, and everybody knows (RULES 4.6)."""

from __future__ import annotations

import random

import pytest

from ginrummy.cards import Hand, faces_of, parse_face
from ginrummy.game import Game
from ginrummy.players.opponent_history import past_of
from ginrummy.public_view import public_view_of_game
from ginrummy.view import view_of_game
from ginrummy.wire import view_json, view_of_json
from tests.players.tables import row_of
from tests.redealing import redealt
from tests.rules.stacked import played, stacked

FIVE = parse_face("5D")
NONDEALER = "3S4S6S8SJS3H4H6H8HJH"


def thrown(*, may_be_same: int = 0) -> Game:
    """Return a hand in which the dealer, who holds a 5♦, takes the other one and puts one of them away."""
    variant = row_of("two_pack")._replace(allow_discard_taken_card=may_be_same)
    game = stacked(variant, nondealer=NONDEALER, dealer="5DASAC2C2D9H9DTHKSQC", upcard="5D")
    return played(game, "pass take 5D")


@pytest.mark.parametrize(("may_be_same", "known"), [(0, Hand("5D")), (1, Hand(""))])
def test_who_throws_the_twin_of_the_card_just_taken_still_holds_it(may_be_same: int, known: Hand) -> None:
    game = thrown(may_be_same=may_be_same)
    view = view_of_game(game, 1)
    assert view.opponent_known == known
    assert view.memory.known == known
    assert public_view_of_game(game).state.hands[0] == known
    assert view_of_json(game.variant, view_json(view)).opponent_known == known


def test_every_past_of_it_has_both() -> None:
    view = view_of_game(thrown(), 1)
    for seed in range(20):
        past = past_of(view, random.Random(seed))
        assert past.memories[1].known == Hand("5D")
        assert FIVE in past.cards


def test_so_it_is_in_every_deal_that_looks_the_same() -> None:
    game = thrown()
    for seed in range(20):
        assert FIVE in faces_of(redealt(game, view_of_game(game, 1).seat, random.Random(seed)).state.hands[0])


def test_who_closes_with_the_twin_of_the_card_just_taken_still_holds_it() -> None:
    variant = row_of("two_pack_gin_only")._replace(closing_discard_face_down=0)
    game = stacked(variant, nondealer=NONDEALER, dealer="5D6D7D8D9S9H9CKSKHKC", upcard="5D")
    view = view_of_game(played(game, "pass take gin:5D"), 1)
    assert view.opponent_known == Hand("5D")
    assert view_of_game(played(game, "pass take gin:5D"), 0).opponent_known == Hand("")
