"""Python, compiled law and oracle on the same states: legal sets, next states and scores.

    python -m bench.agreement [--states 1000000] [--oracle 100000] [--jobs N] [--seed 0] [--json]

Plays random hands from dense decks under every preset, rules outside the presets, and random house rules:
first by the plain and the compiled law, then by the plain law, the oracle and the compiled law. The first
state on which two of them differ ends the run; it is printed with its variant.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.game import Game
from ginrummy.game.moves import MoveKind
from ginrummy.kernel.actions import CLOSE, DRAW
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.parallel import core_count
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.scoring import KIND_NAMES
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import choices
from ginrummy.variants import Variant
from tests.kernel.walks import Visit, Walk, house_rules, presets, same_law, seldom_played, walk
from tests.oracle.lockstep import play_in_lockstep

HANDS_A_VARIANT = 50
ORACLE_HANDS = 12
HOUSES = 40
SHOWDOWN = (MoveKind.SPREAD, MoveKind.LAY_OFF)

Hand = Callable[[Variant, random.Random], Walk]


class Agreed(NamedTuple):
    """Number of compared states, and counts of features of the hands."""

    states: int
    features: Counter[str]


def oracle_walk(variant: Variant, chance: random.Random) -> Walk:
    """Return the states of a hand that law and oracle played in lockstep."""
    played = play_in_lockstep(variant, chance)
    game, visits = Game.deal(variant, dealer=played.dealer, deck=played.deck), []
    for _seat, move, _face in played.plays:
        if move.kind in SHOWDOWN:
            break
        before, stock = game.state, game.stock
        game = game.play(move)
        face = stock[0] if stock else NO_FACE
        visits.append(Visit(before, choices(variant, before), action_of(move), face, game.state))
    return Walk(visits, game.state, automatic_score(variant, game.state))


def compare(hand: Hand, states: int, hands: int, seed: str) -> Agreed:
    """Compare rounds of `hands` hands of each variant until `states` states agree. Return the counts."""
    chance, seen, features = random.Random(seed), 0, Counter[str]()
    while seen < states:
        for variant in [*presets(), *seldom_played(), *house_rules(chance.randrange(1 << 32), HOUSES)]:
            walks = [hand(variant, chance) for _hand in range(hands)]
            seen += same_law(variant, walks)
            for each in walks:
                features.update(features_of(each))
    return Agreed(seen, features)


def features_of(played: Walk) -> Iterator[str]:
    """Yield the features of a hand: its end, twins, and moves of card 51."""
    yield KIND_NAMES[played.score.kind]
    if any(hand.twins for visit in played.visits for hand in visit.state.hands):
        yield "with twins"
    actions = {visit.action for visit in played.visits}
    if actions & {FACE_COUNT - 1, CLOSE + FACE_COUNT - 1}:
        yield "card 51 discarded"
    if any(visit.action == DRAW and visit.face == FACE_COUNT - 1 for visit in played.visits):
        yield "card 51 drawn"


def share_work(hand: Hand, states: int, hands: int, seed: str, jobs: int) -> Agreed:
    """Return the counts, with the work shared among `jobs` processes."""
    work = partial(compare, hand, -(-states // jobs), hands)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(work, [f"{seed} {hand.__name__} {job}" for job in range(jobs)]))
    return Agreed(sum(each.states for each in found), sum((each.features for each in found), Counter()))


def main() -> None:
    """Compare and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--states", type=int, default=1_000_000)
    options.add_argument("--oracle", type=int, default=100_000)
    options.add_argument("--jobs", type=int, default=core_count())
    options.add_argument("--seed", default="0")
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    found = {}
    plans: tuple[tuple[str, Hand, int, int], ...] = (
        ("compiled against Python", walk, chosen.states, HANDS_A_VARIANT),
        ("oracle against both", oracle_walk, chosen.oracle, ORACLE_HANDS),
    )
    for name, hand, states, hands in plans:
        start = time.perf_counter()
        agreed = share_work(hand, states, hands, chosen.seed, chosen.jobs)
        features = dict(agreed.features.most_common())
        found[name] = {
            "states": agreed.states, "hands": features, "seconds": time.perf_counter() - start
        }  # fmt: skip
        if not chosen.json:
            print(f"{name}: {agreed.states:,} states agree, {found[name]['seconds']:.0f} s")
            print("  hands:", ", ".join(f"{feature} {count:,}" for feature, count in features.items()))
    if chosen.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
