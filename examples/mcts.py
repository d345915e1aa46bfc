"""MCTS on determinizations: strength by the number of simulations, as a table and a curve.

    python examples/mcts.py --seed 7 --picture docs/pictures/mcts.svg

Needs `pip install '.[fast]'`. `ginrummy play --against examples/mcts.py:Mcts256` plays against 256
simulations a move, and `ginrummy ladder examples/mcts.py:Mcts1000` places a thousand.

The search is open-loop: all simulations share one tree, and a node is a sequence of own actions, whatever
cards were drawn and whatever the other seat did. (The nodes of ISMCTS are information sets instead: Cowling,
Powley and Whitehouse 2012.) A simulation takes a world from the belief: a hand and a style of the other seat,
and an order of the stock. It goes down the tree by UCB among the sensible actions, adds a branch, and plays
on as `steady`. It counts what that gains over `steady` in the same world, so the luck of the deal falls out.
"""

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ginrummy import Move, View, decision_random
from ginrummy.kernel.actions import ACTION_COUNT, after_action, update_memory
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.move_numbers import move_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_fastest
from ginrummy.lab.arena import duel
from ginrummy.lab.curves import write_curves
from ginrummy.players.belief import with_hand_of
from ginrummy.players.candidate_actions import MOST, fill_candidates, sensible_actions
from ginrummy.players.evaluation import ALL_STYLES, sample_worlds, walk_from
from ginrummy.players.opponent_history import possible_past
from ginrummy.players.rollouts import other_rollout_action, play_out
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.cards import NO_FACE, Hand
from ginrummy.rules.scoring import NOBODY
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import CLOSED, choices

EXPLORATION = 10.0  # points
TRUST = 50  # visits with which the action of `steady` starts
INFINITE = 1e18
OPPONENTS = ("simple", "steady", "network")


class Tree(NamedTuple):
    """Nodes: the child of each by action, 0 for none, its visits, and the sum of the gains in them."""

    children: Any
    visits: Any
    totals: Any


def points_of(variant: Any, state: Any, seat: int) -> float:
    """Return the points of `seat` at the end of a hand."""
    score = automatic_score(variant, state)
    return 0.0 if score.winner == NOBODY else float(score.points if score.winner == seat else -score.points)


def choose_branch(tree: Any, node: int, actions: Any, count: int) -> int:
    """Return the action to try at `node` by UCB. Before any trial all gain 0, the first one surely so."""
    best, chosen = -INFINITE, -1
    for place in range(count):
        child, trust = tree.children[node, actions[place]], TRUST if place == 0 else 1
        visits = tree.visits[child] + trust if child > 0 else trust
        bound = EXPLORATION * math.sqrt(math.log(tree.visits[node] + TRUST) / visits)
        bound += tree.totals[child] / visits if child > 0 else 0.0
        if bound > best:
            best, chosen = bound, actions[place]
    return chosen


def search(variant: Any, root: Any, memories: Any, worlds: Any, tree: Any, actions: Any) -> None:
    """Run a simulation for each of `worlds`, which adds a node of its number to `tree`. Compiled."""
    path = np.zeros(len(worlds.cards) + 2, np.int64)
    for world in range(len(worlds.cards)):
        other, style, stock = (
            Hand(worlds.cards[world], worlds.twins[world]), worlds.styles[world], worlds.stocks[world],
        )  # fmt: skip
        state, (first, second) = with_hand_of(root, 1 - root.turn, other), memories
        usual, depth, child = 0.0, 0, -1
        while state.phase < CLOSED:
            options, memory = choices(variant, state), first if state.turn == 0 else second
            if state.turn == root.turn:
                base = steady_action(variant, state, options, memory, 0)
                if depth == 0:
                    end = play_out(variant, state, style, stock, first, second, base, 0)
                    usual = points_of(variant, end, root.turn)
                count = fill_candidates(variant, state, options, base, actions)
                action = choose_branch(tree, path[depth], actions, count)
                child, depth = tree.children[path[depth], action], depth + 1
                if child == 0:
                    tree.children[path[depth - 1], action] = path[depth] = world + 1
                    state = play_out(variant, state, style, stock, first, second, action, 0)
                    break
                path[depth] = child
            else:
                action = other_rollout_action(variant, style, state, options, memory, 0)
            if state.turn == 0:
                second = update_memory(variant, second, state, action)
            else:
                first = update_memory(variant, first, state, action)
            card = stock[len(stock) - state.stock] if state.stock > 0 else NO_FACE
            state = after_action(variant, state, action, card)
        gain = points_of(variant, state, root.turn) - usual
        for place in range(depth + 1):
            tree.visits[path[place]] += 1
            tree.totals[path[place]] += gain


class Mcts:
    """The player; its subclasses differ in the number of simulations."""

    simulations = 100

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> Move:
        """Return the most visited action."""
        if view.state.phase == CLOSED:
            return view.automatic_layout()
        actions = sensible_actions(view)
        if len(actions) == 1:
            return move_of(view, actions[0])
        chance, size = decision_random(view, self.seed), self.simulations + 1
        past, key = possible_past(view, chance), uint64(chance.getrandbits(64))
        worlds = sample_worlds(view.variant, walk_from(past, ALL_STYLES), self.simulations, view.stock, key)
        tree = Tree(np.zeros((size, ACTION_COUNT), np.int64), np.zeros(size, np.int64), np.zeros(size))
        compile_fastest(search)(
            variant_record(view.variant), view.state, past.memories, worlds, tree, np.zeros(MOST, np.int64)
        )
        children = tree.children[0, actions]
        visits = np.where(children > 0, tree.visits[children], 0)
        visits[0] += TRUST
        return move_of(view, actions[int(visits.argmax())])


def __getattr__(name: str) -> type[Mcts]:
    """Return the class `Mcts256`, with 256 simulations, and so on."""
    number = name.removeprefix("Mcts")
    if not number.isdecimal():
        raise AttributeError(name)
    return type(name, (Mcts,), {"name": name, "simulations": int(number)})


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the player with each number of simulations, and draw the curve."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--simulations", type=int, nargs="+", default=[16, 64, 256])
    options.add_argument("--hands", type=int, default=80, help="hands against each opponent")
    options.add_argument("--seed", default="7")
    options.add_argument("--workers", type=int)
    options.add_argument("--picture", type=Path, help="write the curve to this SVG file")
    chosen = options.parse_args(arguments)
    curves: dict[str, list[Any]] = {name: [] for name in OPPONENTS}
    print("simulations", *OPPONENTS, sep="  ")
    for number in chosen.simulations:
        for name in OPPONENTS:
            found = duel(
                f"{__file__}:Mcts{number}", name, variant="eaai", hands=chosen.hands, seed=chosen.seed,
                workers=chosen.workers, reduce=True,
            )  # fmt: skip
            curves[name].append(found.points)
        shown = [f"{line[-1].value:+.1f} ± {line[-1].half_width:.1f}" for line in curves.values()]
        print(f"{number:11}", *shown, sep="  ", flush=True)
    if chosen.picture:
        write_curves(
            chosen.picture, chosen.simulations, curves, across="simulations a move", up="points a hand"
        )


if __name__ == "__main__":
    main()
