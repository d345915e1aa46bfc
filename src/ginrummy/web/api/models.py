"""Tokens, by which programs authenticate."""

from __future__ import annotations

from django.db import models

from ginrummy.web.people.models import LONGEST_NAME, Person


class Token(models.Model):
    """A token of `person`. Only its hash is stored, so that it cannot be read from the database."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True)

    class Meta:
        """Oldest first."""

        ordering = ("created", "pk")

    def __str__(self) -> str:
        """Return the name that its owner gave it."""
        return self.name or f"№ {self.pk}"
