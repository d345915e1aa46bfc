"""Log loss of the champion's belief about the other hand, by source: writes bench/belief.md.

    python -m bench.belief [--hands 60]

`HOW` describes the method on the page.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench.intervals import of_mean, points_text
from bench.report import processor
from ginrummy.game.cards import FACE_COUNT, Hand, faces_of
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel.integer_types import uint64
from ginrummy.players import load_player
from ginrummy.players.belief_network import NOTHING_SEEN, Glimpse, glimpse_of, held_odds
from ginrummy.players.belief_walk import ALL_STYLES, fill_worlds, trail_of
from ginrummy.players.opponent_history import past_of
from ginrummy.players.player import chance, is_showdown
from ginrummy.players.search import worlds_for
from ginrummy.variants import load_variant

HOW: Final = """
`network` plays. From the fifth event of a hand on, every third of its turns is a position of the
sample. The belief samples 800 worlds, and their share with a card in the opponent's hand is its
probability. The loss is the negative log-likelihood, summed over the cards, in hundredths of a nat for
each hidden card that the opponent holds. *Uniform*: every possible hand has the same weight. *Play*: by
the opponent's actions, as those of `simple` or `steady`, like the search. *Network*: by the network of
the belief alone. *Both*: like the champion. The last column is the loss of the play alone minus that of
both, with its interval of 95 % over hands.
"""
PAGE: Final = Path(__file__).with_name("belief.md")
OTHERS: Final = ("steady", "simple", "network", "casual")
PRESETS: Final = ("eaai", "eleven_card", "two_pack")
WORLDS, FIRST_SEEN, ONE_IN = 800, 5, 3
ALIKE: Final = Glimpse(NOTHING_SEEN.odds, 0.0)


def losses(match: Match, view: View) -> list[float]:
    """Return the losses at a position: uniform, by the play, by the network, by both."""
    glance = Glimpse(held_odds(view), 0.0)
    return [loss(match, view, glimpse) for glimpse in (ALIKE, NOTHING_SEEN, glance, glimpse_of(view))]


def loss(match: Match, view: View, glimpse: Glimpse) -> float:
    """Return the log loss of worlds sampled with `glimpse`, in the unit of the page."""
    draw = chance(view, 1)
    trail, worlds = trail_of(past_of(view, draw), ALL_STYLES, glimpse), worlds_for(view, WORLDS)
    fill_worlds(view.variant, trail, worlds, uint64(draw.getrandbits(64)))
    counts = [0] * FACE_COUNT
    for cards, twins in zip(worlds.cards.tolist(), worlds.twins.tolist(), strict=True):
        for face in set(faces_of(Hand(cards, twins))):
            counts[face] += 1
    held = set(faces_of(match.game.state.hands[1 - view.seat]))
    chances = [(count + 0.5) / (WORLDS + 1) for count in counts]
    total = math.fsum(math.log(each if face in held else 1 - each) for face, each in enumerate(chances))
    return -100 * total / len(held - set(faces_of(view.opponent_known)))


def hands_seen(other: str, preset: str, hands: int) -> Iterator[list[list[float]]]:
    """Yield the losses at the positions of each hand against `other` that has any."""
    variant, itself, opponent = load_variant(preset).row, load_player("network"), load_player(other)
    for number in range(hands):
        match, found, turns = Match.start(variant, seeds_from_number(number)), list[list[float]](), number
        while not match.game.is_over:
            view = view_of(match, match.game.turn)
            player = itself if view.seat == number % 2 else opponent
            if player is itself and not is_showdown(view) and len(view.events) >= FIRST_SEEN:
                turns += 1
                if turns % ONE_IN == 0:
                    found.append(losses(match, view))
            match = match.play(player.decide(view))
        if found:
            yield found


def row(other: str, preset: str, hands: int) -> str:
    """Return the row of a table: the means over positions, and the gain of both over hands."""
    seen = list(hands_seen(other, preset, hands))
    positions = [found for hand in seen for found in hand]
    means = [math.fsum(column) / len(positions) for column in zip(*positions, strict=True)]
    less = tuple(math.fsum(each[1] - each[3] for each in hand) / len(hand) for hand in seen)
    columns = " | ".join(f"{mean:.1f}" for mean in means)
    return f"| `{preset}` | `{other}` | {len(positions)} | {columns} | {points_text(of_mean(less))} |"


def main() -> None:
    """Measure, print and write the page."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--hands", type=int, default=60, help="of each game against each player")
    chosen = options.parse_args()
    lines = [
        "| preset | against | positions | uniform | play | network | both | play minus both |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for preset in PRESETS:
        for other in OTHERS:
            lines.append(row(other, preset, chosen.hands))
            print(lines[-1], flush=True)
    PAGE.write_text(
        "# Accuracy of the champion's belief\n\n"
        f"Made by `python -m bench.belief --hands {chosen.hands}`.\n{HOW}\n"
        f"{processor()}, {os.cpu_count()} cores. Other work ran on it.\n\n" + "\n".join(lines) + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
