"""A password: whether it will do, and what a new one closes."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest

from ginrummy.web.people.current_visitor import end_others, remember
from ginrummy.web.people.models import Person


def weaknesses_of(password: str, user: User) -> list[str]:
    """Return why `password` will not do for `user`, nothing where it will."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        return list(error.messages)
    return []


def change_password(request: HttpRequest, person: Person, user: User, password: str) -> None:
    """Give an account a new password: tokens are taken back, and every other browser has to sign in again."""
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        person.tokens.all().delete()
        enter(request, user, person)
        end_others(request, person)


def enter(request: HttpRequest, user: User, person: Person) -> None:
    """Let the browser that asks in to an account; the session that it had is over."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    remember(request, person)
