"""Score sheet of a match, one value for every page and screen: a row per hand, the sums, the winner.

The functions over numbers alone are plain, because the script of the score pad is translated from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from ginrummy.game.hand_entry import POINTS
from ginrummy.locale import LANGUAGES, N_, _, pgettext, using_language
from ginrummy.rules import scoring
from ginrummy.rules.scoring import (
    BIG_GIN,
    GIN,
    GIN_VOID,
    KNOCK,
    NOBODY,
    TIE,
    UNDERCUT,
    VOID,
    WALL_COMPARE,
    Column,
    HandScore,
    Sheet,
    boxes_won,
    column_worth,
    columns_entered,
    enter_hand,
)
from ginrummy.rules.types import Seat
from ginrummy.variants import NONE, SHUTOUT_NONE, Variant

_MOST_WORDS: Final = 5
_WRITTEN: Final[dict[int, tuple[str, ...]]] = {
    POINTS: ("point", "points", "pts", "очко", "очка", "очков", "очки"),
    KNOCK: (
        "knock", "knocks", "knocked", "k", "frappe", "frappé", "cogne", "descente", "descend",
        "descendu", "стук", "стучит", "постучал", "постучала", "нок",
    ),
    UNDERCUT: (
        "undercut", "undercuts", "under cut", "uc", "contre", "contré", "sous-coupe", "подрезка",
        "подрезает", "андеркат",
    ),
    GIN: ("gin", "g", "джин"),
    BIG_GIN: (
        "biggin", "big gin", "big-gin", "big_gin", "bg", "grandgin", "grand gin", "grand-gin", "grand_gin",
        "большойджин", "большой джин", "большой-джин", "большой_джин", "биг джин",
    ),
    WALL_COMPARE: (
        "wall", "stock", "the wall", "end of stock", "end of the stock", "the stock is finished",
        "the stock has run out", "mur",
        "talon", "fin du talon", "fin de la pioche", "стена", "колода", "добор", "конец колоды",
        "конец добора", "колода кончилась", "добор кончился",
    ),
    VOID: (
        "void", "nobody", "draw", "null", "none", "-", "–", "—", "void hand", "nul", "nulle", "coup nul",
        "donne nulle", "personne", "ничья", "никто", "пересдача", "кон ничей", "кон не засчитан",
    ),
    TIE: ("tie", "égalité", "равенство"),
    GIN_VOID: ("gin void", "void gin", "gin nul"),
}  # fmt: skip


def ending_title(kind: int) -> str:
    """Return how a hand ended, in the current language."""
    return {
        POINTS: pgettext("how a hand ends", "points"),
        KNOCK: pgettext("how a hand ends", "knock"),
        UNDERCUT: pgettext("how a hand ends", "undercut"),
        GIN: pgettext("how a hand ends", "gin"),
        BIG_GIN: pgettext("how a hand ends", "big gin"),
        GIN_VOID: pgettext("how a hand ends", "gin made void"),
        scoring.TIE: pgettext("how a hand ends", "tie"),
        VOID: pgettext("how a hand ends", "void"),
        WALL_COMPARE: pgettext("how a hand ends", "end of the stock"),
    }[kind]


@cache
def endings_by_words() -> dict[str, int]:
    """Return the ending for each word or phrase; typed words take precedence over titles."""
    titles: dict[str, int] = {}
    for code in LANGUAGES:
        with using_language(code):
            titles |= {ending_title(kind).casefold(): kind for kind in _WRITTEN}
    return titles | {word: kind for kind, words in _WRITTEN.items() for word in words}


def parse_ending(tokens: Sequence[str]) -> tuple[int, int] | None:
    """Return the ending at the start of `tokens` and the number of its tokens, or `None`."""
    for count in range(min(_MOST_WORDS, len(tokens)), 0, -1):
        kind = endings_by_words().get(" ".join(tokens[:count]).casefold())
        if kind is not None:
            return kind, count
    return None


Pair = tuple[int, int]

BLANK: Final = -1
"""Mark of an empty place."""

SUM_TITLES: Final = {
    "game": N_("Game"),
    "column": N_("Column {number}"),
    "manche": N_("Manche {number}"),
    "rubber": N_("Rubber"),
}
ITEM_TITLES: Final = {
    "points": N_("points of the hands"),
    "shutout": N_("shutout"),
    "blitz": N_("blitz"),
    "game": N_("game bonus"),
    "boxes": N_("boxes"),
    "extra_coups": N_("extra boxes"),
    "total": N_("total"),
    "carried": N_("carried to the partie"),
    "rubber": N_("rubber"),
}
BOX_LEGENDS: Final = (
    N_("a hand won: +{points} at the end of the match"),
    N_("a hand won: +{points} at the end for the winner of the match"),
)
"""Meaning of a box, by `boxes_to`."""


class SheetRow(NamedTuple):
    """A hand on the sheet, and the sheet after it.

    `marks` are running totals, two per column, seat 0 first; `BLANK` if the hand is not written there.
    """

    score: HandScore
    boxes: int
    marks: tuple[int, int, int, int, int, int]
    sheet: Sheet

    @property
    def title(self) -> str:
        """The ending of the hand, in the current language."""
        return ending_title(self.score.kind)


class Parts(NamedTuple):
    """The parts of a column's total for one seat."""

    points: int
    shutout: int
    blitz: int
    game: int
    boxes: int
    extra_coups: int


