"""What a program shows instead of a cookie."""

from __future__ import annotations

from django.db import models

from ginrummy.web.people.models import LONGEST_NAME, Person


class Token(models.Model):
    """A token of `person`: only its fingerprint is kept, so that nobody can read it here."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True)

    class Meta:
        """The oldest first."""

        ordering = ("created", "pk")

    def __str__(self) -> str:
        """Return what its owner calls it."""
        return self.name or f"№ {self.pk}"
