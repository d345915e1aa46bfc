"""The compiled law against the plain one, state by state: choices, next states and scores.

    python -m bench.kernel_agreement [--states 1000000] [--seed 0]

Hands from dense decks are played by chance under every preset, what no preset plays, and house rules drawn
by lot; the first state on which both laws differ ends the run with its variant and itself.
"""

from __future__ import annotations

import argparse
import random
import time

from ginrummy.rules.scoring import KIND_NAMES
from tests.kernel.walks import house_rules, presets, same_law, seldom_played, walk

HANDS_A_VARIANT = 100
HOUSES = 40


def main() -> None:
    """Compare until enough states are seen."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--states", type=int, default=1_000_000)
    options.add_argument("--seed", type=int, default=0)
    chosen = options.parse_args()
    chance, start, states, rounds = random.Random(chosen.seed), time.perf_counter(), 0, 0
    endings = dict.fromkeys(KIND_NAMES[1:], 0)
    while states < chosen.states:
        for variant in [*presets(), *seldom_played(), *house_rules(chance.randrange(1 << 32), HOUSES)]:
            walks = [walk(variant, chance) for _hand in range(HANDS_A_VARIANT)]
            states += same_law(variant, walks)
            for each in walks:
                endings[KIND_NAMES[each.score.kind]] += 1
        rounds += 1
        print(f"{states:,} states agree, {rounds} rounds, {time.perf_counter() - start:.0f} s", flush=True)
    print("hands by ending:", ", ".join(f"{name} {count:,}" for name, count in endings.items()))


if __name__ == "__main__":
    main()
