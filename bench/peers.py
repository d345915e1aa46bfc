"""The peers' side of the work, each by its own package: one repetition, printed as JSON.

    python bench/peers.py SCALE

`python -m bench` runs it in a separate environment without our package.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

import numpy as np
import pyspiel
import rlcard
from pettingzoo.classic import gin_rummy_v4
from rlcard.games.gin_rummy.utils import melding, utils

PACKAGES = ("open_spiel", "rlcard", "pettingzoo", "numpy")


def rate(work: Callable[[int], int], count: int) -> float:
    """Return the rate of `work(count)` in items a second; `work` returns the number of items."""
    start = time.perf_counter()
    done = work(count)
    return done / (time.perf_counter() - start)


def hands(size: int, count: int) -> list[list[int]]:
    """Return random hands as card numbers."""
    return [random.sample(range(52), size) for _hand in range(count)]


def openspiel_deadwood(size: int, count: int) -> float:
    """Return hands a second of `min_deadwood`."""
    solve, dealt = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood, hands(size, count)
    start = time.perf_counter()
    for hand in dealt:
        solve(hand)
    return count / (time.perf_counter() - start)


def rlcard_deadwood(count: int) -> float:
    """Return hands a second of the best melds and their deadwood."""
    dealt = [[utils.card_from_card_id(card) for card in hand] for hand in hands(10, count)]
    start = time.perf_counter()
    for hand in dealt:
        clusters = melding.get_best_meld_clusters(hand)
        utils.get_deadwood_count(hand, clusters[0] if clusters else [])
    return count / (time.perf_counter() - start)


def openspiel_play(count: int, *, tensor: bool = False) -> tuple[float, float]:
    """Return hands and decisions a second of random play; `tensor` adds mask and tensor."""
    game, decisions = pyspiel.load_game("gin_rummy"), 0
    start = time.perf_counter()
    for _hand in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.legal_actions()))
                continue
            decisions += 1
            if tensor:
                state.observation_tensor(state.current_player())
                state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
    seconds = time.perf_counter() - start
    return count / seconds, decisions / seconds


def openspiel_simple(count: int) -> int:
    """Play hands of OpenSpiel's simple bot against itself."""
    game = pyspiel.load_game("gin_rummy")
    for _hand in range(count):
        bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in range(2)]
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.legal_actions()))
            else:
                state.apply_action(bots[state.current_player()].step(state))
    return count


def rlcard_play(count: int) -> int:
    """Play hands at random in RLCard."""
    env = rlcard.make("gin-rummy")
    for _hand in range(count):
        state, _player = env.reset()
        while not env.is_over():
            state, _player = env.step(random.choice(list(state["legal_actions"])))
    return count


def pettingzoo_play(count: int) -> int:
    """Play hands at random in PettingZoo."""
    env = gin_rummy_v4.env()
    for hand in range(count):
        env.reset(seed=hand)
        for _agent in env.agent_iter():
            seen, _reward, ended, cut, _news = env.last()
            mask = seen["action_mask"].nonzero()[0]
            env.step(None if ended or cut else int(np.random.choice(mask)))
    return count


def warm_up() -> None:
    """Play a few hands of each as a warm-up."""
    openspiel_play(20, tensor=True)
    openspiel_simple(20)
    rlcard_play(2)
    pettingzoo_play(1)


def main() -> None:
    """Measure everything once and print it."""
    scale = float(sys.argv[1])

    def scale_count(count: int) -> int:
        return max(1, int(count * scale))

    warm_up()
    plain_hands, plain_decisions = openspiel_play(scale_count(1500))
    _hands, seen_decisions = openspiel_play(scale_count(300), tensor=True)
    figures = {
        "deadwood: OpenSpiel": openspiel_deadwood(10, scale_count(300_000)),
        "deadwood: RLCard": rlcard_deadwood(scale_count(20_000)),
        "eleven: OpenSpiel": openspiel_deadwood(11, scale_count(300_000)),
        "random hands: OpenSpiel": plain_hands,
        "random decisions: OpenSpiel": plain_decisions,
        "random hands: RLCard": rate(rlcard_play, scale_count(60)),
        "simple hands: OpenSpiel": rate(openspiel_simple, scale_count(1000)),
        "observed decisions: OpenSpiel": seen_decisions,
        "AEC hands: PettingZoo": rate(pettingzoo_play, scale_count(20)),
    }
    print(json.dumps({"figures": figures, "versions": {name: version(name) for name in PACKAGES}}))


if __name__ == "__main__":
    main()
