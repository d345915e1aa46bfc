"""How a match ended that was not played to its end: for a seat, for a reader, for the record."""

from __future__ import annotations

from ginrummy.locale import _
from ginrummy.web.tables.standing import CLAIM, RESIGN, TIME, VOID, Standing


def told_to(standing: Standing, seat: int, other: str) -> str:
    """Return how the match ended early, told to `seat`; nothing where it was played to its end."""
    if standing.ending == VOID:
        return _("Both times were out at once: nobody has won.")
    if not standing.ending:
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
    return (own if standing.resigned == seat else theirs)[standing.ending].format(name=other)


def told(standing: Standing, names: tuple[str, str]) -> str:
    """Return how the match ended early, told to anybody; nothing where it was played to its end."""
    if standing.ending == VOID:
        return _("Both times were out at once: nobody has won.")
    if standing.resigned is None:
        return ""
    text = {
        RESIGN: _("{loser} gave the match up: {winner} has won."),
        TIME: _("The time of {loser} was out: {winner} has won."),
        CLAIM: _("{loser} was away, and {winner} has claimed the match."),
    }[standing.ending]
    return text.format(loser=names[standing.resigned], winner=names[1 - standing.resigned])


def comment(standing: Standing) -> str:
    """Return the comment that ends the record of a match that ended early; records are in English."""
    if standing.ending == VOID:
        return "; both times were out at once: nobody has won\n"
    if standing.resigned is None:
        return ""
    how = {RESIGN: "gave the match up", TIME: "ran out of time", CLAIM: "was away, and the match was claimed"}
    return f"; seat {standing.resigned} {how[standing.ending]}: seat {1 - standing.resigned} has won\n"
