"""The network of the belief: what it says of the other hand, and that the belief is the better for it."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from ginrummy.cards import FACE_COUNT, faces_of
from ginrummy.match import Match
from ginrummy.players import load_player
from ginrummy.players.belief_network import NOTHING_SEEN, SHARE, WEIGHTS, Glimpse, glimpse_of, held_odds
from ginrummy.players.network_without_numpy import compiled_opinion
from ginrummy.view import View
from tests.players.tables import EAAI, decisions, row_of
from tests.players.test_belief import Walker

WORLDS = 150


def test_it_says_the_same_with_and_without_numpy() -> None:
    for name in ("eaai", "two_pack"):
        for _match, view, _move in decisions(row_of(name), (load_player("simple"),) * 2, seed=3, hands=1):
            if not view.state.closing:
                np.testing.assert_allclose(compiled_opinion(view, WEIGHTS).hidden, held_odds(view), atol=1e-3)


def test_a_glance_is_half_of_the_belief() -> None:
    for _match, view, _move in decisions(EAAI, (load_player("simple"),) * 2, seed=4, hands=1):
        if not view.state.closing:
            glimpse = glimpse_of(view)
            assert glimpse.odds == pytest.approx([SHARE * odds for odds in held_odds(view)])
            assert glimpse.trust + SHARE == 1
            assert len(glimpse.odds) == FACE_COUNT


def loss(match: Match, view: View, glimpse: Glimpse) -> float:
    """Return how badly the worlds of the belief foresee the hand of the other seat, in nats a card."""
    walker = Walker(view, glimpse=glimpse)
    walker.go(600)
    worlds = [walker.go(16) for _world in range(WORLDS)]
    held = list(faces_of(match.game.state.hands[1 - view.seat]))
    return -sum(log((sum(face in world for world in worlds) + 0.5) / (WORLDS + 1)) for face in held) / len(
        held
    )


@pytest.mark.parametrize("other", ["network", "steady"])
def test_both_together_foresee_more_than_either_alone(other: str) -> None:
    found = []
    players = (load_player("steady"), load_player(other))
    for match, view, _move in decisions(EAAI, players, seed=21, hands=16):
        if view.seat == 0 and not view.state.closing and len(view.events) > 8:
            odds = held_odds(view)
            by_the_play, by_both = loss(match, view, NOTHING_SEEN), loss(match, view, glimpse_of(view))
            found.append((by_the_play, by_both, loss(match, view, Glimpse(odds, 0.0))))
    by_the_play, by_both, at_a_glance = np.mean(found, 0)
    assert len(found) > 50
    assert by_both < min(by_the_play, at_a_glance)
