"""Table of decisions: one row per decision, of plain values (docs/coach.md lists the columns)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ginrummy.coach.decisions import Moment, is_decision, match_moments
from ginrummy.coach.match_review import Review, moment_phase
from ginrummy.coach.match_review_json import decision_json
from ginrummy.game.cards import face_code
from ginrummy.game.view import View
from ginrummy.rules import melds, scoring
from ginrummy.text.record import Record

Row = dict[str, Any]
Key = tuple[int, int]
JUDGED: Final = ("best", "win", "best_win", "cost", "points", "size", "accuracy", "verdict")
TYPES: Final[dict[str, type]] = {
    "file": str, "match": int, "variant": str, "hand": int, "turn": int, "seat": int, "player": str,
    "opponent": str, "dealer": bool, "phase": str, "own_total": int, "other_total": int, "stock": int,
    "top": str, "cards": str, "deadwood": int, "played": str, "best": str, "win": float, "best_win": float,
    "cost": float, "points": float, "size": float, "accuracy": float, "verdict": str,
}  # fmt: skip
"""The columns and their types. The coach's columns, and the top of an empty pile, may be missing."""
COLUMNS: Final = tuple(TYPES)


def decision_table_rows(record: Record, review: Review | None, *, file: str, number: int) -> Iterator[Row]:
    """Yield a row for each decision of a match. Without a `review` the coach's columns are `None`."""
    decisions = () if review is None else review.decisions
    judged = {_key(each.moment): decision_json(each, whole=False) for each in decisions}
    return judged_decision_rows(record, judged, file=file, number=number)


def judged_decision_rows(
    record: Record, judged: Mapping[Key, Row], *, file: str, number: int
) -> Iterator[Row]:
    """Yield a row for each decision of a match, with the coach's columns from `judged` where present.

    The key of a decision is its hand and the number of moves before it in the hand.
    """
    for moment in filter(is_decision, match_moments(record.match)):
        told = judged.get(_key(moment), {})
        place = {"file": file, "match": number, "variant": record.variant.name}
        yield place | view_row(record, moment) | {name: told.get(name) for name in JUDGED}


def _key(moment: Moment) -> Key:
    return moment.hand, len(moment.game.plays)


def view_row(record: Record, moment: Moment) -> Row:
    """Return the seat's view at a decision, and its move."""
    view, seat = moment.view, moment.seat
    totals = scoring.totals(view.variant, view.sheet)
    return {
        "hand": moment.hand,
        "turn": moment.turn,
        "seat": seat,
        "player": record.players[seat],
        "opponent": record.players[1 - seat],
        "dealer": view.dealer == seat,
        "phase": moment_phase(moment),
        "own_total": totals[seat],
        "other_total": totals[1 - seat],
        "stock": view.stock,
        "top": top_card_code(view),
        "cards": " ".join(view.hand.codes),
        "deadwood": melds.deadwood(view.variant, view.hand),
        "played": str(moment.move),
    }


def top_card_code(view: View) -> str | None:
    """Return the top card of the pile, or `None` where it is empty."""
    return face_code(view.pile[-1]) if view.pile else None
