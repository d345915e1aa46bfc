"""The letters of a server: written with what they are about, sent afterwards by a thread of any process.

A letter is a row, so it exists only once what it is about is committed, and outlives the process. Whoever
sends one claims it for a while first, and renews that: a process that dies while it sends delays it, and may
send it twice.
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
"""So long a letter is claimed for one process: renewed, while it is sent, when a half of it has passed."""
PAUSE: Final = timedelta(minutes=1)
"""After a failure, doubled with each one: the last try comes two hours after the first."""
LONGEST_PAUSE: Final = PAUSE * 2 ** (MOST_TRIES - 1)
_LOOK_EVERY: Final = 2.0
_log = logging.getLogger(__name__)


class PostIsFull(WebError):
    """A letter while too many others wait: the mail server has not answered for long."""

    status = 503


def put_in_the_post(address: str, text: str) -> None:
    """Let a letter go to `address` once the transaction is committed; raises `PostIsFull`."""
    if Letter.objects.count() >= MOST_WAITING:
        raise PostIsFull(_("The e-mail could not be sent: try again later."))
    Letter.objects.create(address=address, subject=_("Gin Rummy"), text=text + "\n")


def postman() -> Worker:
    """Return the worker that sends the letters that are due."""
    return Worker("post", _round)


def _round() -> float:
    if settings.HAS_MAIL:
        send_due()
    return _LOOK_EVERY


def send_due() -> int:
    """Send the letters that are due; return how many went out."""
    sent = 0
    while (letter := _claimed()) is not None:
        sent += _is_sent(letter)
    return sent


def _claimed() -> Letter | None:
    """Return a letter that is due, claimed for this process: its next try is put off."""
    with transaction.atomic():
        moment = now()  # what is due later than it can be was put off by a clock since set back
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
    """Send `letter` and forget it; where that fails try again later, or give it up with a word in the log.

    One without an address is forgotten at once: what asked for it does not show whether there is one.
    """
    try:
        if letter.address:
            with _renewing(letter):
                send_mail(letter.subject, letter.text, None, [letter.address])
    except (OSError, ValueError) as error:  # or it cannot go to that address, such as a domain too long
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
    """Renew the claim on `letter` meanwhile: the time limit on a mail server is one for each answer."""
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
