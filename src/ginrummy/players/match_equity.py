"""Match equity: the chance to win the match from every pair of scores, and from every score sheet.

A single race to a target has a table by backward induction. Other matches are rolled out hand by hand. Both
rest on the hands that `steady` plays against itself. The loops are plain functions that compile as they are.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from ginrummy.game.view import View
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.hand_simulation import first_seat, play_hands, second_seat
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.rng import BY_LOT, number_below, word_at
from ginrummy.kernel.row_fields import RESULT, variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.rules.scoring import (
    KNOCK,
    NOBODY,
    HandScore,
    Sheet,
    boxes_won,
    enter_hand,
    is_match_over,
    match_winner,
    plays_manches,
)
from ginrummy.rules.types import SEATS, Seat
from ginrummy.variants import Variant, load_variant

HANDS: Final = 20_000
FEWER_HANDS: Final = 2000
SEED: Final = 1909
MATCHES: Final = 2000
MOST_HANDS: Final = 400
STEPS: Final = 16
LONGEST_TABLE: Final = 300
KEPT: Final = "points_won.json"
TYPICAL_POINTS: Final = 20
"""Points of a typical win for most ways to play: half plain wins, half gin and undercut bonuses."""
LEAST_WORTH: Final = 1e-6
LEAST_SHARE: Final = 0.25
"""A point is worth at least this share of its mean worth."""


@cache
def match_equity(variant: Variant) -> Any:
    """Return the chance to win by own and other score, an array (n, n), with both scores capped at n - 1.

    It is derived from the hands between two `steady` players. For a match that is not one column to a target
    of moderate size, points themselves are the measure: an even slope from 0 to 1.
    """
    if variant.columns > 1 or variant.game_target > LONGEST_TABLE:
        return points_only_equity(variant)
    return win_chances(win_point_counts(variant), variant.game_target)


@cache
def mean_win_points(variant: Variant) -> float:
    """Return the mean number of points that a hand between two `steady` players is won with."""
    counts = win_point_counts(variant)
    return sum(points * count for points, count in enumerate(counts)) / sum(counts[1:])


@cache
def win_point_counts(variant: Variant) -> list[int]:
    """Return how many hands between two `steady` players were won with each number of points."""
    return stored_counts().get(variant) or points_won(variant, hands=FEWER_HANDS)


@cache
def stored_counts() -> dict[Variant, list[int]]:
    """Return the stored `points_won` of the presets, written by `python -m ginrummy.lab.training.equity`."""
    kept = json.loads(files("ginrummy.players").joinpath(KEPT).read_text(encoding="utf-8"))
    return {load_variant(name).row: counts for name, counts in kept.items()}


def points_won(variant: Variant, *, hands: int) -> list[int]:
    """Return how many of `hands` between `steady` and itself were won with each number of points."""
    rows = steady_hands(variant, seed=SEED, hands=hands)
    pairs = zip(arrays.column(rows, "points"), arrays.column(rows, "winner"), strict=True)
    counts = Counter(points for points, winner in pairs if winner != NOBODY)
    return [counts[points] for points in range(max(counts) + 1)]


def point_worth(table: Any, own: int, other: int) -> float:
    """Return the worth of a point at these scores: the slope between an ordinary win and an ordinary loss.

    `own` and `other` are the scores for the look-up in `table`, a table of chances.
    """
    won, lost = chance_at(table, own + TYPICAL_POINTS, other), chance_at(table, own, other + TYPICAL_POINTS)
    return max((won - lost) / (2 * TYPICAL_POINTS), LEAST_WORTH)


def bounded_point_worth(table: Any, own: int, other: int) -> float:
    """Return `point_worth`, with a lower bound for scores at which an ordinary win decides nothing."""
    return max(point_worth(table, own, other), LEAST_SHARE * 0.5 / (len(table) - 1))


def win_chances(won: Sequence[float], target: int) -> Any:
    """Return the table for a match to `target` whose hands are won by either seat with equal probability.

    `won` counts hands by the points they were won with. Hands won with none decide nothing.

    >>> float(win_chances([0, 1], 2)[1, 1])
    0.5
    """
    total = sum(won[1:])
    table = arrays.zeros("f8", target + 1, target + 1)
    compile_function(fill_chances)(
        arrays.from_values("f8", [0.0, *(count / total for count in won[1:])]), table
    )
    return table


@cache
def points_only_equity(variant: Variant) -> Any:
    """Return a table in which every point has the same worth, whatever the match."""
    size = max(LONGEST_TABLE, 3 * variant.game_target)
    scores = range(size + 1)
    slope = (0.5 + (own - other) / (2 * size) for own in scores for other in scores)
    return arrays.table("f8", (size + 1, size + 1), slope)


def scores_of(view: View) -> tuple[int, int]:
    """Return the points of the viewer and of the other seat in the current game.

    Games with several columns have no current one: both scores are 0.
    """
    if view.variant.columns > 1:
        return 0, 0
    points = view.sheet.columns[0].points
    return points[view.seat], points[1 - view.seat]


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

    @property
    def bounded_point(self) -> float:
        """The worth of a point, with the lower bound of `bounded_point_worth`."""
        return bounded_point_worth(self.table, self.own, self.other)


def stakes_of(variant: Variant, sheet: Sheet, seat: Seat) -> Stakes:
    """Return the stakes for `seat` of the hand that follows `sheet`."""
    if is_single_race(variant):
        points = sheet.columns[0].points
        return Stakes(match_equity(variant), points[seat], points[1 - seat], True)
    return Stakes(_sheet_table(variant, sheet, seat), 0, 0, False)


def search_stakes(view: View, equity: Callable[[Variant], Any] = match_equity) -> Stakes:
    """Return the stakes that our players search with, by the table that `equity` returns."""
    return Stakes(equity(view.variant), *scores_of(view), True)


def match_chance(variant: Variant, sheet: Sheet) -> float:
    """Return the chance of seat 0 to win the match from `sheet`: 1 or 0 once it is won, else between."""
    if is_match_over(sheet):
        return {0: 1.0, 1: 0.0}.get(match_winner(variant, sheet), 0.5)
    if is_single_race(variant):
        return stakes_of(variant, sheet, SEATS[0]).now
    return _simulate(variant, sheet)


def is_single_race(variant: Variant) -> bool:
    """Return whether the first seat at the target wins, a target within reach of a table (RULES 9.6)."""
    return variant.columns == 1 and not plays_manches(variant) and variant.game_target <= LONGEST_TABLE


@lru_cache(maxsize=64)
def _sheet_table(variant: Variant, sheet: Sheet, seat: Seat) -> Any:
    """Return the chance of `seat` after either seat wins the next hand, by the points on its sheet."""
    most = max(won.points for won in steady_results(variant))
    grid = sorted({int(1 + step * (most - 1) / (STEPS - 1)) for step in range(STEPS)} | {most})
    known = [
        [_simulate(variant, _enter_hand(variant, sheet, winner, points)) for points in grid]
        for winner in SEATS
    ]
    won = _between(grid, list(accumulate(known[0], max)))
    lost = _between(grid, list(accumulate(known[1], min)))
    now = _simulate(variant, sheet)
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


def _enter_hand(variant: Variant, sheet: Sheet, seat: Seat, points: int) -> Sheet:
    """Return `sheet` after a hand that `seat` won with `points`, other marks as typical for such a hand."""
    like = min(steady_results(variant), key=lambda won: abs(won.points - points))
    return enter_hand(variant, sheet, seat, points, like.coups, like.boxes)


@lru_cache(maxsize=4096)
def _simulate(variant: Variant, sheet: Sheet) -> float:
    """Return the chance of seat 0 from `sheet`, simulated with random hands, the same for all sheets."""
    if is_match_over(sheet):
        return match_chance(variant, sheet)
    columns = [arrays.from_values("i8", column) for column in zip(*steady_results(variant), strict=True)]
    share = compile_function(share_won)
    return float(share(variant_record(variant), sheet, *columns, MATCHES, uint64(SEED)))


class WonHand(NamedTuple):
    """Score of a won hand: points, extra boxes and boxes."""

    points: int
    coups: int
    boxes: int


@cache
def steady_results(variant: Variant) -> tuple[WonHand, ...]:
    """Return the results of hands between two `steady` players."""
    rows = steady_hands(variant, seed=SEED, hands=FEWER_HANDS)
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
    return boxes_won(variant, HandScore(KNOCK, 0, 0, 0, multiplier, 0, 0))


def steady_hands(variant: Variant, *, seed: int, hands: int) -> Any:
    """Return the results of `hands` hands, dealers random: `RESULT` rows, as of `vectorized_rules.play`."""
    results, log = arrays.zeros(RESULT, hands), arrays.zeros("u1", 0)
    deck = arrays.zeros("u1", FACE_COUNT * variant.decks)
    loop = compile_function(play_hands, {first_seat: steady_action, second_seat: steady_action})
    loop(variant_record(variant), deck, seed, 0, BY_LOT, log, results)
    return results


def fill_chances(share: Any, table: Any) -> None:
    """Fill `table` with the chance to win by own and other score. The last row and column are the target.

    A hand is won with `place` points in a share `share[place]` of cases, by either seat with equal
    probability.
    """
    target = len(table) - 1
    for other in range(target + 1):
        table[target, other] = 1.0
    for own in range(target - 1, -1, -1):
        for other in range(target - 1, -1, -1):
            chance = 0.0
            for points in range(1, len(share)):
                won = table[min(own + points, target), other]
                chance += share[points] * (won + table[own, min(other + points, target)])
            table[own, other] = chance / 2


def chance_at(table: Any, own: int, other: int) -> float:
    """Return the chance to win from these scores. Scores beyond the table count as its last row or column."""
    most = len(table) - 1
    return float(table[min(own, most), min(other, most)])


def share_won(
    variant: Variant, sheet: Sheet, points: Any, coups: Any, boxes: Any, matches: int, key: Any
) -> float:
    """Return how many of `matches`, rolled out from `sheet`, seat 0 wins. A drawn match counts half.

    Each hand ends as a random row of the three columns, won by either seat with equal probability.
    """
    total = 0.0
    for number in range(matches):
        stream, now = word_at(key, number + 1), sheet
        for hand in range(MOST_HANDS):
            if now.finished != 0:
                break
            row, _place = number_below(word_at(stream, hand + 1), 0, 2 * len(points))
            winner, row = row & 1, row >> 1
            now = enter_hand(variant, now, winner, points[row], coups[row], boxes[row])
        winner = match_winner(variant, now)
        total += 0.5 if winner < 0 else 1.0 - winner
    return total / matches
