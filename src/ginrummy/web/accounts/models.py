"""What is kept about accounts beside Django's own: tries, letters, the code for a forgotten password."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person


class Tries(models.Model):
    """How many tries there were since a moment at one place: a network, an account, a known browser."""

    place = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return how many there were."""
        return str(self.count)


class Letter(models.Model):
    """A letter that is yet to be sent, to be tried at `due`; after many `tries` it is thrown away."""

    address = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    created = models.DateTimeField(default=now)
    due = models.DateTimeField(default=now, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        """Return what it is about: not to whom it goes."""
        return self.subject


class AddressAsked(models.Model):
    """That an account was asked in a letter whether an address is its own: the last such letter is good."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="address_asked"
    )
    nonce = models.CharField(max_length=32)

    def __str__(self) -> str:
        """Return whose address it is about."""
        return str(self.user)


class RecoveryCode(models.Model):
    """The code that sets a new password, once: only its fingerprint is kept."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="recovery_code")
    digest = models.CharField(max_length=64, db_index=True)
    created = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return whose it is."""
        return str(self.person)
