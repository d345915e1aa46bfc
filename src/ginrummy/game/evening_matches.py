"""Matches of an evening as immutable values: of two sides, or of people who each have a score (RULES 14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from ginrummy.game.hand_entry import POINTS
from ginrummy.game.score_sheet import ScoreSheet, SheetRow, entry_row, sheet_row
from ginrummy.rules import forms, scoring
from ginrummy.rules.forms import Form
from ginrummy.rules.scoring import HandScore, Sheet, boxes_won, column_worth, enter_hand
from ginrummy.rules.types import NOBODY, SEATS
from ginrummy.variants import Variant

Pair = tuple[int, int]
Sides = tuple[tuple[int, ...], tuple[int, ...]]


class BoardHand(NamedTuple):
    """A hand of two people; seat 0 of its score is the first of them."""

    first: int
    second: int
    score: HandScore

    @property
    def winner(self) -> int:
        """The person who has won the hand, or `NOBODY`."""
        return NOBODY if self.score.winner == NOBODY else self[:2][self.score.winner]


class SideDeal(NamedTuple):
    """A deal of two sides: the numbers of its hands, and its rows on the sheet, one or two."""

    hands: tuple[int, ...]
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class SideMatch:
    """A match of two sides, of one person or more; `open_hands` are those of the deal in play."""

    variant: Variant
    sides: Sides
    deals: tuple[SideDeal, ...] = ()
    open_hands: tuple[int, ...] = ()

    @property
    def hands(self) -> tuple[int, ...]:
        """The numbers of all its hands."""
        return (*(number for deal in self.deals for number in deal.hands), *self.open_hands)

    @property
    def score_sheet(self) -> ScoreSheet:
        """The sheet of the two sides."""
        return ScoreSheet(self.variant, tuple(row for deal in self.deals for row in deal.rows))

    @property
    def is_over(self) -> bool:
        """Whether a side has won the match."""
        return self.score_sheet.is_over

    @property
    def winners(self) -> tuple[int, ...]:
        """The people who have won the match; empty before its end."""
        winner = self.score_sheet.winner
        return () if winner == NOBODY else self.sides[winner]

    def side_of(self, person: int) -> int:
        """Return the side of `person`, or `NOBODY`."""
        return next((seat for seat in SEATS if person in self.sides[seat]), NOBODY)

    def gain(self, person: int) -> int:
        """Return the points that `person` gains by the match: nothing before its end (14.9)."""
        return self._gain(person, self.score_sheet.totals)

    def box_gain(self, person: int) -> int:
        """Return the boxes that `person` gains by the match, over all columns and manches (14.13)."""
        columns = (*self.score_sheet.manches, *self.score_sheet.sheet.columns)
        return self._gain(person, tuple(sum(column.boxes[seat] for column in columns) for seat in SEATS))

    def matches_gained(self, person: int) -> int:
        """Return the matches that `person` gains: 1 of each on the other side, or -1 (14.13)."""
        return self._gain(person, tuple(int(side == self.winners) for side in self.sides))

    def _gain(self, person: int, amounts: Sequence[int]) -> int:
        """Return what `person` gains where the two sides have `amounts`."""
        side = self.side_of(person)
        if not self.is_over or side == NOBODY:
            return 0
        own, other = len(self.sides[side]), len(self.sides[1 - side])
        return forms.gain_per_person(amounts[side] - amounts[1 - side], own, other)

    def enter_hand(self, number: int, hand: BoardHand) -> SideMatch:
        """Return the match with a hand that is a deal of its own."""
        score = hand.score._replace(winner=self.side_of(hand.winner))
        row = sheet_row(self.variant, self.score_sheet.sheet, score)
        return replace(self, deals=(*self.deals, SideDeal((number,), (row,))))

    def enter_board(self, form: Form, hands: Sequence[BoardHand]) -> SideMatch:
        """Return the match with the last of the evening's `hands` as one board of a deal (14.5)."""
        numbers = (*self.open_hands, len(hands) - 1)
        if len(numbers) < len(self.sides[0]):
            return replace(self, open_hands=numbers)
        deal = forms.new_deal()
        for hand in (hands[number] for number in numbers):
            score, boxes = hand.score, boxes_won(self.variant, hand.score)
            side = self.side_of(hand.winner)
            deal = forms.add_board(deal, side, score.points, score.extra_coups, boxes)
        row = self._deal_row(self.score_sheet.sheet, forms.deal_entry(form, deal, 0))
        second = forms.deal_entry(form, deal, 1)
        rows: tuple[SheetRow, ...] = (row,)
        if second.winner != NOBODY and forms.enters_both_sides(self.variant, row.sheet):
            rows = (row, self._deal_row(row.sheet, second))
        return replace(self, deals=(*self.deals, SideDeal(numbers, rows)), open_hands=())

    def _deal_row(self, before: Sheet, entry: forms.DealEntry) -> SheetRow:
        if entry.winner == NOBODY:
            return sheet_row(self.variant, before, scoring.score_void())
        score = HandScore(POINTS, entry.winner, entry.points, 0, 1, entry.points, entry.extra_coups)
        return entry_row(self.variant, before, score, entry.boxes)


