"""Score sheet as text: running totals, three columns or manches, and the bonuses at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ginrummy.game.hand_entry import POINTS
from ginrummy.game.score_sheet import BLANK, ITEM_TITLES, Pair, ScoreSheet, column_items, ending_title
from ginrummy.locale import _, language, ngettext, pgettext
from ginrummy.locale.errors import prefix_place
from ginrummy.locale.numbers import number_text
from ginrummy.rules import scoring
from ginrummy.rules.scoring import UNKNOWN, Column
from ginrummy.rules.types import NOBODY, SEATS
from ginrummy.text.ledger.hand_line_parser import NAMELESS, HandLine
from ginrummy.text.ledger.score_ledger import Entry, Ledger
from ginrummy.text.ledger.text_columns import Block, Grid, columns_fit, fold_blocks, shorten_names
from ginrummy.variants import NONE, Variant

_NUMERALS = ("I", "II", "III")
_NARROW = 9
_SHORTEST_NAME = 4
_MOST_BULLETS = 8


def sheet_lines(
    ledger: Ledger, most: int | None = None, *, is_dealt: bool = False, names_winner: bool = True
) -> list[str]:
    """Return the sheet of `ledger` in the current language, in lines of at most `most` characters.

    With `is_dealt` the next hand is in play: its dealer has dealt. A table announces the winner itself,
    without `names_winner`.
    """
    heading = [ledger.variant.title(language()), target_text(ledger.variant.row)]
    blocks = sheet_blocks(ledger, most, is_dealt=is_dealt, names_winner=names_winner)
    return fold_blocks([*heading, *(["", *blocks] if blocks else [])], most)


def sheet_blocks(
    ledger: Ledger, most: int | None = None, *, is_dealt: bool = False, names_winner: bool = True
) -> list[Block]:
    """Return the sheet of `ledger` without its heading, with names that fit lines of `most` characters."""
    sheet = ledger.score_sheet
    body: list[Block]
    if ledger.players == NAMELESS and not ledger.entries:
        body = []
    elif sheet.columns > 1:
        body = _three_columns(ledger, sheet)
    elif sheet.has_manches:
        body = _partie(ledger, sheet, most)
    else:
        body = [_one_column(ledger, 0, len(sheet.rows), sheet.sheet.columns[0], most)]
    ending = _closing_lines(ledger, is_dealt=is_dealt, names_winner=names_winner)
    return [*body, *([""] if body and ending else []), *ending]


def target_text(row: Variant) -> str:
    """Return the target of a match, in the current language."""
    if row.session_target != NONE:
        text = _("manches to {target}, the partie to {session}")
        return text.format(target=row.game_target, session=row.session_target)
    target = row.game_target
    one = ngettext("to {target}", "to {target}", target)
    text = _("three columns, each to {target}") if row.columns > 1 else one
    return text.format(target=target)


def _hand_number(ledger: Ledger, place: int) -> str:
    """Return the number by which a hand is corrected; a match of an evening has numbered hands, no lines."""
    return str(place + 1 if ledger.lines else ledger.entries[place].number)


def _one_column(ledger: Ledger, start: int, stop: int, column: Column, most: int | None) -> Grid:
    """Return a game or a manche: its hands with running totals, and the additions at its end."""

    def rows_with(names: Sequence[str]) -> list[list[str]]:
        rows = [["", pgettext("column heading", "hand"), "", *names]]
        for place, entry in enumerate(ledger.entries[start:stop], start):
            ending, gain = hand_ending_text(names, entry.line), hand_gain_text(entry.line)
            rows.append([_hand_number(ledger, place), ending, gain, *_marks(entry, 1)])
        return rows + _end_rows(ledger.variant.row, column)

    return Grid(fit_names(ledger.players, rows_with, most), (0, 2, 3, 4), heads=1)


def fit_names(
    names: Sequence[str], rows_with: Callable[[Sequence[str]], list[list[str]]], most: int | None
) -> list[list[str]]:
    """Return the rows with `names`, the longest cut until lines have at most `most` characters."""
    rows: list[list[str]] = []
    for longest in range(max(_SHORTEST_NAME, *map(len, names)), _SHORTEST_NAME - 1, -1):
        rows = rows_with(shorten_names(names, longest))
        if columns_fit(rows, most):
            break
    return rows


def _marks(entry: Entry, columns: int) -> list[str]:
    return ["" if mark == BLANK else number_text(mark) for mark in entry.row.marks[: 2 * columns]]


def hand_ending_text(players: Sequence[str], line: HandLine) -> str:
    """Return the winner and the ending of a hand: `Anna: knock 3–25`."""
    score = line.score
    ending = "" if score.kind == POINTS else ending_title(score.kind)
    own, other = line.deadwoods
    if own != UNKNOWN:
        first = score.winner if line.closer == NOBODY else line.closer
        ending += f" {other}–{own}" if first == 1 else f" {own}–{other}"
    if score.winner == NOBODY:
        return ending
    winner = players[score.winner]
    return prefix_place(winner, ending) if ending else winner


def hand_gain_text(line: HandLine) -> str:
    """Return the gain of a hand: a bullet for each extra box, its points, a spade's doubling."""
    score = line.score
    if score.winner == NOBODY:
        return ""
    doubled = f"{score.difference + score.bonus}×{score.multiplier}"
    points = doubled if score.multiplier > 1 else number_text(score.points)
    strokes = "•" * min(score.extra_coups, _MOST_BULLETS)
    return f"{strokes} +{points}" if strokes else f"+{points}"


