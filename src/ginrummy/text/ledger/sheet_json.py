"""A ledger as JSON data."""

from __future__ import annotations

from typing import Any

from ginrummy.rules import scoring
from ginrummy.rules.scoring import UNKNOWN
from ginrummy.rules.types import NOBODY, SEATS, seat_or_none
from ginrummy.text.json import score_numbers
from ginrummy.text.ledger.score_ledger import Entry, Ledger
from ginrummy.variants import NONE


def ledger_json(ledger: Ledger) -> dict[str, Any]:
    """Return `ledger` as JSON data, with the field names of the worked cases; seats are 0 and 1."""
    row, sheet = ledger.variant.row, ledger.law_sheet
    found: dict[str, Any] = {
        "variant": ledger.variant.name,
        "players": list(ledger.players),
        "hands": [_hand(entry) for entry in ledger.entries],
        "hands_used": len(ledger.entries),
        "unplayed": [number for number, _text in ledger.surplus_lines],
        "hand_points": _count_won(ledger, "points"),
        "boxes": _count_won(ledger, "boxes"),
        "winner": seat_or_none(ledger.winner),
        "final": list(scoring.totals(row, sheet)),
        "next_dealer": seat_or_none(ledger.next_dealer),
    }
    if row.columns > 1:
        found |= _columns(ledger)
    if scoring.plays_manches(row):
        found |= _manches(ledger)
    if row.extra_value != NONE:
        found["extra_coups"] = _count_won(ledger, "extra_coups")
    return found


def _hand(entry: Entry) -> dict[str, Any]:
    line, score = entry.line, entry.line.score
    return {
        "line": entry.number,
        "text": entry.text,
        "kind": scoring.KIND_NAMES[score.kind] or None,
        "winner": seat_or_none(score.winner),
        "knocker": seat_or_none(line.closer),
        "deadwood": None if line.deadwoods[0] == UNKNOWN else list(line.deadwoods),
        **score_numbers(score),
        "boxes": entry.row.boxes,
        "columns": list(entry.columns),
        "dealer": seat_or_none(entry.dealer),
    }


def _count_won(ledger: Ledger, what: str) -> list[int]:
    won = [0, 0]
    for entry in ledger.entries:
        score = entry.line.score
        if score.winner != NOBODY:
            won[score.winner] += entry.row.boxes if what == "boxes" else getattr(score, what)
    return won


def _columns(ledger: Ledger) -> dict[str, Any]:
    row, sheet = ledger.variant.row, ledger.law_sheet
    columns = sheet.columns[: row.columns]
    return {
        "columns": [list(column.points) for column in columns],
        "entries": [list(entry.columns) for entry in ledger.entries],
        "closed_by": [seat_or_none(column.closed_by) for column in columns],
        "blitzes": [scoring.blitzes(sheet, seat) for seat in SEATS],
        "games_won": [scoring.games_won(sheet, seat) for seat in SEATS],
        "rubber": seat_or_none(scoring.rubber_winner(sheet)),
        "grand_total": [scoring.grand_total(row, sheet, seat) for seat in SEATS],
    }


def _manches(ledger: Ledger) -> dict[str, Any]:
    row, sheet = ledger.variant.row, ledger.law_sheet
    open_manche = sheet.columns[0]
    return {
        "manches": [
            {
                "winner": manche.closed_by,
                "hand_points": list(manche.points),
                "extra_coups": list(manche.extra_coups),
                "total": [scoring.column_worth(row, manche, seat) for seat in SEATS],
            }
            for manche in ledger.score_sheet.manches
        ],
        "manche": {
            "hand_points": list(open_manche.points),
            "extra_coups": list(open_manche.extra_coups),
        },
        "partie": list(sheet.partie),
        "partie_winner": seat_or_none(ledger.winner),
    }
