"""Learn `tiny` by Deep CFR (Brown and others 2019), and draw how far the policy is from a perfect one.

    python examples/deep_cfr.py --iterations 8 --seeds 7 8 9 --picture docs/pictures/deep-cfr.svg

Needs `pip install '.[envs,fast,training]'`. One minute of one core for each seed.
"""

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import autograd
import autograd.numpy as anp
import numpy as np
import pyspiel
from autograd.misc.optimizers import adam
from open_spiel.python.algorithms import gambit

from ginrummy.lab import envs
from ginrummy.lab.curves import seed_spread, write_curves
from ginrummy.lab.exact_value import solve

Array = Any
WIDTH: Final = 64
BATCH: Final = 1024
RATE: Final = 3e-3
ROOM: Final = 200_000
LINES: Final = ("non-dealer", "dealer", "both: exploitability")


class Memory:
    """A uniform sample of what was added: information set, iteration, and a number for each action."""

    def __init__(self, actions: int, chance: np.random.Generator) -> None:
        self.chance, self.added = chance, 0
        self.rows, self.times, self.targets = np.zeros(ROOM, int), np.zeros(ROOM), np.zeros((ROOM, actions))

    def add(self, row: int, time: int, actions: Sequence[int], values: Array) -> None:
        """Add the `values` of `actions`; a full memory drops a random entry, which may be this one."""
        place = self.added if self.added < ROOM else self.chance.integers(self.added + 1)
        self.added += 1
        if place < ROOM:
            self.rows[place], self.times[place], self.targets[place] = row, time, 0
            self.targets[place, actions] = values

    def batch(self) -> tuple[Array, Array, Array]:
        """Return random entries: rows, weights and targets. Later iterations weigh more."""
        places = self.chance.integers(min(self.added, ROOM), size=BATCH)
        return self.rows[places], self.times[places] / self.times[places].mean(), self.targets[places]


def random_layers(sizes: Sequence[int], chance: np.random.Generator) -> list[tuple[Array, Array]]:
    """Return the weights and biases of a network with layers of these `sizes`."""
    return [
        (chance.normal(size=(size, given)) * (2 / size) ** 0.5, np.zeros(given))
        for size, given in pairwise(sizes)
    ]


def output(layers: list[tuple[Array, Array]], inputs: Array) -> Array:
    """Return the output of a network of rectified units."""
    *hidden, (weights, bias) = layers
    for own, shift in hidden:
        inputs = anp.maximum(inputs @ own + shift, 0)
    return inputs @ weights + bias