def _end_rows(row: Variant, column: Column) -> list[list[str]]:
    """Return the rows below a column: boxes so far, or once it is closed all additions and the total."""
    if column.closed_by == NOBODY:
        if row.box_bonus and any(column.boxes):
            return [["", _("boxes so far"), "", *map(number_text, column.boxes)]]
        return []
    found = [["", item.title, "", *map(number_text, item.amounts)] for item in column_items(row, column)]
    total = [number_text(scoring.column_worth(row, column, seat)) for seat in SEATS]
    return [["", "", "", "", ""], *found, ["", pgettext("score sheet", "total"), "", *total]]


def _three_columns(ledger: Ledger, sheet: ScoreSheet) -> list[Block]:
    """Return Hollywood: the running totals of both players in each column, then its items and total."""
    names = shorten_names(ledger.players, _NARROW)
    numerals = [cell for numeral in _NUMERALS for cell in (numeral, "")]
    rows = [["", "", *numerals], ["", "", *names * len(_NUMERALS)]]
    for place, entry in enumerate(ledger.entries):
        score = entry.line.score
        gain = ending_title(score.kind) if score.winner == NOBODY else hand_gain_text(entry.line)
        rows.append([_hand_number(ledger, place), gain, *_marks(entry, len(_NUMERALS))])
    ends = _column_ends(sheet)
    blocks: list[Block] = [Grid([*rows, *ends], (0, *range(2, 8)), heads=2, ends=len(ends))]
    if sheet.rubber_winner != NOBODY:
        text = _("Rubber: {name} +{bonus}")
        name = ledger.players[sheet.rubber_winner]
        blocks += ["", text.format(name=name, bonus=sheet.variant.rubber_bonus)]
    return blocks


def _column_ends(sheet: ScoreSheet) -> list[list[str]]:
    row, columns = sheet.variant, sheet.sheet.columns
    if all(column.closed_by == NOBODY for column in columns):
        return []
    by_column = [
        dict(column_items(row, column)) if column.closed_by != NOBODY else dict[str, Pair]()
        for column in columns
    ]  # fmt: skip
    found = [[""] * (2 + 2 * len(columns))]
    for name, title in ITEM_TITLES.items():
        amounts = [column.get(name) for column in by_column]
        if any(pair is not None for pair in amounts):
            cells = [number_text(pair[seat]) if pair else "" for pair in amounts for seat in SEATS]
            found.append(["", _(title), *cells])
    totals = [number_text(scoring.column_worth(row, column, seat)) for column in columns for seat in SEATS]
    return [*found, ["", pgettext("score sheet", "total"), *totals]]


def _partie(ledger: Ledger, sheet: ScoreSheet, most: int | None) -> list[Block]:
    """Return the manches one after another, each with its total and the partie after it."""
    blocks: list[Block] = []
    start, number = 0, 1
    for stop, row in enumerate(sheet.rows, start=1):
        if not row.sheet.manche_ended:
            continue
        blocks += [_("Manche {number}").format(number=number)]
        blocks += [_one_column(ledger, start, stop, row.sheet.last_manche, most)]
        blocks += ["", _pair_text(_("Partie"), ledger, row.sheet.partie), ""]
        start, number = stop, number + 1
    if start < len(sheet.rows) or not sheet.rows:
        blocks += [_("Manche {number}").format(number=number)]
        blocks += [_one_column(ledger, start, len(sheet.rows), sheet.sheet.columns[0], most)]
    return blocks if blocks[-1] else blocks[:-1]


def _pair_text(title: str, ledger: Ledger, amounts: tuple[int, int]) -> str:
    first, second = ledger.players
    value = f"{first} {number_text(amounts[0])}, {second} {number_text(amounts[1])}"
    return prefix_place(title, value)


def _closing_lines(ledger: Ledger, *, is_dealt: bool, names_winner: bool) -> list[str]:
    """Return the winner, or the next or current dealer, and the unplayed lines."""
    lines = []
    if ledger.variant.row.columns > 1:
        totals = scoring.totals(ledger.variant.row, ledger.law_sheet)
        lines.append(_pair_text(_("Grand total"), ledger, totals))
    if ledger.is_over:
        lines += [_verdict(ledger)] if names_winner else []
    elif ledger.next_dealer != NOBODY:
        text = _("{name} dealt.") if is_dealt else _("Next to deal: {name}")
        lines.append(text.format(name=ledger.players[ledger.next_dealer]))
    if ledger.surplus_lines:
        numbers = [number for number, _text in ledger.surplus_lines]
        # Of 21 lines Russian would have the singular.
        told = ngettext(
            "After the end, not counted: line {numbers}",
            "After the end, not counted: lines {numbers}",
            len(numbers[:2]),
        )
        lines.append(told.format(numbers=ranges_text(numbers)))
    return lines


def ranges_text(numbers: Sequence[int]) -> str:
    """Return ascending `numbers` as text, with ranges joined by a dash.

    >>> ranges_text([3, 5, 6, 7, 9])
    '3, 5–7, 9'
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1] = [found[-1][0], number]
        else:
            found.append([number])
    return ", ".join("–".join(map(str, ends)) for ends in found)


def _verdict(ledger: Ledger) -> str:
    if ledger.winner == NOBODY:
        return _("The match is drawn.")
    name = ledger.players[ledger.winner]
    if ledger.variant.row.session_target != NONE:
        return _("{name} has won the partie.").format(name=name)
    return _("{name} has won the match.").format(name=name)