@dataclass(frozen=True, slots=True)
class EachMatch:
    """A match of people who each have a score: a sheet for each two of them, in order (14.2)."""

    variant: Variant
    people: int
    sheets: tuple[Sheet, ...]
    hands: tuple[int, ...] = ()

    @classmethod
    def start(cls, variant: Variant, people: int) -> EachMatch:
        """Return the match before its first hand."""
        return cls(variant, people, (scoring.new_sheet(),) * (people * (people - 1) // 2))

    @property
    def is_over(self) -> bool:
        """Whether somebody has won the match."""
        return bool(self.winners)

    @property
    def winners(self) -> tuple[int, ...]:
        """The one who has won the match; empty before its end."""
        closed = zip(self._pairs, self.sheets, strict=True)
        found = (pair[sheet.columns[0].closed_by] for pair, sheet in closed if sheet.finished)
        return tuple(found)[:1]

    @property
    def _pairs(self) -> tuple[Pair, ...]:
        return tuple(combinations(range(self.people), 2))

    def enter_hand(self, number: int, hand: BoardHand) -> EachMatch:
        """Return the match with a hand, entered on every sheet of its winner."""
        score, boxes = hand.score, boxes_won(self.variant, hand.score)
        sheets = tuple(
            enter_hand(
                self.variant, sheet, pair.index(hand.winner), score.points, score.extra_coups, boxes
            )
            if hand.winner in pair
            else sheet
            for pair, sheet in zip(self._pairs, self.sheets, strict=True)
        )  # fmt: skip
        return replace(self, sheets=sheets, hands=(*self.hands, number))

    def column(self, person: int, other: int) -> tuple[scoring.Column, int]:
        """Return the column of two people, and the seat of `person` in it."""
        pair = (min(person, other), max(person, other))
        return self.sheets[self._pairs.index(pair)].columns[0], pair.index(person)

    def points(self, person: int) -> int:
        """Return the points of the hands that `person` has won."""
        column, seat = self.column(person, 1 if person == 0 else 0)
        return column.points[seat]

    def worth(self, person: int, other: int) -> int:
        """Return what `person` has on the sheet with `other`; a winner's may hold a shutout (14.9)."""
        column, seat = self.column(person, other)
        return column_worth(self.variant, column, seat)

    def lead(self, person: int, other: int) -> int:
        """Return what `person` has more than `other` once the match is over (14.9)."""
        if not self.is_over:
            return 0
        (winner,) = self.winners
        if winner in (person, other):
            return self.worth(person, other) - self.worth(other, person)
        return self.worth(person, winner) - self.worth(other, winner)

    def gain(self, person: int) -> int:
        """Return the points that `person` gains by the match: nothing before its end (14.9)."""
        return sum(self.lead(person, other) for other in range(self.people) if other != person)

    def box_gain(self, person: int) -> int:
        """Return the boxes that `person` gains by the match (14.13)."""
        if not self.is_over:
            return 0
        others = [self.column(person, other) for other in range(self.people) if other != person]
        return sum(column.boxes[seat] - column.boxes[1 - seat] for column, seat in others)

    def matches_gained(self, person: int) -> int:
        """Return the matches that `person` gains: 1 of each of the others, or -1 (14.13)."""
        if not self.is_over:
            return 0
        return self.people - 1 if person in self.winners else -1


EveningMatch = SideMatch | EachMatch
