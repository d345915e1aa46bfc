"""The lanes in which bots think: a queue of their own for the quick ones, another for those that search."""

from __future__ import annotations

from django.db import models

from ginrummy.web.tables.models import Lane


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
