"""Totals of an evening or a season as text: a table of what everybody has won, and the payments."""

from __future__ import annotations

from collections.abc import Sequence

from ginrummy.game.totals import Total, payments_of, rank_totals, units_of
from ginrummy.locale import _, pgettext
from ginrummy.locale.numbers import number_text, signed_text
from ginrummy.text.ledger.stakes_text import amount_text
from ginrummy.text.ledger.text_columns import Grid, Section


def standings_grid(title: str, totals: Sequence[Total], *, counts_evenings: bool = False) -> Grid:
    """Return the table of `totals`: matches and hands won, points gained, and stakes won by unit (14.9)."""
    ranked, units = rank_totals(totals), units_of(totals)
    heading = ["", title, *([pgettext("standings", "evenings")] if counts_evenings else [])]
    heading += [pgettext("standings", "matches won"), pgettext("standings", "hands won")]
    heading += [pgettext("standings", "points"), *[pgettext("standings", "won")] * len(units)]
    results = [(total.matches, total.gain) for total in ranked]
    rows = [
        [
            str(results.index((total.matches, total.gain)) + 1),
            total.name,
            *([str(total.evenings)] if counts_evenings else []),
            str(total.matches),
            str(total.hands),
            signed_text(total.gain, 0),
            *(amount_text(total.stakes.get(unit, 0), unit, is_signed=True) for unit in units),
        ]
        for total in ranked
    ]
    return Grid([heading, *rows], (0, *range(2, len(heading))), heads=1)


def payments_section(totals: Sequence[Total]) -> Section:
    """Return who pays whom how much, in the fewest payments: the stakes, or else points (14.9, 14.13)."""
    units: Sequence[str | None] = units_of(totals)
    title = _("Payments") if units else _("Payments, in points")
    rows = [
        [
            f"{totals[payment.payer].name} → {totals[payment.receiver].name}",
            number_text(payment.amount) if unit is None else amount_text(payment.amount, unit),
        ]
        for unit in units or [None]
        for payment in payments_of(totals, unit)
    ]
    return Section(title, [Grid(rows, (1,), indent="    ")] if rows else [])
