"""How well each judge of an action foresees what it truly brings: writes bench/judges.md.

    python -m bench.judges [--hands 100] [--matches 40] [--workers 2]

`network` plays against others. At each of its decisions whatever may be worth doing is judged in several
ways, and played out with the true hand of the other in many orders of the stock. What stands on the page is
told there.
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
from ginrummy.players.opponent_history import Past, past_of
from ginrummy.players.opponent_style import patience_log_odds
from ginrummy.players.player import chance, is_showdown
from ginrummy.players.search import search_root_of, worlds_for
from ginrummy.players.search_strategy import SearchRoot, Worlds
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.turns import Choices, Memory, State, choices
from ginrummy.variants import Variant, load_variant

PAGE: Final = Path(__file__).with_name("judges.md")
HANDS: Final = (("eaai", "steady"), ("eaai", "simple"), ("eaai", "network"), ("eleven_card", "steady"))
MATCHES: Final = (("eaai", "steady"), ("eaai", "simple"), ("eaai", "network"))
REACH: Final = 60
"""In a match the decisions are judged from where a hand may end it: so many points before the target."""
WORLDS, FORESEEN, ORDERS = 800, 200, 60
"""Worlds of the belief that actions are played out in, those that are foreseen too, orders of the stock."""
HOW: Final = f"""
`network` plays so many hands of each game against each player, from no score, and so many matches; of these
what it does within {REACH} points of the target is judged. What an action truly brings is what it comes
to with the true hand of the other in {ORDERS} orders of the stock, `network` and the other going on. It is
judged by what the two networks think of it at a glance; played out, by `steady`, in {WORLDS} worlds of the
champion's belief; foreseen, by a network three decisions on, in {FORESEEN} of them. Told the hand, a judge
has {ORDERS} worlds with the true one; what comes is half of the orders, and the other half says
what it is worth, as it does for all. Hands are told in points, matches in the chance to win them; intervals
of 95 % over hands, or matches.
"""
FIRST: Final = 500_000
HANDS_A_CALL: Final = 5


Values = NDArray[np.float64]


class Case(NamedTuple):
    """A decision: what each action gains on `steady`'s, the first one, by each judge.

    Points in hands from no score, in matches hundredths of the chance to win.

    `opinion` is the network's; `played` and `foreseen` are means over worlds of the belief, `told_played` and
    `told_foreseen` over worlds with the true hand. `truth` has a row for each order of the stock.
    """

    number: int
    opinion: Values
    played: Values
    foreseen: Values
    told_played: Values
    told_foreseen: Values
    truth: Values


def all_three(opinion: Values, played: Values, foreseen: Values) -> Values:
    """Return what the three judges say together, each weighing about as much as it does for the champion."""
    return 0.15 * opinion + 0.35 * played + 0.5 * foreseen


Judge = Callable[[Case], Values]
JUDGES: Final[dict[str, Judge]] = {
    "the network's opinion": lambda case: case.opinion,
    "played out": lambda case: case.played,
    "foreseen": lambda case: case.foreseen,
    "opinion and played out": lambda case: 0.3 * case.opinion + 0.7 * case.played,
    "all three": lambda case: all_three(case.opinion, case.played, case.foreseen),
    "told the hand: played out": lambda case: case.told_played,
    "told the hand: foreseen": lambda case: case.told_foreseen,
    "told the hand: both": lambda case: 0.4 * case.told_played + 0.6 * case.told_foreseen,
    "told the hand: what comes": lambda case: case.truth[::2].mean(0),
}
CHAMPION: Final = "all three"


class Court:
    """The judges of one game against one player, in hands from no score or in whole matches."""

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
        """Return the decisions of the network in these hands, or these matches where they may end."""
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
        """Return whether what is done here is judged: in matches only where the hand may end them."""
        may_end = max(scores_of(view)) + REACH >= self._variant.game_target
        return not is_showdown(view) and (may_end or not self._in_matches)

    def _worth_judging(self, view: View) -> dict[int, float]:
        """Return `steady`'s action, and those that the network does not think far behind the best.

        Each with what it gains on the first for the network; nothing where there is no choice.
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
        told = worlds_for(view, ORDERS)
        other = state.hands[1 - state.turn]
        told.cards[:], told.twins[:] = other
        told.styles[:] = STYLES[self._against]
        told.stocks[:, : len(stock)] = np.random.default_rng([key, 1]).permuted(orders, axis=1)
        played, foreseen = self.tried(root, believed, WORLDS // FORESEEN, key)
        told_played, told_foreseen = self.tried(root, told, 1, key)
        truth = self._scale * (truth - truth[:, :1])
        return Case(
            number, np.array([*opinion.values()]), played, foreseen, told_played, told_foreseen, truth
        )

    def opinion(self, view: View, actions: list[int]) -> Values:
        """Return what the networks think at a glance that each of `actions` gains on the first."""
        gains = np.array(chances_gained(view, actions, self._table, *scores_of(view)))
        return self._scale * (gains - gains[0])

    def believed(self, view: View, past: Past, key: int) -> Worlds:
        """Return worlds of the champion's belief, drawn by a walk from `past` with chance of its own."""
        leaning, worlds = patience_log_odds(view), worlds_for(view, WORLDS)
        trail = trail_of(past, ALL_STYLES, glimpse_of(view, leaning), leaning)
        fill_worlds(view.variant, trail, worlds, uint64(key))
        return worlds

    def tried(self, root: SearchRoot, worlds: Worlds, every: int, key: int) -> Iterator[Values]:
        """Yield what the actions gain in `worlds`: played out, and foreseen in one of `every`."""
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
    """Write the chance to win after each action with each order of the stock, both players going on.

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
    """Return what `simple` does, in the place of `training.duels.usual_action`."""
    return simple_action(variant, state, options, memory, 0)


@cache
def court(preset: str, against: str, *, in_matches: bool = False) -> Court:
    """Return the judges of one game against one player."""
    return Court(preset, against, in_matches=in_matches)


def judged(preset: str, against: str, in_matches: bool, numbers: Sequence[int]) -> list[Case]:
    """Return the decisions in these hands, or matches."""
    return court(preset, against, in_matches=in_matches).cases(numbers)


class Pairing(NamedTuple):
    """A game against a player, and the decisions in so many hands of it, or matches."""

    preset: str
    against: str
    played: int
    cases: list[Case]


def pairings(
    pool: Executor, games: Sequence[tuple[str, str]], count: int, step: int, *, in_matches: bool
) -> Iterator[Pairing]:
    """Yield the decisions of so many hands, or matches, of each of `games`."""
    for preset, against in games:
        calls = [
            pool.submit(judged, preset, against, in_matches, range(start, min(start + step, count)))
            for start in range(0, count, step)
        ]
        cases = [case for call in calls for case in call.result()]
        print(preset, against, len(cases), flush=True)
        yield Pairing(preset, against, count, cases)


def by_number(pairing: Pairing, judge: Judge) -> Values:
    """Return what choosing by `judge` gains on `steady`'s choices in each hand, or match."""
    found = np.zeros(pairing.played)
    for case in pairing.cases:
        found[case.number] += case.truth[1::2].mean(0)[int(np.argmax(judge(case)))]
    return found


def slopes(cases: Sequence[Case], judges: Sequence[str]) -> list[tuple[float, float]]:
    """Return how much of what each of `judges` says comes true beside the others, with half its interval.

    Least squares over all actions, the errors of one hand, or match, taken for one.
    """
    told = [np.stack([JUDGES[name](case)[1:] for name in judges], 1) for case in cases]
    came = [case.truth.mean(0)[1:] for case in cases]
    inverse = np.linalg.inv(sum(part.T @ part for part in told))
    found = inverse @ sum(part.T @ true for part, true in zip(told, came, strict=True))
    scores: dict[int, Any] = {}
    for case, part, true in zip(cases, told, came, strict=True):
        scores[case.number] = scores.get(case.number, 0.0) + part.T @ (true - part @ found)
    spread = sum(np.outer(score, score) for score in scores.values())
    errors = np.sqrt(np.diag(inverse @ spread @ inverse))
    return [(float(value), 1.96 * float(error)) for value, error in zip(found, errors, strict=True)]


def main() -> None:
    """Judge, and write the page."""
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
    yield "# Who judges an action well"
    yield ""
    command = f"python -m bench.judges --hands {hands[0].played} --matches {matches[0].played}"
    yield f"Made by `{command}`: {sum(len(each.cases) for each in (*hands, *matches)):,} decisions."
    yield HOW
    system = f"{platform.system()}, Python {platform.python_version()}"
    yield f"Machine: {processor()}, {os.cpu_count()} cores, {system}."
    yield ""
    yield "## Points a hand more than by `steady`'s choices"
    yield ""
    yield from gains_table(hands)
    yield ""
    yield "## Hundredths of a match more than by `steady`'s choices, where the match may end"
    yield ""
    yield from gains_table(matches)
    yield ""
    yield "## What comes true of what each says, beside the others"
    yield ""
    yield from truth_table({"hands": hands, "matches": matches})


def gains_table(found: Sequence[Pairing]) -> Iterator[str]:
    """Yield what choosing by each judge gains."""
    columns = " | ".join(f"`{each.preset}`, `{each.against}`" for each in found)
    yield f"| chosen by | {columns} | all, less than by all three |"
    yield f"|---|{'--:|' * (len(found) + 1)}"
    best = np.concatenate([by_number(each, JUDGES[CHAMPION]) for each in found])
    for name, judge in JUDGES.items():
        gains = [by_number(each, judge) for each in found]
        more = points_text(of_mean((np.concatenate(gains) - best).tolist()))
        row = [*(points_text(of_mean(each.tolist())) for each in gains), "" if name == CHAMPION else more]
        yield f"| {name} | {' | '.join(row)} |"


def truth_table(parts: Mapping[str, Sequence[Pairing]]) -> Iterator[str]:
    """Yield how much of what each of the three judges says comes true."""
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
            told = [f"{value:.2f} ± {half:.2f}" for value, half in slopes(cases, names)]
            yield f"| {title} | {game} | {' | '.join(told)} |"


if __name__ == "__main__":
    main()
