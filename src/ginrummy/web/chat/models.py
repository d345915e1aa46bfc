"""Model of a phrase sent at a table, separate from the event log, which contains only the game."""

from __future__ import annotations

from django.db import models

from ginrummy.web.http.now import now
from ginrummy.web.tables.models import SeatColumn, Table


class Phrase(models.Model):
    """Phrase of a seat, by the phrase's name."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="phrases")
    seat: SeatColumn = models.SmallIntegerField()
    name = models.CharField(max_length=16)
    at = models.DateTimeField(default=now)

    class Meta:
        """Chronological order."""

        ordering = ("pk",)

    def __str__(self) -> str:
        """Return the name of the phrase."""
        return self.name
