"""E-mails about accounts, for servers with a configured mail server: address confirmation, password reset."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import punycode

from ginrummy.locale import _
from ginrummy.web.accounts.models import AddressAsked
from ginrummy.web.accounts.outbox import put_in_the_post
from ginrummy.web.people.models import new_key

_SALT: Final = "ginrummy address"
_VALID: Final = timedelta(days=1)
_USUAL_PORTS: Final = (80, 443)
_PORT: Final = re.compile(r":\d*$")


def check_address(address: str) -> None:
    """Raise `ValidationError` unless `address` is valid for e-mail and fits the database column."""
    field = User._meta.get_field("email")
    field.run_validators(address)
    name, _at, domain = address.rpartition("@")
    try:
        field.run_validators(f"{name}@{punycode(domain)}")
    except UnicodeError as error:  # IDNA fails: a label of the domain is too long
        raise ValidationError(validate_email.message) from error


def send_confirmation(request: HttpRequest, user: User, address: str) -> None:
    """Send `user` a link that confirms `address`. Raise `PostIsFull` where the queue is full."""
    nonce = new_key()
    AddressAsked.objects.update_or_create(user=user, defaults={"nonce": nonce})
    told = signing.dumps([user.pk, address, user.password[-8:], nonce], salt=_SALT)
    link = _link(request, reverse("confirm_mail", args=[told]))
    text = _("{name} wants e-mails about a forgotten password at this address. If that is you:\n\n{link}")
    put_in_the_post(address, text.format(name=user.username, link=link))


def confirmed_by(told: str) -> tuple[User, str] | None:
    """Return the account and the address of the latest link of `send_confirmation`.

    Return `None` for an older link, whose address was changed, removed or confirmed since.
    """
    try:
        number, address, password, nonce = signing.loads(told, salt=_SALT, max_age=_VALID)
    except (signing.BadSignature, ValueError):  # or a link from before the latest-only rule
        return None
    user = User.objects.filter(pk=number, address_asked__nonce=nonce).first()
    return (user, address) if user is not None and user.password[-8:] == password else None


def confirm(user: User, address: str) -> None:
    """Set the confirmed address of `user`, or none for an empty one. All open links become invalid."""
    with transaction.atomic():
        AddressAsked.objects.filter(user=user).delete()
        user.email = address
        user.save(update_fields=["email"])


def send_link(request: HttpRequest, user: User) -> None:
    """Send `user` a password-reset link, valid for a few hours and once. Raise `PostIsFull`.

    For a user without an address, or no user, the same work is done in the same time, but nothing is sent.
    """
    link = reverse("new_password", args=[user.pk or 0, default_token_generator.make_token(user)])
    text = _("{name} can set a new password here, if you asked for it:\n\n{link}")
    put_in_the_post(user.email, text.format(name=user.username, link=_link(request, link)))


def _link(request: HttpRequest, path: str) -> str:
    """Return the URL of `path` at the configured name and port: a request's Host header may be forged."""
    address = urlsplit(request.build_absolute_uri(path))
    name, port = settings.NAME_IN_LETTERS or _PORT.sub("", address.netloc), settings.PORT_IN_LETTERS
    return address._replace(netloc=name if port in _USUAL_PORTS else f"{name}:{port}").geturl()


def is_link_good(user: User | None, told: str) -> bool:
    """Return whether a link of `send_link` is still valid."""
    return user is not None and default_token_generator.check_token(user, told)


def not_sent() -> str:
    """Return the message where no e-mail could be sent."""
    return _("The e-mail could not be sent: try again later.")
