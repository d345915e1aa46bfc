"""Gain of the champion by more time for a move: writes bench/more_time.md.

    python -m bench.more_time [--hands 60] [--player champion@2s] [--workers 2]

`HOW` describes the method on the page.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple

import numpy as np

from bench.intervals import of_mean, points_text
from bench.judges import Court, all_three, court
from bench.report import processor
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel.move_numbers import action_of
from ginrummy.players import load_player
from ginrummy.players.match_equity import points_alone
from ginrummy.players.opponent_history import past_of
from ginrummy.players.player import chance, is_showdown
from ginrummy.players.search import search_root_of
from ginrummy.variants import load_variant

HOW: Final = """
`network` plays hands of `eaai` against `steady`. At each of its decisions both players choose. Where
they differ, all three estimates of [judges.md](judges.md) together evaluate both choices in 1,600 fresh
worlds of the same belief. The result shows how much closer more time comes to the best choice by this
belief and these estimates, not whether these are right. Intervals of 95 % over hands.
"""
PAGE: Final = Path(__file__).with_name("more_time.md")
PRESET: Final = "eaai"
FIRST: Final = 600_000
JUDGEMENTS: Final = 2
EVERY: Final = 2


class Differed(NamedTuple):
    """A decision: the gain of the second player over the first, and the time of each in seconds."""

    gained: float
    differs: bool
    first: float
    second: float


def compared(player: str, hands: Sequence[int]) -> list[list[Differed]]:
    """Return the decisions of these hands, by hand."""
    judges = court(PRESET, "steady")
    return [list(of_hand(judges, player, hand)) for hand in hands]


def of_hand(judges: Court, player: str, hand: int) -> Iterator[Differed]:
    """Yield the comparison at each decision of a hand."""
    usual, patient = load_player("champion", seed=1), load_player(player, seed=1)
    seats = {hand % 2: load_player("network"), 1 - hand % 2: load_player("steady")}
    match = Match.start(load_variant(PRESET).row, seeds_from_number(FIRST + hand))
    while not match.game.is_over:
        view = view_of(match, match.game.turn)
        if view.seat == hand % 2 and not is_showdown(view):
            times, actions = [time.thread_time()], []
            for each in (usual, patient):
                actions.append(action_of(each.decide(view)))
                times.append(time.thread_time())
            gained = gain_of(judges, view, actions) if len(set(actions)) > 1 else 0.0
            yield Differed(gained, len(set(actions)) > 1, *np.diff(times).tolist())
        match = match.play(seats[view.seat].decide(view))


def gain_of(judges: Court, view: View, actions: list[int]) -> float:
    """Return the gain of the second of `actions` over the first, in points, in fresh worlds."""
    found, opinion = [], judges.opinion(view, actions)
    for number in range(JUDGEMENTS):
        draw = chance(view, FIRST + number)
        past, key = past_of(view, draw), 2 * draw.getrandbits(62) + number  # the networks take turns
        root = search_root_of(view, past, actions, points_alone(view.variant))
        played, foreseen = judges.tried(root, judges.believed(view, past, key), EVERY, key)
        found.append(all_three(opinion, played, foreseen)[1])
    return float(mean(found))


def main() -> None:
    """Compare, and write the page."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--hands", type=int, default=60)
    options.add_argument("--player", default="champion@2s")
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = options.parse_args()
    found: list[list[Differed]] = []
    with ProcessPoolExecutor(chosen.workers, mp_context=get_context("spawn")) as pool:
        calls = [pool.submit(compared, chosen.player, [hand]) for hand in range(chosen.hands)]
        for call in calls:
            found += call.result()
            if len(found) % 10 == 0:
                print(len(found), points_text(of_mean(sum(each.gained for each in hand) for hand in found)))
    PAGE.write_text("\n".join(page(found, chosen.player)) + "\n", encoding="utf-8")


def page(found: list[list[Differed]], player: str) -> Iterator[str]:
    """Yield the page."""
    decisions = [each for hand in found for each in hand]
    yield "# Value of more time to the champion"
    yield ""
    yield f"Made by `python -m bench.more_time --hands {len(found)} --player {player}`."
    yield HOW
    yield f"Machine: {processor()}, {os.cpu_count()} cores, {platform.system()}, a core for each hand."
    yield ""
    yield f"| decisions | differ | `champion` takes | `{player}` takes | `{player}` gains, points a hand |"
    yield "|--:|--:|--:|--:|--:|"
    differ = mean(each.differs for each in decisions)
    first, second = (1000 * mean(each[place] for each in decisions) for place in (2, 3))
    gained = points_text(of_mean(sum(each.gained for each in hand) for hand in found))
    yield f"| {len(decisions):,} | {differ:.1%} | {first:.0f} ms | {second:.0f} ms | {gained} |"


if __name__ == "__main__":
    main()
