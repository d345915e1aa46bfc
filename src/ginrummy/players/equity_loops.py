"""Table of chances to win a match: backward induction from its end, and look-up. Compiles as it is."""

from __future__ import annotations

from typing import Any


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
