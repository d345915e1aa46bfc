"""Sheet of a ledger, hand by hand: a plain loop that the score pad in the browser runs as WebAssembly."""

from __future__ import annotations

from typing import Any, Final

from ginrummy.game.hand_entry import FINE, entry_fault, fault_limit, score_of
from ginrummy.game.score_sheet import closes_column_or_manche, last_hand_column, sheet_row
from ginrummy.kernel.struct_layout import Fields
from ginrummy.rules.scoring import (
    NOBODY,
    Column,
    column_worth,
    is_match_over,
    match_winner,
    new_sheet,
    next_dealer,
    plays_manches,
    rubber_winner,
    totals,
)

COLUMNS: Final = 3
"""Columns of a sheet."""
ENTRY_FIELDS: Final[Fields] = tuple((name, "i8") for name in ("how", "seat", "own", "other", "upcard"))
"""A hand as entered: see `hand_entry.entry_fault`."""
LINE_FIELDS: Final[Fields] = tuple(
    (name, "i8")
    for name in (
        "fault", "limit", "is_late", "kind", "winner", "points", "extra_coups", "boxes",
        "mark0", "mark1", "mark2", "mark3", "mark4", "mark5",
        "manche_ended", "manches", "partie0", "partie1", "closed",
    )
)  # fmt: skip
"""A line of the sheet. `closed` has a bit for each column that the hand closed."""
END_FIELDS: Final[Fields] = tuple(
    (name, "i8") for name in ("is_over", "has_manches", "dealer", "total0", "total1", "winner", "rubber")
)
"""The sheet after the last hand."""


def fill_ledger(variants: Any, dealer: int, entries: Any, lines: Any, sums: Any, end: Any) -> None:
    """Write the line of each of `entries`, the sums of the columns that it closes, and the end.

    `variants[0]` is the game. The others are the game without one part of a total, in the order of
    `score_sheet.WITHOUT`. `sums[3 * i + n]` has a pair for column `n` of line `i`: points, then each part,
    then the total. A line with a fault, or after the end, changes nothing.
    """
    variant, sheet = variants[0], new_sheet()
    for place in range(len(entries)):
        entry, row = entries[place], lines[place]
        row.fault = entry_fault(variant, entry.how, entry.own, entry.other, entry.upcard)
        row.limit = fault_limit(variant, row.fault, entry.upcard)
        row.is_late = is_match_over(sheet)
        if row.fault != FINE or row.is_late != 0:
            continue
        score = score_of(variant, entry.how, entry.seat, entry.own, entry.other, entry.upcard)
        line = sheet_row(variant, sheet, score)
        sheet = line.sheet
        if dealer != NOBODY:
            dealer = next_dealer(variant, dealer, score.winner)
        row.kind, row.winner, row.points = score.kind, score.winner, score.points
        row.extra_coups, row.boxes = score.extra_coups, line.boxes
        row.mark0, row.mark1, row.mark2, row.mark3, row.mark4, row.mark5 = line.marks
        row.manche_ended, row.manches = sheet.manche_ended, sheet.manches_won[0] + sheet.manches_won[1]
        row.partie0, row.partie1 = sheet.partie
        row.closed = 0
        for number in range(variant.columns):
            if closes_column_or_manche(line, number):
                row.closed |= 1 << number
                fill_column_totals(variants, last_hand_column(sheet, number), sums[COLUMNS * place + number])
    end.is_over, end.has_manches, end.dealer = is_match_over(sheet), plays_manches(variant), dealer
    end.total0, end.total1 = totals(variant, sheet)
    end.winner, end.rubber = match_winner(variant, sheet), rubber_winner(sheet)


def fill_column_totals(variants: Any, column: Column, pairs: Any) -> None:
    """Write the points of `column`, the parts of its total, and the total, a pair for each."""
    for seat in range(2):
        total = column_worth(variants[0], column, seat)
        pairs[0, seat] = column.points[seat]
        for part in range(1, len(variants)):
            pairs[part, seat] = total - column_worth(variants[part], column, seat)
        pairs[len(variants), seat] = total
