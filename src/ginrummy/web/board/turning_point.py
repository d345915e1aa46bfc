"""Turning point of a match: the hand in which its winner took the lead for good."""

from __future__ import annotations

from collections.abc import Sequence

from ginrummy.locale import _, ngettext
from ginrummy.rules import scoring
from ginrummy.rules.types import Seat
from ginrummy.text.ledger import ScoreSheet


def turning_point(sheet: ScoreSheet, winner: Seat | None, names: Sequence[str]) -> str:
    """Return a sentence on the hand in which the winner took the lead for good, empty if it never led."""
    place = None if winner is None else _last_lead(sheet, winner)
    if winner is None or place is None:
        return ""
    if place == 0:
        return _("Ahead from the first hand to the last: {name}.").format(name=names[winner])
    row = sheet.rows[place]
    text = ngettext(
        "The turning point: hand {number}, {kind} for {points} point. Ahead from then on: {name}.",
        "The turning point: hand {number}, {kind} for {points} points. Ahead from then on: {name}.",
        row.score.points,
    )
    return text.format(number=place + 1, kind=row.title, points=row.score.points, name=names[winner])


def _last_lead(sheet: ScoreSheet, winner: Seat) -> int | None:
    """Return the hand, from 0, in which `winner` took its final lead by the totals of the sheet."""
    lead, place = 0, None
    for number, row in enumerate(sheet.rows):
        totals = scoring.totals(sheet.variant, row.sheet)
        before, lead = lead, totals[winner] - totals[1 - winner]
        if lead > 0 >= before:
            place = number
    return place if lead > 0 else None
