"""Stakes and payments, from RULES 14.9 and 14.13 alone, pair by pair; payments by trying all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

from tests.oracle import match as two
from tests.oracle.together import Match, Table, side_lines, without_second_entries


class Prices(NamedTuple):
    """Prices of a point, a box, a match and the evening."""

    point: Fraction = Fraction()
    box: Fraction = Fraction()
    match: Fraction = Fraction()
    evening: Fraction = Fraction()


class Part(NamedTuple):
    """A part of an evening: its table, the names of its people, and its prices in a unit."""

    table: Table
    names: Sequence[str]
    prices: Prices
    unit: str


def standing(table: Table, person: int) -> tuple[int, int]:
    """Return the matches and points won by `person` (RULES 14.9)."""
    points = sum(match.gains.get(person, 0) for match in table.over)
    return sum(person in match.winners for match in table.over), points


def single_first(standings: Mapping[Any, tuple[int, int]]) -> Any:
    """Return the winner of the evening, `None` at a tie."""
    best = max(standings.values())
    first = [name for name, each in standings.items() if each == best]
    return first[0] if len(first) == 1 else None


def settling(match: Match) -> list[tuple[int, int]]:
    """Return each pair that settles a match (RULES 14.9)."""
    if not match.sides[1:]:
        return list(combinations(match.sides[0], 2))
    first, second = match.sides
    if len(first) == len(second):
        return list(zip(first, second, strict=True))
    return list(product(first, second))


def boxes(table: Table, match: Match) -> dict[int, int]:
    """Return the boxes of each person, or of each one's side (RULES 14.13)."""
    if not match.sides[1:]:
        won = [deal[0] for deal in match.deals]
        return {one: sum(hand.boxes for hand in won if hand.winner == one) for one in match.sides[0]}
    lines = [line for deal in match.deals for line in side_lines(deal, match.sides, table.form)]
    hands = without_second_entries(lines, table.params)
    written = [1] * len(hands)
    if table.params["columns"] == 3:
        written = [len(columns) for columns in two.hollywood(hands, table.params).entries]
    elif table.params["session_target"] is None:
        hands = hands[: two.game(hands, table.params).hands_used]
    sums = [0, 0]
    for hand, times in zip(hands, written, strict=False):
        if hand.winner is not None:
            sums[hand.winner] += hand.boxes * times
    return {person: sums[side] for side in (0, 1) for person in match.sides[side]}


def won_by(table: Table, prices: Prices) -> list[Fraction]:
    """Return each person's gain from finished matches and from winning the evening."""
    won = [prices.point * standing(table, person)[1] for person in range(table.count)]
    for match in table.over:
        own = boxes(table, match)
        for one, other in settling(match):
            amount = prices.box * (own[one] - own[other])
            amount += prices.match * ((one in match.winners) - (other in match.winners))
            won[one] += amount
            won[other] -= amount
    if table.over:
        best = single_first({person: standing(table, person) for person in range(table.count)})
        for person in range(table.count) if best is not None else ():
            won[person] += prices.evening * (table.count - 1 if person == best else -1)
    return won


def won_in_parts(parts: Sequence[Part]) -> dict[str, dict[str, Fraction]]:
    """Return each name's gain in an evening of several parts, by unit."""
    found: dict[str, dict[str, Fraction]] = {}
    standings: dict[str, tuple[int, int]] = {}
    for part in parts:
        won = won_by(part.table, part.prices._replace(evening=Fraction()))
        for person, name in enumerate(part.names):
            found.setdefault(name, {}).setdefault(part.unit, Fraction())
            found[name][part.unit] += won[person]
            matches, points = standings.get(name, (0, 0))
            more = standing(part.table, person)
            standings[name] = matches + more[0], points + more[1]
    price = [(part.prices.evening, part.unit) for part in parts if part.prices.evening][-1:]
    best = single_first(standings) if any(part.table.over for part in parts) else None
    for amount, unit in price if best is not None else ():
        for name, won_units in found.items():
            due = amount * (len(found) - 1) if name == best else -amount
            won_units[unit] = won_units.get(unit, Fraction()) + due
    return found


def least_payments(gains: Sequence[int]) -> int:
    """Return the fewest payments that settle `gains`, by trying all.

    The fewest payments go round in no circle: on the way round, one of them could be saved. So there is
    always somebody with a single payment to make or to get, which is for all of what is due.
    """
    return _least(tuple(sorted(gain for gain in gains if gain)))


@cache
def _least(gains: tuple[int, ...]) -> int:
    if not gains:
        return 0
    return 1 + min(map(_least, _after_one_payment(gains)))


def _after_one_payment(gains: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for settled, other in product(range(len(gains)), repeat=2):
        if settled != other:
            left = list(gains)
            left[other] += left[settled]
            del left[settled]
            yield tuple(sorted(gain for gain in left if gain))
