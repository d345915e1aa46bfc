"""`search`: rolls out actions in worlds sampled from its belief; only a better one replaces `steady`'s."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import pairwise
from math import inf
from time import perf_counter
from typing import Any, Final, NamedTuple

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.background_calls import Helpers, make_helpers
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.move_numbers import move_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players import search_strategy
from ginrummy.players.belief import BLIND
from ginrummy.players.belief_network import NOTHING_SEEN, Glimpse
from ginrummy.players.belief_walk import ALL_STYLES, trail_of
from ginrummy.players.candidate_actions import worth_trying
from ginrummy.players.foresight import TruncatedRollouts
from ginrummy.players.foresight_loops import try_and_foresee, weigh_in
from ginrummy.players.match_equity import match_equity, points_alone, scores_of
from ginrummy.players.opponent_history import PossiblePast, past_of
from ginrummy.players.opponent_style import patience_log_odds
from ginrummy.players.player import PauseReason, chance, is_showdown, run_to_end
from ginrummy.players.search_strategy import GainTally, SampledWorlds, SearchRoot, Trail
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.turns import choices

WIDENED: Final = 1.8
"""Factor on errors: consecutive worlds of a walk are correlated, so they count less than independent ones."""


class GainEstimate(NamedTuple):
    """Estimated gain of an action over the first one, and its error."""

    gain: float
    error: float


def regret(tally: GainTally, tried: int) -> float:
    """Return the expected regret of stopping after `tried` worlds, in chances to win.

    It is the expected advantage of the likeliest rival over the leading action: a unit normal loss.
    """
    leader, *rivals = sorted(gain_estimates(tally, tried), reverse=True)
    return max((behind_by(leader, rival) for rival in rivals), default=0.0)


def gain_estimates(tally: GainTally, tried: int) -> list[GainEstimate]:
    """Return the estimates for the first action, whose gain is 0, and for those alive."""
    found, worlds = [GainEstimate(0.0, 0.0)], tried + tally.prior_worlds
    columns = (tally.sums, tally.squares, tally.prior, tally.alive)
    for total, squares, prior, alive in list(zip(*(column.tolist() for column in columns), strict=True))[1:]:
        if alive:
            variance = max(squares / tried - (total / tried) ** 2, 0.0)
            error = WIDENED * math.sqrt(variance / worlds)
            found.append(GainEstimate((total + prior) / worlds, error))
    return found


def behind_by(leader: GainEstimate, rival: GainEstimate) -> float:
    """Return the expected advantage of `rival` over `leader`, counted as 0 where it is negative."""
    error = max(leader.error, rival.error)
    return error * unit_normal_loss((leader.gain - rival.gain) / error) if error else 0.0


def unit_normal_loss(distance: float) -> float:
    """Return the mean excess of a standard normal variable over `distance`, counted as 0 below it.

    >>> round(unit_normal_loss(0.0), 4), round(unit_normal_loss(1.0), 4)
    (0.3989, 0.0833)
    """
    density = math.exp(-distance * distance / 2) / math.sqrt(2 * math.pi)
    return density - distance * math.erfc(distance / math.sqrt(2)) / 2


ROUND: Final = 50
AN_OBSERVED_ACTION: Final = 4
"""Cost of one explained action per sampled world, in draws of a roll-out."""
A_GLANCE: Final = 60
"""Cost of a truncated roll-out, in draws of a full one."""
DRAWING, TRYING = range(2)


class RoundGains(NamedTuple):
    """Gains of the actions in a round: tables with a row per world, from full and truncated roll-outs."""

    gains: Any
    foreseen: Any


def empty_tables(actions: int) -> RoundGains:
    """Return empty tables for a round with this many actions."""
    return RoundGains(arrays.zeros("f8", ROUND, actions), arrays.zeros("f8", ROUND, actions))


class WorldTimes:
    """Measured seconds per world: to sample one, and to try the actions in one."""

    def __init__(self) -> None:
        self._worlds, self._seconds = [0, 0], [0.0, 0.0]

    @contextmanager
    def measure(self, kind: int, worlds: int) -> Iterator[None]:
        """Measure the time of a block that handles `worlds` worlds."""
        began = perf_counter()
        yield
        self._seconds[kind] += perf_counter() - began
        self._worlds[kind] += worlds

    def own_share(self, helpers: int) -> float:
        """Return the share of a round for this core, so that all cores finish together."""
        drawing, trying = (
            seconds / max(worlds, 1) for seconds, worlds in zip(self._seconds, self._worlds, strict=True)
        )
        even = 1 / (helpers + 1)
        return even if trying == 0.0 else max(0.0, even - drawing / trying * (1 - even))


class Rounds:
    """A search among the actions of `root` with the seed `key`. The gains are summed in `tally`.

    With `truncated`, some of the worlds also get truncated roll-outs by a network. `tried` counts the worlds.
    `effort` measures the work, independent of the machine: the cards that may have been drawn from the stock
    in the roll-outs, plus the actions that each sample had to explain.
    """

    def __init__(
        self,
        view: View,
        root: SearchRoot,
        trail: Trail,
        tally: GainTally,
        key: int,
        truncated: TruncatedRollouts | None = None,
    ) -> None:
        self.tried = self.effort = 0
        self._view, self._root, self._trail, self._tally = view, root, trail, tally
        self._truncated = truncated
        self._row, self._key = variant_record(view.variant), uint64(key)
        self._ahead: SampledWorlds | None = None
        self._times = WorldTimes()

    def burn_in(self) -> None:
        """Burn in: walk to a past that explains the play well."""
        settle = compile_function(search_strategy.settle_in)
        settle(self._row, self._trail, search_strategy.BURN_IN, self._key)

    def run_round(self, helpers: Helpers, *, is_last: bool) -> Generator[PauseReason, None, int]:
        """Run one round. Return how many comparisons are still open.

        `helpers` try most of its worlds while this core samples those of the next one.
        """
        self.effort += self._effort()
        found = yield from self._tried(helpers, is_last=is_last)
        left = self._added_up(found)
        self.tried += ROUND
        yield PauseReason.DONE
        return left

    def best_place(self, doubt: float) -> int:
        """Return the index of the action that gains most by `doubt` standard errors, or 0 when none does."""
        place: int = compile_function(search_strategy.best_place)(self._tally, max(self.tried, 1), doubt)
        return place

    def regret(self) -> float:
        """Return the expected regret of stopping now, in chances to win; infinite before the first round."""
        return regret(self._tally, self.tried) if self.tried else inf

    def _effort(self) -> int:
        """Return the effort of a round. With two packs it counts four times."""
        alive: int = sum(self._tally.alive.tolist())
        ahead = 0 if self._truncated is None else A_GLANCE // self._truncated.every
        a_world = alive * (self._view.stock + ahead) + AN_OBSERVED_ACTION * len(self._trail.observed)
        return ROUND * max(1, a_world) * self._view.variant.decks**2

    def _tried(self, helpers: Helpers, *, is_last: bool) -> Generator[PauseReason, None, RoundGains]:
        worlds, count = self._ahead or self._drawn(self.tried), helpers.count
        found = empty_tables(len(self._tally.alive))
        bounds = shares(ROUND, round(ROUND * self._times.own_share(count)), count)
        calls = [self._call(worlds, found, start, stop) for start, stop in pairwise(bounds)]
        answers = [helpers.submit(*call) for call in calls[1:]]
        self._ahead = self._drawn(self.tried + ROUND) if count and not is_last else None
        if bounds[1]:
            with self._times.measure(TRYING, bounds[1]):
                function, *arguments = calls[0]
                compile_function(function)(*arguments)
        if answers:
            yield PauseReason.AWAITED
        for answer in answers:
            answer.finish()
        return found

    def _added_up(self, found: RoundGains) -> int:
        """Add the results to the tally. Return how many comparisons are still open."""
        if self._truncated is not None:
            every, weight = self._truncated.every, self._truncated.weight
            compile_function(weigh_in)(self._tally, found.foreseen, self.tried, every, weight)
            worlds = self._tally.prior_worlds + weight * ROUND // every
            self._tally = self._tally._replace(prior_worlds=worlds)
        left: int = compile_function(search_strategy.add_up)(self._tally, found.gains, self.tried)
        return left

    def _drawn(self, tried: int) -> SampledWorlds:
        worlds = worlds_for(self._view, ROUND)
        with self._times.measure(DRAWING, ROUND):
            compile_function(search_strategy.draw_worlds)(self._row, self._trail, worlds, tried, self._key)
        return worlds

    def _call(self, worlds: SampledWorlds, found: RoundGains, start: int, stop: int) -> tuple[Any, ...]:
        """Return the function that tries worlds `start` to `stop` of the round, with its arguments."""
        part, gains = SampledWorlds(*(column[start:stop] for column in worlds)), found.gains[start:stop]
        common = (self._row, self._root, part, self._tally.alive, gains)
        if self._truncated is None:
            return (search_strategy.try_worlds, *common, self.tried + start, self._key)
        foresight = self._truncated.foresight(self.tried // ROUND)
        foreseen = found.foreseen[start:stop]
        return (try_and_foresee, *common, foreseen, self.tried + start, foresight, self._key)


def shares(worlds: int, own: int, helpers: int) -> list[int]:
    """Return the bounds of the shares of a round: the first, `own`, is ours, the others are the helpers'.

    >>> shares(50, 10, 3)
    [0, 10, 23, 36, 50]
    """
    return [0, *(own + (worlds - own) * part // max(helpers, 1) for part in range(helpers + 1))]


def worlds_for(view: View, count: int) -> SampledWorlds:
    """Return empty arrays for `count` worlds."""
    cards, twins, styles = (arrays.zeros("i8", count) for _column in range(3))
    return SampledWorlds(cards, twins, styles, arrays.zeros("i8", count, max(1, view.state.stock)))


WORLDS: Final = 600
DOUBT: Final = 0.3


class Prior(NamedTuple):
    """Prior of a search: the gain of each action over the first, and its weight in worlds."""

    actions: list[int]
    gains: list[float]
    worlds: int


class SearchPlayer:
    """Determinised Monte Carlo over the kernel: a function of the view, the seed and the number of worlds.

    Its roll-outs model its own seat as `steady`, and the other seat as `simple` or `steady`, by the belief.
    """

    name = "search"

    def __init__(
        self,
        *,
        seed: int = 0,
        worlds: float = WORLDS,
        milliseconds: float | None = None,
        doubt: float = DOUBT,
        styles: int = ALL_STYLES,
        belief: bool = True,
        for_match: bool = True,
        cores: int | None = 1,
    ) -> None:
        """Play by at most `worlds` hidden worlds a move, in rounds of 50.

        With `milliseconds` no world starts after that time, however few were tried: then the clock matters
        too. An action replaces `steady`'s when it is better by `doubt` standard errors. `styles` has bit 0
        set when the other seat may be prompt, as `simple` is, and bit 1 when it may be patient, as `steady`
        is. Two switches are for ablation: without `belief` all hands of the other seat are equally likely,
        and without `for_match` the search plays for points at every score. `cores`, `None` for all available,
        changes only the time.
        """
        self.seed, self.worlds, self.milliseconds = seed, worlds, milliseconds
        self.doubt, self.styles = doubt, styles if belief else styles | BLIND
        self.cores = cores
        self._equity = match_equity if for_match else points_alone

    def decide(self, view: View) -> Move:
        """Return the action that does best in the worlds tried, or the best layout at the showdown."""
        return run_to_end(self.decide_in_pieces(view))

    def decide_in_pieces(self, view: View) -> Generator[PauseReason, None, Move]:
        """Decide as `decide` does, in pieces."""
        if is_showdown(view):
            return view.automatic_layout()
        began = perf_counter()
        draw = chance(view, self.seed)
        past = past_of(view, draw)
        options = choices(view.variant, view.state)
        usual = steady_action(view.variant, view.state, options, past.memories[view.seat], 0)
        candidates = worth_trying(view, options, usual)
        if len(candidates) == 1:
            return move_of(view, usual)
        prior = self._prior(view, candidates)
        candidates = prior.actions
        if len(candidates) == 1:
            return move_of(view, candidates[0])
        root = search_root_of(view, past, candidates, self._equity(view.variant))
        leaning = patience_log_odds(view)
        trail = trail_of(past, self.styles, self._glimpse(view, leaning), leaning)
        rounds = Rounds(view, root, trail, tally_for(prior), draw.getrandbits(64), self._foresight(view))
        best = yield from self._best(view, rounds, began)
        return move_of(view, candidates[best])

    def _prior(self, view: View, candidates: list[int]) -> Prior:
        """Return the `candidates` to search, and their prior: all of them, and no prior."""
        return Prior(candidates, [0.0] * len(candidates), 0)

    def _glimpse(self, view: View, leaning: float) -> Glimpse:
        """Return the prior for the other hand: none.

        `leaning` is the log-odds that the other seat is patient, from the earlier hands.
        """
        return NOTHING_SEEN

    def _foresight(self, view: View) -> TruncatedRollouts | None:
        """Return the truncated roll-outs: none."""
        return None

    def _best(self, view: View, rounds: Rounds, began: float) -> Generator[PauseReason, None, int]:
        """Yield after each piece of a round. Return the index of the best candidate."""
        helpers, is_decided = make_helpers(self.cores), False
        rounds.burn_in()
        while not is_decided and self._goes_on(view, rounds) and self._has_time(began):
            left = yield from rounds.run_round(helpers, is_last=rounds.tried + ROUND >= self.worlds)
            is_decided = left == 0
        return rounds.best_place(self.doubt)

    def _goes_on(self, view: View, rounds: Rounds) -> bool:
        """Return whether to run another round, apart from the time limit."""
        return rounds.tried < self.worlds

    def _has_time(self, began: float) -> bool:
        return self.milliseconds is None or (perf_counter() - began) * 1000 < self.milliseconds


def search_root_of(view: View, past: PossiblePast, candidates: list[int], equity: Any) -> SearchRoot:
    """Return the decision in the form that the search reads."""
    own, other = scores_of(view)
    return SearchRoot(view.state, *past.memories, arrays.from_values("i8", candidates), equity, own, other)


def tally_for(prior: Prior) -> GainTally:
    """Return an empty tally for the actions of `prior`."""
    count = len(prior.gains)
    return GainTally(
        arrays.zeros("f8", count),
        arrays.zeros("f8", count),
        arrays.from_values("i8", [1] * count),
        arrays.from_values("f8", [gain * prior.worlds for gain in prior.gains]),
        prior.worlds,
    )
