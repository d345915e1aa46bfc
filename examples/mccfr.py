"""Learn `tiny` by external-sampling MCCFR, and print how far the policy is from a perfect one.

    python examples/mccfr.py --iterations 3000 --seed 7

Needs `pip install '.[envs,fast]'`. Six seconds of one core.
"""

import argparse
from collections.abc import Sequence

import numpy as np
import pyspiel
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, gambit

from ginrummy.lab.envs import openspiel


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, and print the curve."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--iterations", type=int, default=3000)
    options.add_argument("--points", type=int, default=6, help="points of the curve")
    options.add_argument("--seed", type=int, default=7)
    chosen = options.parse_args(arguments)
    np.random.seed(chosen.seed)

    # The tree as a game in C++: OpenSpiel walks it without Python.
    tree = pyspiel.load_efg_game(gambit.export_gambit(openspiel("tiny")))
    solver = external_sampling_mccfr.ExternalSamplingSolver(tree)

    print("iterations  exploitability, points a hand")
    done = 0
    for point in range(chosen.points):
        goal = chosen.iterations >> (chosen.points - 1 - point)
        while done < goal:
            solver.iteration()
            done += 1
        gap = exploitability.exploitability(tree, solver.average_policy())
        print(f"{done:10}  {gap:.3f}")


if __name__ == "__main__":
    main()
