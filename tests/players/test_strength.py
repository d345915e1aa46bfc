"""Strength of the players against each other, on fixed deals played twice: bounds far below the figures."""

from __future__ import annotations

import pytest

from ginrummy.game.game import Game
from ginrummy.game.shuffle import seeds_from_number, shuffled_deck
from ginrummy.game.view import view_of_game
from ginrummy.players import load_player
from ginrummy.players.player import Player
from ginrummy.variants import Variant, load_variant
from tests.players.tables import EAAI, played


def points(variant: Variant, players: tuple[Player, Player], *, number: int) -> int:
    """Return the points of seat 0 minus those of seat 1 in one hand."""
    cards = shuffled_deck(seeds_from_number("strength"), number, variant.decks)
    game = Game.deal(variant, dealer=number % 2, deck=cards)
    while game.score is None:
        game = game.play(players[game.turn].decide(view_of_game(game, game.turn)))
    return game.score.points * (1, -1, 0)[game.score.winner]


def edge(first: str, second: str, *, deals: int, variant: Variant = EAAI) -> float:
    """Return the mean advantage of `first` over `second` in points a hand, each deal played both ways."""
    one, other = load_player(first, seed=1), load_player(second, seed=2)
    total = 0
    for number in range(deals):
        total += points(variant, (one, other), number=number) - points(variant, (other, one), number=number)
    return total / (2 * deals)


def test_simple_beats_random() -> None:
    assert edge("simple", "random", deals=20) > 25


def test_simple_wins_every_match_against_random() -> None:
    for seed in range(6):
        players = (load_player("simple"), load_player("random", seed=seed))
        assert played(EAAI, players, seed=seed).winner == 0
        assert played(EAAI, players[::-1], seed=seed).winner == 1


@pytest.mark.long
def test_steady_beats_simple() -> None:
    assert edge("steady", "simple", deals=120) > 2.5


@pytest.mark.long
@pytest.mark.parametrize("name", ["two_pack", "oklahoma_full", "straight", "round_the_corner_hoyle"])
def test_steady_beats_simple_in_other_games(name: str) -> None:
    assert edge("steady", "simple", deals=50, variant=load_variant(name).row) > 0


def test_a_player_against_itself_has_no_edge() -> None:
    assert edge("steady", "steady", deals=5) == 0
