"""Queue of e-mails: their texts, and a worker that sends each once.

An e-mail is a row, written in the transaction that causes it: it exists only if that is committed, and it
survives the process. If its sender dies, the e-mail is delayed and may be sent twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import punycode

from ginrummy.locale import _
from ginrummy.web.accounts.models import AddressAsked, Letter
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.now import now
from ginrummy.web.people.models import new_key
from ginrummy.web.tables.job_queue import Queue
from ginrummy.web.tables.worker import Worker

MOST_WAITING: Final = 500
MOST_TRIES: Final = 8
LEASE: Final = timedelta(minutes=2)
PAUSES: Final = tuple(timedelta(minutes=2**tries) for tries in range(MOST_TRIES - 1))
"""Pauses after failures: the last try is two hours after the first."""
_HOLDER: Final = "post"
_LOOK_EVERY: Final = 2.0


class MailQueueFull(WebError):
    """Raised while too many e-mails wait, because the mail server has not answered for long."""

    status = 503


def queue_mail(address: str, text: str, *, title: str) -> None:
    """Queue an e-mail to `address` in this transaction. Raise `MailQueueFull` where the queue is full."""
    if Letter.objects.count() >= MOST_WAITING:
        raise MailQueueFull(_("The e-mail could not be sent: try again later."))
    Letter.objects.create(address=address, subject=_("Gin Rummy") + f" – {title}", text=text + "\n")


def mail_worker() -> Worker:
    """Return the worker that sends the due e-mails."""
    return Worker("post", _round)


def _round() -> float:
    if settings.HAS_MAIL:
        send_due_mail()
    return _LOOK_EVERY


def send_due_mail() -> int:
    """Send the due e-mails and return their number."""
    sent = 0
    while (letter := mails.run_next(_HOLDER)) is not None:
        sent += not letter.pk and letter.address != ""  # its row was deleted
    return sent


def _send(letter: Letter) -> None:
    """Send `letter` and delete it.

    One without an address is only deleted: its request must not reveal whether there is an address.
    """
    if letter.address:
        with _renewing(letter):
            send_mail(letter.subject, letter.text, None, [letter.address])
    letter.delete()


@contextmanager
def _renewing(letter: Letter) -> Iterator[None]:
    """Renew the lease of `letter` inside the block: with a timeout per reply, sending may take long."""

    def renew() -> float:
        mails.renew(letter)
        return _LOOK_EVERY

    renewal = Worker("post claim", renew)
    renewal.start()
    try:
        yield
    finally:
        renewal.stop()


def _is_due() -> Q:
    moment = now()  # due even later than after the longest pause means that the clock was set back
    return Q(tries=0) | Q(due__lte=moment) | Q(due__gt=moment + PAUSES[-1])


mails: Final = Queue(
    name="e-mail",
    jobs=Letter.objects,
    is_due=_is_due,
    work=_send,
    lease=LEASE,
    pauses=PAUSES,
    most_tries=MOST_TRIES,
)
"""The e-mails that are not sent yet. An abandoned one is deleted."""


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
    """Send `user` a link that confirms `address`. Raise `MailQueueFull` where the queue is full."""
    link = _link(request, confirmation_path(user, address))
    text = _("{name} wants e-mails about a forgotten password at this address. If that is you:\n\n{link}")
    queue_mail(address, text.format(name=user.username, link=link), title=_("Your address"))


def confirmation_path(user: User, address: str) -> str:
    """Return the path of a new link that confirms `address`. The previous one becomes invalid."""
    nonce = new_key()
    AddressAsked.objects.update_or_create(user=user, defaults={"nonce": nonce})
    told = signing.dumps([user.pk, address, user.password[-8:], nonce], salt=_SALT)
    return reverse("confirm_mail", args=[told])


def parse_confirmation_link(token: str) -> tuple[User, str] | None:
    """Return the account and the address of the latest link of `send_confirmation`.

    Return `None` for an older link, whose address was changed, removed or confirmed since.
    """
    try:
        number, address, password, nonce = signing.loads(token, salt=_SALT, max_age=_VALID)
    except (signing.BadSignature, ValueError):  # or a link from before the latest-only rule
        return None
    user = User.objects.filter(pk=number, address_asked__nonce=nonce).first()
    return (user, address) if user is not None and user.password[-8:] == password else None


def set_confirmed_address(user: User, address: str) -> None:
    """Set the confirmed address of `user`, or none for an empty one. All open links become invalid."""
    with transaction.atomic():
        AddressAsked.objects.filter(user=user).delete()
        user.email = address
        user.save(update_fields=["email"])


def send_reset_link(request: HttpRequest, user: User) -> None:
    """Send `user` a password-reset link, valid for a few hours and once. Raise `MailQueueFull`.

    For a user without an address, or no user, the same work is done in the same time, but nothing is sent.
    """
    text = _("{name} can set a new password here, if you asked for it:\n\n{link}")
    link = _link(request, reset_path(user))
    queue_mail(user.email, text.format(name=user.username, link=link), title=_("New password"))


def reset_path(user: User) -> str:
    """Return the path of a new password-reset link."""
    return reverse("new_password", args=[user.pk or 0, default_token_generator.make_token(user)])


def _link(request: HttpRequest, path: str) -> str:
    """Return the URL of `path` at the configured name and port: a request's Host header may be forged."""
    address = urlsplit(request.build_absolute_uri(path))
    return address._replace(netloc=_server(_PORT.sub("", address.netloc))).geturl()


def server_address(path: str) -> str:
    """Return the URL of `path` without a request to tell the name of the server."""
    return f"{'https' if settings.IS_HTTPS else 'http'}://{_server('localhost')}{path}"


def _server(usual: str) -> str:
    """Return the configured name, else the `usual` one, and the port unless it is a usual one."""
    name, port = settings.NAME_IN_LETTERS or usual, settings.PORT_IN_LETTERS
    return name if port in _USUAL_PORTS else f"{name}:{port}"


def is_reset_link_valid(user: User | None, token: str) -> bool:
    """Return whether a link of `send_reset_link` is still valid."""
    return user is not None and default_token_generator.check_token(user, token)


def mail_failure_message() -> str:
    """Return the message where no e-mail could be sent."""
    return _("The e-mail could not be sent: try again later.")
