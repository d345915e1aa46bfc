"""Accuracy of each estimate of an action against its true value: writes bench/judges.md.

    python -m bench.judges [--hands 100] [--matches 40] [--workers 2]

`network` plays against others. At each of its decisions every candidate action gets several estimates, and is
played out with the opponent's true hand in many orders of the stock. `HOW` describes the method on the page.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.advantages import points_after
from bench.hidden_hand import STYLES
from bench.intervals import of_mean, points_text
from bench.report import processor
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.row_fields import variant_record
from ginrummy.lab.training.compiled_evaluator import evaluators_by, pupil_action
from ginrummy.lab.training.duels import Sides, usual_action
from ginrummy.players import load_player
from ginrummy.players.belief_network import glimpse_of
from ginrummy.players.belief_walk import ALL_STYLES, fill_worlds, trail_of
from ginrummy.players.candidate_actions import MOST, near_the_best, worth_trying
from ginrummy.players.champion import WITHIN
from ginrummy.players.equity_loops import chance_at
from ginrummy.players.foresight import TruncatedRollouts, by_kept_networks
from ginrummy.players.foresight_loops import try_and_foresee
from ginrummy.players.match_equity import match_equity, point_at, points_alone, scores_of
from ginrummy.players.network import chances_gained, load_networks
from ginrummy.players.opponent_history import PossiblePast, past_of
from ginrummy.players.opponent_style import patience_log_odds
from ginrummy.players.player import chance, is_showdown
from ginrummy.players.search import search_root_of, worlds_for
from ginrummy.players.search_strategy import SampledWorlds, SearchRoot
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.turns import Choices, Memory, State, choices
from ginrummy.variants import Variant, load_variant

PAGE: Final = Path(__file__).with_name("judges.md")
HANDS: Final = (("eaai", "steady"), ("eaai", "simple"), ("eaai", "network"), ("eleven_card", "steady"))
MATCHES: Final = (("eaai", "steady"), ("eaai", "simple"), ("eaai", "network"))
REACH: Final = 60
"""In a match only decisions within so many points of the target count: there a hand may end it."""
WORLDS, FORESEEN, ORDERS = 800, 200, 60
"""Worlds of the belief for full roll-outs, for truncated roll-outs, and orders of the stock."""
HOW: Final = f"""
`network` plays hands of each game against each player, from no score, and matches. Of the matches only
decisions within {REACH} points of the target count. The true value of an action is its mean result with
the opponent's true hand in {ORDERS} orders of the stock, `network` and the opponent continuing. The
estimates are the opinion of the two networks; full roll-outs (*played out*) by `steady` in {WORLDS}
worlds of the champion's belief; and truncated roll-outs (*foreseen*), which a network evaluates after
three decisions, in {FORESEEN} of these worlds. With the *hand known*, an estimate has {ORDERS} worlds
with the true hand. The *true value* as an estimate uses half of the orders; the other half evaluates
every choice. Hands are in points, matches in the chance to win; intervals of 95 % over hands, or
matches.
"""
FIRST: Final = 500_000
HANDS_A_CALL: Final = 5


Values = NDArray[np.float64]


class Case(NamedTuple):
    """A decision: the gain of each action over `steady`'s, the first one, by each estimate.

    Points in hands from no score, in matches hundredths of the chance to win.

    `opinion` is the network's; `played` and `foreseen` are means over worlds of the belief, `known_played`
    and `known_foreseen` over worlds with the true hand. `truth` has a row for each order of the stock.
    """

    number: int
    opinion: Values
    played: Values
    foreseen: Values
    known_played: Values
    known_foreseen: Values
    truth: Values


def all_three(opinion: Values, played: Values, foreseen: Values) -> Values:
    """Return the weighted mean of the three estimates, with about the champion's weights."""
    return 0.15 * opinion + 0.35 * played + 0.5 * foreseen


