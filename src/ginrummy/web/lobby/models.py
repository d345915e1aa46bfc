"""Model of a search for an opponent."""

from __future__ import annotations

from django.db import models

from ginrummy.web.http.now import now
from ginrummy.web.people.models import BrowserSession, Person
from ginrummy.web.tables.models import Table


class Seek(models.Model):
    """Search of `person` for an opponent at a game and a pace, at most one for each person.

    - `value` is the person's rating when the search began, at `since`. `seen` is the person's last sign of
      activity. A search from a browser ends with its `session`.
    - `secret` is that of the offered deal, `cut` and `seal` are the person's, for `creation.create`. They are
      used if the person gets seat 0.
    - `table` is where the search led, at `paired`. The search continues if that table is removed.
    """

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="seek")
    session = models.ForeignKey(BrowserSession, null=True, on_delete=models.CASCADE, related_name="seeks")
    variant_name = models.CharField(max_length=64)
    pace = models.CharField(max_length=16)
    is_rated = models.BooleanField(default=False)
    language = models.CharField(max_length=2, blank=True, default="")
    value = models.FloatField()
    secret = models.CharField(max_length=64)
    cut = models.CharField(max_length=300, blank=True, default="")
    seal = models.CharField(max_length=64, blank=True, default="")
    since = models.DateTimeField(default=now)
    seen = models.DateTimeField(default=now)
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="seeks")
    paired = models.DateTimeField(null=True)

    def __str__(self) -> str:
        """Return the person, the game and the pace."""
        return f"{self.person}: {self.variant_name} {self.pace}"


class TieKind(models.TextChoices):
    """Kinds of ties: friends, who both want it, and followed players."""

    FRIEND = "friend"
    FOLLOW = "follow"


class Tie(models.Model):
    """Wish of `person` to be the friend of `other`, or to follow `other`. Two who wish it are friends."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ties")
    other = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ties_to")
    kind = models.CharField(max_length=6, choices=TieKind.choices)
    created = models.DateTimeField(default=now)

    class Meta:
        """One row for each kind and pair, in each direction."""

        constraints = (
            models.UniqueConstraint(fields=("person", "other", "kind"), name="one_tie_a_kind_and_pair"),
        )

    def __str__(self) -> str:
        """Return the other person."""
        return str(self.other)
