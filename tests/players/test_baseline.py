"""Choices of `baseline`: by its three rules, at random among equals, in every game."""

from __future__ import annotations

from collections import defaultdict

import pytest

from ginrummy.game.cards import Hand, parse_face
from ginrummy.game.moves import CLOSINGS, DRAW, PASS, TAKE, Move, MoveKind
from ginrummy.game.view import View
from ginrummy.players import load_player
from ginrummy.players.baseline import BaselinePlayer, makes_meld
from ginrummy.players.player import is_showdown
from ginrummy.variants import Variant, load_variant, preset_names
from tests.players.tables import EAAI, decisions

CORNER = load_variant("round_the_corner").row


@pytest.mark.parametrize(
    ("hand", "top", "variant", "made"),
    [
        ("7S 7H 2D 4D 9C JC KS QH 5S AD", "7D", EAAI, True),
        ("4D 5D 7H 9C JC KS QH 2S AD 8S", "6D", EAAI, True),
        ("AS 2S 3S 4S AH 2H 3H AD 2D 3D", "5S", EAAI, True),  # it lowers nothing, and `simple` leaves it
        ("7S 7H 2D 4D 9C JC KS QH 5S AD", "6H", EAAI, False),
        ("KH 2H 5D 7D 9C JC 4S 6S 8C TD", "AH", EAAI, False),
        ("KH 2H 5D 7D 9C JC 4S 6S 8C TD", "AH", CORNER, True),
    ],
)
def test_a_card_that_makes_a_meld_is_wanted(hand: str, top: str, variant: Variant, made: bool) -> None:
    assert makes_meld(variant, Hand(hand), parse_face(top)) is made


def seen(name: str) -> list[tuple[View, Move]]:
    """Return views and moves of `baseline` in two hands of a variant, without showdowns."""
    players = (load_player("baseline", seed=4), load_player("baseline", seed=5))
    return [
        (view, move)
        for _match, view, move in decisions(load_variant(name).row, players, seed=3, hands=2)
        if not is_showdown(view)
    ]


@pytest.mark.parametrize("name", preset_names())
def test_it_plays_every_game_by_its_rules(name: str) -> None:
    for view, move in seen(name):
        legal = view.legal_moves()
        if move in (DRAW, PASS) and TAKE in legal:
            assert not makes_meld(view.variant, view.hand, view.pile[-1])
        if move.kind is MoveKind.DISCARD:
            assert not any(one.kind in CLOSINGS for one in legal)
            allowed = [str(one) for one in legal if one.kind is MoveKind.DISCARD and one.face != view.taken]
            assert view.leaves[str(move)] == min(view.leaves[one] for one in allowed)


def test_among_equals_the_lot_decides_and_a_seed_repeats_it() -> None:
    thrown = defaultdict(set)
    for view, move in seen("eaai"):
        if move.kind is MoveKind.DISCARD:
            for seed in range(12):
                again = BaselinePlayer(seed=seed)
                assert again.decide(view) == again.decide(view)
                thrown[view].add(again.decide(view))
    assert max(map(len, thrown.values())) > 1
