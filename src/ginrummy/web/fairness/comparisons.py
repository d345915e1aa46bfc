"""Comparison of the server's deals with the exact distribution, in words and bars."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import pairwise
from math import erfc, exp, gamma, sqrt
from pathlib import Path
from typing import Final

from django.utils.formats import number_format

from ginrummy.game.cards import RANK_COUNT, rank_text
from ginrummy.locale import _, language, ngettext, pgettext
from ginrummy.web.fairness.deal_counts import Counts, census_rules

LEAST_EXPECTED: Final = 5.0
"""Minimum expected count of a class for a valid test. Smaller classes are merged."""
ODD: Final = 0.05
UNFAIR: Final = 0.001


class Verdict(Enum):
    """Outcome of a test."""

    TOO_FEW = "few"
    FAIR = "fair"
    ODD = "odd"
    UNFAIR = "unfair"


@dataclass(frozen=True, slots=True)
class ChiSquareResult:
    """Distance chi-square, degrees of freedom and p-value, the share of fair samples as far away."""

    distance: float
    freedom: int
    share: float

    @property
    def verdict(self) -> Verdict:
        """Outcome of the test."""
        if self.freedom == 0:
            return Verdict.TOO_FEW
        if self.share < UNFAIR:
            return Verdict.UNFAIR
        return Verdict.ODD if self.share < ODD else Verdict.FAIR


def chi_square_test(observed: Sequence[int], shares: Sequence[float]) -> ChiSquareResult:
    """Test the counts `observed` against their exact `shares`, which sum to 1."""
    total = sum(observed)
    classes = merge_classes(observed, [share * total for share in shares])
    distance = sum((count - expected) ** 2 / expected for count, expected in classes if expected > 0)
    freedom = max(len(classes) - 1, 0)
    return ChiSquareResult(distance, freedom, p_value(distance, freedom) if freedom else 1.0)


def merge_classes(observed: Sequence[int], expected: Sequence[float]) -> list[tuple[int, float]]:
    """Return pairs of observed and expected counts, merging neighbours until each expects enough."""
    classes: list[tuple[int, float]] = []
    count, hoped = 0, 0.0
    for one, other in zip(observed, expected, strict=True):
        count, hoped = count + one, hoped + other
        if hoped >= LEAST_EXPECTED:
            classes.append((count, hoped))
            count, hoped = 0, 0.0
    if classes:
        last = classes.pop()
        classes.append((last[0] + count, last[1] + hoped))
    return classes


def p_value(distance: float, freedom: int) -> float:
    """Return the p-value: the share of fair samples at least `distance` away, by the chi-square distribution.

    >>> round(p_value(7.815, 3), 4)
    0.05
    """
    half = distance / 2
    is_odd = freedom % 2
    share = erfc(sqrt(half)) if is_odd else 0.0
    for number in range(freedom // 2):
        power = number + is_odd / 2
        share += exp(-half) * half**power / gamma(power + 1)
    return min(share, 1.0)


CENSUS: Final = Path(__file__).parent / "census.json"
_STEP: Final = 10
_LAST_STEP: Final = 80


@cache
def deadwood_census() -> tuple[int, ...]:
    """Return the number of ten-card hands by least deadwood, from 0."""
    histogram: dict[str, int] = json.loads(CENSUS.read_text("utf-8"))["histogram"]
    return tuple(histogram.get(str(deadwood), 0) for deadwood in range(max(map(int, histogram)) + 1))


@cache
def deadwood_classes() -> tuple[range, ...]:
    """Return the classes of least deadwood: gin, an immediate knock by the usual rules, then steps of ten."""
    limit = census_rules().knock_value
    edges = [0, 1, *range(limit + 1, _LAST_STEP + 2, _STEP), len(deadwood_census())]
    return tuple(range(low, high) for low, high in pairwise(edges))


def class_counts(histogram: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sums of `histogram` over the classes."""
    return tuple(sum(histogram[part.start : part.stop]) for part in deadwood_classes())


@cache
def exact_class_shares() -> tuple[float, ...]:
    """Return the exact share of each class."""
    total = sum(deadwood_census())
    return tuple(count / total for count in class_counts(deadwood_census()))


