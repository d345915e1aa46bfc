"""Stakes of a hand: the chance to win the match from every score that it may lead to."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players import match_rollout_loops
from ginrummy.players.match_equity import LONGEST_TABLE, match_equity, point_worth
from ginrummy.players.steady_self_play import steady_hands
from ginrummy.rules import scoring
from ginrummy.rules.scoring import NOBODY, HandScore, Sheet
from ginrummy.rules.types import SEATS, Seat
from ginrummy.variants import Variant

HANDS: Final = 2000
MATCHES: Final = 2000
STEPS: Final = 16
SEED: Final = 1909


class Stakes(NamedTuple):
    """A table of chances to win by the scores of the seat and of the other one, and their current scores.

    `is_common` marks the table that our players search with.
    """

    table: Any
    own: int
    other: int
    is_common: bool

    @property
    def now(self) -> float:
        """The chance before the hand, equal to that of a hand without a winner."""
        return self.after(0)

    def after(self, points: int) -> float:
        """Return the chance after the seat wins the hand with `points`; negative points are a loss."""
        most = len(self.table) - 1
        own, other = self.own + max(points, 0), self.other + max(-points, 0)
        return float(self.table[min(own, most), min(other, most)])

    @property
    def point(self) -> float:
        """The worth of a point at the current scores: the slope between an ordinary win and a loss."""
        return point_worth(self.table, self.own, self.other)


def stakes_of(variant: Variant, sheet: Sheet, seat: Seat) -> Stakes:
    """Return the stakes for `seat` of the hand that follows `sheet`."""
    if is_single_race(variant):
        points = sheet.columns[0].points
        return Stakes(match_equity(variant), points[seat], points[1 - seat], True)
    return Stakes(_sheet_table(variant, sheet, seat), 0, 0, False)


def match_chance(variant: Variant, sheet: Sheet) -> float:
    """Return the chance of seat 0 to win the match from `sheet`: 1 or 0 once it is won, else between."""
    if scoring.is_over(sheet):
        return {0: 1.0, 1: 0.0}.get(scoring.match_winner(variant, sheet), 0.5)
    if is_single_race(variant):
        return stakes_of(variant, sheet, SEATS[0]).now
    return _simulated(variant, sheet)


def is_single_race(variant: Variant) -> bool:
    """Return whether the first seat at the target wins, a target within reach of a table (RULES 9.6)."""
    return (
        variant.columns == 1 and not scoring.plays_manches(variant) and variant.game_target <= LONGEST_TABLE
    )


@lru_cache(maxsize=64)
def _sheet_table(variant: Variant, sheet: Sheet, seat: Seat) -> Any:
    """Return the chance of `seat` after either seat wins the next hand, by the points on its sheet."""
    most = max(won.points for won in endings(variant))
    grid = sorted({int(1 + step * (most - 1) / (STEPS - 1)) for step in range(STEPS)} | {most})
    known = [
        [_simulated(variant, _entered(variant, sheet, winner, points)) for points in grid] for winner in SEATS
    ]
    won = _between(grid, list(accumulate(known[0], max)))
    lost = _between(grid, list(accumulate(known[1], min)))
    now = _simulated(variant, sheet)
    if seat == 1:
        won, lost, now = [1 - chance for chance in lost], [1 - chance for chance in won], 1 - now
    rest = [now] * most
    rows = [[now, *lost], *([chance, *rest] for chance in won)]
    return arrays.table("f8", (most + 1, most + 1), (chance for row in rows for chance in row))


def _between(grid: list[int], known: list[float]) -> list[float]:
    """Return a value for each number from 1 to the last of `grid`, linear between those `known`."""
    found = [known[0]] * grid[0]
    for (low, high), (before, after) in zip(pairwise(grid), pairwise(known), strict=True):
        steps = range(1, high - low + 1)
        found += [before + (after - before) * step / (high - low) for step in steps]
    return found


def _entered(variant: Variant, sheet: Sheet, seat: Seat, points: int) -> Sheet:
    """Return `sheet` after a hand that `seat` won with `points`, other marks as typical for such a hand."""
    like = min(endings(variant), key=lambda won: abs(won.points - points))
    return scoring.enter_hand(variant, sheet, seat, points, like.coups, like.boxes)


@lru_cache(maxsize=4096)
def _simulated(variant: Variant, sheet: Sheet) -> float:
    """Return the chance of seat 0 from `sheet`, simulated with random hands, the same for all sheets."""
    if scoring.is_over(sheet):
        return match_chance(variant, sheet)
    columns = [arrays.from_values("i8", column) for column in zip(*endings(variant), strict=True)]
    share = compile_function(match_rollout_loops.share_won)
    return float(share(variant_record(variant), sheet, *columns, MATCHES, uint64(SEED)))


class WonHand(NamedTuple):
    """How a hand was won: points, extra boxes and boxes."""

    points: int
    coups: int
    boxes: int


@cache
def endings(variant: Variant) -> tuple[WonHand, ...]:
    """Return the results of hands between two `steady` players."""
    rows = steady_hands(variant, seed=SEED, hands=HANDS)
    names = ("winner", "points", "extra_coups", "multiplier")
    columns = zip(*(arrays.column(rows, name) for name in names), strict=True)
    return tuple(
        WonHand(points, coups, _boxes_won(variant, multiplier))
        for winner, points, coups, multiplier in columns
        if winner != NOBODY
    )


@cache
def _boxes_won(variant: Variant, multiplier: int) -> int:
    """Return how many boxes a hand with this multiplier is worth."""
    return scoring.boxes_won(variant, HandScore(scoring.KNOCK, 0, 0, 0, multiplier, 0, 0))
