"""The score sheet of a match as players write it: a line a hand, a column a game, the sums beneath."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ginrummy.game import Game
from ginrummy.ledger import ITEM_TITLES, items, kind_title
from ginrummy.locale import _
from ginrummy.match import entered
from ginrummy.rules import scoring
from ginrummy.rules.scoring import NOBODY, Column, HandScore, Sheet
from ginrummy.variants import Variant

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A hand: how it ended, who scores what, and the running totals in the columns it was entered in."""

    number: int
    title: str
    winner: int
    score: HandScore
    boxes: int
    marks: tuple[Pair | None, ...]
    ends_manche: bool


@dataclass(frozen=True, slots=True)
class SumLine:
    """A line of sums: its title and what both seats have."""

    title: str
    amounts: Pair


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A whole sheet; `sums` has one list for each closed column, in order."""

    variant: Variant
    lines: tuple[SheetLine, ...]
    sums: tuple[tuple[str, tuple[SumLine, ...]], ...]
    totals: Pair
    sheet: Sheet

    @property
    def columns(self) -> int:
        """How many columns are written."""
        return self.variant.columns

    @property
    def has_manches(self) -> bool:
        """Whether games are manches of a partie."""
        return scoring.plays_manches(self.variant)

    @property
    def is_over(self) -> bool:
        """Whether the last hand has ended the match."""
        return scoring.is_over(self.sheet)

    @property
    def counts_extra(self) -> bool:
        """Whether extra-coups are counted."""
        return self.variant.extra_value >= 0


def score_sheet(variant: Variant, games: Sequence[Game]) -> ScoreSheet:
    """Return the sheet of the finished hands among `games`."""
    sheet = scoring.new_sheet()
    lines: list[SheetLine] = []
    sums: list[tuple[str, tuple[SumLine, ...]]] = []
    for number, game in enumerate(games, start=1):
        if game.score is not None:
            after = entered(variant, sheet, game.score)
            lines.append(_line(variant, number, game.score, sheet, after))
            sums += _closed(variant, sheet, after)
            sheet = after
    sums += _rubber(variant, sheet)
    return ScoreSheet(variant, tuple(lines), tuple(sums), scoring.totals(variant, sheet), sheet)


def _line(variant: Variant, number: int, score: HandScore, before: Sheet, after: Sheet) -> SheetLine:
    marks = tuple(
        _mark(written(after, column), score.winner) if _is_entered(variant, before, score, column)
        else None
        for column in range(variant.columns)
    )  # fmt: skip
    boxes = scoring.boxes_won(variant, score) if variant.box_bonus else 0
    title = kind_title(score.kind)
    return SheetLine(number, title, score.winner, score, boxes, marks, after.manche_ended == 1)


def _is_entered(variant: Variant, before: Sheet, score: HandScore, column: int) -> bool:
    return scoring.columns_entered(variant, before, score.winner) >> column & 1 == 1


def written(after: Sheet, column: int) -> Column:
    """Return the column that a hand was written in: after the last hand of a manche, the manche it ended."""
    return after.last_manche if after.manche_ended else after.columns[column]


def _mark(column: Column, winner: int) -> Pair | None:
    return None if winner == NOBODY else column.points


def _closed(variant: Variant, before: Sheet, after: Sheet) -> list[tuple[str, tuple[SumLine, ...]]]:
    """Return the sums of what the hand between two sheets has closed: columns, or a manche."""
    if after.manche_ended:
        number = sum(after.manches_won)
        gains = scoring.manche_gains(variant, after.last_manche)
        title = _("Manche {number}").format(number=number)
        return [(title, (*_sums(variant, after.last_manche), SumLine(_("carried to the partie"), gains)))]
    return [
        (_column_title(variant, number), _sums(variant, after.columns[number]))
        for number in range(variant.columns)
        if before.columns[number].closed_by == NOBODY and after.columns[number].closed_by != NOBODY
    ]


def _column_title(variant: Variant, number: int) -> str:
    return _("Game") if variant.columns == 1 else _("Column {number}").format(number=number + 1)


def _sums(variant: Variant, column: Column) -> tuple[SumLine, ...]:
    lines = [SumLine(_(ITEM_TITLES[item.name]), item.amounts) for item in items(variant, column)]
    total = (scoring.settled(variant, column, 0), scoring.settled(variant, column, 1))
    return (*lines, SumLine(_("total"), total))


def _rubber(variant: Variant, sheet: Sheet) -> list[tuple[str, tuple[SumLine, ...]]]:
    winner = scoring.rubber(sheet)
    if winner == NOBODY or not variant.rubber_bonus:
        return []
    bonus = (variant.rubber_bonus, 0) if winner == 0 else (0, variant.rubber_bonus)
    return [(_("Rubber"), (SumLine(_("rubber"), bonus),))]
