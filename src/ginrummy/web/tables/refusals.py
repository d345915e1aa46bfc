"""What the service refuses: each refusal says why, and which HTTP status says so."""

from __future__ import annotations

from ginrummy.errors import CardError, GinRummyError, IllegalMove
from ginrummy.web.tables.standing import OutOfTurn


class NoTable(GinRummyError):
    """A table that does not exist."""


class NotYours(GinRummyError):
    """A table at which this person has no seat."""


class Taken(GinRummyError):
    """A seat that somebody else has, or a deal that was used before."""


class Stale(GinRummyError):
    """A move that answers another position than the one on the table."""


_STATUSES: tuple[tuple[type[GinRummyError], int], ...] = (
    (NoTable, 404),
    (NotYours, 403),
    (Taken, 409),
    (Stale, 409),
    (OutOfTurn, 409),
    (IllegalMove, 422),
    (CardError, 400),
)


def status_of(error: GinRummyError) -> int:
    """Return the HTTP status that goes with `error`."""
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), 400)