class Item(NamedTuple):
    """One line of a sum: its name, and both seats' values."""

    name: str
    amounts: Pair

    @property
    def title(self) -> str:
        """The name of the line, in the current language."""
        return _(ITEM_TITLES[self.name])


class Sum(NamedTuple):
    """The sum at the end of a game, a column, a manche or the rubber."""

    kind: str
    number: int
    items: tuple[Item, ...]

    @property
    def title(self) -> str:
        """The name of the sum, in the current language."""
        return _(SUM_TITLES[self.kind]).format(number=self.number)


def enter_score(variant: Variant, sheet: Sheet, score: HandScore) -> Sheet:
    """Return `sheet` with a hand's score entered."""
    boxes = boxes_won(variant, score)
    return enter_hand(variant, sheet, score.winner, score.points, score.extra_coups, boxes)


def sheet_row(variant: Variant, before: Sheet, score: HandScore) -> SheetRow:
    """Return the row of a hand after `before`."""
    return entry_row(variant, before, score, boxes_won(variant, score))


def entry_row(variant: Variant, before: Sheet, score: HandScore, boxes: int) -> SheetRow:
    """Return the row, after `before`, of a score that comes with `boxes`."""
    mask = columns_entered(variant, before, score.winner)
    sheet = enter_hand(variant, before, score.winner, score.points, score.extra_coups, boxes)
    marks = (
        hand_mark(sheet, mask, score.winner, 0), hand_mark(sheet, mask, score.winner, 1),
        hand_mark(sheet, mask, score.winner, 2), hand_mark(sheet, mask, score.winner, 3),
        hand_mark(sheet, mask, score.winner, 4), hand_mark(sheet, mask, score.winner, 5),
    )  # fmt: skip
    return SheetRow(score, boxes, marks, sheet)


