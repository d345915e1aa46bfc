"""What the processes of bots are asked: in which lanes bots are wanted, which hints, which reviews.

What a review says of each seat stays when its page is no longer kept.
"""

from __future__ import annotations

from typing import Any

from django.db import models

from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Lane, SeatColumn, Table


class LaneState(models.Model):
    """What the servers know of a lane together.

    `wanted` is when somebody last sat down against one of its bots, `seen` when a process last said that it
    thinks there; one that has to compile first expects to be ready at `ready_by`.
    """

    lane = models.SmallIntegerField(primary_key=True, choices=Lane.choices)
    wanted = models.DateTimeField(null=True)
    seen = models.DateTimeField(null=True)
    ready_by = models.DateTimeField(null=True)

    def __str__(self) -> str:
        """Return the name of the lane."""
        return Lane(self.lane).label


class Thought(models.Model):
    """A hint that a seat asks for at event `number`, in a language; until `lease` a process thinks of it.

    `about` is the move that is asked about: empty where it is what to do.
    `answer` is what is to be said and `move` what that proposes: empty until it is thought over.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="thoughts")
    seat: SeatColumn = models.SmallIntegerField()
    language = models.CharField(max_length=2)
    number = models.PositiveIntegerField()
    about = models.CharField(max_length=300, blank=True, default="")
    asked = models.DateTimeField(default=now)
    lease = models.DateTimeField(null=True)
    answer = models.TextField(blank=True, default="")
    move = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        """One a seat and language: who asks again asks about another position."""

        constraints = (
            models.UniqueConstraint(fields=("table", "seat", "language"), name="one_thought_a_seat"),
        )

    def __str__(self) -> str:
        """Return what is said, or what is asked."""
        return self.answer or f"{self.number}?"


class Analysis(models.Model):
    """The review of a finished match in a language: `done` of `total` decisions, then its `page`, compressed.

    `names` are the players' as the page calls them; `looked` is when somebody last waited for it, and until
    `lease` a process makes it.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="analyses")
    language = models.CharField(max_length=2)
    names: models.JSONField[list[str], list[str]] = models.JSONField()
    asked = models.DateTimeField(default=now)
    looked = models.DateTimeField(default=now)
    lease = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    page = models.BinaryField(null=True)

    class Meta:
        """One a match and language."""

        constraints = (models.UniqueConstraint(fields=("table", "language"), name="one_analysis_a_match"),)

    def __str__(self) -> str:
        """Return how far it has come."""
        return f"{self.table}: {self.done}/{self.total}"


class ReviewSummary(models.Model):
    """What the review of a match has found of each seat, in no language: `match_statistics.judged_json`."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="review_summary")
    seats: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField()

    def __str__(self) -> str:
        """Return which match it is of."""
        return str(self.table)
