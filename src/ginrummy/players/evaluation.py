"""Evaluation of a decision's actions in worlds sampled from the belief, round by round.

The champion plays the best action. The coach shows all of them, world by world.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import pairwise
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar

from ginrummy.game.view import View
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.background_calls import Helpers, Threads
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players import rollouts
from ginrummy.players.belief import STYLES
from ginrummy.players.belief_network import NOTHING_SEEN, Glimpse
from ginrummy.players.candidate_actions import near_the_best
from ginrummy.players.gains import Gains
from ginrummy.players.match_equity import Stakes
from ginrummy.players.network import chances_gained
from ginrummy.players.opponent_history import PossiblePast, action_rows
from ginrummy.players.player import PauseReason
from ginrummy.players.rollouts import Results, SampledWorlds, SearchRoot, Trail
from ginrummy.players.truncated_rollout import TruncatedRollouts, roll_out_with_foresight
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.variants import Variant

Columns = TypeVar("Columns", SampledWorlds, Results)

ALL_STYLES: Final = (1 << STYLES) - 1
ROUND: Final = 50
PRIOR_WORLDS: Final = 300
AN_OBSERVED_ACTION: Final = 4
"""Cost of one explained action per sampled world, in draws of a roll-out."""
A_GLANCE: Final = 60
"""Cost of a truncated roll-out, in draws of a full one."""
DRAWING, TRYING = range(2)
ALONE: Final = Threads(0)


class Candidates(NamedTuple):
    """Actions to compare, each with a prior gain over the first one and its weight in worlds."""

    actions: list[int]
    prior: list[float]
    prior_worlds: list[float]


def without_prior(actions: list[int]) -> Candidates:
    """Return `actions` without a prior."""
    return Candidates(actions, [0.0] * len(actions), [0.0] * len(actions))


def rated_candidates(
    view: View, actions: list[int], stakes: Stakes, *, within: float, worlds: int
) -> Candidates:
    """Return those of `actions` that the network rates near the best, with its gains as a prior.

    `within` is the largest distance to the best, in chance to win, `worlds` the weight of the prior.
    """
    gains = chances_gained(view, actions, stakes.table, stakes.own, stakes.other)
    near = near_the_best(gains, within)
    prior = [gains[place] - gains[near[0]] for place in near]
    return Candidates([actions[place] for place in near], prior, [float(worlds)] * len(near))


class Round(NamedTuple):
    """The worlds of a round, and the results of the actions in them."""

    worlds: SampledWorlds
    results: Results


class Evaluation:
    """Evaluation of `candidates` in worlds that `trail` samples with the seed `key`, adding up their `gains`.

    The walk takes `stride` steps between two worlds. With `truncated`, some of the worlds also get truncated
    roll-outs by a network. `tried` counts the worlds. `effort` measures the work, independent of the machine:
    the cards that may have been drawn from the stock in the roll-outs, plus the actions that each sample had
    to explain.
    """

    def __init__(
        self,
        view: View,
        past: PossiblePast,
        candidates: Candidates,
        stakes: Stakes,
        trail: Trail,
        key: int,
        *,
        stride: int = rollouts.STRIDE,
        truncated: TruncatedRollouts | None = None,
    ) -> None:
        self.root = search_root(view, past, candidates.actions, stakes)
        self.gains = Gains(candidates.prior, candidates.prior_worlds)
        self.tried = self.effort = 0
        self._view, self._trail, self._stride, self._truncated = view, trail, stride, truncated
        self._row, self._key = variant_record(view.variant), uint64(key)
        self._ahead: SampledWorlds | None = None
        self._times = WorldTimes()

    def burn_in(self, steps: int = rollouts.BURN_IN) -> None:
        """Walk to a past that explains the play well."""
        compile_function(rollouts.burn_in)(self._row, self._trail, steps, self._key)

    def run_round(
        self, helpers: Helpers = ALONE, *, size: int = ROUND, is_last: bool = True
    ) -> Generator[PauseReason, None, Round]:
        """Try the actions that are alive in `size` more worlds, and add up their gains.

        `helpers` try most of the worlds while this core samples those of the next round.
        """
        self.effort += self._effort(size)
        worlds, count = self._ahead or self._draw_worlds(self.tried, size), helpers.count
        columns = max(1, len(self.gains.alive))
        found, foreseen = blank_results(size, columns), untried_worths(size, columns)
        bounds = split_round(size, round(size * self._times.own_share(count)), count)
        calls = [self._call(worlds, found, foreseen, start, stop) for start, stop in pairwise(bounds)]
        answers = [helpers.submit(*call) for call in calls[1:]]
        self._ahead = self._draw_worlds(self.tried + size, ROUND) if count and not is_last else None
        if bounds[1]:
            with self._times.measure(TRYING, bounds[1]):
                function, *arguments = calls[0]
                compile_function(function)(*arguments)
        if answers:
            yield PauseReason.AWAITED
        for answer in answers:
            answer.finish()
        if self._truncated is not None:
            self.gains.add_to_prior(foreseen.tolist(), self._truncated.weight)
        self.gains.add(found.worths.tolist())
        self.tried += size
        return Round(worlds, found)

    def _effort(self, size: int) -> int:
        """Return the effort of a round. With two packs it counts four times."""
        ahead = 0 if self._truncated is None else A_GLANCE // self._truncated.every
        a_world = sum(self.gains.alive) * (self._view.stock + ahead)
        a_world += AN_OBSERVED_ACTION * len(self._trail.observed)
        return size * max(1, a_world) * self._view.variant.decks**2

    def _draw_worlds(self, tried: int, size: int) -> SampledWorlds:
        worlds = blank_worlds(size, self._view.state.stock)
        with self._times.measure(DRAWING, size):
            draw = compile_function(rollouts.draw_worlds)
            draw(self._row, self._trail, worlds, tried, self._stride, self._key)
        return worlds

    def _call(
        self, worlds: SampledWorlds, found: Results, foreseen: Any, start: int, stop: int
    ) -> tuple[Any, ...]:
        """Return the function that tries worlds `start` to `stop` of the round, with its arguments."""
        alive = arrays.from_values("i8", self.gains.alive)
        parts = (rows_of(worlds, start, stop), alive, rows_of(found, start, stop))
        if self._truncated is None:
            return (rollouts.roll_out_worlds, self._row, self.root, *parts, self.tried + start, self._key)
        foresight = self._truncated.round_network(self.tried // ROUND)
        seen = (foreseen[start:stop], self.tried + start, foresight, self._key)
        return (roll_out_with_foresight, self._row, self.root, *parts, *seen)


def walk_from(
    past: PossiblePast, styles: int, glimpse: Glimpse = NOTHING_SEEN, leaning: float = 0.0
) -> Trail:
    """Return a walk that starts at `past`, in the first of `styles`.

    `leaning` is the prior log-odds that the other seat is patient, before its actions in this hand.
    """
    style = (styles & -styles).bit_length() - 1
    return Trail(
        action_rows(past.observed),
        arrays.from_values("i8", past.cards),
        arrays.from_values("i8", past.unseen),
        past.dealt,
        styles,
        arrays.from_values("f8", (0.0, float(style), glimpse.trust, leaning, glimpse.tidiness)),
        arrays.zeros("i8", FACE_COUNT),
        arrays.from_values("f8", glimpse.odds),
    )


def blank_worlds(count: int, stock: int) -> SampledWorlds:
    """Return empty arrays for `count` worlds with `stock` cards in the stock."""
    cards, twins, styles = (arrays.zeros("i8", count) for _column in range(3))
    return SampledWorlds(cards, twins, styles, arrays.zeros("i8", count, max(1, stock)))


def sample_worlds(variant: Variant, trail: Trail, count: int, stock: int, key: Any) -> SampledWorlds:
    """Burn in, and return `count` samples of the walk by the random stream `key`."""
    row, worlds = variant_record(variant), blank_worlds(count, stock)
    compile_function(rollouts.burn_in)(row, trail, rollouts.BURN_IN, key)
    compile_function(rollouts.draw_worlds)(row, trail, worlds, 0, rollouts.STRIDE, key)
    return worlds


def rows_of(columns: Columns, start: int, stop: int) -> Columns:
    """Return rows `start` to `stop` of all `columns`."""
    return type(columns)(*(column[start:stop] for column in columns))


def blank_results(worlds: int, actions: int) -> Results:
    """Return empty arrays for the results of `actions` in `worlds`."""
    return Results(
        untried_worths(worlds, actions),
        arrays.zeros("f8", worlds, actions),
        arrays.zeros("i8", worlds, actions),
    )


def untried_worths(worlds: int, actions: int) -> Any:
    """Return an array for the worths of `actions` in `worlds`, none of which was tried."""
    return arrays.full("f8", math.nan, worlds, actions)


def search_root(view: View, past: PossiblePast, actions: list[int], stakes: Stakes) -> SearchRoot:
    """Return the decision between `actions` in the form that roll-outs read."""
    numbers = arrays.from_values("i8", actions)
    return SearchRoot(view.state, *past.memories, numbers, stakes.table, stakes.own, stakes.other)


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


def split_round(worlds: int, own: int, helpers: int) -> list[int]:
    """Return the bounds of the shares of a round: the first, `own`, is ours, the others are the helpers'.

    >>> split_round(50, 10, 3)
    [0, 10, 23, 36, 50]
    """
    return [0, *(own + (worlds - own) * part // max(helpers, 1) for part in range(helpers + 1))]
