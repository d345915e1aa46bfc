"""Our side of the work of `bench.peers`: one repetition, and speed by batch size and cores."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bench.kernel_speed import dealt_hands
from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.parallel import core_count
from ginrummy.lab import envs
from ginrummy.lab.envs.vector_env import GinRummyTables
from ginrummy.players.simple_strategy import simple_action
from ginrummy.variants import DEFAULT

TABLE_COUNT = 4096


def rate(work: Callable[[], object], amount: float) -> float:
    """Return the rate of `work` in items a second."""
    start = time.perf_counter()
    work()
    return amount / (time.perf_counter() - start)


def figures(scale: float) -> dict[str, float]:
    """Return each rate once, in items a second, on one core unless its name states another number."""
    ten, eleven = dealt_hands(10), dealt_hands(11)
    deals, cores = max(64, int(40_000 * scale)), min(2, core_count())
    simple = (simple_action, simple_action)
    many = 20 * deals  # seconds of work, since two cores start slowly
    decisions = int(vectorized_rules.play_random(seed=1, hands=deals, workers=cores)["decisions"].sum())
    hands = rate(lambda: vectorized_rules.play_random(seed=1, hands=deals, workers=1), deals)
    return {
        "deadwood: ours": rate(lambda: vectorized_rules.least_deadwood(ten, workers=1), len(ten)),
        "eleven: ours": rate(lambda: vectorized_rules.discard_deadwoods(eleven, workers=1), len(eleven)),
        "random hands: ours": hands,
        "random decisions: ours": hands * decisions / deals,
        "simple hands: ours": rate(
            lambda: vectorized_rules.play(DEFAULT, simple, seed=1, hands=deals, workers=1), deals
        ),
        "observed decisions: ours": observe(TABLE_COUNT, scale),
        "AEC hands: ours": aec_hands(max(2, int(200 * scale))),
        "two cores: ours": rate(
            lambda: vectorized_rules.play_random(seed=1, hands=many, workers=cores), many
        ),
        "one core: ours": rate(lambda: vectorized_rules.play_random(seed=1, hands=many, workers=1), many),
    }


def observe(count: int, scale: float, *, workers: int = 1) -> float:
    """Return decisions a second of step, mask and observation, without the choice of actions."""
    tables, chance = GinRummyTables(count, workers=workers), np.random.default_rng(0)
    seen, _news = tables.reset(seed=1)
    steps, seconds = max(2, int(100 * scale)), 0.0
    for step in range(steps + 1):
        actions = random_legal_actions(tables, seen["action_mask"], chance)
        start = time.perf_counter()
        tables.step(actions)
        seconds += time.perf_counter() - start if step else 0.0
    return count * steps / seconds


def random_legal_actions(
    tables: GinRummyTables, masks: NDArray[np.int8], chance: np.random.Generator
) -> NDArray[np.int64]:
    """Return a random legal action for each table."""
    actions: NDArray[np.int64] = (chance.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
    return actions


def aec_hands(count: int) -> float:
    """Return hands a second of random play in the PettingZoo environment."""
    env, chance = envs.aec(), np.random.default_rng(0)

    def play() -> None:
        for hand in range(count):
            env.reset(seed=hand)
            for _agent in env.agent_iter():
                seen, _reward, ended, cut, _news = env.last()
                mask = seen["action_mask"].nonzero()[0]
                env.step(None if ended or cut else int(mask[chance.integers(len(mask))]))

    return rate(play, count)


def by_batch(scale: float) -> dict[int, float]:
    """Return observed decisions a second by the number of tables, on one core."""
    return {count: observe(count, scale) for count in (1, 16, 256, 4096, 16384)}


def by_cores(scale: float) -> dict[int, float]:
    """Return random hands a second by the number of cores."""
    deals = max(64, int(160_000 * scale))

    def play(workers: int) -> object:
        return vectorized_rules.play_random(seed=1, hands=deals, workers=workers)

    return {count: rate(partial(play, count), deals) for count in range(1, core_count() + 1)}
