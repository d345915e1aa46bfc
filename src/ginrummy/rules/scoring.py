"""Score of a hand, the next dealer, and the sheet of a match (RULES 3.4, 3.5, 7, 8, 9, 10, 11).

A `Sheet` is a value: `enter_hand` returns the next one. Its three columns are the three games of Hollywood.
Every other match writes in the first alone. Bonuses are settled when a column closes: an open column is worth
the points written in it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.rules.cards import RANK_COUNT, SPADES
from ginrummy.rules.variant import (
    BOXES_BOTH,
    NEXT_ALTERNATE,
    NEXT_WINNER,
    NONE,
    SESSION_DIFFERENCE,
    SHUTOUT_BONUS,
    SHUTOUT_DOUBLE,
    VOID_ALTERNATE,
    Variant,
)
from ginrummy.rules.variant import WALL_COMPARE as COMPARED_AT_WALL

NOBODY: Final = -1
UNKNOWN: Final = -1

KNOCK, UNDERCUT, GIN, BIG_GIN, GIN_VOID, TIE, VOID, WALL_COMPARE = range(1, 9)
KIND_NAMES: Final = ("", "knock", "undercut", "gin", "big_gin", "gin_void", "tie", "void", "wall_compare")


class HandScore(NamedTuple):
    """Score of a hand: its ending, the seat that scores or `NOBODY`, (difference + bonus) * multiplier."""

    kind: int
    winner: int
    difference: int
    bonus: int
    multiplier: int
    points: int
    extra_coups: int


class Column(NamedTuple):
    """One game: points, hands entered, boxes and extra boxes of both seats, and who reached the target."""

    points: tuple[int, int]
    entries: tuple[int, int]
    boxes: tuple[int, int]
    extra_coups: tuple[int, int]
    closed_by: int


class Sheet(NamedTuple):
    """A match so far; `manche_ended` is 1 when the last hand ended a manche, which is `last_manche`."""

    columns: tuple[Column, Column, Column]
    partie: tuple[int, int]
    manches_won: tuple[int, int]
    last_manche: Column
    manche_ended: int
    hands: int
    void_hands: int
    finished: int


def spade_multiplier(variant: Variant, upcard_face: int) -> int:
    """Return 2 if a spade was turned up and spades double, else 1 (7.7); `UNKNOWN` is no upcard."""
    if variant.spade_double != 0 and upcard_face != UNKNOWN and upcard_face // RANK_COUNT == SPADES:
        return 2
    return 1


def closing_kind(variant: Variant, kind: int, knocker_deadwood: int, defender_deadwood: int) -> int:
    """Return the ending of a hand closed by `kind` (KNOCK, GIN or BIG_GIN), given both deadwoods."""
    if kind == KNOCK and knocker_deadwood == 0:
        kind = GIN  # 5.6: a knock with no deadwood is gin
    if kind != KNOCK:
        void = variant.gin_void_if_defender_zero != 0 and defender_deadwood == 0
        return GIN_VOID if void else kind
    if defender_deadwood > knocker_deadwood:
        return KNOCK
    if defender_deadwood == knocker_deadwood and variant.undercut_on_tie == 0:
        return TIE
    return UNDERCUT


def undercut_bonus(variant: Variant, defender_deadwood: int, defender_unmatched: int) -> int:
    """Return the bonus of an undercut; it is complete when the defender keeps no unmatched card (7.2)."""
    complete = defender_unmatched == 0
    if defender_unmatched == UNKNOWN:
        complete = defender_deadwood == 0
    if complete and variant.undercut_complete_bonus != NONE:
        return variant.undercut_complete_bonus
    return variant.undercut_bonus


def hand_bonus(variant: Variant, kind: int, defender_deadwood: int, defender_unmatched: int) -> int:
    """Return the bonus that an ending of `kind` earns its winner (7.1 to 7.5)."""
    if kind == UNDERCUT:
        return undercut_bonus(variant, defender_deadwood, defender_unmatched)
    if kind == GIN:
        return variant.gin_bonus
    if kind == BIG_GIN:
        return variant.big_gin_bonus
    return 0


def hand_extra_coups(variant: Variant, kind: int) -> int:
    """Return the extra boxes of an ending of `kind`, before any doubling (7.8)."""
    if variant.extra_value == NONE:
        return 0
    if kind == UNDERCUT:
        return variant.extra_undercut
    if kind == GIN:
        return variant.extra_gin
    if kind == BIG_GIN:
        return variant.extra_big_gin
    return 0


def score_closing(
    variant: Variant,
    kind: int,
    knocker: int,
    knocker_deadwood: int,
    defender_deadwood: int,
    defender_unmatched: int,
    upcard_face: int,
) -> HandScore:
    """Return the score of a hand that seat `knocker` closed, declaring KNOCK, GIN or BIG_GIN (7.1 to 7.8).

    The deadwoods are counted after lay-offs. `defender_unmatched` is the number of cards that the defender
    kept, `upcard_face` the upcard of the deal. Both may be `UNKNOWN`.
    """
    ending = closing_kind(variant, kind, knocker_deadwood, defender_deadwood)
    multiplier = spade_multiplier(variant, upcard_face)
    if ending == TIE or ending == GIN_VOID:
        return HandScore(ending, NOBODY, 0, 0, multiplier, 0, 0)
    winner = 1 - knocker if ending == UNDERCUT else knocker
    difference = abs(defender_deadwood - knocker_deadwood)
    bonus = hand_bonus(variant, ending, defender_deadwood, defender_unmatched)
    extra = hand_extra_coups(variant, ending)
    if variant.spade_doubles_boxes != 0:
        extra *= multiplier
    return HandScore(ending, winner, difference, bonus, multiplier, (difference + bonus) * multiplier, extra)


def score_void() -> HandScore:
    """Return the score of a hand without a winner: thrown in, or endless (4.8, 8.2)."""
    return HandScore(VOID, NOBODY, 0, 0, 1, 0, 0)


def score_wall(variant: Variant, deadwood0: int, deadwood1: int, upcard_face: int) -> HandScore:
    """Return the score of a hand whose stock ran out: void, or the lower deadwood scores (8.2, 8.3, 8.4)."""
    if variant.wall_action != COMPARED_AT_WALL:
        return score_void()
    multiplier = spade_multiplier(variant, upcard_face)
    difference = abs(deadwood0 - deadwood1)
    winner = NOBODY if difference == 0 else int(deadwood1 < deadwood0)
    return HandScore(WALL_COMPARE, winner, difference, 0, multiplier, difference * multiplier, 0)


def boxes_won(variant: Variant, score: HandScore) -> int:
    """Return the boxes that a hand gives its winner: one, or two where spades double boxes (7.7, 9.2)."""
    if score.winner == NOBODY:
        return 0
    return score.multiplier if variant.spade_doubles_boxes != 0 else 1


def next_dealer(variant: Variant, dealer: int, winner: int) -> int:
    """Return the seat that deals after a hand won by `winner`, or won by `NOBODY` (3.4, 3.5)."""
    if winner == NOBODY:
        return 1 - dealer if variant.dealer_after_void == VOID_ALTERNATE else dealer
    if variant.next_dealer == NEXT_ALTERNATE:
        return 1 - dealer
    return winner if variant.next_dealer == NEXT_WINNER else 1 - winner


def new_column() -> Column:
    """Return an empty column."""
    return Column((0, 0), (0, 0), (0, 0), (0, 0), NOBODY)


def new_sheet() -> Sheet:
    """Return the sheet of a match before its first hand."""
    blank = new_column()
    return Sheet((blank, blank, blank), (0, 0), (0, 0), blank, 0, 0, 0, 0)


def is_match_over(sheet: Sheet) -> bool:
    """Return whether the match is finished and takes no further hand."""
    return sheet.finished != 0


def plays_manches(variant: Variant) -> bool:
    """Return whether games are manches of a partie (11.3)."""
    return variant.session_target != NONE


def columns_entered(variant: Variant, sheet: Sheet, winner: int) -> int:
    """Return the columns in which a hand won by `winner` is written: bit 0 for the first (10.2, 10.3).

    These are every open column in which that seat has an entry, and the first open one in which it has none.
    """
    if winner == NOBODY or sheet.finished != 0:
        return 0
    entered = 0
    blank_seen = False
    for number in range(variant.columns):
        column = sheet.columns[number]
        if column.closed_by == NOBODY:
            if column.entries[winner] > 0:
                entered |= 1 << number
            elif not blank_seen:
                entered |= 1 << number
                blank_seen = True
    return entered


def add_to_seat(pair: tuple[int, int], seat: int, amount: int) -> tuple[int, int]:
    """Return `pair` with `amount` more for `seat`."""
    return (pair[0] + amount, pair[1]) if seat == 0 else (pair[0], pair[1] + amount)


def write_hand(
    variant: Variant, column: Column, winner: int, points: int, extra_coups: int, boxes: int
) -> Column:
    """Return `column` with a hand written in it, closed when that reaches the target (9.1, 10.3)."""
    score = add_to_seat(column.points, winner, points)
    entries = add_to_seat(column.entries, winner, 1)
    all_boxes = add_to_seat(column.boxes, winner, boxes)
    all_coups = add_to_seat(column.extra_coups, winner, extra_coups)
    closed_by = winner if score[winner] >= variant.game_target else NOBODY
    return Column(score, entries, all_boxes, all_coups, closed_by)


def is_shutout(column: Column) -> bool:
    """Return whether `column` was won against a seat without a point in it (9.4, 10.4)."""
    return column.closed_by != NOBODY and column.points[1 - column.closed_by] == 0


def winner_bonus(variant: Variant, column: Column) -> int:
    """Return the bonuses for winning a closed column: game bonus, shutout and blitz (9.3, 9.4, 10.4)."""
    bonus = variant.game_bonus
    if is_shutout(column):
        bonus += variant.column_blitz_bonus
        if variant.shutout == SHUTOUT_BONUS:
            bonus += variant.shutout_value
        elif variant.shutout == SHUTOUT_DOUBLE:
            bonus += column.points[column.closed_by]
    return bonus


def column_worth(variant: Variant, column: Column, seat: int) -> int:
    """Return the worth of `column` to `seat`: points, and bonuses once it is closed (9.5, 10.6, 11.2)."""
    total = column.points[seat]
    if column.closed_by == NOBODY:
        return total
    if variant.extra_value != NONE:
        total += variant.extra_value * column.extra_coups[seat]
    if variant.boxes_to == BOXES_BOTH or seat == column.closed_by:
        total += variant.box_bonus * column.boxes[seat]
    if seat == column.closed_by:
        total += winner_bonus(variant, column)
    return total


def column_total(variant: Variant, sheet: Sheet, column: int, seat: int) -> int:
    """Return the worth of column number `column` (0 to 2) of the sheet to `seat`."""
    return column_worth(variant, sheet.columns[column], seat)


def manche_gains(variant: Variant, manche: Column) -> tuple[int, int]:
    """Return what an ended manche adds to the partie (11.3).

    That is both totals, or by difference the excess of the higher total, for its seat.
    """
    first = column_worth(variant, manche, 0)
    second = column_worth(variant, manche, 1)
    if variant.session_mode == SESSION_DIFFERENCE:
        return (max(first - second, 0), max(second - first, 0))
    return (first, second)


def is_partie_over(variant: Variant, partie: tuple[int, int]) -> bool:
    """Return whether a seat has reached the target of the partie and leads: equal totals play on (11.3)."""
    return partie[0] != partie[1] and max(partie[0], partie[1]) >= variant.session_target


def end_manche(variant: Variant, sheet: Sheet, manche: Column) -> Sheet:
    """Return `sheet` after the hand that closed `manche`: its totals in the partie, and a new manche."""
    gains = manche_gains(variant, manche)
    partie = (sheet.partie[0] + gains[0], sheet.partie[1] + gains[1])
    won = add_to_seat(sheet.manches_won, manche.closed_by, 1)
    over = 1 if is_partie_over(variant, partie) else 0
    blank = new_column()
    return Sheet((blank, blank, blank), partie, won, manche, 1, sheet.hands + 1, sheet.void_hands, over)


def played_columns_closed(variant: Variant, columns: tuple[Column, Column, Column]) -> bool:
    """Return whether every column that the variant plays is closed."""
    for number in range(variant.columns):
        if columns[number].closed_by == NOBODY:
            return False
    return True


def add_void(sheet: Sheet) -> Sheet:
    """Return `sheet` after a hand without a winner: it is counted and scores nothing (8.2)."""
    hands, voids = sheet.hands + 1, sheet.void_hands + 1
    return Sheet(sheet.columns, sheet.partie, sheet.manches_won, sheet.last_manche, 0, hands, voids, 0)


def enter_hand(
    variant: Variant, sheet: Sheet, winner: int, points: int, extra_coups: int, boxes: int
) -> Sheet:
    """Return `sheet` with one more hand; `winner` is a seat, or `NOBODY` for a void hand.

    A match that is over accepts no hand: its sheet is returned unchanged.
    """
    if sheet.finished != 0:
        return sheet
    if winner == NOBODY:
        return add_void(sheet)
    entered = columns_entered(variant, sheet, winner)
    first, second, third = sheet.columns
    if entered & 1 != 0:
        first = write_hand(variant, first, winner, points, extra_coups, boxes)
    if entered & 2 != 0:
        second = write_hand(variant, second, winner, points, extra_coups, boxes)
    if entered & 4 != 0:
        third = write_hand(variant, third, winner, points, extra_coups, boxes)
    if plays_manches(variant) and first.closed_by != NOBODY:
        return end_manche(variant, sheet, first)
    columns = (first, second, third)
    over = 1 if played_columns_closed(variant, columns) else 0
    hands, voids = sheet.hands + 1, sheet.void_hands
    return Sheet(columns, sheet.partie, sheet.manches_won, sheet.last_manche, 0, hands, voids, over)


def games_won(sheet: Sheet, seat: int) -> int:
    """Return how many columns `seat` has closed."""
    won = 0
    for column in sheet.columns:
        won += 1 if column.closed_by == seat else 0
    return won


def blitzes(sheet: Sheet, seat: int) -> int:
    """Return how many columns `seat` has won against an opponent without a point in them (10.4)."""
    won = 0
    for column in sheet.columns:
        won += 1 if column.closed_by == seat and is_shutout(column) else 0
    return won


def rubber_winner(sheet: Sheet) -> int:
    """Return the seat that has won two of the three columns, or `NOBODY` (10.5)."""
    for seat in range(2):
        if games_won(sheet, seat) >= 2:
            return seat
    return NOBODY


def grand_total(variant: Variant, sheet: Sheet, seat: int) -> int:
    """Return the worth of all columns and the rubber to `seat` (9.5, 10.7)."""
    total = 0
    for number in range(variant.columns):
        total += column_total(variant, sheet, number, seat)
    if rubber_winner(sheet) == seat:
        total += variant.rubber_bonus
    return total


def totals(variant: Variant, sheet: Sheet) -> tuple[int, int]:
    """Return the totals of both seats: of the partie if manches are played, else of all columns."""
    if plays_manches(variant):
        return sheet.partie
    return (grand_total(variant, sheet, 0), grand_total(variant, sheet, 1))


def match_winner(variant: Variant, sheet: Sheet) -> int:
    """Return the seat that has won the match, or `NOBODY` before its end (9.6, 10.7, 11.3).

    One column is won by reaching the target first, whatever the totals; three by the higher grand total, then
    by more columns; a partie by the higher total.
    """
    if sheet.finished == 0:
        return NOBODY
    if variant.columns == 1 and not plays_manches(variant):
        return sheet.columns[0].closed_by
    final = totals(variant, sheet)
    if final[0] == final[1]:
        return rubber_winner(sheet)
    return 0 if final[0] > final[1] else 1
