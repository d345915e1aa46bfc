"""Comparison of the server's deals with the exact distribution, in words and bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format

from ginrummy.game.cards import RANK_COUNT, rank_text
from ginrummy.locale import _, language, ngettext, pgettext
from ginrummy.web.fairness.chi_square import Judgement, Verdict, judged
from ginrummy.web.fairness.deal_counts import Counts
from ginrummy.web.fairness.expected_deals import binned, bins, shares

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
    test: Judgement

    @property
    def verdict(self) -> str:
        """Outcome in one sentence."""
        return {
            Verdict.TOO_FEW: _("Too few deals so far to say anything."),
            Verdict.FAIR: _("As chance has it."),
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


def comparisons(counts: Counts) -> tuple[Comparison, ...]:
    """Return the comparisons of upcards and of hands."""
    suits = (_("Spades"), _("Hearts"), _("Diamonds"), _("Clubs"))
    ranks = [rank_text(rank, language()) for rank in range(RANK_COUNT)]
    by_suit = [sum(counts.upcards[RANK_COUNT * suit :][:RANK_COUNT]) for suit in range(SUIT_COUNT)]
    by_rank = [sum(counts.upcards[rank::RANK_COUNT]) for rank in range(RANK_COUNT)]
    suit, rank, deadwood = _("Suit"), _("Rank"), _("Deadwood")
    hands = [_bin_title(part) for part in bins()]
    return (
        _comparison(_("Upcards by suit"), suit, suits, by_suit, _even(SUIT_COUNT)),
        _comparison(_("Upcards by rank"), rank, ranks, by_rank, _even(RANK_COUNT)),
        _comparison(_("The non-dealer’s ten cards"), deadwood, hands, binned(counts.nondealer), shares()),
        _comparison(_("The dealer’s ten cards"), deadwood, hands, binned(counts.dealer), shares()),
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
    return Comparison(title, heading, lines, judged(found, exact))


def _amount(expected: float) -> str:
    """Return an expected count, with decimals if it is small."""
    if expected >= _FEW_EXPECTED:
        return str(number_format(round(expected), 0))
    return str(number_format(expected, 1 if expected >= 1 else 3))


def _bin_title(part: range) -> str:
    if part.start == 0:
        return pgettext("deadwood", "0: gin as dealt")
    if part == bins()[1]:
        return pgettext("deadwood", "{low} to {high}: a knock at once").format(low=part[0], high=part[-1])
    return pgettext("deadwood", "{low} to {high}").format(low=part[0], high=part[-1])
