"""Look-up tables of the law, generated from the rules at import.

`RUN_LEFT[runs + lane]` is the least deadwood of the cards of one suit that may form runs alone, and
`RUN_COVER[runs + lane]` the cards in those runs. A lane is 13 bits, ace lowest. `runs` is the start of the
part for one use of the ace (RULES 2.3) and one value of its points (RULES 1.4). Within a suit the best runs
are simple: every stretch of three or more neighbours is one (RULES 2.2).
"""

from __future__ import annotations

from array import array

from ginrummy.rules.cards import ALL_SUITS, LANE, RANK_COUNT, SUIT_COUNT
from ginrummy.rules.variant import (
    ACE_CORNER,
    ACE_HIGH_LOW,
    ACE_LOW,
    FIGURE_POINTS,
    HIGH_ACE_POINTS,
    LARGEST_SET,
    LOW_ACE_POINTS,
    SHORTEST_SET,
)

LANES = LANE + 1
TWIN_CODES = 256
"""Codes of the cards of one rank, for sets without twins. As many follow for sets that may hold them."""
ACE_HIGH = 3
_ACE_BIT = 1


def is_ace_dearest(ace_points: int) -> int:
    """Return 1 if the ace counts as the dearest card, else 0 (RULES 1.4)."""
    return 1 if ace_points > LOW_ACE_POINTS else 0


def run_table_start(ace_run: int, ace_points: int) -> int:
    """Return the start of the part of the run tables for this ace."""
    return (2 * ace_run + is_ace_dearest(ace_points)) * LANES


def rank_points(ace_points: int) -> list[int]:
    """Return the points of the ranks, ace first (RULES 1.3)."""
    return [ace_points, *range(2, FIGURE_POINTS), *[FIGURE_POINTS] * 4]


def _stretches(lane: int) -> int:
    """Return the cards of `lane` in stretches of three or more neighbours, the ace below the two."""
    starts = lane & lane >> 1 & lane >> 2
    return starts | starts << 1 | starts << 2


def _cover_high(lane: int) -> int:
    """Return the cards in runs when the ace is only above the king."""
    shifted = _stretches(lane >> 1 | (lane & _ACE_BIT) << 12)
    return (shifted << 1 | shifted >> 12) & LANE


def _cover_corner(lane: int) -> int:
    """Return the cards in runs when kings and aces are neighbours on a ring."""
    starts = lane
    for step in (1, 2):
        starts &= (lane >> step | lane << (RANK_COUNT - step)) & LANE
    covered = starts
    for step in (1, 2):
        covered |= (starts << step | starts >> (RANK_COUNT - step)) & LANE
    return covered


def _fill() -> tuple[array[int], array[int]]:
    cover = array("h", bytes(2 * 8 * LANES))
    left = array("b", bytes(8 * LANES))
    totals = {points: _lane_points(rank_points(points)) for points in (LOW_ACE_POINTS, HIGH_ACE_POINTS)}
    for ace_run, find in ((ACE_LOW, _stretches), (ACE_CORNER, _cover_corner), (ACE_HIGH, _cover_high)):
        found = array("h", map(find, range(LANES)))
        for ace_points, total in totals.items():
            start = run_table_start(ace_run, ace_points)
            cover[start : start + LANES] = found
            left[start : start + LANES] = array("b", [total[lane ^ found[lane]] for lane in range(LANES)])
    for ace_points in totals:
        _fill_high_low(cover, left, ace_points)
    return left, cover


def _fill_high_low(cover: array[int], left: array[int], ace_points: int) -> None:
    """Fill the tables for an ace that may be low or high, not both: the better of the two, low if equal."""
    start = run_table_start(ACE_HIGH_LOW, ace_points)
    low, high = run_table_start(ACE_LOW, ace_points), run_table_start(ACE_HIGH, ace_points)
    for lane in range(LANES):
        better = low + lane if left[low + lane] <= left[high + lane] else high + lane
        left[start + lane] = left[better]
        cover[start + lane] = cover[better]


def _lane_points(points: list[int]) -> list[int]:
    totals = [0]
    for value in points:
        totals += [total + value for total in totals]
    return totals


def _set_codes(code: int, *, same_suit: bool) -> list[int]:
    """Return the choices of cards of one rank that split into sets, among those held in `code`.

    A code has a bit for each suit held in its low four bits, and for each suit held twice in the next four.
    Five cards make no sets; six, seven and eight make two (RULES 2.1, 2.4).
    """
    held, twice = code & ALL_SUITS, code >> SUIT_COUNT
    choices = [0]
    for used in range(1, TWIN_CODES):
        once, both = used & ALL_SUITS, used >> SUIT_COUNT
        if once & ~held or both & ~twice or both & ~once:
            continue
        size = once.bit_count() + both.bit_count()
        distinct = not both or size > LARGEST_SET
        if size >= SHORTEST_SET and size != LARGEST_SET + 1 and (same_suit or distinct):
            choices.append(used)
    return choices


def _fill_sets() -> tuple[array[int], array[int]]:
    start, options = array("q"), array("q")
    for same_suit in (False, True):
        for code in range(TWIN_CODES):
            start.append(len(options))
            valid = not code >> SUIT_COUNT & ~code
            options.extend(_set_codes(code, same_suit=same_suit) if valid else [0])
    start.append(len(options))
    return start, options


def face_points_row(ace_points: int) -> list[int]:
    """Return the points of all faces."""
    return rank_points(ace_points) * 4


RUN_LEFT, RUN_COVER = _fill()
SET_START, SET_OPTION = _fill_sets()
SUITS_MASK = array(
    "q",
    [
        sum(1 << RANK_COUNT * suit for suit in range(SUIT_COUNT) if code >> suit & 1)
        for code in range(ALL_SUITS + 1)
    ],
)
FACE_POINTS = array("b", [*face_points_row(LOW_ACE_POINTS), *face_points_row(HIGH_ACE_POINTS)])
