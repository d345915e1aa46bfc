"""Models of the work for bot processes: wanted lanes, hints and reviews.

The summary of a review outlives its cached page.
"""

from __future__ import annotations

from typing import Any

from django.db import models

from ginrummy.web.http.now import now
from ginrummy.web.tables.job_queue import Job
from ginrummy.web.tables.models import Lane, SeatColumn, Table


class LaneState(models.Model):
    """State of a lane, shared by all servers.

    `wanted` is the last time somebody sat down against one of its bots, `seen` the last sign of life of one
    of its processes.
    """

    lane = models.SmallIntegerField(primary_key=True, choices=Lane.choices)
    wanted = models.DateTimeField(null=True)
    seen = models.DateTimeField(null=True)

    def __str__(self) -> str:
        """Return the name of the lane."""
        return Lane(self.lane).label


class Thought(Job):
    """Job: a hint that a seat requested at event `number`, in a language.

    `about` is the move in question, empty for the question what to play. `answer` is the text and `move` the
    move it proposes. Both are empty until the hint is computed.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="thoughts")
    seat: SeatColumn = models.SmallIntegerField()
    language = models.CharField(max_length=2)
    number = models.PositiveIntegerField()
    about = models.CharField(max_length=300, blank=True, default="")
    answer = models.TextField(blank=True, default="")
    move = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        """One hint for each seat and language. A new request replaces it."""

        constraints = (
            models.UniqueConstraint(fields=("table", "seat", "language"), name="one_thought_a_seat"),
        )

    def __str__(self) -> str:
        """Return the table and the event number."""
        return f"{self.table}, event {self.number}"


class Analysis(Job):
    """Job: a review of a finished match in a language: `done` of `total` decisions, then a compressed `page`.

    `looked` is when a page last polled.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="analyses")
    language = models.CharField(max_length=2)
    looked = models.DateTimeField(default=now)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    page = models.BinaryField(null=True)

    class Meta:
        """One review for each match and language."""

        constraints = (models.UniqueConstraint(fields=("table", "language"), name="one_analysis_a_match"),)

    def __str__(self) -> str:
        """Return the progress."""
        return f"{self.table}: {self.done}/{self.total}"


class ReviewSummary(models.Model):
    """Result of a review for each seat, independent of language: `match_statistics.findings_json`."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="review_summary")
    seats: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField()

    def __str__(self) -> str:
        """Return the match that it belongs to."""
        return str(self.table)
