"""The code that an account is given when it is made: it sets a new password, once."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ginrummy.web.accounts.models import RecoveryCode
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person

_SIGNS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""None that is taken for another when it is written by hand."""
_GROUPS, _IN_GROUP = 5, 4
"""98 bits: long enough for a plain fingerprint, and not to be guessed."""


def new_code(person: Person) -> str:
    """Return a new code of `person`, which is shown this once; the one before is worthless."""
    groups = ("".join(secrets.choice(_SIGNS) for _sign in range(_IN_GROUP)) for _group in range(_GROUPS))
    text = "-".join(groups)
    told = {"digest": _digest(text), "created": now()}
    RecoveryCode.objects.update_or_create(person=person, defaults=told)
    return text


def is_used_up(person: Person, text: str) -> bool:
    """Return whether `text` was the code of `person`, which is worthless from now on."""
    return RecoveryCode.objects.filter(person=person, digest=_digest(text)).delete()[0] == 1


def code_page(request: HttpRequest, code: str) -> HttpResponse:
    """Return the page that shows `code`, this once."""
    response = render(request, "accounts/code.html", {"code": code})
    response.headers["Cache-Control"] = "no-store"
    return response


def _digest(text: str) -> str:
    plain = "".join(sign for sign in text.upper() if sign.isalnum())
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
