"""Sheet of an evening as text: each match with its hands, what everybody has gained, and who plays next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from typing import NamedTuple

from ginrummy.game.evening_matches import EachMatch, EveningMatch, SideDeal, SideMatch
from ginrummy.game.score_sheet import ITEM_TITLES, Parts, column_parts
from ginrummy.game.stakes import NO_STAKES
from ginrummy.locale import _, language, ngettext, pgettext
from ginrummy.locale.errors import join_series, prefix_place
from ginrummy.locale.numbers import number_text, signed_text
from ginrummy.rules.types import NOBODY, Seat
from ginrummy.text.ledger.evening_ledger import EveningLedger
from ginrummy.text.ledger.hand_line_parser import HandLine
from ginrummy.text.ledger.score_ledger import Entry, Ledger
from ginrummy.text.ledger.sheet_text import (
    fit_names,
    hand_ending_text,
    hand_gain_text,
    ranges_text,
    sheet_blocks,
    sheet_lines,
    target_text,
)
from ginrummy.text.ledger.stakes_text import stakes_text
from ginrummy.text.ledger.text_columns import Block, Grid, Section, fold_blocks
from ginrummy.text.ledger.totals_text import payments_section, standings_grid


class EveningSheet(NamedTuple):
    """The sheet of an evening, section by section. The last three may have no blocks."""

    rules: Section
    matches: list[Section]
    standings: Section
    payments: Section
    coming: Section

    @property
    def row_count(self) -> int:
        """The lines and rows of all sections."""
        sections = (self.rules, *self.matches, self.standings, self.payments, self.coming)
        blocks = (block for section in sections for block in section.blocks)
        return sum(1 if isinstance(block, str) else len(block.rows) + block.ends for block in blocks)


def evening_sheet(ledger: EveningLedger, most: int | None = None) -> EveningSheet:
    """Return the sheet in the current language, with names that fit lines of `most` characters."""
    totals, matches = ledger.totals, list[Section]()
    numbers = count(1)
    for part in ledger.parts:
        if part.earlier:
            title, *rules = _rule_lines(part)
            matches.append(Section(str(title), rules))
        for match in part.evening.matches:
            title = _("Match {number}").format(number=next(numbers))
            matches.append(Section(title, _match_blocks(part, match, most)))
    is_won = any(part.evening.finished for part in ledger.parts)
    standings: list[Block] = [standings_grid(_("Evening"), totals)] if is_won else []
    standings += unfinished_lines(ledger)
    return EveningSheet(
        Section("", _rule_lines(ledger.parts[0])), matches, Section("", standings),
        payments_section(totals), Section("", list(_next_lines(ledger))),
    )  # fmt: skip


def unfinished_lines(ledger: EveningLedger) -> list[str]:
    """Return a sentence about the matches in play, whose points do not count before their end (14.9)."""
    matches = [match for part in ledger.parts for match in part.evening.matches]
    shown = [
        f"{number} ({match_score(match)})"
        for number, match in enumerate(matches, start=1)
        if not match.is_over and match.hands
    ]
    told = ngettext(
        "Match {matches} is not finished: its points do not count yet.",
        "Matches {matches} are not finished: their points do not count yet.",
        len(shown[:2]),
    )
    return [told.format(matches=", ".join(shown))] if shown else []


def match_score(match: EveningMatch) -> str:
    """Return the points of a match so far, of its sides or of each person: `83–0`."""
    if isinstance(match, EachMatch):
        return "–".join(number_text(match.points(person)) for person in range(match.people))
    return "–".join(map(number_text, match.score_sheet.totals))


def ledger_sheet(ledger: Ledger | EveningLedger) -> EveningSheet:
    """Return the sections of the sheet of an evening, or of a match of two, in the current language."""
    if isinstance(ledger, EveningLedger):
        return evening_sheet(ledger)
    none = Section("", [])
    rules = Section("", [ledger.variant.title(language()), target_text(ledger.variant.row)])
    return EveningSheet(rules, [Section("", sheet_blocks(ledger))], none, none, none)


def ledger_sheet_lines(ledger: Ledger | EveningLedger, most: int | None = None) -> list[str]:
    """Return the sheet of a match or of an evening as `sheet_lines` and `evening_lines` do."""
    return sheet_lines(ledger, most) if isinstance(ledger, Ledger) else evening_lines(ledger, most)


def evening_lines(ledger: EveningLedger, most: int | None = None) -> list[str]:
    """Return the sheet of an evening in the current language, in lines of at most `most` characters."""
    sheet = evening_sheet(ledger, most)
    blocks = sheet.rules.blocks
    for match in sheet.matches:
        blocks += ["", match.title, "", *match.blocks]
    for title, some in (sheet.standings, sheet.payments, sheet.coming):
        blocks += ["", *([title] if title else []), *some] if some else []
    return fold_blocks(blocks, most)


def _rule_lines(ledger: EveningLedger) -> list[Block]:
    """Return the form, the variant, the target and the stakes."""
    lines: list[Block] = [ledger.form.title(language()), ledger.variant.title(language())]
    lines.append(target_text(ledger.evening.variant))
    return lines if ledger.stakes == NO_STAKES else [*lines, stakes_text(ledger.stakes)]


def _match_blocks(ledger: EveningLedger, match: EveningMatch, most: int | None) -> list[Block]:
    if isinstance(match, EachMatch):
        return _each_blocks(ledger, match, most)
    sides = two_player_ledger(ledger, match)
    if max(map(len, match.sides)) == 1:
        return sheet_blocks(sides, most)
    sheet = ["", *sheet_blocks(sides, most, names_winner=False)] if match.deals else []
    return [_deal_grid(ledger, match, most), *sheet, *_winner_lines(ledger, match)]


def _winner_lines(ledger: EveningLedger, match: EveningMatch) -> list[str]:
    """Return who has won a match of more people than two, after an empty line."""
    names = _join_names(ledger.people[person] for person in match.winners)
    return ["", prefix_place(_("Match won by"), names)] if names else []


def two_player_ledger(ledger: EveningLedger, match: SideMatch) -> Ledger:
    """Return a match of two sides as the ledger of two players, whose hands are the deals."""
    first, second = (_join_names(ledger.people[person] for person in side) for side in match.sides)
    rows = [(deal, row) for deal in match.deals for row in deal.rows]
    entries = tuple(
        Entry(number, "", HandLine(row.score), NOBODY, row)
        if len(deal.hands) > 1
        else Entry(ledger.hand_number(deal.hands[0]), "", _line_of_sides(ledger, match, deal), NOBODY, row)
        for number, (deal, row) in enumerate(rows, start=1)
    )
    return Ledger(replace(ledger.variant, row=match.variant), (first, second), entries=entries)


def _line_of_sides(ledger: EveningLedger, match: SideMatch, deal: SideDeal) -> HandLine:
    """Return the line of the one hand of a deal, with the first side in seat 0."""
    entry = ledger.entries[deal.hands[0]]
    line = replace(entry.line, score=deal.rows[0].score)
    if match.side_of(entry.hand.first) == 0:
        return line
    closer = line.closer if line.closer == NOBODY else Seat(1 - line.closer)
    return replace(line, closer=closer, deadwoods=line.deadwoods[::-1])


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(names)


def _hand_cells(ledger: EveningLedger, number: int, people: Sequence[str]) -> list[str]:
    """Return the people of a hand, its ending and its gain, with `people` as the names."""
    entry = ledger.entries[number]
    names = (people[entry.hand.first], people[entry.hand.second])
    return [" – ".join(names), hand_ending_text(names, entry.line), hand_gain_text(entry.line)]


def _deal_grid(ledger: EveningLedger, match: SideMatch, most: int | None) -> Grid:
    """Return the hands of a match, deal by deal, those of the deal in play last."""
    deals = [deal.hands for deal in match.deals] + ([match.open_hands] if match.open_hands else [])
    hands = [hand for deal in deals for hand in deal]

    def rows_with(names: Sequence[str]) -> list[list[str]]:
        return [[str(ledger.hand_number(hand)), *_hand_cells(ledger, hand, names)] for hand in hands]

    return Grid(fit_names(ledger.people, rows_with, most), (0, 3))


def _each_blocks(ledger: EveningLedger, match: EachMatch, most: int | None) -> list[Block]:
    """Return a match of people who each have a score: the hands, and at its end the totals."""

    def rows_with(names: Sequence[str]) -> list[list[str]]:
        points = [0] * match.people
        rows = [["", pgettext("column heading", "hand"), "", *names]]
        for hand in match.hands:
            played, marks = ledger.evening.hands[hand], [""] * match.people
            if played.winner != NOBODY:
                points[played.winner] += played.score.points
                marks[played.winner] = number_text(points[played.winner])
            _names, ending, gain = _hand_cells(ledger, hand, names)
            rows.append([str(ledger.hand_number(hand)), ending, gain, *marks])
        return rows + _each_ends(match)

    rows = fit_names(ledger.people, rows_with, most)
    return [Grid(rows, (0, 2, *range(3, 3 + match.people)), heads=1), *_winner_lines(ledger, match)]


def _each_ends(match: EachMatch) -> list[list[str]]:
    """Return the rows below a match that is over: the parts of each total, and the gains."""
    if not match.is_over:
        return []
    people = range(match.people)
    gains = [signed_text(match.gain(person), 0) for person in people]
    return [
        [""] * (3 + match.people),
        *_part_rows([_parts(match, person) for person in people]),
        ["", pgettext("score sheet", "gain"), "", *gains],
    ]


def _parts(match: EachMatch, person: int) -> Parts:
    """Return the parts of a person's total, with all that is paid for shutouts as the shutout (14.9)."""
    (winner,) = match.winners
    shutouts = 0
    for other in range(match.people):
        if winner in (person, other) and person != other:
            column, seat = match.column(person, other)
            own, others = (
                column_parts(match.variant, column, seat),
                column_parts(match.variant, column, 1 - seat),
            )
            shutouts += own.shutout - others.shutout
    other = winner if person != winner else (0 if winner else 1)
    column, seat = match.column(person, other)
    return column_parts(match.variant, column, seat)._replace(shutout=shutouts)


