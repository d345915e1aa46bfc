"""Models for what a browser normally stores for a server."""

from __future__ import annotations

from django.db import models


class Cookie(models.Model):
    """A cookie set by a response."""

    name = models.CharField(max_length=64, unique=True)
    value = models.TextField()

    def __str__(self) -> str:
        """Return its name."""
        return self.name
