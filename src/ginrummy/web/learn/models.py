"""Model of a person's answers in the lessons."""

from __future__ import annotations

from django.db import models

from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person


class LessonAnswer(models.Model):
    """Last answer of a person to a position, numbered from 1, of the lesson named `lesson`."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="lesson_answers")
    lesson = models.CharField(max_length=16)
    place = models.PositiveSmallIntegerField()
    move = models.CharField(max_length=300)
    is_right = models.BooleanField()
    at = models.DateTimeField(default=now)

    class Meta:
        """One answer for each position."""

        constraints = (
            models.UniqueConstraint(fields=("person", "lesson", "place"), name="one_answer_a_position"),
        )

    def __str__(self) -> str:
        """Return the position and the answer."""
        return f"{self.lesson} {self.place}: {self.move}"
