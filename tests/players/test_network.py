"""The network as a player: legal in every variant, a function of the view, without a compiler."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from ginrummy.players import load_player
from ginrummy.players.network import NetworkPlayer
from tests.players.tables import VARIANTS, decisions, row_of
from tests.players.test_strength import edge


@pytest.mark.parametrize("name", VARIANTS)
def test_it_plays_every_variant_and_again_from_its_views_alone(name: str) -> None:
    kept = [
        (pickle.dumps(view), move)
        for _match, view, move in decisions(
            row_of(name), (NetworkPlayer(), load_player("simple")), seed=4, hands=2
        )
        if view.seat == 0
    ]
    for seen, move in kept:
        assert NetworkPlayer(seed=9).decide(pickle.loads(seen)) == move


@pytest.mark.parametrize("name", ["eaai", "eleven_card", "round_the_corner", "two_pack"])
def test_it_is_a_player_of_its_own(name: str) -> None:
    steady = load_player("steady")
    seen = [
        (move, steady.decide(view))
        for _match, view, move in decisions(row_of(name), (NetworkPlayer(), NetworkPlayer()), seed=4, hands=6)
    ]
    others = sum(move != usual for move, usual in seen)
    assert 0 < others < len(seen) / 3


@pytest.mark.long
def test_it_beats_simple() -> None:
    assert edge("network", "simple", deals=60) > 2.5


def test_it_needs_no_compiler() -> None:
    program = """
import sys
sys.modules["numba"] = sys.modules["cupy"] = None
from ginrummy.players import load_player
from tests.players.tables import EAAI, decisions
players = (load_player("network"), load_player("simple"))
print(sum(1 for _each in decisions(EAAI, players, seed=1, hands=1)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 4
