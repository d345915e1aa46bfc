"""Roll-out of a match, hand by hand on its score sheet. A loop over the law that compiles as it is."""

from __future__ import annotations

from typing import Any, Final

from ginrummy.kernel.rng import number_below, word_at
from ginrummy.rules.scoring import Sheet, enter_hand, match_winner
from ginrummy.variants import Variant

MOST_HANDS: Final = 400


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
