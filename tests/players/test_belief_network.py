"""The belief network: its output about the other hand, and the improvement of the belief."""

from __future__ import annotations

from importlib.resources import files
from itertools import chain
from math import log

import numpy as np
import pytest

from ginrummy.game.cards import FACE_COUNT, faces_of, hand_of
from ginrummy.game.match import Match
from ginrummy.game.view import View
from ginrummy.lab.training.forward_pass import network_output, networks_in
from ginrummy.players import load_player
from ginrummy.players.belief_network import (
    BEFORE_TIDY,
    NOTHING_SEEN,
    SHARE,
    TIDIED,
    WEIGHTS,
    Glimpse,
    half_log_odds,
    held_odds,
)
from ginrummy.players.match_equity import scores_of
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE, fill_input
from ginrummy.players.opponent_history import opponent_actions
from ginrummy.rules.cards import SUIT_COUNT
from ginrummy.rules.melds import deadwood
from tests.players.tables import EAAI, decisions, row_of
from tests.players.test_belief import Walker

WORLDS = 150
HANDS, LATE = range(300, 360), 12


def test_it_says_what_the_forward_pass_of_the_training_says() -> None:
    with files("ginrummy.players").joinpath(WEIGHTS).open("rb") as file:
        networks = networks_in(file)
    for name in ("eaai", "two_pack"):
        for _match, view, _move in decisions(row_of(name), (load_player("simple"),) * 2, seed=3, hands=1):
            if not view.state.closing:
                planes = np.zeros((SUIT_COUNT, SUIT_SIZE), np.float32)
                numbers = np.zeros(NUMBERS, np.float32)
                fill_input(view.variant, view.state, view.memory, *scores_of(view), planes, numbers)
                due = np.mean([network_output(each, planes, numbers).hidden for each in networks], 0)
                np.testing.assert_allclose(held_odds(view), due, atol=1e-3)


def test_a_glance_is_half_of_the_belief() -> None:
    for _match, view, _move in decisions(EAAI, (load_player("simple"),) * 2, seed=4, hands=1):
        if not view.state.closing:
            glimpse = half_log_odds(view)
            assert glimpse.odds == pytest.approx([SHARE * odds for odds in held_odds(view)])
            assert glimpse.trust + SHARE == 1
            assert len(glimpse.odds) == FACE_COUNT


def test_the_longer_it_plays_the_fewer_points_it_is_taken_to_hold() -> None:
    for _match, view, _move in decisions(EAAI, (load_player("steady"),) * 2, seed=4, hands=2):
        if not view.state.closing:
            observed = len(opponent_actions(view)[0])
            assert half_log_odds(view).tidiness == TIDIED * max(0, observed - BEFORE_TIDY)
            assert half_log_odds(view, 3.0) == half_log_odds(view)
            assert half_log_odds(view, -3.0).tidiness <= half_log_odds(view).tidiness / 20


@pytest.mark.long
def test_the_other_is_taken_to_hold_about_what_it_holds() -> None:
    """Late in a hand the mean believed deadwood is nearer to the true one than without it."""
    off: list[list[float]] = [[], []]
    players = (load_player("network"), load_player("steady"))
    for match, view, _move in chain.from_iterable(
        decisions(EAAI, players, seed=seed, hands=1) for seed in HANDS
    ):
        if view.seat == 0 and not view.state.closing and len(opponent_actions(view)[0]) > LATE:
            true, tidied = deadwood(EAAI, match.game.state.hands[1]), half_log_odds(view)
            for glimpse, found in zip((tidied._replace(tidiness=0.0), tidied), off, strict=True):
                walker = Walker(view, glimpse=glimpse)
                walker.go(600)
                worlds = [hand_of(walker.go(16)) for _world in range(20)]
                found.append(float(np.mean([deadwood(EAAI, hand) for hand in worlds]) - true))
    without, with_it = (float(np.mean(found)) for found in off)
    assert len(off[0]) > 100
    assert abs(with_it) < without


def loss(match: Match, view: View, glimpse: Glimpse) -> float:
    """Return the log loss of the belief's worlds about each card of the other hand, in nats."""
    walker = Walker(view, glimpse=glimpse)
    walker.go(600)
    worlds = [walker.go(16) for _world in range(WORLDS)]
    held = set(faces_of(match.game.state.hands[1 - view.seat]))
    chances = [(sum(face in world for world in worlds) + 0.5) / (WORLDS + 1) for face in range(FACE_COUNT)]
    return -sum(log(each if face in held else 1 - each) for face, each in enumerate(chances))


@pytest.mark.long
@pytest.mark.parametrize("other", ["network", "steady"])
def test_with_it_the_belief_foresees_more_than_by_the_play_alone(other: str) -> None:
    found = []
    players = (load_player("steady"), load_player(other))
    for seed in (21, 22):
        for match, view, _move in decisions(EAAI, players, seed=seed, hands=16):
            if view.seat == 0 and not view.state.closing and len(view.events) > 8:
                found.append((loss(match, view, NOTHING_SEEN), loss(match, view, half_log_odds(view))))
    by_the_play, by_both = np.mean(found, 0)
    assert len(found) > 40
    assert by_both < by_the_play
