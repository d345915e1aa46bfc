"""Pages for what went wrong: each says what, in the reader's language, with the right status."""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from ginrummy.errors import GinRummyError
from ginrummy.locale import _
from ginrummy.web.http.exceptions import reply_to
from ginrummy.web.http.rate_limits import TooFast

_PASSING: Final = (429, 500, 503)
"""Answers that may be another one a moment later."""


def failure(
    request: HttpRequest, told: str, *, status: int, title: str = "", signs_in: bool = False
) -> HttpResponse:
    """Return the page that says `told`, and leads back, to another try or to signing in."""
    context: dict[str, Any] = {"title": title or _("That did not work"), "told": sentence(told)}
    context |= {"back": _back(request), "signs_in": signs_in}
    context["again"] = request.path if request.method == "GET" and status in _PASSING else ""
    return render(request, "http/failure.html", context, status=status)


def sentence(text: str) -> str:
    """Return a remark as a sentence: with a capital, and a full stop where it has no end of its own."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")


def _back(request: HttpRequest) -> str:
    """Return the page of ours that a form was sent from, nothing where it is not known."""
    there = request.headers.get("Referer", "")
    if request.method == "GET" or not there:
        return ""
    try:
        is_ours = url_has_allowed_host_and_scheme(there, {request.get_host()})
    except DisallowedHost:
        return ""
    return there if is_ours else ""


def refused(request: HttpRequest, error: GinRummyError, *, signs_in: bool = False) -> HttpResponse:
    """Return the page for what the service or the law refuses; whoever signs in may be let through."""
    status = reply_to(error).status
    return _with_wait(failure(request, str(error), status=status, signs_in=signs_in), error)


def _with_wait(response: HttpResponse, error: GinRummyError) -> HttpResponse:
    if isinstance(error, TooFast):
        response.headers["Retry-After"] = error.retry_after
    return response


def is_live(request: HttpRequest) -> bool:
    """Return whether the page will hear of what happens next by itself."""
    return request.headers.get("HX-Request") == "true"


def refused_in_place(request: HttpRequest, error: GinRummyError, *, key: str = "") -> HttpResponse:
    """Return what a refused move gets: beside the board for a live page, else as a page of its own."""
    if not is_live(request):
        return refused(request, error)
    context: dict[str, Any] = {"told": sentence(error.what), "key": key}
    response = render(request, "http/notice.html", context, status=reply_to(error).status)
    response.headers["HX-Retarget"] = "#notice"
    response.headers["HX-Reswap"] = "innerHTML"
    return _with_wait(response, error)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a request that cannot be read."""
    return failure(request, _("This request cannot be read."), status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for what is not allowed."""
    return failure(request, _("That is not allowed here."), status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for an address where there is nothing."""
    return failure(request, _("There is nothing at this address."), status=404, title=_("Nothing here"))


def broken(request: HttpRequest) -> HttpResponse:
    """Return the page for a failure of ours."""
    told = _("Something broke on the server. Your game is kept; load the page again.")
    return failure(request, told, status=500)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a form that did not come from our own pages."""
    told = _(
        "This form is too old, or it did not come from this site. Load the page again; cookies are needed."
    )
    return failure(request, told, status=403)
