"""What the tables refuse."""

from __future__ import annotations

from ginrummy.web.http.exceptions import WebError


class NoTable(WebError, status=404, kind="no_table"):
    """A table that does not exist."""


class NotYours(WebError, status=403, kind="not_yours"):
    """A table at which this person has no seat."""


class Taken(WebError, status=409, kind="taken"):
    """A seat that somebody else has, or a deal that was used before."""


class Stale(WebError, status=409, kind="stale"):
    """A move that answers another position than the one on the table."""


class OutOfTurn(WebError, status=409, kind="out_of_turn"):
    """Something said when it is the other seat's to speak."""


class OfferGone(WebError, status=409, kind="offer_gone"):
    """A deal that this server did not offer, or too long ago."""