SUIT_COUNT: Final = 4
SERVERS: Final = 1000
BAR: Final = 100
_FEW_EXPECTED: Final = 10


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """Class with its title, observed and expected counts, and both as lengths of a bar up to `BAR`."""

    title: str
    found: int
    expected: str
    bar: float
    mark: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Observed and expected counts of one kind, with the test's result."""

    title: str
    heading: str
    lines: tuple[ComparisonRow, ...]
    test: ChiSquareResult

    @property
    def verdict(self) -> str:
        """Outcome in one sentence."""
        return {
            Verdict.TOO_FEW: _("Too few deals so far to say anything."),
            Verdict.FAIR: _("Just what chance would give."),
            Verdict.ODD: _("A little unusual, as happens now and then."),
            Verdict.UNFAIR: _("This does not look like chance."),
        }[self.test.verdict]

    @property
    def meaning(self) -> str:
        """Explanation of the result in plain words."""
        if self.test.verdict is Verdict.TOO_FEW:
            return ""
        count = round(self.test.share * SERVERS)
        if count == 0:
            return _("Of 1000 servers that deal fairly, not one would be expected to be so far off.")
        text = ngettext(
            "Of 1000 servers that deal fairly, about {count} would be at least so far off.",
            "Of 1000 servers that deal fairly, about {count} would be at least so far off.",
            count,
        )
        return text.format(count=count)

    @property
    def figures(self) -> str:
        """Figures of the test, for readers who know it."""
        text = _("chi-square {distance}, degrees of freedom {freedom}, p = {share}")
        distance, share = number_format(self.test.distance, 1), number_format(self.test.share, 4)
        return text.format(distance=distance, freedom=self.test.freedom, share=share)


def compare_counts(counts: Counts) -> tuple[Comparison, ...]:
    """Return the comparisons of upcards and of hands."""
    suits = (_("Spades"), _("Hearts"), _("Diamonds"), _("Clubs"))
    ranks = [rank_text(rank, language()) for rank in range(RANK_COUNT)]
    by_suit = [sum(counts.upcards[RANK_COUNT * suit :][:RANK_COUNT]) for suit in range(SUIT_COUNT)]
    by_rank = [sum(counts.upcards[rank::RANK_COUNT]) for rank in range(RANK_COUNT)]
    suit, rank, deadwood = _("Suit"), _("Rank"), _("Deadwood")
    hands = [_bin_title(part) for part in deadwood_classes()]
    return (
        _comparison(_("Upcards by suit"), suit, suits, by_suit, _even(SUIT_COUNT)),
        _comparison(_("Upcards by rank"), rank, ranks, by_rank, _even(RANK_COUNT)),
        _comparison(
            _("The non-dealer’s ten cards"),
            deadwood,
            hands,
            class_counts(counts.nondealer),
            exact_class_shares(),
        ),
        _comparison(
            _("The dealer’s ten cards"), deadwood, hands, class_counts(counts.dealer), exact_class_shares()
        ),
    )


def _even(classes: int) -> tuple[float, ...]:
    return (1 / classes,) * classes


def _comparison(
    title: str, heading: str, titles: Sequence[str], found: Sequence[int], exact: Sequence[float]
) -> Comparison:
    total = sum(found)
    longest = max(*found, *(share * total for share in exact), 1)
    lines = tuple(
        ComparisonRow(
            name, count, _amount(share * total), BAR * count / longest, BAR * share * total / longest
        )
        for name, count, share in zip(titles, found, exact, strict=True)
    )
    return Comparison(title, heading, lines, chi_square_test(found, exact))


def _amount(expected: float) -> str:
    """Return an expected count, with decimals if it is small."""
    if expected >= _FEW_EXPECTED:
        return str(number_format(round(expected), 0))
    return str(number_format(expected, 1 if expected >= 1 else 3))


def _bin_title(part: range) -> str:
    if part.start == 0:
        return pgettext("deadwood", "0: gin as dealt")
    if part == deadwood_classes()[1]:
        return pgettext("deadwood", "{low} to {high}: a knock at once").format(low=part[0], high=part[-1])
    return pgettext("deadwood", "{low} to {high}").format(low=part[0], high=part[-1])
