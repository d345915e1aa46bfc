"""E-mails about a turn in a slow match, where no browser was reached. One until the person comes back."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from ginrummy.locale import LANGUAGES, _, using_language
from ginrummy.web.accounts.mail import MailQueueFull, queue_mail, server_address
from ginrummy.web.alerts.alert_settings import alert_settings_of
from ginrummy.web.alerts.models import Alert, Kind, TurnMail
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables.clocks import parse_time_control
from ginrummy.web.tables.models import Seat

_SALT: Final = "ginrummy no e-mails"


def may_mail(person: Person | None) -> bool:
    """Return whether e-mails can reach `person`: the owner of an account with a confirmed address."""
    return settings.HAS_MAIL and person is not None and person.user is not None and bool(person.user.email)


def mail_turn(alert: Alert) -> None:
    """Queue an e-mail in place of `alert` if that is a turn in a slow match, and its person wants it."""
    table, person = alert.table, alert.person
    if table is None or alert.kind != Kind.TURN or not parse_time_control(table.pace).is_slow:
        return
    if not may_mail(person) or not alert_settings_of(person).mail:
        return
    seat = table.seats.filter(person=person).first()
    if seat is not None and not TurnMail.objects.filter(seat=seat, at__gt=seat.seen).exists():
        with suppress(MailQueueFull), transaction.atomic():
            _queue(seat, person)


def _queue(seat: Seat, person: Person) -> None:
    assert person.user is not None
    code = person.preferences.get("language") or alert_settings_of(person).language
    other = next(str(one) for one in seat.table.taken if one.number != seat.number)
    with using_language(code if code in LANGUAGES else LANGUAGES[0]):
        text = _("It is your turn: {game} against {name}.\n\n{link}\n\nNo more such e-mails:\n\n{stop}")
        links = {
            "link": server_address(reverse("table", args=[seat.table.key])),
            "stop": server_address(unsubscribe_path(person)),
        }
        told = text.format(game=seat.table.title, name=other, **links)
        queue_mail(person.user.email, told, title=_("It is your turn"))
    TurnMail.objects.update_or_create(seat=seat, defaults={"at": now()})


def unsubscribe_path(person: Person) -> str:
    """Return the path of the link that ends the e-mails to `person`."""
    return reverse("unsubscribe", args=[signing.dumps(person.pk, salt=_SALT)])


def person_of_link(token: str) -> Person | None:
    """Return whose e-mails the link in one of them ends, `None` for another link."""
    try:
        number = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return Person.objects.filter(pk=number, is_gone=False).first()
