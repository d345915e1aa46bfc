"""Value of hidden information: the champion's gain from the style and the hand. Writes bench/hidden_hand.md.

    python -m bench.hidden_hand [--hands 200] [--variant eaai]

`HOW` describes the method on the page.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bench.intervals import of_mean, points_text
from bench.report import processor
from ginrummy.game.cards import faces_of
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players import load_player
from ginrummy.players.belief import PATIENT, PROMPT
from ginrummy.players.candidate_actions import worth_trying
from ginrummy.players.champion import ChampionPlayer
from ginrummy.players.match_equity import points_alone
from ginrummy.players.opponent_history import past_of
from ginrummy.players.player import is_showdown
from ginrummy.players.search import search_root_of, worlds_for
from ginrummy.players.search_strategy import SearchRoot, try_worlds
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.rules.turns import choices
from ginrummy.variants import load_variant

HOW: Final = """
At each decision of the champion three players choose: the champion; the champion with the opponent's
style known; and a search in worlds with the opponent's true hand, where only the order of the stock is
unknown. Differing choices are played out in other worlds, with the true hand and the true style, both
seats continuing like the roll-outs of the search. The gains are summed over a hand that the champion
itself plays.
"""
PAGE: Final = Path(__file__).with_name("hidden_hand.md")
STYLES: Final = {"simple": PROMPT, "steady": PATIENT, "network": PATIENT}
"""The nearest of the two styles of the belief for each player."""
OTHERS: Final = ("simple", "steady")
SEARCHED, PLAYED = 400, 600
"""Worlds of the search with the true hand, and others for playing out the choices."""


class Truth:
    """A position with all cards known, for playing out actions."""

    def __init__(self, match: Match, view: View, style: int, chance: random.Random) -> None:
        self._match, self._view, self._style, self._chance = match, view, style, chance
        self._equity = points_alone(view.variant)
        self._past = past_of(view, chance)

    def best(self, base: int) -> int:
        """Return the best action of those worth trying; on a tie `base`, or the first."""
        state = self._match.game.state
        actions = worth_trying(self._view, choices(self._view.variant, state), base)
        gains = self.gains(actions, SEARCHED)
        return actions[max(range(len(actions)), key=gains.__getitem__)]

    def gains(self, actions: list[int], count: int) -> list[float]:
        """Return the gain of each of `actions` over the first, in points, as a mean over `count` worlds."""
        root: SearchRoot = search_root_of(self._view, self._past, actions, self._equity)
        found, alive = arrays.zeros("f8", count, len(actions)), arrays.from_values("i8", [1] * len(actions))
        row, key = variant_record(self._view.variant), uint64(self._chance.getrandbits(63))
        compile_function(try_worlds)(row, root, self._worlds(count), alive, found, 0, key)
        size = len(self._equity) - 1
        return [0.0, *(2 * size * float(found[:, place].mean()) for place in range(1, len(actions)))]

    def _worlds(self, count: int) -> Any:
        state, worlds = self._match.game.state, worlds_for(self._view, count)
        hand = state.hands[1 - state.turn]
        seen = {*faces_of(state.hands[0]), *faces_of(state.hands[1]), *faces_of(state.pile.cards)}
        stock = [face for face in range(FACE_COUNT) if face not in seen]
        worlds.cards[:], worlds.twins[:], worlds.styles[:] = hand.cards, hand.twins, self._style
        for place in range(count):
            self._chance.shuffle(stock)
            worlds.stocks[place][: len(stock)] = stock
        return worlds


def gains_by_hand(other: str, preset: str, hands: int) -> Iterator[tuple[float, float]]:
    """Yield the gain of each hand over the champion with the style known, and with the hand known too."""
    variant, opponent, itself = load_variant(preset).row, load_player(other), ChampionPlayer(seed=1)
    knowing = ChampionPlayer(seed=1)
    knowing.styles = 1 << STYLES[other]
    for number in range(hands):
        match, chance = Match.start(variant, seeds_from_number(number)), random.Random(number)
        style, hand = 0.0, 0.0
        while not match.game.is_over:
            view = view_of(match, match.game.turn)
            if view.seat != number % 2:
                match = match.play(opponent.decide(view))
                continue
            move = itself.decide(view)
            if not is_showdown(view):
                truth = Truth(match, view, STYLES[other], chance)
                chosen = action_of(move)
                asked = [chosen, action_of(knowing.decide(view)), truth.best(chosen)]
                if asked[1:] != [chosen, chosen]:
                    gains = truth.gains(asked, PLAYED)
                    style, hand = style + gains[1], hand + gains[2]
            match = match.play(move)
        yield style, hand


def columns_of(found: list[tuple[float, float]]) -> str:
    """Return the mean gains of `found` as two columns of a table."""
    return " | ".join(points_text(of_mean(gains)) for gains in zip(*found, strict=True))


def main() -> None:
    """Play, and write the page."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--hands", type=int, default=200)
    options.add_argument("--variant", default="eaai")
    chosen = options.parse_args()
    lines = ["| against | hands | style known | hand known too |", "|---|--:|--:|--:|"]
    for other in OTHERS:
        found = []
        for gains in gains_by_hand(other, chosen.variant, chosen.hands):
            found.append(gains)
            if len(found) % 10 == 0:
                print(other, len(found), columns_of(found), flush=True)
        lines.append(f"| `{other}` | {len(found)} | {columns_of(found)} |")
    PAGE.write_text(
        "# Value of hidden information to the champion\n\n"
        f"Made by `python -m bench.hidden_hand --hands {chosen.hands}`, by the rules of "
        f"`{chosen.variant}`: points a hand, with intervals of 95 % over hands.\n"
        f"{HOW}\n{processor()}, {os.cpu_count()} cores. Other work ran on it.\n\n" + "\n".join(lines) + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
