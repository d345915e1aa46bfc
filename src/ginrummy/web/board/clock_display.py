"""Display of clocks and of absent players, with the options against them."""

from __future__ import annotations

from dataclasses import dataclass

from ginrummy.locale import _, ngettext, pgettext
from ginrummy.rules.types import Seat, other_seat
from ginrummy.web.http.now import now
from ginrummy.web.tables import presence
from ginrummy.web.tables.clocks import DAY_SECONDS, MINUTE_SECONDS, SECOND, Clocks, Pace, pace_of, pace_text
from ginrummy.web.tables.event_log import clocks_of
from ginrummy.web.tables.models import Presence, Table
from ginrummy.web.tables.table_state import BACK, CLAIM, STAND_IN, TableState

_HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Time:
    """Time of one seat: in words, in milliseconds, whether it runs, and the free milliseconds left."""

    text: str
    left: int
    runs: bool
    free: int


@dataclass(frozen=True, slots=True)
class Timing:
    """Clocks and absence on the page of one seat: both times (own first), the message, buttons (value and
    label).

    `absent` is the short note on the other player: away, or empty.
    """

    times: tuple[Time, Time] | None
    told: str
    choices: tuple[tuple[str, str], ...]
    absent: str = ""


def timing_of(table: Table, state: TableState, seat: Seat, other: str) -> Timing:
    """Return the clocks that `seat` sees, and the presence of the player called `other`."""
    clocks, across = clocks_of(table, state), other_seat(seat)
    times = (_time(clocks, seat), _time(clocks, across)) if clocks.pace else None
    if state.is_over:
        return Timing(times, "", ())
    if seat in state.stand_ins:
        told = _("You were away, and a bot plays on for you.")
        return Timing(times, told, ((BACK, _("Take the seat back")),))
    told, may_choose = _absence(table, state, across, other)
    choices = ((STAND_IN, _("Let a bot play on")), (CLAIM, _("Claim the match")))
    absent = "" if _is_here(table, across) else pgettext("presence", "away")
    return Timing(times, told, choices if may_choose else (), absent)


def _is_here(table: Table, place: Seat) -> bool:
    seat = next(one for one in table.taken if one.number == place)
    return seat.person_id is None or seat.presence == Presence.HERE


def _time(clocks: Clocks, seat: Seat) -> Time:
    moment = now()
    left = clocks.left_at(seat, moment)
    out_at = clocks.out_at(seat)
    free = 0
    if out_at is not None:
        free = max(0, round((out_at - moment).total_seconds() * SECOND) - left)
    return Time(time_text(left), left, seat in clocks.running, free)


def _absence(table: Table, state: TableState, place: Seat, name: str) -> tuple[str, bool]:
    """Return the message on the other player, and whether this player may act alone."""
    if place in state.stand_ins:
        return _("{name} is away; a bot plays on for {name}.").format(name=name), False
    seat = next(one for one in table.taken if one.number == place)
    if presence.may_go_on_without(seat, table, state):
        told = _("{name} has been away for a while. You can wait, let a bot play on, or claim the match.")
        return told.format(name=name), True
    return "", False


def time_text(milliseconds: int) -> str:
    """Return a time in clock format, `4:05` or `1:04:05`, or as days and hours from one day on."""
    seconds = -(-milliseconds // SECOND)
    if seconds < DAY_SECONDS:
        hours, rest = divmod(seconds, _HOUR_SECONDS)
        minutes, seconds = divmod(rest, MINUTE_SECONDS)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    days, rest = divmod(seconds, DAY_SECONDS)
    text = ngettext("{count} day", "{count} days", days).format(count=days)
    hours = rest // _HOUR_SECONDS
    rest_text = ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    return f"{text} {rest_text}" if hours else text


def time_rules(text: str, *, of_people: bool = True) -> tuple[str, ...]:
    """Return the meaning of the pace `text` in sentences. The first names the pace."""
    pace = pace_of(text)
    rules = [_("Time: {pace}.").format(pace=pace_text(pace))]
    if pace:
        rules.append(_("Whoever runs out of time loses the match."))
        rules.append(_("Between two hands the first 30 seconds cost no time."))
    if of_people:
        rules.append(_absence_rule(pace))
    return tuple(rules)


def _absence_rule(pace: Pace) -> str:
    if pace.is_slow:
        return _("Nobody has to stay: only the clock decides.")
    minutes = (
        int((presence.GRACE if pace else presence.GRACE_WITHOUT_CLOCK).total_seconds()) // MINUTE_SECONDS
    )
    text = ngettext(
        "After {count} minute away the other may wait, let a bot play on, or claim the match.",
        "After {count} minutes away the other may wait, let a bot play on, or claim the match.",
        minutes,
    )
    return text.format(count=minutes)
