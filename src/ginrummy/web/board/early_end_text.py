"""Texts on a match that ended early: for a seat, for a reader, for the record."""

from __future__ import annotations

from ginrummy.locale import _
from ginrummy.rules.types import Seat
from ginrummy.web.tables.table_state import CLAIM, RESIGN, TIME, VOID, TableState


def early_end_for_seat(state: TableState, seat: Seat, other: str) -> str:
    """Return how the match ended early, addressed to `seat`, or an empty text if it did not."""
    if state.ending == VOID:
        return _("Both times were out at once: nobody has won.")
    if not state.ending:
        return ""
    own = {
        RESIGN: _("You gave the match up: {name} has won."),
        TIME: _("Your time was out: {name} has won the match."),
        CLAIM: _("You were away, and {name} has claimed the match."),
    }
    theirs = {
        RESIGN: _("{name} has given up: you have won the match."),
        TIME: _("The time of {name} was out: you have won the match."),
        CLAIM: _("{name} was away, and you have claimed the match: you have won."),
    }
    return (own if state.resigned == seat else theirs)[state.ending].format(name=other)


def early_end_text(state: TableState, names: tuple[str, str]) -> str:
    """Return how the match ended early, for any reader, or an empty text if it did not."""
    if state.ending == VOID:
        return _("Both times were out at once: nobody has won.")
    if state.resigned is None:
        return ""
    text = {
        RESIGN: _("{loser} gave the match up: {winner} has won."),
        TIME: _("The time of {loser} was out: {winner} has won."),
        CLAIM: _("{loser} was away, and {winner} has claimed the match."),
    }[state.ending]
    return text.format(loser=names[state.resigned], winner=names[1 - state.resigned])
