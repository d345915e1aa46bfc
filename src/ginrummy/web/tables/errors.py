"""What the tables refuse."""

from __future__ import annotations

from ginrummy.web.http.errors import WebError


class NoTable(WebError):
    """A table that does not exist."""

    status = 404
    kind = "no_table"


class NotYours(WebError):
    """A table at which this person has no seat."""

    status = 403
    kind = "not_yours"


class Taken(WebError):
    """A seat that somebody else has, or a deal that was used before."""

    status = 409
    kind = "taken"


class Stale(WebError):
    """A move that answers another position than the one on the table."""

    status = 409
    kind = "stale"


class OutOfTurn(WebError):
    """Something said when it is the other seat's to speak."""

    status = 409
    kind = "out_of_turn"


class OfferGone(WebError):
    """A deal that this server did not offer, or too long ago."""

    status = 409
    kind = "offer_gone"
