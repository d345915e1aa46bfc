"""Passwords: normalisation, validation, authentication, change."""

from __future__ import annotations

import unicodedata
from typing import Final

from django.contrib.auth import authenticate, login
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest

from ginrummy.web.accounts import password_attempts
from ginrummy.web.people.current_visitor import end_others, remember
from ginrummy.web.people.models import Person

_LONGEST_PREPARED: Final = 1000
"""Longer passwords are not normalised: composing 60 KB of accents takes seconds."""


def prepared(text: str) -> str:
    """Return the password `text` as it is hashed, however the keyboard composes (RFC 8265, OpaqueString).

    >>> prepared("e\u0301t\u00a0e\u0301") == "\u00e9t \u00e9"
    True
    """
    if len(text) > _LONGEST_PREPARED:
        return text
    spaced = (" " if unicodedata.category(sign) == "Zs" else sign for sign in text)
    return unicodedata.normalize("NFC", "".join(spaced))


def weaknesses_of(password: str, user: User) -> list[str]:
    """Return the reasons why `password` is too weak for `user`, if any."""
    try:
        validate_password(prepared(password), user)
    except ValidationError as error:
        return list(error.messages)
    return []


def account_opened(request: HttpRequest, name: str, password: str) -> tuple[Person, User] | None:
    """Return the account `name` where `password` is right. Raise `TooFast` over the limit."""
    owner, places = password_attempts.count_sign_in(request, name)
    username = name if owner is None or owner.user is None else owner.user.username
    tried = (authenticate(request, username=username, password=one) for one in _spellings(password))
    user = next((one for one in tried if isinstance(one, User)), None)
    if owner is None or user is None:
        return None
    password_attempts.forgive(places)
    return owner, user


def is_password(user: User, text: str) -> bool:
    """Return whether `text` is the password of `user`."""
    return any(user.check_password(one) for one in _spellings(text))


def _spellings(text: str) -> dict[str, None]:
    """Return the forms of `text` to try: older passwords were hashed without normalisation."""
    typed = text if len(text) > _LONGEST_PREPARED else unicodedata.normalize("NFD", text)
    return dict.fromkeys((prepared(text), text, typed))


def change_password(request: HttpRequest, person: Person, user: User, password: str) -> None:
    """Set a new password, revoke all tokens, and end the sessions of every other browser."""
    with transaction.atomic():
        user.set_password(prepared(password))
        user.save(update_fields=["password"])
        person.tokens.all().delete()
        enter(request, user, person)
        end_others(request, person)


def enter(request: HttpRequest, user: User, person: Person) -> None:
    """Sign this browser in to an account, and end its earlier session."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    remember(request, person)
