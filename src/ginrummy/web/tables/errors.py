"""Errors raised by the tables."""

from __future__ import annotations

from ginrummy.web.http.exceptions import WebError


class NoTable(WebError, status=404, kind="no_table"):
    """The table does not exist."""


class NotYours(WebError, status=403, kind="not_yours"):
    """The person has no seat at this table."""


class SeatTaken(WebError, status=409, kind="taken"):
    """The seat is taken, or the deal was used before."""


class Stale(WebError, status=409, kind="stale"):
    """The move answers another position than the current one."""


class OutOfTurn(WebError, status=409, kind="out_of_turn"):
    """It is the other seat's turn."""


class OfferGone(WebError, status=409, kind="offer_gone"):
    """This server did not offer the deal, or the offer has expired."""
