"""Names of the parts of a review, and the lines common to text and page."""

from __future__ import annotations

from typing import Final

from ginrummy.coach.match_review import (
    BLUNDER,
    DISCARD,
    INACCURACY,
    KNOCK,
    LAY_OFF,
    MISTAKE,
    SPREAD,
    TAKE_OR_DRAW,
    Decision,
    Review,
)
from ginrummy.coach.match_review_json import decision_reason
from ginrummy.locale import N_, _, ngettext
from ginrummy.locale.numbers import percent_text, signed_text
from ginrummy.rules.types import SEATS
from ginrummy.text.sentences import move_name

PHASE_NAMES: Final = {
    TAKE_OR_DRAW: N_("take or draw"),
    DISCARD: N_("discard"),
    KNOCK: N_("knock or wait"),
    SPREAD: N_("spread"),
    LAY_OFF: N_("lay-off"),
}
VERDICT_NAMES: Final = {
    BLUNDER: N_("A blunder:"),
    MISTAKE: N_("A mistake:"),
    INACCURACY: N_("Inaccurate:"),
}


def better_text(decision: Decision) -> str:
    """Return the better move, and the reason."""
    better = move_name(decision.best.move, top=decision.moment.top)
    return _("Better: {move} ({why}).").format(move=better, why=decision_reason(decision))


def decision_text(decision: Decision, players: tuple[str, str]) -> str:
    """Return the place of a decision, the player and the move."""
    text = _("{place}  {name}: {move}.")
    moment = decision.moment
    return text.format(
        place=moment.place, name=players[decision.seat], move=move_name(moment.move, top=moment.top)
    )


def cost_text(decision: Decision) -> str:
    """Return the cost of a decision: in chance, and in points at this score, which determine its name."""
    whole = int(abs(decision.cost_in_points))  # French uses the singular below 2: "1,9 point"
    text = ngettext(
        "{cost} of the chance to win, {points} points", "{cost} of the chance to win, {points} points", whole
    )
    return text.format(cost=signed_percent(-decision.cost), points=signed_text(-decision.cost_in_points, 1))


def luck_balance_text(found: Review, players: tuple[str, str]) -> str:
    """Return the sum of start, luck and errors for the first player."""
    own, other = SEATS
    text = _(
        "The chance of {first}: {start} at first, luck {luck}, own errors {own}, errors of {second} {other}: "
        "{result} in the end."
    )
    return text.format(
        first=players[0],
        second=players[1],
        start=percent_text(found.start, 1),
        luck=signed_percent(found.luck),
        own=signed_percent(-found.errors(own)),
        other=signed_percent(found.errors(other)),
        result=percent_text(found.result, 1),
    )


def signed_percent(share: float) -> str:
    """Return a share in percent with its sign."""
    rounded = round(share, 3)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + percent_text(abs(rounded), 1)
