"""Tokens: creation, authentication, revocation."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Final

from django.db import transaction

from ginrummy.locale import _
from ginrummy.web.api.models import Token
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.now import is_recent, now
from ginrummy.web.people.held_person import lock_people
from ginrummy.web.people.models import LONGEST_NAME, Person
from ginrummy.web.people.names import clean_name

MOST: Final = 10
_PREFIX: Final = "gin_"
_BYTES: Final = 32  # 256 random bits, so that a plain hash is safe
_USE_NOTED_EVERY: Final = timedelta(hours=1)  # saves a write per request


class TooManyTokens(WebError, status=409):
    """Raised for one token more than a person may have."""


def new_token(person: Person, name: str) -> str:
    """Return a new token of `person`, shown only now. Raise `TooManyTokens` or `AccountGone`."""
    text = _PREFIX + secrets.token_urlsafe(_BYTES)
    with transaction.atomic():
        lock_people(person)
        if person.tokens.count() >= MOST:
            raise TooManyTokens(_("you have {count} tokens: revoke one first").format(count=MOST))
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
