"""What a browser keeps for a server: here it lies in the database, beside all else."""

from __future__ import annotations

from django.db import models


class Cookie(models.Model):
    """A cookie that an answer has set."""

    name = models.CharField(max_length=64, unique=True)
    value = models.TextField()

    def __str__(self) -> str:
        """Return its name."""
        return self.name
