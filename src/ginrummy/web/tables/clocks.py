"""Clocks of a table, as values: no database access and no system time.

A pace is written as text. `600+15` is a bank of 600 seconds plus 15 seconds for every turn taken, `3d` is
three days for each turn, and the empty text is no clock. The first half minute between two hands is free.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from ginrummy.locale import _, ngettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules.types import SEATS, Seat
from ginrummy.web.tables.table_state import TableState

SECOND: Final = 1000
MINUTE_SECONDS: Final = 60
DAY_SECONDS: Final = 24 * 3600
BREAK: Final = 30 * SECOND
"""Milliseconds between two hands that are not charged."""
REVEAL_TIME: Final = timedelta(minutes=2)
REVEAL_TIME_WITHOUT_CLOCK: Final = timedelta(days=1)
PACES: Final = ("", "180+10", "300+15", "600+20", "1800+30", "1d", "3d", "7d")
"""Paces that a new table may have."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time control in seconds: a bank with an increment, a limit for each turn, or no clock."""

    bank: int = 0
    increment: int = 0
    per_turn: int = 0

    def __str__(self) -> str:
        """Return the text that `parse_time_control` parses."""
        if self.per_turn:
            return f"{self.per_turn // DAY_SECONDS}d"
        return f"{self.bank}+{self.increment}" if self.bank else ""

    def __bool__(self) -> bool:
        """Return whether there is a clock."""
        return self.bank > 0 or self.per_turn > 0

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take days."""
        return self.per_turn > 0

    @property
    def initial_milliseconds(self) -> int:
        """Milliseconds that each seat starts with."""
        return (self.bank or self.per_turn) * SECOND


def parse_time_control(text: str) -> TimeControl:
    """Parse a pace. Raise `GinRummyError` unless it is one of `PACES`.

    >>> parse_time_control("600+20")
    TimeControl(bank=600, increment=20, per_turn=0)
    """
    if text not in PACES:
        raise GinRummyError(_("there is no such clock"), where=text[:20])
    found = re.fullmatch(r"(\d+)\+(\d+)", text)
    if found is not None:
        return TimeControl(bank=int(found[1]), increment=int(found[2]))
    return TimeControl(per_turn=int(text[:-1]) * DAY_SECONDS) if text else TimeControl()


def reveal_time_limit(pace: TimeControl) -> timedelta:
    """Return how long a player may take to reveal a sealed cut after the other player has cut."""
    if pace.is_slow:
        return timedelta(seconds=pace.per_turn)
    return REVEAL_TIME if pace else REVEAL_TIME_WITHOUT_CLOCK


def reveal_time_text(pace: TimeControl) -> str:
    """Return that time in words: `2 minutes`, `1 day`."""
    limit = reveal_time_limit(pace)
    if limit.days:
        return ngettext("{count} day", "{count} days", limit.days).format(count=limit.days)
    minutes = limit.seconds // MINUTE_SECONDS
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def time_control_text(pace: TimeControl) -> str:
    """Return a pace in words: `10 minutes, 20 seconds more for each turn`."""
    if pace.is_slow:
        days = pace.per_turn // DAY_SECONDS
        return ngettext("{count} day for each turn", "{count} days for each turn", days).format(count=days)
    if not pace:
        return _("no clock")
    minutes = pace.bank // MINUTE_SECONDS
    text = ngettext(
        "{count} minute each, plus {more} seconds a turn",
        "{count} minutes each, plus {more} seconds a turn",
        minutes,
    )
    return text.format(count=minutes, more=pace.increment)


@dataclass(frozen=True, slots=True)
class Clocks:
    """Milliseconds that both seats had left at `since`, and the seats whose clocks have run since then.

    The first `free` milliseconds are not charged.
    """

    pace: TimeControl
    left: tuple[int, int]
    running: frozenset[Seat] = frozenset()
    since: datetime | None = None
    free: int = 0

    def time_used(self, seat: Seat, now: datetime) -> int:
        """Return the milliseconds that `seat` has used of its running clock at `now`."""
        if seat not in self.running or self.since is None:
            return 0
        return max(0, (now - self.since) // timedelta(milliseconds=1) - self.free)

    def time_left(self, seat: Seat, now: datetime) -> int:
        """Return the milliseconds that `seat` has left at `now`, at least 0."""
        return max(0, self.left[seat] - self.time_used(seat, now))

    def expiry_time(self, seat: Seat) -> datetime | None:
        """Return when the time of `seat` runs out, `None` while its clock is stopped."""
        if seat not in self.running or self.since is None:
            return None
        return self.since + timedelta(milliseconds=self.left[seat] + self.free)

    @property
    def next_expiry_time(self) -> datetime | None:
        """Earliest moment at which a seat's time runs out, `None` while no clock runs."""
        moments = [moment for seat in SEATS if (moment := self.expiry_time(seat)) is not None]
        return min(moments, default=None)

    def seats_out_of_time(self, now: datetime) -> frozenset[Seat]:
        """Return the seats whose time has run out at `now`."""
        return frozenset(
            seat for seat in SEATS if (moment := self.expiry_time(seat)) is not None and moment <= now
        )


def charge_time(
    clocks: Clocks, seat: Seat, spent: int, before: TableState, after: TableState
) -> tuple[int, int]:
    """Return the time both seats have left after `seat` is charged `spent` for its action at `before`."""
    left = [clocks.left[0], clocks.left[1]]
    left[seat] = max(0, left[seat] - spent)
    took_turn = seat in before.awaited and seat not in after.awaited
    if took_turn and not after.ending and not before.is_between_hands and before.match is not None:
        left[seat] += clocks.pace.increment * SECOND
    if seat not in before.awaited and seat in after.awaited and before.match is not None:
        left[seat] = max(0, left[seat] - clocks.pace.increment * SECOND)  # undo: no increment earned
    if clocks.pace.is_slow:
        for place in SEATS:
            is_same = before.is_between_hands == after.is_between_hands
            if not is_same or place not in before.awaited & after.awaited:
                left[place] = clocks.pace.initial_milliseconds
    return left[0], left[1]


def advance_clocks(
    clocks: Clocks, seat: Seat, now: datetime, before: TableState, after: TableState, people: frozenset[Seat]
) -> Clocks:
    """Return the clocks after the action of `seat` at `now`.

    Only the clocks of `people` run: bots have none.
    """
    if not clocks.pace:
        return clocks
    left = charge_time(clocks, seat, clocks.time_used(seat, now), before, after)
    running = after.awaited & people if after.match is not None else frozenset()
    if before.is_between_hands and after.is_between_hands:
        return replace(clocks, left=left, running=running)
    return Clocks(clocks.pace, left, running, now, BREAK if after.is_between_hands else 0)
