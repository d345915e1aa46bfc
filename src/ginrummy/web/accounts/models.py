"""Models for accounts, besides Django's own: attempt counters, queued e-mails, recovery codes."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables.job_queue import Job


class Tries(models.Model):
    """Number of attempts since a moment at one place: a network, an account, a known browser."""

    place = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return the number of attempts."""
        return str(self.count)


class Letter(Job):
    """Job: an e-mail to be sent."""

    address = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    created = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return the subject. The recipient is omitted on purpose."""
        return self.subject


class AddressAsked(models.Model):
    """An address that an account has to confirm by e-mail. Only the latest link is valid."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="address_asked"
    )
    nonce = models.CharField(max_length=32)

    def __str__(self) -> str:
        """Return the account."""
        return str(self.user)


class RecoveryCode(models.Model):
    """A one-time code that sets a new password. Only its hash is stored."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="recovery_code")
    digest = models.CharField(max_length=64, db_index=True)
    created = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return the owner."""
        return str(self.person)
