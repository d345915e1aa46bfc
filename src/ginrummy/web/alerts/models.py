"""Models of the alerts: browsers that take messages, alerts to send, e-mails sent instead."""

from __future__ import annotations

from typing import Any

from django.db import models

from ginrummy.web.alerts.push import LONGEST_ENDPOINT
from ginrummy.web.http.now import now
from ginrummy.web.people.models import BrowserSession, Person
from ginrummy.web.rooms.models import Room
from ginrummy.web.tables.job_queue import Job
from ginrummy.web.tables.models import Seat, Table


class Device(models.Model):
    """A browser that takes messages for the person of its session, as long as that is open.

    `failures` counts the messages in a row that did not reach its push service.
    """

    session = models.OneToOneField(BrowserSession, on_delete=models.CASCADE, related_name="device")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    key = models.CharField(max_length=90)
    auth = models.CharField(max_length=30)
    language = models.CharField(max_length=2)
    created = models.DateTimeField(default=now)
    succeeded = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        """Return the name of the browser. The address is a secret."""
        return str(self.session)


class Kind(models.TextChoices):
    """Kind of alert, each with its switch, except for the test."""

    TURN = "turn"
    ARRIVAL = "arrival"
    INVITATION = "invitation"
    ROUND = "round"
    TEST = "test"


class Alert(Job):
    """Job: what happened at a `table` or in a `room`, at the time `at`, for a person.

    `left` are the primary keys of the devices to try again, null before the first try. `has_arrived` says
    whether any device took the message.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="queued_alerts")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="alerts")
    room = models.ForeignKey(Room, null=True, on_delete=models.CASCADE, related_name="alerts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    at = models.DateTimeField(default=now)
    left: models.JSONField[Any, list[int] | None] = models.JSONField(null=True)
    has_arrived = models.BooleanField(default=False)

    class Meta:
        """One alert of a kind for each table or room and person. A newer one replaces it."""

        constraints = (
            models.UniqueConstraint(fields=("person", "table", "kind"), name="one_alert_a_kind"),
            models.UniqueConstraint(fields=("person", "room", "kind"), name="one_alert_a_room"),
        )

    def __str__(self) -> str:
        """Return the kind and the place."""
        return f"{self.kind} at {self.table_id or self.room_id}"


class TurnMail(models.Model):
    """The last e-mail about a turn of a seat. There is no other until its person was there again."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="turn_mail")
    at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return the time."""
        return self.at.isoformat()
