"""Season of a group: the totals of many evenings, how they came about, and the payments over all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ginrummy.game.evening import start_evening
from ginrummy.game.stakes import NO_STAKES
from ginrummy.game.totals import (
    Part,
    Total,
    name_key,
    payments_of,
    rank_totals,
    total_evening,
    total_evenings,
    units_of,
)
from ginrummy.locale import _, ngettext
from ginrummy.locale.numbers import signed_text
from ginrummy.text.csv_text import csv_text
from ginrummy.text.ledger.evening_json import totals_json
from ginrummy.text.ledger.evening_ledger import read_evening
from ginrummy.text.ledger.hand_line_parser import NAMELESS, LedgerError
from ginrummy.text.ledger.ledger_text import LedgerText
from ginrummy.text.ledger.score_ledger import read_ledger
from ginrummy.text.ledger.text_columns import Block, Grid, Section, fold_blocks
from ginrummy.text.ledger.totals_text import payments_section, standings_grid
from ginrummy.variants.form_files import load_form

_BARS: Final = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Season:
    """Evenings in their order: the title of each, and its parts. What they add up to is computed once.

    `faults` are the title of each evening of which not all could be read, and the reason.
    """

    titles: tuple[str, ...]
    evenings: tuple[tuple[Part, ...], ...]
    faults: tuple[tuple[str, str], ...] = ()

    @cached_property
    def totals(self) -> tuple[Total, ...]:
        """Everybody's gains in all evenings."""
        return total_evenings(self.evenings)

    @cached_property
    def courses(self) -> list[list[int]]:
        """The points of each of `totals` after each evening."""
        points: dict[str, int] = {}
        after = []
        for parts in self.evenings:
            for total in total_evening(parts):
                key = name_key(total.name)
                points[key] = points.get(key, 0) + total.gain
            after.append(dict(points))
        return [[gains.get(name_key(total.name), 0) for gains in after] for total in self.totals]


def read_season(texts: Sequence[tuple[str, str]]) -> Season:
    """Return the season of files, each with its title and its text. Raises `LedgerError` with the place."""
    return Season(tuple(title for title, _text in texts), tuple(_parts(*each) for each in texts))


def _parts(where: str, text: str) -> tuple[Part, ...]:
    if LedgerText.from_text(text).is_evening:
        return tuple((part.evening, part.stakes) for part in read_evening(text, where=where).parts)
    ledger = read_ledger(text, where=where)
    if ledger.players == NAMELESS:
        raise LedgerError(_("name the players: a season knows people by their names"), where=where)
    evening = start_evening(load_form("free").row, ledger.variant.row, ledger.players)
    for entry in ledger.entries:
        evening = evening.play(0, 1, entry.line.score)
    return ((evening, NO_STAKES),)


def season_sections(season: Season) -> tuple[Section, Section]:
    """Return the table of everybody's totals, and the payments over all evenings."""
    totals = season.totals
    table: list[Block] = [standings_grid(_("Season"), totals, counts_evenings=True)]
    count = sum(
        bool(match.hands)
        for parts in season.evenings
        for evening, _stakes in parts
        for match in evening.open_matches
    )
    told = ngettext(
        "{count} match is not finished: its points do not count.",
        "{count} matches are not finished: their points do not count.",
        count,
    )
    table += [told.format(count=count)] if count else []
    return Section("", table), payments_section(totals)


def season_lines(season: Season, most: int | None = None) -> list[str]:
    """Return the table, the course of everybody's points, and the payments, as lines."""
    standings, payments = season_sections(season)
    blocks = [*standings.blocks, "", _("Points after each evening"), _course_grid(season)]
    if payments.blocks:
        blocks += ["", payments.title, *payments.blocks]
    return fold_blocks(blocks, most)


def _course_grid(season: Season) -> Grid:
    """Return a row of bars for each person, from the lowest to the highest points of all."""
    totals, courses = season.totals, season.courses
    points = [point for course in courses for point in course]
    lowest, spread = min(points, default=0), max(points, default=0) - min(points, default=0)
    rows = []
    for total in rank_totals(totals):
        course = courses[totals.index(total)]
        bars = (_BARS[(point - lowest) * (len(_BARS) - 1) // (spread or 1)] for point in course)
        rows.append([total.name, "".join(bars), signed_text(course[-1], 0)])
    return Grid(rows, (2,), indent="    ")


def season_json(season: Season) -> dict[str, Any]:
    """Return `season` as JSON data: `players` by number in `payments`, amounts of stakes in hundredths."""
    totals = season.totals
    return {
        "evenings": list(season.titles),
        "totals": totals_json(totals),
        "courses": season.courses,
        "payments": [payment._asdict() for payment in payments_of(totals)],
        "stake_payments": {
            unit: [payment._asdict() for payment in payments_of(totals, unit)] for unit in units_of(totals)
        },
        "faults": [{"evening": title, "reason": reason} for title, reason in season.faults],
    }


def season_csv(season: Season) -> str:
    """Return the totals of `season` for a spreadsheet, the best first, a column for each unit of stakes.

    A last column has the faults, each in a row of its own.
    """
    totals = rank_totals(season.totals)
    rows = [
        {"person": total.name, "evenings": total.evenings, "matches won": total.matches,
         "hands won": total.hands, "points": total.gain}
        | {f"won {unit}": amount / 100 for unit, amount in total.stakes.items()}
        for total in totals
    ]  # fmt: skip
    rows += [{"not read": f"{title}: {reason}"} for title, reason in season.faults]
    return csv_text(
        (
            "person",
            "evenings",
            "matches won",
            "hands won",
            "points",
            *(f"won {unit}" for unit in units_of(totals)),
            *(("not read",) if season.faults else ()),
        ),
        rows,
    )
