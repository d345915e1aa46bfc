"""Models of people: a guest known by a signed cookie, or the owner of an account."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models

from ginrummy.locale import _
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.now import now
from ginrummy.web.people.lookalikes import skeleton

LONGEST_NAME = 30
_GUEST_FIGURES = 4
"""Figures of those who have not chosen one."""
PORTRAITS = (*(f"guest{number}" for number in range(8)), "spade", "heart", "diamond", "club")
"""Figures that a person may choose, symbols of `board/figures.svg`."""
APART = "\x1f"
"""Separator before the number in the skeleton of an old name, from before look-alikes were refused."""
_KEY_BYTES = 12  # 96 random bits


def new_key() -> str:
    """Return a random key that cannot be guessed. It begins with a letter or digit.

    A leading `-` would be an option on a command line and a formula in a spreadsheet.
    """
    key = secrets.token_urlsafe(_KEY_BYTES)
    while not key[0].isalnum():
        key = secrets.token_urlsafe(_KEY_BYTES)
    return key


class Person(models.Model):
    """A player: a guest until `user` is set. `is_gone` means that the account was deleted.

    `alerts` is `alerts.alert_settings.AlertSettings`, empty without any.
    """

    key = models.CharField(max_length=32, unique=True, default=new_key)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    folded = models.CharField(max_length=3 * LONGEST_NAME, blank=True, editable=False, db_index=True)
    skeleton = models.CharField(max_length=5 * LONGEST_NAME, blank=True, editable=False, db_index=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="person"
    )
    is_gone = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    preferences = models.JSONField(default=dict, blank=True)
    alerts = models.JSONField(default=dict, blank=True)

    class Meta:
        """No two accounts have names that differ only in case, or look alike."""

        constraints = (
            models.UniqueConstraint(
                fields=("folded",), condition=models.Q(user__isnull=False), name="one_account_a_name"
            ),
            models.UniqueConstraint(
                fields=("skeleton",),
                condition=models.Q(user__isnull=False) & ~models.Q(skeleton=""),
                name="one_account_a_look",
            ),
        )

    def save(self, *arguments: Any, **options: Any) -> None:
        """Save the row with its case-folded name and its skeleton."""
        self.folded = self.name.casefold()
        look = skeleton(self.name)[: 4 * LONGEST_NAME]
        if self.skeleton.partition(APART)[0] != look:
            self.skeleton = look
        super().save(*arguments, **options)

    def __str__(self) -> str:
        """Return the display name: the chosen one, else a guest's number, nothing for a deleted account."""
        if self.is_gone:
            return _("Former player")
        return self.name or _("Guest {number}").format(number=self.pk)

    @property
    def figure(self) -> str:
        """Figure of the person: the chosen one, else one by number."""
        chosen = "" if self.is_gone else self.preferences.get("portrait")
        return chosen if chosen in PORTRAITS else f"guest{self.pk % _GUEST_FIGURES}"


class BrowserSession(models.Model):
    """A browser signed in as `person` until it is `ended`. Its signed cookie contains `key`."""

    key = models.CharField(max_length=64, unique=True, default=new_key)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="sessions")
    agent = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField(default=now)
    ended = models.DateTimeField(null=True)

    class Meta:
        """Most recently used first."""

        ordering = ("-seen", "-pk")

    def __str__(self) -> str:
        """Return the name of the browser."""
        return self.agent or _("unknown browser")

    def end(self) -> None:
        """Invalidate the cookie of this session."""
        BrowserSession.objects.filter(pk=self.pk, ended=None).update(ended=now())


class Mute(models.Model):
    """`person` has muted `muted`, and gets no phrases or invitations from that player."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="muted_by")

    class Meta:
        """One row per pair."""

        constraints = (models.UniqueConstraint(fields=("person", "muted"), name="one_mute_a_pair"),)

    def __str__(self) -> str:
        """Return the muted player."""
        return str(self.muted)


class AccountGone(WebError, status=403, kind="account_gone"):
    """Raised for an action of a person whose account was deleted meanwhile."""


def lock_people(person: Person, *others: Person | None) -> None:
    """Lock `person` and `others` until the end of the transaction. Raise `AccountGone` for a deleted account.

    The lock permits foreign keys to these rows: two people who invite each other at once do not wait for each
    other. A table is locked before its people, and all people together, in a fixed order, so that no deadlock
    occurs.
    """
    numbers = {one.pk for one in (person, *others) if one is not None}
    held = Person.objects.select_for_update(no_key=True).filter(pk__in=numbers, is_gone=False).order_by("pk")
    left = numbers.difference(held.values_list("pk", flat=True))
    if left:
        raise AccountGone(_("this account was deleted") if person.pk in left else _("this player has left"))
