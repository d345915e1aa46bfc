"""Models of a sheet: its text, and a version for every edit."""

from __future__ import annotations

from django.db import models

from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person, new_key


class Sheet(models.Model):
    """The sheet of an evening: the text that `ginrummy score` reads.

    A person with `key` may read it, one with `entry_key` may enter hands, too. `number` counts the changes,
    for open pages. `current` is the number of the version that is shown.
    """

    key = models.CharField(max_length=32, unique=True, default=new_key)
    entry_key = models.CharField(max_length=32, unique=True, null=True)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="sheets")
    text = models.TextField()
    number = models.PositiveIntegerField(default=0)
    current = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=now)
    changed = models.DateTimeField(default=now)

    class Meta:
        """The latest first."""

        ordering = ("-changed", "-pk")

    def __str__(self) -> str:
        """Return the day."""
        return self.created.date().isoformat()


class Version(models.Model):
    """The text after one edit. An undo goes back to `parent`, the number of the version that was edited.

    `token` is that of the form: a form that is sent twice edits once.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True)
    text = models.TextField()
    token = models.CharField(max_length=40, blank=True)

    class Meta:
        """A number stands for one version."""

        constraints = (models.UniqueConstraint(fields=("sheet", "number"), name="one_version_a_number"),)
        ordering = ("number",)

    def __str__(self) -> str:
        """Return the number."""
        return str(self.number)