def hand_mark(sheet: Sheet, mask: int, winner: int, place: int) -> int:
    """Return the mark of a hand, entered in the columns of `mask`, at a place of its row."""
    if mask >> place // 2 & 1 == 0 or place % 2 != winner:
        return BLANK
    return last_hand_column(sheet, place // 2).points[winner]


def last_hand_column(sheet: Sheet, number: int) -> Column:
    """Return the column of the last hand: the manche that it ended, if it did."""
    return sheet.last_manche if sheet.manche_ended != 0 else sheet.columns[number]


def closes_column_or_manche(row: SheetRow, number: int) -> bool:
    """Return whether a hand closed column `number`, from 0, or ended a manche."""
    place = 2 * number + max(row.score.winner, 0)
    return row.marks[place] != BLANK and last_hand_column(row.sheet, number).closed_by != NOBODY


WITHOUT: Final[dict[str, dict[str, int]]] = {
    "shutout": {"shutout": SHUTOUT_NONE, "shutout_value": NONE},
    "blitz": {"column_blitz_bonus": 0},
    "game": {"game_bonus": 0},
    "boxes": {"box_bonus": 0},
    "extra_coups": {"extra_value": NONE},
}
"""The parts of a column's total besides points, and the variant without each."""


def column_parts(variant: Variant, column: Column, seat: int) -> Parts:
    """Return the parts of `column` for `seat`; a bonus is the loss of the law's total without it."""
    total = column_worth(variant, column, seat)
    lost = {
        name: total - column_worth(variant._replace(**change), column, seat)
        for name, change in WITHOUT.items()
    }
    return Parts(column.points[seat], **lost)


def column_items(variant: Variant, column: Column) -> tuple[Item, ...]:
    """Return the items of the totals of `column`, points first, without items that are zero for both."""
    both = zip(column_parts(variant, column, 0), column_parts(variant, column, 1), strict=True)
    found = map(Item, Parts._fields, both)
    return tuple(item for item in found if item.name == "points" or any(item.amounts))


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A whole sheet: the row of each finished hand, and everything derived from them."""

    variant: Variant
    rows: tuple[SheetRow, ...]

    @property
    def sheet(self) -> Sheet:
        """The sheet of the law after the last hand."""
        return self.rows[-1].sheet if self.rows else scoring.new_sheet()

    @property
    def columns(self) -> int:
        """Number of written columns."""
        return self.variant.columns

    @property
    def has_manches(self) -> bool:
        """Whether games are manches of a partie."""
        return scoring.plays_manches(self.variant)

    @property
    def counts_extra(self) -> bool:
        """Whether extra boxes are counted."""
        return self.variant.extra_value != NONE

    @property
    def is_over(self) -> bool:
        """Whether the last hand has ended the match."""
        return scoring.is_match_over(self.sheet)

    @property
    def winner(self) -> Seat:
        """The seat that has won the match, or `NOBODY` before its end."""
        return Seat(scoring.match_winner(self.variant, self.sheet))

    @property
    def rubber_winner(self) -> Seat:
        """The seat that is paid for the rubber, or `NOBODY`."""
        return Seat(scoring.rubber_winner(self.sheet) if self.variant.rubber_bonus else NOBODY)

    @property
    def totals(self) -> Pair:
        """The totals of both seats."""
        return scoring.totals(self.variant, self.sheet)

    @property
    def box_legend(self) -> str:
        """The meaning of a box, in the current language; empty if none is drawn."""
        if not self.variant.box_bonus or not any(row.boxes for row in self.rows):
            return ""
        return _(BOX_LEGENDS[self.variant.boxes_to]).format(points=self.variant.box_bonus)

    @property
    def manches(self) -> tuple[Column, ...]:
        """The manches that have ended, in order."""
        return tuple(row.sheet.last_manche for row in self.rows if row.sheet.manche_ended)

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The sum of each closed column, or manche, in order, then of the rubber."""
        closed = (
            self._sum(row, number)
            for row in self.rows
            for number in range(self.columns)
            if closes_column_or_manche(row, number)
        )
        bonus = self.variant.rubber_bonus
        pair = (bonus, 0) if self.rubber_winner == 0 else (0, bonus)
        rubber = [Sum("rubber", 1, (Item("rubber", pair),))] if self.rubber_winner != NOBODY else []
        return (*closed, *rubber)

    def _sum(self, row: SheetRow, number: int) -> Sum:
        column = last_hand_column(row.sheet, number)
        total = (column_worth(self.variant, column, 0), column_worth(self.variant, column, 1))
        found = (*column_items(self.variant, column), Item("total", total))
        if row.sheet.manche_ended:
            carried = Item("carried", scoring.manche_gains(self.variant, column))
            return Sum("manche", sum(row.sheet.manches_won), (*found, carried))
        return Sum("column" if self.columns > 1 else "game", number + 1, found)


def build_score_sheet(variant: Variant, scores: Iterable[HandScore | None]) -> ScoreSheet:
    """Return the sheet of the hands with these `scores`; a hand in play has none."""
    rows: list[SheetRow] = []
    sheet = scoring.new_sheet()
    for score in scores:
        if score is not None:
            rows.append(sheet_row(variant, sheet, score))
            sheet = rows[-1].sheet
    return ScoreSheet(variant, tuple(rows))
