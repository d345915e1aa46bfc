"""Error pages: each states the error in the reader's language and has the right status."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.web.http.exceptions import error_status
from ginrummy.web.http.limits import TooFast

P = ParamSpec("P")
Response = TypeVar("Response", bound=HttpResponseBase)
_PASSING: Final = (429, 500, 503)
"""Statuses for which a retry may succeed."""


def error_page(
    request: HttpRequest, message: str, *, status: int, title: str = "", signs_in: bool = False
) -> HttpResponse:
    """Return an error page with `message`, and a link back, to a retry or to sign-in."""
    context: dict[str, Any] = {"title": title or _("That did not work"), "message": as_sentence(message)}
    context |= {"back": _back(request), "signs_in": signs_in}
    context["again"] = request.path if request.method == "GET" and status in _PASSING else ""
    return render(request, "http/failure.html", context, status=status)


def as_sentence(text: str) -> str:
    """Return a text as a sentence, with a capital letter and, if needed, a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")


def _back(request: HttpRequest) -> str:
    """Return the page on this site that sent the form, or nothing where it is unknown."""
    there = request.headers.get("Referer", "")
    if request.method == "GET" or not there:
        return ""
    try:
        is_ours = url_has_allowed_host_and_scheme(there, {request.get_host()})
    except DisallowedHost:
        return ""
    return there if is_ours else ""


def refusal_page(request: HttpRequest, error: GinRummyError, *, signs_in: bool = False) -> HttpResponse:
    """Return the page for an error of the service or the rules. `signs_in` offers sign-in, which may help."""
    status = error_status(error).status
    return _with_wait(error_page(request, str(error), status=status, signs_in=signs_in), error)


def show_refusals(
    view: Callable[Concatenate[HttpRequest, P], Response],
) -> Callable[Concatenate[HttpRequest, P], Response | HttpResponse]:
    """Decorate a view to answer an error of the service or the rules with its page."""

    @wraps(view)
    def show_refusal(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Response | HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except GinRummyError as error:
            return refusal_page(request, error)

    return show_refusal


def _with_wait(response: HttpResponse, error: GinRummyError) -> HttpResponse:
    if isinstance(error, TooFast):
        response.headers["Retry-After"] = error.retry_after
    return response


def has_live_updates(request: HttpRequest) -> bool:
    """Return whether the page receives later events by itself."""
    return request.headers.get("HX-Request") == "true"


def board_refusal_response(request: HttpRequest, error: GinRummyError, *, key: str = "") -> HttpResponse:
    """Return the response to a refused move: a message at the board of a live page, else an error page."""
    if not has_live_updates(request):
        return refusal_page(request, error)
    context: dict[str, Any] = {"message": as_sentence(error.what), "key": key}
    response = render(request, "http/notice.html", context, status=error_status(error).status)
    response.headers["HX-Retarget"] = "#notice"
    response.headers["HX-Reswap"] = "innerHTML"
    return _with_wait(response, error)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a malformed request."""
    return error_page(request, _("This request cannot be read."), status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a forbidden request."""
    return error_page(request, _("That is not allowed here."), status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for an unknown URL."""
    return error_page(request, _("There is nothing at this address."), status=404, title=_("Nothing here"))


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for an internal error."""
    message = _("Something broke. Your match is kept; load the page again.")
    return error_page(request, message, status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a failed CSRF check."""
    message = _(
        "This form is too old, or it did not come from this site. Load the page again; cookies are needed."
    )
    return error_page(request, message, status=403)