def _part_rows(parts: list[Parts]) -> list[list[str]]:
    """Return a row for each part that somebody has, their total, and the shutouts below it."""
    rows = []
    for name in ("points", "game", "boxes", "extra_coups"):
        amounts = [getattr(each, name) for each in parts]
        if any(amounts):
            rows.append(["", _(ITEM_TITLES[name]), "", *map(number_text, amounts)])
    totals = [each.points + each.game + each.boxes + each.extra_coups for each in parts]
    rows.append(["", pgettext("score sheet", "total"), "", *map(number_text, totals)])
    if any(each.shutout for each in parts):
        rows.append(["", _(ITEM_TITLES["shutout"]), "", *(signed_text(each.shutout, 0) for each in parts)])
    return rows


def _next_lines(ledger: EveningLedger) -> Iterable[str]:
    """Yield who plays next, who waits, and who deals; before the first hand of free play, all names."""
    evening, people = ledger.evening, ledger.people
    if not (evening.boards or evening.hands):
        yield prefix_place(pgettext("evening", "Players"), ledger.title)
    if evening.boards:
        boards = [" – ".join((people[first], people[second])) for first, second in evening.boards]
        yield prefix_place(_("Now playing"), join_series(boards))
    if evening.line and evening.waiting:
        yield prefix_place(_("Waiting"), _join_names(people[person] for person in evening.waiting))
    if evening.dealers:
        names = _join_names(people[person] for person in evening.dealers)
        told = _("Next to deal: {name}") if len(evening.dealers) == 1 else _("Next to deal: {names}")
        yield told.format(name=names, names=names)
    if evening.is_over:
        yield _("Everybody has met everybody.")
    for part in ledger.parts:
        if part.fault:
            numbers = [number for number, _line in part.uncounted]
            # Of 21 lines Russian would have the singular.
            told = ngettext("Not counted: line {numbers}", "Not counted: lines {numbers}", len(numbers[:2]))
            yield told.format(numbers=ranges_text(numbers))
            yield str(part.fault)
