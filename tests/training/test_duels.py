"""Duels at full speed: the same play as by the players, and no gain for `steady` over itself."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from ginrummy.game.game import Game
from ginrummy.game.view import view_of_game
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.rng import random_dealer
from ginrummy.kernel.vectorized_rules import deal_decks
from ginrummy.lab.training import duels
from ginrummy.lab.training.forward_pass import Networks, load_networks
from ginrummy.players import load_player
from ginrummy.players.network import NetworkPlayer
from ginrummy.players.player import Player
from ginrummy.rules.types import SEATS, Seat
from ginrummy.variants import load_variant

SEED = 31


def points(name: str, *, number: int, seat: Seat, networks: Networks, rivals: Networks = ()) -> int:
    """Return the advantage of the network at `seat` over `steady`, or `rivals`, in a deal, move by move."""
    row = load_variant(name).row
    cards = deal_decks(SEED, 1, first=number, packs=row.decks)[0].tolist()
    game = Game.deal(row, dealer=compile_function(random_dealer)(SEED, number), deck=cards)
    other = NetworkPlayer(networks=rivals) if rivals else load_player("steady")
    players: list[Player] = [other, other]
    players[seat] = NetworkPlayer(networks=networks)
    while game.score is None:
        game = game.play(players[game.turn].decide(view_of_game(game, game.turn)))
    return game.score.points * (1 if game.score.winner == seat else -1)


@pytest.mark.parametrize("name", ["eaai", "round_the_corner", "two_pack"])
def test_hands_are_those_that_the_players_play(name: str) -> None:
    networks = load_networks()
    found = duels.hand_margins(load_variant(name).row, networks, pairs=3, seed=SEED)
    due = [
        sum(points(name, number=number, seat=seat, networks=networks) for seat in SEATS) / 2
        for number in range(3)
    ]
    assert found.tolist() == due
    assert any(due)


@pytest.mark.parametrize("name", ["eaai", "eleven_card"])
def test_against_another_network_too(name: str) -> None:
    networks, rivals, row = load_networks()[:1], load_networks()[1:], load_variant(name).row
    found = duels.hand_margins(row, networks, pairs=4, seed=SEED, rivals=rivals)
    due = [
        sum(points(name, number=number, seat=seat, networks=networks, rivals=rivals) for seat in SEATS) / 2
        for number in range(4)
    ]
    assert found.tolist() == due
    assert any(duels.hand_margins(row, networks, pairs=40, seed=SEED, rivals=rivals).tolist())
    assert not duels.hand_margins(row, networks, pairs=40, seed=SEED, rivals=networks).any()
    assert set(duels.match_shares(row, networks, pairs=4, seed=SEED, rivals=networks).tolist()) == {0.5}


def test_a_network_that_thinks_nothing_gains_nothing() -> None:
    nothing = tuple(
        {name: np.zeros_like(values) for name, values in weights.items()} for weights in load_networks()
    )
    row = load_variant("eaai").row
    assert not duels.hand_margins(row, nothing, pairs=20, seed=SEED).any()
    assert set(duels.match_shares(row, nothing, pairs=6, seed=SEED).tolist()) == {0.5}


def test_a_match_goes_on_from_score_to_score() -> None:
    row = load_variant("eaai").row
    found = duels.match_shares(row, load_networks(), pairs=12, seed=SEED)
    assert set(found.tolist()) <= {0.0, 0.5, 1.0}
    assert any(one != other for one, other in pairwise(found.tolist()))


@pytest.mark.parametrize("name", ["eleven_card", "round_the_corner", "high_low_ace", "straight", "two_pack"])
def test_in_no_kind_of_game_is_the_network_surely_weaker_than_steady(name: str) -> None:
    found = duels.hand_margins(load_variant(name).row, load_networks(), pairs=400, seed=SEED)
    assert found.mean() + 2 * found.std() / np.sqrt(len(found)) > 0


def test_in_eaai_it_is_surely_stronger() -> None:
    found = duels.hand_margins(load_variant("eaai").row, load_networks(), pairs=800, seed=SEED)
    assert found.mean() - 2 * found.std() / np.sqrt(len(found)) > 0
