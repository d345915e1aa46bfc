"""Queue of e-mails, written in the transaction that causes them and sent by a thread of any process.

An e-mail is a row, so it exists only if its transaction is committed, and it survives the process. The sender
claims it for a limited time and renews the claim. If the sender dies, the e-mail is delayed and may be sent
twice.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.db import connection, transaction
from django.db.models import Q

from ginrummy.locale import _
from ginrummy.web.accounts.models import Letter
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.now import now
from ginrummy.web.tables.worker import Worker

MOST_WAITING: Final = 500
MOST_TRIES: Final = 8
CLAIMED: Final = timedelta(minutes=2)
"""Duration of a claim. While the e-mail is being sent, the claim is renewed at half of it."""
PAUSE: Final = timedelta(minutes=1)
"""First pause after a failure. It doubles each time: the last try is two hours after the first."""
LONGEST_PAUSE: Final = PAUSE * 2 ** (MOST_TRIES - 1)
_LOOK_EVERY: Final = 2.0
_log = logging.getLogger(__name__)


class PostIsFull(WebError):
    """Raised while too many e-mails wait, because the mail server has not answered for long."""

    status = 503


def put_in_the_post(address: str, text: str) -> None:
    """Queue an e-mail to `address` in this transaction. Raise `PostIsFull` where the queue is full."""
    if Letter.objects.count() >= MOST_WAITING:
        raise PostIsFull(_("The e-mail could not be sent: try again later."))
    Letter.objects.create(address=address, subject=_("Gin Rummy"), text=text + "\n")


def postman() -> Worker:
    """Return the worker that sends the due e-mails."""
    return Worker("post", _round)


def _round() -> float:
    if settings.HAS_MAIL:
        send_due()
    return _LOOK_EVERY


def send_due() -> int:
    """Send the due e-mails and return their number."""
    sent = 0
    while (letter := _claimed()) is not None:
        sent += _is_sent(letter)
    return sent


def _claimed() -> Letter | None:
    """Return a due e-mail, claimed for this process by postponing its next try."""
    with transaction.atomic():
        moment = now()  # LONGEST_PAUSE: due even later means that the clock was set back
        late = Q(tries=0) | Q(due__lte=moment) | Q(due__gt=moment + LONGEST_PAUSE)
        due = Letter.objects.filter(late).order_by("due")
        skips = connection.features.has_select_for_update_skip_locked
        letter = (due.select_for_update(skip_locked=True) if skips else due).first()
        if letter is None:
            return None
        letter.tries += 1
        letter.due = now() + CLAIMED
        letter.save(update_fields=["tries", "due"])
        return letter


def _is_sent(letter: Letter) -> bool:
    """Send `letter` and delete it. On failure postpone it, or delete it with a log entry after the last try.

    One without an address is deleted at once: its request must not reveal whether there is an address.
    """
    try:
        if letter.address:
            with _renewing(letter):
                send_mail(letter.subject, letter.text, None, [letter.address])
    except (OSError, ValueError) as error:  # or an invalid address, such as a domain that is too long
        if letter.tries < MOST_TRIES:
            letter.due = now() + PAUSE * 2 ** (letter.tries - 1)
            letter.save(update_fields=["due"])
        else:
            letter.delete()
        _log.warning("a letter was not sent, try %d of %d: %s", letter.tries, MOST_TRIES, error)
        return False
    letter.delete()
    return letter.address != ""


@contextmanager
def _renewing(letter: Letter) -> Iterator[None]:
    """Renew the claim on `letter` inside the block: with a timeout per reply, sending may take long."""
    renewal = Worker("post claim", partial(_renew, letter))
    renewal.start()
    try:
        yield
    finally:
        renewal.stop()


def _renew(letter: Letter) -> float:
    if not CLAIMED / 2 < letter.due - now() <= CLAIMED:
        letter.due = now() + CLAIMED
        Letter.objects.filter(pk=letter.pk).update(due=letter.due)
    return _LOOK_EVERY
