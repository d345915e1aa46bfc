"""What is at stake in a hand: the chance to win the match from every score that it may lead to."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginrummy.kernel.batch import play
from ginrummy.kernel.row_fields import variant_record
from ginrummy.players import sheet_loops
from ginrummy.players.match_equity import LONGEST_TABLE, match_equity, point_worth
from ginrummy.players.search import compiled_part
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules import scoring
from ginrummy.rules.scoring import HandScore, Sheet
from ginrummy.variants import Variant

HANDS: Final = 2000
MATCHES: Final = 2000
STEPS: Final = 16
SEED: Final = 1909


class Stakes(NamedTuple):
    """A table of chances, looked up with the scores of the seat and of the other one, and their scores now.

    `is_common` says that the table is the one that our players search with.
    """

    table: NDArray[np.float64]
    own: int
    other: int
    is_common: bool

    @property
    def now(self) -> float:
        """The chance before the hand: that of a hand which nobody wins."""
        return self.after(0)

    def after(self, points: int) -> float:
        """Return the chance once the seat has won the hand with `points`; lost it where they are negative."""
        most = len(self.table) - 1
        own, other = self.own + max(points, 0), self.other + max(-points, 0)
        return float(self.table[min(own, most), min(other, most)])

    @property
    def point(self) -> float:
        """What a point is worth just now: the slope between an ordinary win and an ordinary loss."""
        return point_worth(self.table, self.own, self.other)


def stakes_of(variant: Variant, sheet: Sheet, seat: int) -> Stakes:
    """Return what is at stake for `seat` in the hand that follows `sheet`."""
    if is_single_race(variant):
        points = sheet.columns[0].points
        return Stakes(match_equity(variant), points[seat], points[1 - seat], True)
    table = _sheet_table(variant, sheet)
    return Stakes(table if seat == 0 else 1 - table.T, 0, 0, False)


def match_chance(variant: Variant, sheet: Sheet) -> float:
    """Return the chance of seat 0 to win the match from `sheet`: 1 or 0 once it is won, else between."""
    if scoring.is_over(sheet):
        return {0: 1.0, 1: 0.0}.get(scoring.match_winner(variant, sheet), 0.5)
    if is_single_race(variant):
        return stakes_of(variant, sheet, 0).now
    return _simulated(variant, sheet)


def is_single_race(variant: Variant) -> bool:
    """Return whether who first reaches the target, near enough for a table, has won the match (RULES 9.6)."""
    return (
        variant.columns == 1 and not scoring.plays_manches(variant) and variant.game_target <= LONGEST_TABLE
    )


@lru_cache(maxsize=64)
def _sheet_table(variant: Variant, sheet: Sheet) -> NDArray[np.float64]:
    """Return the chance of seat 0 once either seat has won the next hand, by the points on its sheet."""
    ends = endings(variant)
    grid = np.unique(np.linspace(1, ends["points"].max(), STEPS).astype(int))
    known = {
        seat: [_simulated(variant, _entered(variant, sheet, seat, int(points))) for points in grid]
        for seat in range(2)
    }
    size = int(grid[-1]) + 1
    now, places = _simulated(variant, sheet), np.arange(size)
    table = np.full((size, size), now)
    table[1:, 0] = np.interp(places, grid, np.maximum.accumulate(known[0]))[1:]
    table[0, 1:] = np.interp(places, grid, np.minimum.accumulate(known[1]))[1:]
    table.setflags(write=False)
    return table


def _entered(variant: Variant, sheet: Sheet, seat: int, points: int) -> Sheet:
    """Return `sheet` after a hand that `seat` won with `points`, its other marks as such a hand has them."""
    ends = endings(variant)
    like = ends[int(np.abs(ends["points"] - points).argmin())]
    return scoring.enter_hand(variant, sheet, seat, points, int(like["coups"]), int(like["boxes"]))


@lru_cache(maxsize=4096)
def _simulated(variant: Variant, sheet: Sheet) -> float:
    """Return the chance of seat 0 from `sheet`, in matches played on by lot, the same lots for all sheets."""
    if scoring.is_over(sheet):
        return match_chance(variant, sheet)
    ends = endings(variant)
    columns: list[Any] = [ends[name].copy() for name in ("points", "coups", "boxes")]
    share = compiled_part(sheet_loops.share_won)
    return float(share(variant_record(variant), sheet, *columns, MATCHES, np.uint64(SEED)))


@cache
def endings(variant: Variant) -> NDArray[np.void]:
    """Return how hands between two `steady` players are won: points, extra boxes and boxes, a row each."""
    rows = play(variant, (steady_action, steady_action), seed=SEED, hands=HANDS, workers=1)
    won = rows[rows["winner"] >= 0]
    found = np.zeros(len(won), [("points", np.int64), ("coups", np.int64), ("boxes", np.int64)])
    found["points"], found["coups"] = won["points"], won["extra_coups"]
    for multiplier in np.unique(won["multiplier"]).tolist():
        score = HandScore(scoring.KNOCK, 0, 0, 0, multiplier, 0, 0)
        found["boxes"][won["multiplier"] == multiplier] = scoring.boxes_won(variant, score)
    return found
