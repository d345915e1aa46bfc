"""Totals of people over the parts of an evening and over many evenings, matched by their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from unicodedata import normalize

from ginrummy.game.evening import Evening
from ginrummy.game.payments import Payment, fewest_payments
from ginrummy.game.stakes import NO_STAKES, Stakes, is_same_unit, stake_gains

Part = tuple[Evening, Stakes]
"""An evening of one form and variant, or a part of a longer one, with its stakes."""


@dataclass(frozen=True, slots=True)
class Total:
    """Gains of one person: `stakes` in hundredths, by their unit."""

    name: str
    evenings: int = 0
    matches: int = 0
    hands: int = 0
    gain: int = 0
    stakes: Mapping[str, int] = field(default_factory=dict)


def name_key(name: str) -> str:
    """Return what two spellings of a name have in common.

    >>> name_key("Zoe\\u0301  D.") == name_key("ZOÉ D.")
    True
    """
    return " ".join(normalize("NFC", normalize("NFC", name).casefold()).split())


def total_evening(parts: Iterable[Part]) -> tuple[Total, ...]:
    """Return the totals of an evening, in the order in which people occur.

    The price of the evening is paid once, to the first of all its parts (14.13).
    """
    parts = _with_one_spelling(parts)
    totals = _add(total for part in parts for total in _part_totals(part))
    priced = [stakes for _evening, stakes in parts if stakes.evening]
    best = first_totals(totals) if any(evening.finished for evening, _stakes in parts) else ()
    if priced and len(best) == 1:
        price, unit, others = priced[-1].evening, priced[-1].unit, len(totals) - 1
        totals = tuple(
            replace(
                total, stakes=_sum((total.stakes, {unit: price * others if total is best[0] else -price}))
            )
            for total in totals
        )
    return tuple(replace(total, evenings=1) for total in totals)


def total_evenings(evenings: Iterable[Iterable[Part]]) -> tuple[Total, ...]:
    """Return the totals of many evenings, in the order in which people occur."""
    given = [tuple(parts) for parts in evenings]
    spelled = iter(_with_one_spelling(chain.from_iterable(given)))
    return _add(total for parts in given for total in total_evening(islice(spelled, len(parts))))


def _with_one_spelling(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return `parts` with one spelling of each unit, that of the greatest price: `1 bean` and `5 beans`."""
    parts = tuple(parts)
    units = [stakes.unit for _evening, stakes in sorted(parts, key=lambda part: -max(part[1][:-1]))]
    return tuple(
        (evening, stakes._replace(unit=next(unit for unit in units if is_same_unit(unit, stakes.unit))))
        for evening, stakes in parts
    )


def rank_totals(totals: Iterable[Total]) -> tuple[Total, ...]:
    """Return `totals` in order of matches won, then of points gained (14.9)."""
    return tuple(sorted(totals, key=lambda total: (-total.matches, -total.gain)))


def first_totals(totals: Iterable[Total]) -> tuple[Total, ...]:
    """Return the first of the evening: several where they are equal (14.9)."""
    ranked = rank_totals(totals)
    return tuple(one for one in ranked if (one.matches, one.gain) == (ranked[0].matches, ranked[0].gain))


def units_of(totals: Iterable[Total]) -> tuple[str, ...]:
    """Return the units of all stakes, in the order in which they occur."""
    return tuple(dict.fromkeys(unit for total in totals for unit in total.stakes))


def payments_of(totals: Sequence[Total], unit: str | None = None) -> tuple[Payment, ...]:
    """Return the fewest payments that settle `totals` in points, or the stakes of one unit."""
    gains = [total.gain if unit is None else total.stakes.get(unit, 0) for total in totals]
    return fewest_payments(gains)


def _part_totals(part: Part) -> Iterable[Total]:
    evening, stakes = part
    won = stake_gains(evening, stakes._replace(evening=0))
    wins, hands, gains = evening.wins, evening.hands_won, evening.gains
    for person, name in enumerate(evening.people):
        paid = {} if stakes == NO_STAKES else {stakes.unit: won[person]}
        yield Total(name, 0, wins[person], hands[person], gains[person], paid)


def _add(totals: Iterable[Total]) -> tuple[Total, ...]:
    """Return one total for each name."""
    found: dict[str, Total] = {}
    for total in totals:
        key = name_key(total.name)
        old = found.get(key, Total(total.name))
        found[key] = Total(
            old.name, old.evenings + total.evenings, old.matches + total.matches,
            old.hands + total.hands, old.gain + total.gain, _sum((old.stakes, total.stakes)),
        )  # fmt: skip
    return tuple(found.values())


def _sum(amounts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in amounts:
        for unit, amount in each.items():
            found[unit] = found.get(unit, 0) + amount
    return found
