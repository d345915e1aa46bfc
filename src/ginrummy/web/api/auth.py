"""Authentication, rate limits and error schemas common to all routes."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from ninja import Schema

from ginrummy.locale import _
from ginrummy.web.api.errors import Malformed
from ginrummy.web.api.schemas import Refusal
from ginrummy.web.http.limits import Limit, client_network, count_request
from ginrummy.web.people.models import Person


def token_person(request: HttpRequest) -> Person:
    """Return the owner of the request's token."""
    return cast(Person, getattr(request, "auth"))  # noqa: B009  (set by Ninja, unknown to Django's types)


def request_token(request: HttpRequest) -> str:
    """Return the request's token."""
    return request.headers.get("Authorization", "").partition(" ")[2].strip()


def refuse_unknown_parameters(request: HttpRequest, schema: Schema) -> None:
    """Raise `Malformed` for a query parameter that `schema` does not have, which Ninja would ignore."""
    for name in request.GET:
        if name not in type(schema).model_fields:
            raise Malformed(_("there is no such field"), where=name)


def response_schemas(schema: Any, *refusals: int, status: int = 200) -> dict[int, Any]:
    """Return the response schemas of a route: `schema`, and those of the error statuses `refusals`."""
    always = (400, 401, 422, 429, 503)
    return {status: schema} | dict.fromkeys(sorted({*refusals, *always}), Refusal)


def count_api_request(request: HttpRequest, purpose: str, limit: Limit) -> None:
    """Count this request against the same limit as on the pages. Raise `TooFast` over the limit."""
    person, address = token_person(request), request.META.get("REMOTE_ADDR", "")
    count_request(purpose, person.key if limit.is_personal else client_network(address), limit)