Judge = Callable[[Case], Values]
JUDGES: Final[dict[str, Judge]] = {
    "the network's opinion": lambda case: case.opinion,
    "played out": lambda case: case.played,
    "foreseen": lambda case: case.foreseen,
    "opinion and played out": lambda case: 0.3 * case.opinion + 0.7 * case.played,
    "all three": lambda case: all_three(case.opinion, case.played, case.foreseen),
    "hand known: played out": lambda case: case.known_played,
    "hand known: foreseen": lambda case: case.known_foreseen,
    "hand known: both": lambda case: 0.4 * case.known_played + 0.6 * case.known_foreseen,
    "hand known: true value": lambda case: case.truth[::2].mean(0),
}
CHAMPION: Final = "all three"


class Court:
    """Estimates for one game against one player, in hands from no score or in whole matches."""

    def __init__(self, preset: str, against: str, *, in_matches: bool = False) -> None:
        self._variant, self._against, self._in_matches = load_variant(preset).row, against, in_matches
        self._row = variant_record(self._variant)
        self._table = match_equity(self._variant) if in_matches else points_alone(self._variant)
        self._scale = 100.0 if in_matches else 2.0 * (len(self._table) - 1)
        networks = evaluators_by(load_networks())
        self._sides = Sides(networks, evaluators_by(load_networks()) if against == "network" else ())
        seats = {"simple": simple_seat, "network": pupil_action}
        swaps = {usual_action: seats[against]} if against in seats else {}
        self._truths = compile_function(truths, swaps)

    def cases(self, numbers: Sequence[int]) -> list[Case]:
        """Return the decisions of the network in these hands, or at the end of these matches."""
        return [case for number in numbers for case in self._of(number)]

    def _of(self, number: int) -> Iterator[Case]:
        other, player = load_player(self._against), load_player("network")
        match = Match.start(self._variant, seeds_from_number(FIRST + number))
        while not (match.is_over if self._in_matches else match.game.is_over):
            if match.game.is_over:
                match = match.next_hand()
                continue
            view = view_of(match, match.game.turn)
            if view.seat != number % 2:
                match = match.play(other.decide(view))
                continue
            if self._counts(view) and len(opinion := self._worth_judging(view)) > 1:
                yield self._judged(match, view, opinion, number)
            match = match.play(player.decide(view))

    def _counts(self, view: View) -> bool:
        """Return whether this decision counts: in matches only if the hand may end them."""
        may_end = max(scores_of(view)) + REACH >= self._variant.game_target
        return not is_showdown(view) and (may_end or not self._in_matches)

    def _worth_judging(self, view: View) -> dict[int, float]:
        """Return `steady`'s action, and those that the network puts close to the best.

        Each has its gain over the first in the network's opinion. Empty if there is no choice.
        """
        options = choices(view.variant, view.state)
        found = worth_trying(view, options, steady_action(view.variant, view.state, options, view.memory, 0))
        if len(found) == 1:
            return {}
        opinion = self.opinion(view, found).tolist()
        within = WITHIN * point_at(self._table, *scores_of(view)) * self._scale
        near = near_the_best(opinion, within)
        return {found[place]: opinion[place] for place in sorted({0, *near})}

    def _judged(self, match: Match, view: View, opinion: dict[int, float], number: int) -> Case:
        actions, draw = [*opinion], chance(view, number)
        past, stock, state = past_of(view, draw), match.game.stock, match.game.state
        root, key = search_root_of(view, past, actions, self._table), draw.getrandbits(64)
        orders = np.random.default_rng(key).permuted(np.tile(stock, (ORDERS, 1)), axis=1).astype(np.int64)
        truth, found = np.zeros((ORDERS, len(actions))), np.empty(MOST, np.int64)
        self._truths(self._row, root, state, orders, self._sides, found, truth)
        believed = self.believed(view, past_of(view, draw), key)
        known = worlds_for(view, ORDERS)
        other = state.hands[1 - state.turn]
        known.cards[:], known.twins[:] = other
        known.styles[:] = STYLES[self._against]
        known.stocks[:, : len(stock)] = np.random.default_rng([key, 1]).permuted(orders, axis=1)
        played, foreseen = self.tried(root, believed, WORLDS // FORESEEN, key)
        known_played, known_foreseen = self.tried(root, known, 1, key)
        truth = self._scale * (truth - truth[:, :1])
        return Case(
            number, np.array([*opinion.values()]), played, foreseen, known_played, known_foreseen, truth
        )

    def opinion(self, view: View, actions: list[int]) -> Values:
        """Return the gain of each of `actions` over the first in the opinion of the networks."""
        gains = np.array(chances_gained(view, actions, self._table, *scores_of(view)))
        return self._scale * (gains - gains[0])

    def believed(self, view: View, past: PossiblePast, key: int) -> SampledWorlds:
        """Return worlds of the champion's belief, sampled by a walk from `past`."""
        leaning, worlds = patience_log_odds(view), worlds_for(view, WORLDS)
        trail = trail_of(past, ALL_STYLES, glimpse_of(view, leaning), leaning)
        fill_worlds(view.variant, trail, worlds, uint64(key))
        return worlds

    def tried(self, root: SearchRoot, worlds: SampledWorlds, every: int, key: int) -> Iterator[Values]:
        """Yield the gains in `worlds`: by full roll-outs, and by truncated ones in one of `every`."""
        count = len(root.actions)
        gains, foreseen = np.zeros((2, len(worlds.cards), count))
        rollouts: TruncatedRollouts = by_kept_networks(self._table, root.own, root.other)
        compile_function(try_and_foresee)(
            self._row, root, worlds, np.ones(count, np.int64), gains, foreseen, 0,
            rollouts._replace(every=every).foresight(key % 2), uint64(key),
        )  # fmt: skip
        for found in (gains, foreseen[::every]):
            mean = self._scale * found.mean(0)
            mean[0] = 0.0
            yield mean


def truths(
    variant: Variant, root: SearchRoot, state: State, orders: Any, sides: Sides, found: Any, chances: Any
) -> None:
    """Write the chance to win after each action with each order of the stock, both players continuing.

    `state` is that of `root` with the true hands.
    """
    memories, own, other = (root.first, root.second), root.own, root.other
    for row in range(len(orders)):
        for place in range(len(root.actions)):
            points = points_after(
                variant, state, memories, orders[row], root.actions[place], own, other, sides, found
            )
            chances[row, place] = chance_at(root.equity, own + max(points, 0), other + max(-points, 0))


def simple_seat(
    variant: Variant, state: State, options: Choices, memory: Memory, own: int, other: int, rivals: Any,
    usual: int, found: Any,
) -> int:  # fmt: skip
    """Return the action of `simple`, in place of `training.duels.usual_action`."""
    return simple_action(variant, state, options, memory, 0)


@cache
def court(preset: str, against: str, *, in_matches: bool = False) -> Court:
    """Return the estimates for one game against one player."""
    return Court(preset, against, in_matches=in_matches)


def judged(preset: str, against: str, in_matches: bool, numbers: Sequence[int]) -> list[Case]:
    """Return the decisions in these hands, or matches."""
    return court(preset, against, in_matches=in_matches).cases(numbers)


class Pairing(NamedTuple):
    """A game against a player, and the decisions in its hands or matches."""

    preset: str
    against: str
    played: int
    cases: list[Case]


def pairings(
    pool: Executor, games: Sequence[tuple[str, str]], count: int, step: int, *, in_matches: bool
) -> Iterator[Pairing]:
    """Yield the decisions in `count` hands or matches of each of `games`."""
    for preset, against in games:
        calls = [
            pool.submit(judged, preset, against, in_matches, range(start, min(start + step, count)))
            for start in range(0, count, step)
        ]
        cases = [case for call in calls for case in call.result()]
        print(preset, against, len(cases), flush=True)
        yield Pairing(preset, against, count, cases)


def by_number(pairing: Pairing, judge: Judge) -> Values:
    """Return the gain of choosing by `judge` over `steady`'s choices in each hand or match."""
    found = np.zeros(pairing.played)
    for case in pairing.cases:
        found[case.number] += case.truth[1::2].mean(0)[int(np.argmax(judge(case)))]
    return found


def slopes(cases: Sequence[Case], judges: Sequence[str]) -> list[tuple[float, float]]:
    """Return the regression coefficient of each of `judges`, with half its interval.

    Least squares over all actions, with errors clustered by hand or match.
    """
    estimates = [np.stack([JUDGES[name](case)[1:] for name in judges], 1) for case in cases]
    came = [case.truth.mean(0)[1:] for case in cases]
    inverse = np.linalg.inv(sum(part.T @ part for part in estimates))
    found = inverse @ sum(part.T @ true for part, true in zip(estimates, came, strict=True))
    scores: dict[int, Any] = {}
    for case, part, true in zip(cases, estimates, came, strict=True):
        scores[case.number] = scores.get(case.number, 0.0) + part.T @ (true - part @ found)
    spread = sum(np.outer(score, score) for score in scores.values())
    errors = np.sqrt(np.diag(inverse @ spread @ inverse))
    return [(float(value), 1.96 * float(error)) for value, error in zip(found, errors, strict=True)]


def main() -> None:
    """Measure, and write the page."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--hands", type=int, default=100)
    options.add_argument("--matches", type=int, default=40)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = options.parse_args()
    with ProcessPoolExecutor(chosen.workers, mp_context=get_context("spawn")) as pool:
        hands = list(pairings(pool, HANDS, chosen.hands, HANDS_A_CALL, in_matches=False))
        matches = list(pairings(pool, MATCHES, chosen.matches, 1, in_matches=True))
    PAGE.write_text("\n".join(page(hands, matches)) + "\n", encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))


def page(hands: Sequence[Pairing], matches: Sequence[Pairing]) -> Iterator[str]:
    """Yield the page."""
    yield "# Estimates of an action, compared"
    yield ""
    command = f"python -m bench.judges --hands {hands[0].played} --matches {matches[0].played}"
    yield f"Made by `{command}`: {sum(len(each.cases) for each in (*hands, *matches)):,} decisions."
    yield HOW
    system = f"{platform.system()}, Python {platform.python_version()}"
    yield f"Machine: {processor()}, {os.cpu_count()} cores, {system}."
    yield ""
    yield "## Points a hand more than with `steady`'s choices"
    yield ""
    yield from gains_table(hands)
    yield ""
    yield "## Hundredths of a match more than with `steady`'s choices, where the match may end"
    yield ""
    yield from gains_table(matches)
    yield ""
    yield "## Regression of the true value on the three estimates"
    yield ""
    yield from truth_table({"hands": hands, "matches": matches})


def gains_table(found: Sequence[Pairing]) -> Iterator[str]:
    """Yield the table of gains of choosing by each estimate."""
    columns = " | ".join(f"`{each.preset}`, `{each.against}`" for each in found)
    yield f"| chosen by | {columns} | all, minus all three |"
    yield f"|---|{'--:|' * (len(found) + 1)}"
    best = np.concatenate([by_number(each, JUDGES[CHAMPION]) for each in found])
    for name, judge in JUDGES.items():
        gains = [by_number(each, judge) for each in found]
        more = points_text(of_mean((np.concatenate(gains) - best).tolist()))
        row = [*(points_text(of_mean(each.tolist())) for each in gains), "" if name == CHAMPION else more]
        yield f"| {name} | {' | '.join(row)} |"


def truth_table(parts: Mapping[str, Sequence[Pairing]]) -> Iterator[str]:
    """Yield the table of regression coefficients."""
    names = ("the network's opinion", "played out", "foreseen")
    yield f"| | game, against | {' | '.join(names)} |"
    yield f"|---|---|{'--:|' * len(names)}"
    for title, found in parts.items():
        rows = {f"`{each.preset}`, `{each.against}`": each.cases for each in found}
        rows["all"] = [
            case._replace(number=case.number + place * each.played)
            for place, each in enumerate(found)
            for case in each.cases
        ]
        for game, cases in rows.items():
            cells = [f"{value:.2f} ± {half:.2f}" for value, half in slopes(cases, names)]
            yield f"| {title} | {game} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
