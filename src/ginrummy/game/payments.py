"""Payments that settle an evening: as few as there can be (RULES 14.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

MOST_EXACT: Final = 12
"""People up to whom the fewest payments are found; for more of them the time would double with each."""


class Payment(NamedTuple):
    """A payment of one person to another."""

    payer: int
    receiver: int
    amount: int


def fewest_payments(gains: Sequence[int]) -> tuple[Payment, ...]:
    """Return payments after which no debt is left; `gains` by person add up to 0.

    They are the fewest for up to `MOST_EXACT` people who owe or are owed. For more of them they are at most
    one less than the people.

    >>> [tuple(payment) for payment in fewest_payments((30, -20, -10, 5, -5))]
    [(1, 0, 20), (2, 0, 10), (4, 3, 5)]
    """
    people = [person for person, gain in enumerate(gains) if gain]
    groups = _balanced_groups(people, gains) if len(people) <= MOST_EXACT else [people]
    return tuple(sorted(payment for group in groups for payment in _settle(group, gains)))


def _balanced_groups(people: Sequence[int], gains: Sequence[int]) -> list[list[int]]:
    """Return `people` in as many groups as possible whose gains add up to 0: each saves one payment.

    `best[mask]` is the number of such groups that a set of people can be taken apart into one by one.
    """
    count = len(people)
    sums, best = [0] * (1 << count), [0] * (1 << count)
    for mask in range(1, 1 << count):
        lowest = (mask & -mask).bit_length() - 1
        sums[mask] = sums[mask & (mask - 1)] + gains[people[lowest]]
        parts = (best[mask ^ 1 << one] for one in range(count) if mask >> one & 1)
        best[mask] = max(parts) + (sums[mask] == 0)
    groups: list[list[int]] = []
    mask = (1 << count) - 1
    while mask:
        if sums[mask] == 0:
            groups.append([])
        left = best[mask] - (sums[mask] == 0)
        one = next(one for one in range(count) if mask >> one & 1 and best[mask ^ 1 << one] == left)
        groups[-1].append(people[one])
        mask ^= 1 << one
    return groups


def _settle(group: Sequence[int], gains: Sequence[int]) -> list[Payment]:
    """Return payments that settle a group, at most one less than its people."""
    left = {person: gains[person] for person in group}
    payments: list[Payment] = []
    while any(left.values()):
        payer = min(left, key=lambda person: left[person])
        receiver = max(left, key=lambda person: left[person])
        amount = min(-left[payer], left[receiver])
        payments.append(Payment(payer, receiver, amount))
        left[payer] += amount
        left[receiver] -= amount
    return payments
