"""Who has solved what: the strength of a person at puzzles and of each puzzle, every answer given."""

from __future__ import annotations

from typing import Final

from django.db import models

from ginrummy.glicko import Strength
from ginrummy.puzzles.rating import SOLVER, USUAL_VOLATILITY
from ginrummy.shuffle import commitment, new_secret
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables.models import Table

UNSURE: Final = 110.0
"""A rating with a greater deviation is shown with a question mark."""


class Rated(models.Model):
    """A strength on the scale of Glicko, for people and puzzles alike."""

    value = models.FloatField(default=SOLVER.value)
    deviation = models.FloatField(default=SOLVER.deviation)
    volatility = models.FloatField(default=USUAL_VOLATILITY)
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        """Each has its own table."""

        abstract = True

    def __str__(self) -> str:
        """Return the rating as it is shown; `?` says that it is not sure yet."""
        return f"{round(self.value)}{'?' if self.deviation > UNSURE else ''}"

    @property
    def strength(self) -> Strength:
        """The strength as the formulas take it."""
        return Strength(self.value, self.deviation, self.volatility)

    def note(self, strength: Strength, *, is_solved: bool) -> None:
        """Keep what an answer made of it; not saved."""
        self.value, self.deviation, self.volatility = strength.value, strength.deviation, strength.volatility
        self.tried += 1
        self.solved += is_solved


class Solver(Rated):
    """A person at puzzles: `streak` were solved one after the other just now, `longest` at best."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="solver")
    streak = models.PositiveIntegerField(default=0)
    longest = models.PositiveIntegerField(default=0)


class PuzzleRating(Rated):
    """A puzzle that somebody has tried."""

    number = models.PositiveIntegerField(unique=True)


class Attempt(models.Model):
    """The first answer of a person to a puzzle: the one that counts."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    move = models.CharField(max_length=300)
    is_right = models.BooleanField()
    before = models.FloatField()
    after = models.FloatField()
    at = models.DateTimeField(default=now)

    class Meta:
        """Once each."""

        constraints = (models.UniqueConstraint(fields=("person", "number"), name="one_attempt_a_puzzle"),)

    def __str__(self) -> str:
        """Return the difference that it made, with its sign."""
        return f"{round(self.after) - round(self.before):+}".replace("-", "−")


class DailyHand(models.Model):
    """The hand of a `day`, the same for everybody; its secret was fixed, its fingerprint shown, `since`."""

    day = models.DateField(unique=True)
    secret = models.CharField(max_length=64, default=new_secret)
    since = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return the day."""
        return self.day.isoformat()

    @property
    def commitment(self) -> str:
        """The fingerprint of the secret (RULES 3.6)."""
        return commitment(self.secret)


class DailyTry(models.Model):
    """The one try of a person at the hand of a day; `points` once it has ended, none if it was given up."""

    hand = models.ForeignKey(DailyHand, on_delete=models.CASCADE, related_name="tries")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="daily_tries")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="daily_try")
    points = models.IntegerField(null=True)

    class Meta:
        """One a person and day."""

        constraints = (models.UniqueConstraint(fields=("hand", "person"), name="one_try_a_day"),)

    def __str__(self) -> str:
        """Return whose it is."""
        return f"{self.hand} {self.person}"
