"""Exact value and equilibrium of a small OpenSpiel game of two players, by a linear program.

The program is the sequence form of Koller, Megiddo and von Stengel (1994).

    python -m ginrummy.lab.exact_value tiny
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

from ginrummy.lab.envs import openspiel
from ginrummy.lab.envs.short_packs import SHORT_PACKS

__all__ = ["Solution", "solve"]

_DENOMINATORS: Final = 100_000
_ROOT = 0  # the sequence without an action, and the information set before the first one


@dataclass(slots=True)
class _Seat:
    """Sequences of one seat: information sets with the sequence before each, and the actions in each."""

    parents: list[int] = field(default_factory=lambda: [_ROOT])
    sets: dict[str, int] = field(default_factory=dict)
    sequences: dict[tuple[str, int], int] = field(default_factory=dict)

    def enter(self, key: str, parent: int, actions: list[int]) -> None:
        """Number the information set `key` and its actions, if it is new."""
        if key not in self.sets:
            self.sets[key] = len(self.sets) + 1
            self.parents.append(parent)
            for action in actions:
                self.sequences[key, action] = len(self.sequences) + 1

    def constraints(self) -> coo_array:
        """Return the matrix, sets by sequences: the actions of a set share the weight of its parent."""
        cells = [(_ROOT, _ROOT, 1.0)]
        cells += [(place, parent, -1.0) for place, parent in enumerate(self.parents) if place != _ROOT]
        cells += [(self.sets[key], place, 1.0) for (key, _action), place in self.sequences.items()]
        return _matrix(cells, (len(self.parents), len(self.sequences) + 1))

    def policy(self, weights: NDArray[np.float64]) -> dict[str, dict[int, float]]:
        """Return the chances of the actions by information set; equal ones where it is never reached."""
        found: dict[str, dict[int, float]] = {key: {} for key in self.sets}
        for (key, action), place in self.sequences.items():
            found[key][action] = max(0.0, float(weights[place]))
        for chances in found.values():
            total = sum(chances.values())
            for action in chances:
                chances[action] = chances[action] / total if total > 0 else 1 / len(chances)
        return found


class Solution(NamedTuple):
    """The value for player 0, and an optimal policy of both: the chances of actions by information state."""

    value: float
    policies: tuple[dict[str, dict[int, float]], dict[str, dict[int, float]]]


def solve(game: Any) -> Solution:
    """Return the exact value of `game`, a zero-sum OpenSpiel game, and a policy that reaches it.

    The whole tree is read once: for the short packs of `ginrummy.lab.envs`, not for 52 cards.
    """
    seats, payoffs = (_Seat(), _Seat()), list[tuple[int, int, float]]()
    _read(game.new_initial_state(), seats, (_ROOT, _ROOT), 1.0, payoffs)
    sizes = (len(seats[0].sequences) + 1, len(seats[1].sequences) + 1)
    payoff = _matrix(payoffs, sizes).tocsr()
    value, own = _best(seats, payoff)
    _other_value, other = _best((seats[1], seats[0]), -payoff.T)
    return Solution(value, (seats[0].policy(own), seats[1].policy(other)))


def _read(
    state: Any,
    seats: tuple[_Seat, _Seat],
    before: tuple[int, int],
    chance: float,
    payoffs: list[tuple[int, int, float]],
) -> None:
    """Collect the sequences below `state`, and the payoff of each end, weighted by chance."""
    if state.is_terminal():
        payoffs.append((*before, chance * state.returns()[0]))
    elif state.is_chance_node():
        for action, probability in state.chance_outcomes():
            _read(state.child(action), seats, before, chance * probability, payoffs)
    else:
        player = state.current_player()
        key, actions = state.information_state_string(player), state.legal_actions()
        seats[player].enter(key, before[player], actions)
        for action in actions:
            place = seats[player].sequences[key, action]
            after = (place, before[1]) if player == 0 else (before[0], place)
            _read(state.child(action), seats, after, chance, payoffs)


def _best(seats: tuple[_Seat, _Seat], payoff: Any) -> tuple[float, NDArray[np.float64]]:
    """Return what the first seat can be sure of, and the weights of its sequences that ensure it."""
    own, other = seats[0].constraints(), seats[1].constraints()
    sets, sequences = other.shape[0], own.shape[1]
    goal = np.zeros(sequences + sets)
    goal[sequences] = -1.0  # the greatest value at the other's root
    upper = hstack([-payoff.T, other.T], format="csr")
    equal = hstack([own, coo_array((own.shape[0], sets))], format="csr")
    totals = np.zeros(own.shape[0])
    totals[_ROOT] = 1.0
    bounds = [(0.0, None)] * sequences + [(None, None)] * sets
    found = linprog(goal, upper, np.zeros(upper.shape[0]), equal, totals, bounds, method="highs")
    if not found.success:
        raise ArithmeticError(found.message)
    return -float(found.fun), np.asarray(found.x[:sequences])


def _matrix(cells: list[tuple[int, int, float]], shape: tuple[int, int]) -> coo_array:
    rows, columns, numbers = zip(*cells, strict=True)
    return coo_array((numbers, (rows, columns)), shape=shape)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the value of a short pack."""
    options = argparse.ArgumentParser(
        prog="python -m ginrummy.lab.exact_value", description=__doc__.splitlines()[0]
    )
    options.add_argument("name", choices=SHORT_PACKS)
    value = solve(openspiel(options.parse_args(arguments).name)).value
    print(
        f"{value:.10f} = {Fraction(value).limit_denominator(_DENOMINATORS)} points a hand for the non-dealer"
    )


if __name__ == "__main__":
    main()
