"""What the door refuses: a status, a kind for the program, a sentence for the person behind it."""

from __future__ import annotations

from typing import Any, Final

from django.http import JsonResponse

from ginrummy.deal import DealError
from ginrummy.errors import CardError, GinRummyError, IllegalMove, VariantError
from ginrummy.locale import _
from ginrummy.web.config.limits import Limit, counter
from ginrummy.web.lobby.invites import NobodyThere
from ginrummy.web.people.models import Person
from ginrummy.web.tables.offers import OfferGone
from ginrummy.web.tables.refusals import NoTable, NotYours, Stale, Taken
from ginrummy.web.tables.standing import OutOfTurn


class NoToken(GinRummyError):
    """A request without a token."""


class WrongToken(GinRummyError):
    """A token that is nobody's, or was taken back."""


class NothingThere(GinRummyError):
    """An address, or a variant, that does not exist."""


class Malformed(GinRummyError):
    """A request with a field that is not known."""


class TooFast(GinRummyError):
    """One request too many; `seconds` is how long to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(_("That is a little fast: try again in a moment."))
        self.seconds = seconds


_KINDS: Final[tuple[tuple[type[GinRummyError], int, str], ...]] = (
    (NoToken, 401, "no_token"),
    (WrongToken, 401, "wrong_token"),
    (NotYours, 403, "not_yours"),
    (NoTable, 404, "no_table"),
    (NothingThere, 404, "not_found"),
    (Taken, 409, "taken"),
    (OfferGone, 409, "offer_gone"),
    (Stale, 409, "stale"),
    (OutOfTurn, 409, "out_of_turn"),
    (IllegalMove, 422, "illegal_move"),
    (CardError, 422, "no_card"),
    (VariantError, 422, "variant"),
    (DealError, 422, "cut"),
    (NobodyThere, 422, "nobody_there"),
    (Malformed, 422, "malformed"),
    (TooFast, 429, "too_fast"),
    (GinRummyError, 422, "refused"),
)
OF_STATUS: Final = {
    400: "malformed",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    422: "malformed",
    503: "no_database",
}
"""The kinds of what is refused before any rule is asked."""
KINDS: Final = tuple(
    dict.fromkeys([kind for _error, _status, kind in _KINDS] + [*OF_STATUS.values(), "broken"])
)


def refused(error: GinRummyError) -> JsonResponse:
    """Return the answer for what the service, the law or the door refuses."""
    status, kind = next((status, kind) for known, status, kind in _KINDS if isinstance(error, known))
    response = refusal(status, kind, error.what, where=error.where, clause=error.clause)
    if isinstance(error, TooFast):
        response.headers["Retry-After"] = str(int(error.seconds) + 1)
    return response


def refusal(status: int, kind: str, told: str, *, where: str = "", clause: str = "") -> JsonResponse:
    """Return the answer that refuses with `status`."""
    response = JsonResponse({"kind": kind, "told": told, "where": where, "clause": clause}, status=status)
    if status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="ginrummy"'
    return response


def told_of(status: int) -> str:
    """Return what is said of `status` where nothing better is known."""
    texts = {
        400: _("This request cannot be read."),
        403: _("That is not allowed here."),
        404: _("There is nothing at this address."),
        405: _("This address does not know that method."),
        413: _("This is more than the server reads."),
        422: _("This request cannot be read."),
        503: _("The server cannot reach its database just now. Your game is safe; try again in a moment."),
    }
    return texts.get(status) or _("Something broke on the server. Your game is kept; try again.")


def malformed(errors: list[dict[str, Any]]) -> JsonResponse:
    """Return the answer for a request whose fields, the first of them in `where`, are not as they must be."""
    first: dict[str, Any] = errors[0] if errors else {"loc": (), "type": ""}
    place = first["loc"]
    where = str(place[-1]) if len(place) > 2 or "body" not in place else "body"
    texts = {
        "missing": _("this field is missing"),
        "extra_forbidden": _("there is no such field"),
    }
    told = texts.get(first["type"]) or _("this field does not take that value")
    return refusal(422, "malformed", told, where=where)


def hold_back(purpose: str, asker: str, limit: Limit) -> None:
    """Count one request of `asker`, as the pages do; raises `TooFast` for one too many."""
    seconds = counter.wait(purpose, asker, limit)
    if seconds > 0:
        raise TooFast(seconds)


def asker(person: Person, address: str, limit: Limit) -> str:
    """Return under which name requests are counted, the same as on the pages."""
    return person.key if limit.is_personal else address
