"""How well each judge of an action foresees what it truly brings: writes bench/judges.md.

    python -m bench.judges [--hands 200] [--workers 2]

`network` plays against others. At each of its decisions whatever may be worth doing is judged in several
ways, and played out with the true hand of the other in many orders of the stock. What stands on the page is
told there.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.advantages import points_after
from bench.intervals import of_mean, points_text
from bench.report import processor
from ginrummy.kernel.compile import compiled
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.row_fields import variant_record
from ginrummy.match import Match
from ginrummy.players import load_player
from ginrummy.players.belief_network import glimpse_of
from ginrummy.players.belief_walk import ALL_STYLES, trail_of
from ginrummy.players.candidate_actions import MOST, worth_trying
from ginrummy.players.foresight import TruncatedRollouts, by_kept_networks
from ginrummy.players.foresight_loops import try_and_foresee
from ginrummy.players.match_equity import points_alone
from ginrummy.players.network import POINTS, gains_of, kept_networks
from ginrummy.players.opponent_history import past_of
from ginrummy.players.player import chance, is_showdown
from ginrummy.players.search import scene_of
from ginrummy.players.search_rounds import compiled_part, worlds_for
from ginrummy.players.search_strategy import BURN_IN, Scene, Worlds, draw_worlds, settle_in
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.opponent_memory import Memory
from ginrummy.rules.turns import Choices, State, choices
from ginrummy.shuffle import seeds_from_number
from ginrummy.training.compiled_evaluator import evaluators_by, pupil_action
from ginrummy.training.duels import Sides, usual_action
from ginrummy.variants import Variant, load_variant
from ginrummy.view import View, view_of

PAGE: Final = Path(__file__).with_name("judges.md")
PAIRINGS: Final = (("eaai", "steady"), ("eaai", "simple"), ("eaai", "network"), ("eleven_card", "steady"))
PATIENT_ONES: Final = ("steady", "network")
WORLDS, FORESEEN, ORDERS = 800, 200, 100
"""Worlds of the belief that actions are played out in, those that are foreseen too, orders of the stock."""
WITHIN: Final = 10.0
HOW: Final = f"""
`network` plays so many hands of each game against each player. What an action truly brings is what it comes
to with the true hand of the other in {ORDERS} orders of the stock, `network` and the other going on. It is
judged by what the two networks think of it at a glance; played out, by `steady`, in {WORLDS} worlds of the
champion's belief; foreseen, by a network three decisions on, in {FORESEEN} of them. Told the hand, a judge
has {ORDERS} worlds with the true one; what comes is half of the orders, and the other half says
what it is worth, as it does for all. Points, intervals of 95 % over hands.
"""
FIRST: Final = 500_000
STEP: Final = 5


class Case(NamedTuple):
    """A decision: what each action gains on `steady`'s, the first one, in points, by each judge.

    `opinion` is the network's; `played` and `foreseen` are means over worlds of the belief, `told_played` and
    `told_foreseen` over worlds with the true hand. `truth` has a row for each order of the stock.
    """

    hand: int
    opinion: NDArray[np.float64]
    played: NDArray[np.float64]
    foreseen: NDArray[np.float64]
    told_played: NDArray[np.float64]
    told_foreseen: NDArray[np.float64]
    truth: NDArray[np.float64]


Judge = Callable[[Case], NDArray[np.float64]]
JUDGES: Final[dict[str, Judge]] = {
    "the network's opinion": lambda case: case.opinion,
    "played out": lambda case: case.played,
    "foreseen": lambda case: case.foreseen,
    "opinion and played out": lambda case: 0.3 * case.opinion + 0.7 * case.played,
    "all three": lambda case: 0.15 * case.opinion + 0.35 * case.played + 0.5 * case.foreseen,
    "told the hand: played out": lambda case: case.told_played,
    "told the hand: foreseen": lambda case: case.told_foreseen,
    "told the hand: both": lambda case: 0.4 * case.told_played + 0.6 * case.told_foreseen,
    "told the hand: what comes": lambda case: case.truth[::2].mean(0),
}
CHAMPION: Final = "all three"


class Court:
    """The judges of one game against one player."""

    def __init__(self, preset: str, against: str) -> None:
        self._variant, self._against = load_variant(preset).row, against
        self._row, self._table = variant_record(self._variant), points_alone(self._variant)
        networks = evaluators_by(kept_networks())
        self._sides = Sides(networks, evaluators_by(kept_networks()) if against == "network" else ())
        seats = {"simple": simple_seat, "network": pupil_action}
        swaps = {usual_action: seats[against]} if against in seats else {}
        self._truths = compiled(truths, swaps)

    def cases(self, hands: Sequence[int]) -> list[Case]:
        """Return the decisions of the network in these hands."""
        return [case for hand in hands for case in self._of_hand(hand)]

    def _of_hand(self, hand: int) -> Iterator[Case]:
        other, player = load_player(self._against), load_player("network")
        match = Match.start(self._variant, seeds_from_number(FIRST + hand))
        while not match.game.is_over:
            view = view_of(match, match.game.turn)
            if view.seat != hand % 2:
                match = match.play(other.decide(view))
                continue
            if not is_showdown(view) and len(actions := self._worth_judging(view)) > 1:
                yield self._judged(match, view, actions, hand)
            match = match.play(player.decide(view))

    def _worth_judging(self, view: View) -> list[int]:
        """Return `steady`'s action, and those that the network does not think far behind the best."""
        options = choices(view.variant, view.state)
        found = worth_trying(view, options, steady_action(view.variant, view.state, options, view.memory, 0))
        if len(found) == 1:
            return found
        gains = gains_of(view, found)
        return found[:1] + [
            action for action, gain in zip(found[1:], gains[1:], strict=True)
            if gain >= max(gains) - WITHIN / POINTS
        ]  # fmt: skip

    def _judged(self, match: Match, view: View, actions: list[int], hand: int) -> Case:
        draw = chance(view, hand)
        past, stock, state = past_of(view, draw), match.game.stock, match.game.state
        scene, key = scene_of(view, past, actions, self._table), draw.getrandbits(64)
        opinion = POINTS * np.array(gains_of(view, actions))
        orders = np.random.default_rng(key).permuted(np.tile(stock, (ORDERS, 1)), axis=1).astype(np.int64)
        truth = np.zeros((ORDERS, len(actions)))
        found = np.empty(MOST, np.int64)
        self._truths(self._row, state, past.memories, orders, scene.actions, self._sides, found, truth)
        believed = self.believed(view, past_of(view, draw), key)
        told = worlds_for(view, ORDERS)
        other = state.hands[1 - state.turn]
        told.cards[:], told.twins[:] = other
        told.styles[:] = int(self._against in PATIENT_ONES)
        told.stocks[:, : len(stock)] = np.random.default_rng([key, 1]).permuted(orders, axis=1)
        played, foreseen = self.tried(scene, believed, WORLDS // FORESEEN, key)
        told_played, told_foreseen = self.tried(scene, told, 1, key)
        truth -= truth[:, :1]
        return Case(hand, opinion - opinion[0], played, foreseen, told_played, told_foreseen, truth)

    def believed(self, view: View, past: Any, key: int) -> Worlds:
        """Return worlds of the champion's belief, drawn by a walk from `past` with chance of its own."""
        trail, worlds = trail_of(past, ALL_STYLES, glimpse_of(view)), worlds_for(view, WORLDS)
        compiled_part(settle_in)(self._row, trail, BURN_IN, uint64(key))
        compiled_part(draw_worlds)(self._row, trail, worlds, 0, uint64(key))
        return worlds

    def tried(self, scene: Scene, worlds: Worlds, every: int, key: int) -> Iterator[NDArray[np.float64]]:
        """Yield what the actions gain in `worlds`, in points: played out, and foreseen in one of `every`."""
        count = len(scene.actions)
        gains, foreseen = np.zeros((2, len(worlds.cards), count))
        rollouts: TruncatedRollouts = by_kept_networks(self._table, 0, 0)._replace(every=every)
        compiled_part(try_and_foresee)(
            self._row, scene, worlds, np.ones(count, np.int64), gains, foreseen, 0,
            rollouts.foresight(key % 2), uint64(key),
        )  # fmt: skip
        points = 2.0 * (len(self._table) - 1)
        for found in (gains, foreseen[::every]):
            mean = points * found.mean(0)
            mean[0] = 0.0
            yield mean


def truths(
    variant: Variant, state: State, memories: tuple[Memory, Memory], orders: Any, actions: Any,
    sides: Sides, found: Any, points: Any,
) -> None:  # fmt: skip
    """Write what each of `actions` scores with each order of the stock, both players going on."""
    for row in range(len(orders)):
        for place in range(len(actions)):
            points[row, place] = points_after(
                variant, state, memories, orders[row], actions[place], 0, 0, sides, found
            )


def simple_seat(
    variant: Variant, state: State, options: Choices, memory: Memory, own: int, other: int, rivals: Any,
    usual: int, found: Any,
) -> int:  # fmt: skip
    """Return what `simple` does, in the place of `training.duels.usual_action`."""
    return simple_action(variant, state, options, memory, 0)


@cache
def court(preset: str, against: str) -> Court:
    """Return the judges of one game against one player."""
    return Court(preset, against)


def judged(preset: str, against: str, hands: Sequence[int]) -> list[Case]:
    """Return the decisions in these hands."""
    return court(preset, against).cases(hands)


def by_hand(cases: Sequence[Case], hands: int, judge: Judge) -> NDArray[np.float64]:
    """Return what choosing by `judge` gains on `steady`'s choices in each hand."""
    found = np.zeros(hands)
    for case in cases:
        found[case.hand] += case.truth[1::2].mean(0)[int(np.argmax(judge(case)))]
    return found


def slopes(cases: Sequence[Case], judges: Sequence[str]) -> list[tuple[float, float]]:
    """Return how much of what each of `judges` says comes true beside the others, with half its interval.

    Least squares over all actions, the errors of one hand taken for one.
    """
    told = [np.stack([JUDGES[name](case)[1:] for name in judges], 1) for case in cases]
    came = [case.truth.mean(0)[1:] for case in cases]
    inverse = np.linalg.inv(sum(part.T @ part for part in told))
    found = inverse @ sum(part.T @ true for part, true in zip(told, came, strict=True))
    scores: dict[int, Any] = {}
    for case, part, true in zip(cases, told, came, strict=True):
        scores[case.hand] = scores.get(case.hand, 0.0) + part.T @ (true - part @ found)
    spread = sum(np.outer(score, score) for score in scores.values())
    errors = np.sqrt(np.diag(inverse @ spread @ inverse))
    return [(float(value), 1.96 * float(error)) for value, error in zip(found, errors, strict=True)]


def main() -> None:
    """Judge, and write the page."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--hands", type=int, default=200)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = options.parse_args()
    starts = range(0, chosen.hands, STEP)
    found: dict[tuple[str, str], list[Case]] = {}
    with ProcessPoolExecutor(chosen.workers, mp_context=get_context("spawn")) as pool:
        for preset, against in PAIRINGS:
            calls = [
                pool.submit(judged, preset, against, range(start, min(start + STEP, chosen.hands)))
                for start in starts
            ]
            found[preset, against] = [case for call in calls for case in call.result()]
            print(preset, against, len(found[preset, against]), flush=True)
    PAGE.write_text("\n".join(page(found, chosen.hands)) + "\n", encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))


def page(found: dict[tuple[str, str], list[Case]], hands: int) -> Iterator[str]:
    """Yield the page."""
    yield "# Who judges an action well"
    yield ""
    yield f"Made by `python -m bench.judges --hands {hands}`: {sum(map(len, found.values())):,} decisions."
    yield HOW
    yield ""
    system = f"{platform.system()}, Python {platform.python_version()}"
    yield f"Machine: {processor()}, {os.cpu_count()} cores, {system}."
    yield ""
    yield "## Points a hand more than by `steady`'s choices"
    yield ""
    columns = [f"`{preset}`, `{against}`" for preset, against in found]
    yield f"| chosen by | {' | '.join(columns)} | all, less than by all three |"
    yield f"|---|{'--:|' * (len(columns) + 1)}"
    best = np.concatenate([by_hand(cases, hands, JUDGES[CHAMPION]) for cases in found.values()])
    for name, judge in JUDGES.items():
        gains = [by_hand(cases, hands, judge) for cases in found.values()]
        more = points_text(of_mean((np.concatenate(gains) - best).tolist()))
        row = [*(points_text(of_mean(each.tolist())) for each in gains), "" if name == CHAMPION else more]
        yield f"| {name} | {' | '.join(row)} |"
    yield ""
    yield "## What comes true of what each says, beside the others"
    yield ""
    names = ("the network's opinion", "played out", "foreseen")
    yield f"| game, against | {' | '.join(names)} |"
    yield f"|---|{'--:|' * len(names)}"
    together = [
        case._replace(hand=case.hand + place * hands)
        for place, cases in enumerate(found.values())
        for case in cases
    ]
    for title, cases in zip([*columns, "all"], [*found.values(), together], strict=True):
        told = [f"{value:.2f} ± {half:.2f}" for value, half in slopes(cases, names)]
        yield f"| {title} | {' | '.join(told)} |"


if __name__ == "__main__":
    main()