class DeepCFR:
    """The tree of `tiny`, a memory and a network of regrets for each player, and a memory of policies."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        game = envs.openspiel("tiny")
        # The tree as a game in C++: a traversal runs no law. The tensors come from the game itself.
        self.tree = pyspiel.load_efg_game(gambit.export_gambit(game))
        self.root, self.actions = self.tree.new_initial_state(), self.tree.num_distinct_actions()
        self.legal: dict[str, list[int]] = {}
        tensors: list[list[float]] = []
        self.read_tensors(self.root, game.new_initial_state(), tensors)
        inputs = np.array(tensors)[:, np.std(tensors, axis=0) > 0]
        self.inputs = (inputs - inputs.mean(0)) / inputs.std(0)
        self.rows = {key: row for row, key in enumerate(self.legal)}
        self.mask = np.zeros((len(self.rows), self.actions), bool)
        for key, row in self.rows.items():
            self.mask[row, self.legal[key]] = True
        # The output of both networks of regrets for all information sets: `tiny` has 1,920 of them.
        self.regrets = [np.zeros(self.mask.shape) for _player in range(2)]
        self.regret_memories = [Memory(self.actions, self.chance) for _player in range(2)]
        self.policy_memory = Memory(self.actions, self.chance)

    def read_tensors(self, node: Any, state: Any, tensors: list[list[float]]) -> None:
        """Collect tensor and legal actions of each information set below `node`, the `state` of the game."""
        if not (node.is_terminal() or node.is_chance_node()):
            key = node.information_state_string()
            if key not in self.legal:
                self.legal[key] = node.legal_actions()
                tensors.append(state.information_state_tensor())
        for own, other in zip(node.legal_actions(), state.legal_actions(), strict=True):
            self.read_tensors(node.child(own), state.child(other), tensors)

    def match_regrets(self, player: int, row: int, actions: list[int]) -> Array:
        """Return the chances of `actions` in proportion to their positive regrets."""
        regrets = self.regrets[player][row, actions]
        positive = np.maximum(regrets, 0)
        if positive.any():
            return positive / positive.sum()
        return np.eye(len(actions))[regrets.argmax()]

    def traverse(self, state: Any, player: int, time: int) -> float:
        """Return the value of `state` for `player`: all of its own actions, one of each other's."""
        if state.is_terminal():
            return float(state.player_return(player))
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            return self.traverse(state.child(self.chance.choice(actions, p=chances)), player, time)
        turn, actions = state.current_player(), state.legal_actions()
        row = self.rows[state.information_state_string()]
        chances = self.match_regrets(turn, row, actions)
        if turn != player:
            self.policy_memory.add(row, time, actions, chances)
            return self.traverse(state.child(self.chance.choice(actions, p=chances)), player, time)
        values = np.array([self.traverse(state.child(action), player, time) for action in actions])
        value = float(chances @ values)
        self.regret_memories[player].add(row, time, actions, values - value)
        return value

    def fit(self, memory: Memory, steps: int, prediction: Callable[[Array, Array], Array]) -> Array:
        """Train a new network on `memory` and return its `prediction` for all information sets."""

        def loss(layers: list[tuple[Array, Array]], _step: int) -> Array:
            rows, weights, targets = memory.batch()
            mask = self.mask[rows]
            error = prediction(output(layers, self.inputs[rows]), mask) - targets
            return ((anp.square(error) * mask).sum(1) * weights).mean()

        begun = random_layers((self.inputs.shape[1], WIDTH, WIDTH, self.actions), self.chance)
        layers = adam(autograd.grad(loss), begun, num_iters=steps, step_size=RATE)
        return prediction(output(layers, self.inputs), self.mask)

    def iterate(self, time: int, traversals: int, steps: int) -> None:
        """Traverse for each player in turn, and train its network of regrets."""
        for player, memory in enumerate(self.regret_memories):
            for _traversal in range(traversals):
                self.traverse(self.root, player, time)
            self.regrets[player] = self.fit(memory, steps, lambda found, _mask: found)

    def average_policy(self, steps: int) -> pyspiel.TabularPolicy:
        """Return the policy that a network learns from all iterations."""
        found = self.fit(self.policy_memory, steps, softmax)
        return pyspiel.TabularPolicy(
            {
                key: [(action, found[row, action]) for action in self.legal[key]]
                for key, row in self.rows.items()
            }
        )


def softmax(found: Array, mask: Array) -> Array:
    """Return the chances of the legal actions."""
    legal = anp.where(mask, found, -1e9)
    raised = anp.exp(legal - legal.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def learn(chosen: argparse.Namespace, seed: int) -> dict[str, list[float]]:
    """Train from `seed`, print the curve, and return it."""
    solver = DeepCFR(seed)
    value = solve(solver.tree).value
    lines: dict[str, list[float]] = {name: [] for name in LINES}
    for time in range(1, chosen.iterations + 1):
        solver.iterate(time, chosen.traversals, chosen.steps)
        if time in measured(chosen.iterations):
            policy = solver.average_policy(4 * chosen.steps)
            responses = [
                pyspiel.TabularBestResponse(solver.tree, seat, policy).value("") for seat in range(2)
            ]
            gains = [responses[1] + value, responses[0] - value, sum(responses) / 2]
            for line, gain in zip(lines.values(), gains, strict=True):
                line.append(gain)
            print(f"{seed:4}  {time:10}  {gains[0]:10.3f}  {gains[1]:6.3f}  {gains[2]:20.3f}", flush=True)
    return lines


def measured(iterations: int) -> list[int]:
    """Return the iterations after which the policy is measured: powers of two, and the last one."""
    return [time for time in range(1, iterations + 1) if time.bit_count() == 1 or time == iterations]


def main(arguments: Sequence[str] | None = None) -> None:
    """Train from each seed, print the curves and their mean, and draw it with the least and the greatest."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--iterations", type=int, default=8)
    options.add_argument("--traversals", type=int, default=500, help="for each player and iteration")
    options.add_argument("--steps", type=int, default=300, help="of each network of regrets")
    options.add_argument("--seeds", type=int, nargs="+", default=[7, 8, 9])
    options.add_argument("--picture", type=Path)
    chosen = options.parse_args(arguments)

    print("What a best response gains on the policy of each seat over the exact value, points a hand")
    print(f"seed  iterations  {'  '.join(LINES)}")
    lines = seed_spread([learn(chosen, seed) for seed in chosen.seeds])
    places = measured(chosen.iterations)
    for place, row in zip(places, zip(*lines.values(), strict=True), strict=True):
        print(f"mean  {place:10}", *(f"{each.value:.3f} ({each.low:.3f} – {each.high:.3f})" for each in row))
    if chosen.picture:
        write_curves(chosen.picture, places, lines, across="iterations", up="points a hand")


if __name__ == "__main__":
    main()
