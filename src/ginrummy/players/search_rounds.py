"""Rounds of a search: sample worlds, try the actions in them, and sum the gains.

Other cores try the actions while this one samples the next worlds. The result is bit-identical for any number
of cores: every world has its own random stream, and sums are made in a fixed order.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import pairwise
from math import inf
from time import perf_counter
from typing import Any, Final, NamedTuple

from ginrummy.game.view import View
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.background_calls import Helpers
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compiled
from ginrummy.players import search_strategy
from ginrummy.players.foresight import TruncatedRollouts
from ginrummy.players.foresight_loops import try_and_foresee, weigh_in
from ginrummy.players.incremental_thinking import Piece
from ginrummy.players.search_stopping import regret
from ginrummy.players.search_strategy import GainTally, SearchRoot, Trail, Worlds

ROUND: Final = 50
A_DEED: Final = 4
"""Cost of one explained action per sampled world, in draws of a roll-out."""
A_GLANCE: Final = 60
"""Cost of a truncated roll-out, in draws of a full one."""
DRAWING, TRYING = range(2)


class Found(NamedTuple):
    """Gains of the actions in a round: tables with a row per world, from full and truncated roll-outs."""

    gains: Any
    foreseen: Any


def found_for(actions: int) -> Found:
    """Return empty tables for a round with this many actions."""
    return Found(arrays.zeros("f8", ROUND, actions), arrays.zeros("f8", ROUND, actions))


class WorldTimes:
    """Measured seconds per world: to sample one, and to try the actions in one."""

    def __init__(self) -> None:
        self._worlds, self._seconds = [0, 0], [0.0, 0.0]

    @contextmanager
    def measured(self, kind: int, worlds: int) -> Iterator[None]:
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
        self._ahead: Worlds | None = None
        self._times = WorldTimes()

    def settle_in(self) -> None:
        """Burn in: walk to a past that explains the play well."""
        settle = compiled(search_strategy.settle_in)
        settle(self._row, self._trail, search_strategy.BURN_IN, self._key)

    def one(self, helpers: Helpers, *, is_last: bool) -> Generator[Piece, None, int]:
        """Run one round. Return how many comparisons are still open.

        `helpers` try most of its worlds while this core samples those of the next one.
        """
        self.effort += self._effort()
        found = yield from self._tried(helpers, is_last=is_last)
        left = self._added_up(found)
        self.tried += ROUND
        yield Piece.DONE
        return left

    def best_place(self, doubt: float) -> int:
        """Return the index of the action that gains most by `doubt` standard errors, or 0 when none does."""
        place: int = compiled(search_strategy.best_place)(self._tally, max(self.tried, 1), doubt)
        return place

    def regret(self) -> float:
        """Return the expected regret of stopping now, in chances to win; infinite before the first round."""
        return regret(self._tally, self.tried) if self.tried else inf

    def _effort(self) -> int:
        """Return the effort of a round. With two packs it counts four times."""
        alive: int = sum(self._tally.alive.tolist())
        ahead = 0 if self._truncated is None else A_GLANCE // self._truncated.every
        a_world = alive * (self._view.stock + ahead) + A_DEED * len(self._trail.deeds)
        return ROUND * max(1, a_world) * self._view.variant.decks**2

    def _tried(self, helpers: Helpers, *, is_last: bool) -> Generator[Piece, None, Found]:
        worlds, count = self._ahead or self._drawn(self.tried), helpers.count
        found = found_for(len(self._tally.alive))
        bounds = shares(ROUND, round(ROUND * self._times.own_share(count)), count)
        calls = [self._call(worlds, found, start, stop) for start, stop in pairwise(bounds)]
        answers = [helpers.ask(*call) for call in calls[1:]]
        self._ahead = self._drawn(self.tried + ROUND) if count and not is_last else None
        if bounds[1]:
            with self._times.measured(TRYING, bounds[1]):
                function, *arguments = calls[0]
                compiled(function)(*arguments)
        if answers:
            yield Piece.AWAITED
        for answer in answers:
            answer.take()
        return found

    def _added_up(self, found: Found) -> int:
        """Add the results to the tally. Return how many comparisons are still open."""
        if self._truncated is not None:
            every, weight = self._truncated.every, self._truncated.weight
            compiled(weigh_in)(self._tally, found.foreseen, self.tried, every, weight)
            worlds = self._tally.prior_worlds + weight * ROUND // every
            self._tally = self._tally._replace(prior_worlds=worlds)
        left: int = compiled(search_strategy.add_up)(self._tally, found.gains, self.tried)
        return left

    def _drawn(self, tried: int) -> Worlds:
        worlds = worlds_for(self._view, ROUND)
        with self._times.measured(DRAWING, ROUND):
            compiled(search_strategy.draw_worlds)(self._row, self._trail, worlds, tried, self._key)
        return worlds

    def _call(self, worlds: Worlds, found: Found, start: int, stop: int) -> tuple[Any, ...]:
        """Return the function that tries worlds `start` to `stop` of the round, with its arguments."""
        part, gains = Worlds(*(column[start:stop] for column in worlds)), found.gains[start:stop]
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


def worlds_for(view: View, count: int) -> Worlds:
    """Return empty arrays for `count` worlds."""
    cards, twins, styles = (arrays.zeros("i8", count) for _column in range(3))
    return Worlds(cards, twins, styles, arrays.zeros("i8", count, max(1, view.state.stock)))
