"""The compiled loops of the network: equal to the network, and bit-identical on both targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel import compile
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.wasm_bindings import exported_function
from ginrummy.lab.training.forward_pass import load_networks, network_output
from ginrummy.players.match_equity import scores_of
from ginrummy.players.network import NetworkOutput
from ginrummy.players.network_evaluator import PLAYING, evaluator_by, load_weights
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE, fill_input
from ginrummy.players.network_loops import fill_opinion
from ginrummy.players.player import is_showdown
from ginrummy.players.strategy_player import StrategyPlayer
from ginrummy.rules.cards import SUIT_COUNT
from ginrummy.variants import load_variant

HANDS = 3
Opinion = tuple[float, list[float], list[float]]


def views() -> list[View]:
    """Return the knowledge of the seats to move in hands between two `steady` players, without showdowns."""
    player, found = StrategyPlayer(name="steady"), list[View]()
    for seed in range(HANDS):
        match = Match.start(load_variant("oklahoma").row, seeds_from_number(seed))
        while not is_showdown(view := view_of(match, match.game.turn)):
            found.append(view)
            match = match.play(player.decide(view))
    return found


def reckoned(view: View, way: Callable[..., Any]) -> Opinion:
    """Return value, gains and hidden cards of `view`, computed by these compiled functions."""
    planes, numbers = np.zeros((SUIT_COUNT, SUIT_SIZE), np.float32), np.zeros(NUMBERS, np.float32)
    record = variant_record(view.variant)
    way(fill_input)(record, view.state, view.memory, *scores_of(view), planes, numbers)
    weights, room, _planes, _numbers, gains, hidden = evaluator_by(load_weights(PLAYING)[0])
    value = way(fill_opinion)(weights, planes, numbers, room, gains, hidden)
    return value, gains.tolist(), hidden.tolist()


def by_numpy(view: View) -> NetworkOutput[NDArray[np.float32]]:
    """Return the same by the forward pass of the training."""
    planes, numbers = np.zeros((SUIT_COUNT, SUIT_SIZE), np.float32), np.zeros(NUMBERS, np.float32)
    fill_input(view.variant, view.state, view.memory, *scores_of(view), planes, numbers)
    return network_output(load_networks()[0], planes, numbers)


@pytest.mark.long
def test_the_loops_say_what_the_network_says_on_both_targets() -> None:
    seen = views()
    assert len(seen) > 20
    for view in seen:
        found, due = reckoned(view, compile.compile_function), by_numpy(view)
        assert found == reckoned(view, exported_function)
        assert np.allclose(found[0], due.value, atol=1e-4)
        assert np.allclose(found[1], due.gains, atol=1e-4)
        assert np.allclose(found[2], due.hidden, atol=1e-3)
