"""A table, its two seats and its event log; the log is the truth, the rest is read off it."""

from __future__ import annotations

from typing import Any

from django.db import models

from ginrummy import deal
from ginrummy.locale import _, language
from ginrummy.variants import Variant, load_variant, preset_names
from ginrummy.web.people.models import Person, new_key

HOUSE = "house"


class Status(models.TextChoices):
    """How far a table has come."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Table(models.Model):
    """A match between two seats.

    `number` counts the events; `status`, `winner` and `bot_due` say in columns what the log says, so that
    lists and workers need not replay it. `bot_due` is when a bot may act, null when none has to.
    """

    key = models.CharField(max_length=32, unique=True, default=new_key)
    variant_name = models.CharField(max_length=64)
    values: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField()
    secret = models.CharField(max_length=64, unique=True)
    first_dealer = models.SmallIntegerField(null=True)
    number = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    winner = models.SmallIntegerField(null=True)
    bot_due = models.DateTimeField(null=True, db_index=True)
    is_listed = models.BooleanField(default=False)
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    created = models.DateTimeField(auto_now_add=True)
    moved = models.DateTimeField(auto_now=True)

    class Meta:
        """How tables are looked up."""

        indexes = (models.Index(fields=("status", "is_listed")),)

    def __str__(self) -> str:
        """Return the table's key."""
        return self.key

    @property
    def variant(self) -> Variant:
        """The row of numbers that is played."""
        return Variant(**self.values)

    @property
    def commitment(self) -> str:
        """The fingerprint of the secret, to be shown before the cuts (RULES 3.6)."""
        return deal.commitment(self.secret)

    @property
    def title(self) -> str:
        """The variant's name in the language spoken."""
        if self.variant_name not in preset_names():
            return _("House rules")
        return load_variant(self.variant_name).title(language())


class Seat(models.Model):
    """Seat 0 or 1 of a table: a person, or a bot of the level named."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.SmallIntegerField()
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="seats")
    bot = models.CharField(max_length=32, blank=True)

    class Meta:
        """Two seats, each taken once."""

        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_seat_a_number"),)
        ordering = ("number",)

    def __str__(self) -> str:
        """Return who sits there."""
        return self.bot or str(self.person)


class Event(models.Model):
    """What a seat did, as text: a cut, a move, readiness for the next hand, a resignation."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    seat = models.SmallIntegerField()
    text = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        """One event a number: of two that race, one is written."""

        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_event_a_number"),)
        ordering = ("number",)

    def __str__(self) -> str:
        """Return the event as one line of the log."""
        return f"{self.number}. {self.seat} {self.text}"


def stored(variant: Variant) -> dict[str, Any]:
    """Return `variant` as a table keeps it."""
    return variant._asdict()
