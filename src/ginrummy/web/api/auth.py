"""What every route needs: who asks, and which answers it may give."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from ninja import Schema

from ginrummy.locale import _
from ginrummy.web.api.errors import Malformed
from ginrummy.web.api.schemas import Refusal
from ginrummy.web.http.ip_networks import network_of
from ginrummy.web.http.rate_limits import Limit, hold_back
from ginrummy.web.people.models import Person


def person_of(request: HttpRequest) -> Person:
    """Return whose token came with `request`."""
    return cast(Person, getattr(request, "auth"))  # noqa: B009  (set by Ninja, unknown to Django's types)


def token_of(request: HttpRequest) -> str:
    """Return the token that came with `request`."""
    return request.headers.get("Authorization", "").partition(" ")[2].strip()


def refuse_unknown(request: HttpRequest, asked: Schema) -> None:
    """Raise `Malformed` for a name in the query that `asked` does not have: Ninja reads past it."""
    for name in request.GET:
        if name not in type(asked).model_fields:
            raise Malformed(_("there is no such field"), where=name)


def answers(schema: Any, *refusals: int, status: int = 200) -> dict[int, Any]:
    """Return the schemas of what a route answers: `schema`, and refusals of the statuses named."""
    always = (400, 401, 422, 429, 503)
    return {status: schema} | dict.fromkeys(sorted({*refusals, *always}), Refusal)


def slow_down(request: HttpRequest, purpose: str, limit: Limit) -> None:
    """Count this request as the pages count theirs; raises `TooFast` for one too many."""
    person, address = person_of(request), request.META.get("REMOTE_ADDR", "")
    hold_back(purpose, person.key if limit.is_personal else network_of(address), limit)
