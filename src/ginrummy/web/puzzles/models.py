"""Models of puzzle solving: ratings of people and puzzles, all answers, and the hand of the day."""

from __future__ import annotations

from typing import Final

from django.db import models

from ginrummy.coach.glicko import Strength, change_text
from ginrummy.coach.puzzles.puzzle import SOLVER, USUAL_VOLATILITY
from ginrummy.game.shuffle import commitment, new_secret
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables.models import Table

UNSURE: Final = 110.0
"""Deviation above which a rating has a question mark."""


class Rated(models.Model):
    """Glicko rating of a person or a puzzle."""

    value = models.FloatField(default=SOLVER.value)
    deviation = models.FloatField(default=SOLVER.deviation)
    volatility = models.FloatField(default=USUAL_VOLATILITY)
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        """Abstract base with a table for each subclass."""

        abstract = True

    def __str__(self) -> str:
        """Return the displayed rating. `?` marks an uncertain one."""
        return f"{round(self.value)}{'?' if self.deviation > UNSURE else ''}"

    @property
    def strength(self) -> Strength:
        """Rating as input of the formulas."""
        return Strength(self.value, self.deviation, self.volatility)

    def update_rating(self, strength: Strength, *, is_solved: bool) -> None:
        """Set the rating after an answer, without saving."""
        self.value, self.deviation, self.volatility = strength.value, strength.deviation, strength.volatility
        self.tried += 1
        self.solved += is_solved


class Solver(Rated):
    """Puzzle rating of a person. `streak` counts the puzzles last solved in a row, `longest` the record."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="solver")
    streak = models.PositiveIntegerField(default=0)
    longest = models.PositiveIntegerField(default=0)


class PuzzleRating(Rated):
    """Rating of a puzzle that somebody has tried."""

    number = models.PositiveIntegerField(unique=True)


class Attempt(models.Model):
    """First answer of a person to a puzzle, the only one that counts."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    move = models.CharField(max_length=300)
    is_right = models.BooleanField()
    before = models.FloatField()
    after = models.FloatField()
    at = models.DateTimeField(default=now)

    class Meta:
        """One attempt for each person and puzzle."""

        constraints = (models.UniqueConstraint(fields=("person", "number"), name="one_attempt_a_puzzle"),)

    def __str__(self) -> str:
        """Return the rating change with its sign."""
        return change_text(self.before, self.after)


class DailyHand(models.Model):
    """Hand of a `day`, the same for everybody.

    Its secret is fixed and its fingerprint public since `since`.
    """

    day = models.DateField(unique=True)
    secret = models.CharField(max_length=64, default=new_secret)
    since = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return the day."""
        return self.day.isoformat()

    @property
    def commitment(self) -> str:
        """Fingerprint of the secret (RULES 3.6)."""
        return commitment(self.secret)


class DailyTry(models.Model):
    """Only attempt of a person at the hand of a day. `points` is set at its end, unless it was resigned."""

    hand = models.ForeignKey(DailyHand, on_delete=models.CASCADE, related_name="tries")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="daily_tries")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="daily_try")
    points = models.IntegerField(null=True)

    class Meta:
        """One attempt for each person and day."""

        constraints = (models.UniqueConstraint(fields=("hand", "person"), name="one_try_a_day"),)

    def __str__(self) -> str:
        """Return the person."""
        return f"{self.hand} {self.person}"
