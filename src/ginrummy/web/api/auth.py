"""Authentication: tokens, rate limits and the error schemas common to all routes."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Any, Final, cast

from django.db import transaction
from django.http import HttpRequest
from ninja import Schema

from ginrummy.locale import _
from ginrummy.web.api.errors import Malformed
from ginrummy.web.api.models import Token
from ginrummy.web.api.schemas import Refusal
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.limits import Limit, client_network, count_request
from ginrummy.web.http.now import is_recent, now
from ginrummy.web.people.models import LONGEST_NAME, Person, lock_people
from ginrummy.web.people.names import clean_name

MOST_TOKENS: Final = 10
_PREFIX: Final = "gin_"
_BYTES: Final = 32  # 256 random bits, so that a plain hash is safe
_USE_NOTED_EVERY: Final = timedelta(hours=1)  # saves a write per request


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


class TooManyTokens(WebError, status=409):
    """Raised for one token more than a person may have."""


def new_token(person: Person, name: str) -> str:
    """Return a new token of `person`, shown only now. Raise `TooManyTokens` or `AccountGone`."""
    text = _PREFIX + secrets.token_urlsafe(_BYTES)
    with transaction.atomic():
        lock_people(person)
        if person.tokens.count() >= MOST_TOKENS:
            raise TooManyTokens(_("you have {count} tokens: revoke one first").format(count=MOST_TOKENS))
        person.tokens.create(name=clean_name(name)[:LONGEST_NAME], digest=_digest(text))
    return text


def token_owner(text: str) -> Person | None:
    """Return the owner of the token `text`, or `None` for an unknown one."""
    found = Token.objects.select_related("person").filter(digest=_digest(text)).first()
    if found is None or found.person.is_gone:
        return None
    if found.used is None or not is_recent(found.used, _USE_NOTED_EVERY):
        Token.objects.filter(pk=found.pk).update(used=now())
    return found.person


def revoke_token(person: Person | None, number: int) -> None:
    """Revoke the token `number` of `person`. Ignore one that does not exist or belongs to another person."""
    if person is not None:
        person.tokens.filter(pk=number).delete()


def _digest(text: str) -> str:
    """Return the hash of a token. Tokens are long and random, so a plain hash suffices."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
