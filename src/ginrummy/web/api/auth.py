"""Authentication, rate limits and error schemas common to all routes."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from ninja import Schema

from ginrummy.locale import _
from ginrummy.web.api.errors import Malformed
from ginrummy.web.api.schemas import Refusal
from ginrummy.web.http.limits import Limit, count_request, network_of
from ginrummy.web.people.models import Person


def person_of(request: HttpRequest) -> Person:
    """Return the owner of the request's token."""
    return cast(Person, getattr(request, "auth"))  # noqa: B009  (set by Ninja, unknown to Django's types)


def token_of(request: HttpRequest) -> str:
    """Return the request's token."""
    return request.headers.get("Authorization", "").partition(" ")[2].strip()


def refuse_unknown_parameters(request: HttpRequest, asked: Schema) -> None:
    """Raise `Malformed` for a query parameter that `asked` does not have, which Ninja would ignore."""
    for name in request.GET:
        if name not in type(asked).model_fields:
            raise Malformed(_("there is no such field"), where=name)


def response_schemas(schema: Any, *refusals: int, status: int = 200) -> dict[int, Any]:
    """Return the response schemas of a route: `schema`, and those of the error statuses `refusals`."""
    always = (400, 401, 422, 429, 503)
    return {status: schema} | dict.fromkeys(sorted({*refusals, *always}), Refusal)


def count_api_request(request: HttpRequest, purpose: str, limit: Limit) -> None:
    """Count this request against the same limit as on the pages. Raise `TooFast` over the limit."""
    person, address = person_of(request), request.META.get("REMOTE_ADDR", "")
    count_request(purpose, person.key if limit.is_personal else network_of(address), limit)
