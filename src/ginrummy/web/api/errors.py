"""Errors of the API as JSON: a kind for the program, a sentence for its user."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.web.bots.match_limits import BotsAreBusy
from ginrummy.web.http.exceptions import OF_THE_LAW, WebError, error_status
from ginrummy.web.http.limits import TooFast
from ginrummy.web.http.middleware import Middleware
from ginrummy.web.lobby.friends import NoFriend
from ginrummy.web.lobby.player_invitations import PlayerNotFound
from ginrummy.web.people.models import AccountGone
from ginrummy.web.rooms.membership import NoRoom, NotInRoom, RoomRefused
from ginrummy.web.sheets.service import NoSheet, NotYourSheet, SheetMoved, SheetRefused
from ginrummy.web.tables.errors import NoTable, NotYours, OfferGone, OutOfTurn, SeatTaken, Stale
from ginrummy.web.tables.rated_eligibility import NotRated


class NoToken(WebError, status=401, kind="no_token"):
    """Raised for a request without a token."""


class WrongToken(WebError, status=401, kind="wrong_token"):
    """Raised for an unknown or revoked token."""


class NothingThere(WebError, status=404, kind="not_found"):
    """Raised for a URL, or a variant, that does not exist."""


class Malformed(WebError, kind="malformed"):
    """Raised for a request with an unknown field."""


_REFUSALS: Final[tuple[type[WebError], ...]] = (
    NoToken,
    WrongToken,
    NotYours,
    NotRated,
    NoTable,
    NothingThere,
    SeatTaken,
    OfferGone,
    Stale,
    OutOfTurn,
    PlayerNotFound,
    NoFriend,
    AccountGone,
    NoRoom,
    NotInRoom,
    RoomRefused,
    NoSheet,
    NotYourSheet,
    SheetRefused,
    SheetMoved,
    Malformed,
    TooFast,
    BotsAreBusy,
)
OF_STATUS: Final = {
    400: "malformed",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    422: "malformed",
    429: "too_fast",
    503: "no_database",
}
"""The kinds of errors that occur before any rule of the game is checked."""
KINDS: Final = tuple(
    dict.fromkeys(
        [one.kind for one in _REFUSALS]
        + [reply.kind for reply in OF_THE_LAW.values()]
        + [*OF_STATUS.values(), "broken"]
    )
)


def error_response(error: GinRummyError) -> JsonResponse:
    """Return the response for an error of the service, the rules or the API."""
    reply = error_status(error)
    response = error_json_response(
        reply.status, reply.kind, error.what, where=error.where, clause=error.clause
    )
    if isinstance(error, TooFast):
        response.headers["Retry-After"] = error.retry_after
    return response


def error_json_response(
    status: int, kind: str, message: str, *, where: str = "", clause: str = ""
) -> JsonResponse:
    """Return an error response with `status`."""
    response = JsonResponse({"kind": kind, "told": message, "where": where, "clause": clause}, status=status)
    if status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="ginrummy"'
    return response


def status_text(status: int) -> str:
    """Return the default message for `status`."""
    texts = {
        400: _("This request cannot be read."),
        403: _("That is not allowed here."),
        404: _("There is nothing at this address."),
        405: _("This address does not know that method."),
        413: _("This is more than the server reads."),
        422: _("This request cannot be read."),
        429: _("That is a little fast."),
        503: _("The stored tables cannot be reached just now. Your match is safe; try again in a moment."),
    }
    return texts.get(status) or _("Something broke on the server. Your match is kept; try again.")


def validation_response(errors: list[dict[str, Any]]) -> JsonResponse:
    """Return the response for a request with invalid fields. `where` names the first of them."""
    first: dict[str, Any] = errors[0] if errors else {"loc": (), "type": ""}
    place = first["loc"]
    where = str(place[-1]) if len(place) > 2 or "body" not in place else "body"
    texts = {
        "missing": _("this field is missing"),
        "extra_forbidden": _("there is no such field"),
    }
    told = texts.get(first["type"]) or _("this field does not take that value")
    return error_json_response(422, "malformed", told, where=where)


ROOT: Final = "/api/"
_KEPT: Final = ("Allow", "Retry-After")


class JsonErrorsMiddleware(Middleware):
    """Answers API clients in JSON, whatever error occurs before a route is reached."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response."""
        response = self._get_response(request)
        if not request.path_info.startswith(ROOT) or response.status_code < 400:
            return response
        if response.headers.get("Content-Type", "").startswith("application/json"):
            return response
        status = response.status_code
        plain = error_json_response(status, OF_STATUS.get(status, "broken"), status_text(status))
        for name in _KEPT:
            if name in response.headers:
                plain.headers[name] = response.headers[name]
        return plain
