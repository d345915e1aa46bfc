"""Page of a finished match: result, revealed secret and record."""

from __future__ import annotations

from typing import Any

from ginrummy.rules.types import Seat, other_seat
from ginrummy.web.board.board import names_of
from ginrummy.web.board.deal_check import check_of, check_words
from ginrummy.web.board.early_end_text import early_end_text
from ginrummy.web.board.turning_point import turning_point
from ginrummy.web.ratings.models import Change
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.state_cache import state_of


def match_end(table: Table, *, seat: Seat | None) -> dict[str, Any]:
    """Return the context of the page of a finished match."""
    state = state_of(table)
    match = state.match
    names = names_of(table)
    found: dict[str, Any] = {"table": table, "names": names, "state": state, "end_seat": seat}
    found |= {"ended": early_end_text(state, names)} | _rematch_of(table, seat)
    if match is None:
        return found | {"sheet": None, "check": None, "check_words": None, "turning": ""}
    return found | {
        "sheet": match.score_sheet,
        "turning": turning_point(match.score_sheet, state.winner, names),
        "check": check_of(table, state, match),
        "check_words": check_words(match, names),
    }


def _rematch_of(table: Table, seat: Seat | None) -> dict[str, Any]:
    """Return the rematch, if any, whether `seat` is invited to it, the opponent, and the rating change."""
    nothing: dict[str, Any] = {"later": None, "seal": "", "is_asked": False, "opponent": None, "change": None}
    if seat is None:
        return nothing
    people = {one.number: one.person for one in table.taken}
    opponent, later = people.get(other_seat(seat)), Table.objects.filter(rematch_of=table).first()
    return nothing | {
        "later": later,
        "seal": "" if later is None else next(filter(None, state_of(later).seals), ""),
        "is_asked": later is not None and later.invited == people.get(seat) and not later.is_declined,
        "opponent": None if opponent is None or opponent.is_gone else opponent,
        "change": Change.objects.filter(seat__table=table, seat__number=seat).first(),
    }
