"""The Ninja API: authentication and error handlers."""

from __future__ import annotations

from typing import Any, Final, cast

from django.http import HttpRequest, HttpResponse, RawPostDataException
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.security import HttpBearer

from ginrummy.locale import N_, _
from ginrummy.locale.errors import GinRummyError
from ginrummy.web.api import (
    alert_routes,
    evening_routes,
    friend_routes,
    lobby_routes,
    room_routes,
    seek_routes,
    table_routes,
)
from ginrummy.web.api.auth import token_owner
from ginrummy.web.api.errors import (
    OF_STATUS,
    NoToken,
    WrongToken,
    error_json_response,
    error_response,
    status_text,
    validation_response,
)
from ginrummy.web.http.limits import PROGRAM, count_request
from ginrummy.web.people.models import Person

VERSION: Final = "1"
"""Incremented when a change would break existing clients."""


class TokenAuth(HttpBearer):
    """`Authorization: Bearer …` with a token from the settings page."""

    def __call__(self, request: HttpRequest) -> Person:
        """Return the owner of the request's token. Raise `NoToken` or `WrongToken`."""
        found = cast("Person | None", super().__call__(request))
        if found is None:
            raise NoToken(_("this needs a token from the settings page: Authorization: Bearer …"))
        if request.method not in ("GET", "HEAD"):
            count_request("program", found.key, PROGRAM)
        return found

    def authenticate(self, request: HttpRequest, token: str) -> Person:
        """Return the owner of `token`. Raise `WrongToken` for an unknown one."""
        person = token_owner(token.strip())
        if person is None:
            raise WrongToken(_("this token is unknown, or it was revoked"))
        return person


api = NinjaAPI(
    title="ginrummy",
    version=VERSION,
    description=N_("Tables of gin rummy for programs, under the same rules as the pages for people."),
    openapi_url=None,
    docs_url=None,
    urls_namespace="api",
    auth=TokenAuth(),
)
api.add_router("", lobby_routes.router)
api.add_router("", table_routes.router)
api.add_router("", seek_routes.router)
api.add_router("", friend_routes.router)
api.add_router("", room_routes.router)
api.add_router("", evening_routes.router)
api.add_router("", alert_routes.router)


@api.exception_handler(GinRummyError)
def _refusal_response(_request: HttpRequest, error: Any) -> HttpResponse:
    return error_response(error)


@api.exception_handler(ValidationError)
def _malformed_response(_request: HttpRequest, error: Any) -> HttpResponse:
    return validation_response(error.errors)


@api.exception_handler(RawPostDataException)
@api.exception_handler(HttpError)
def _unreadable_response(_request: HttpRequest, error: Any) -> HttpResponse:
    """Return the refusal of a body that is no JSON, such as a form."""
    status = getattr(error, "status_code", 400)
    status = 422 if status == 400 else status
    return error_json_response(status, OF_STATUS.get(status, "broken"), status_text(status))
