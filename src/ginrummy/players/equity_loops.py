"""The table of chances to win a match: reckoned backwards from its end, and read; compiles as it is."""

from __future__ import annotations

from typing import Any


def fill_chances(share: Any, table: Any) -> None:
    """Fill `table` with the chance to win from own score and the other's, its last row and column the target.

    A hand is won with `place` points in a part `share[place]` of cases, by either seat alike.
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
    """Return the chance to win from these scores; beyond its last row `table` goes on as there."""
    most = len(table) - 1
    return float(table[min(own, most), min(other, most)])
