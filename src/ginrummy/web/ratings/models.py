"""Models of ratings (by player, pool and family), of their changes, and of tallies of finished matches."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import models
from django.db.models import Q

from ginrummy.coach import glicko
from ginrummy.coach.glicko import Strength, change_text
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.families import family_title
from ginrummy.web.tables.models import Seat

PERIOD: Final = timedelta(days=1)
"""Rating period. Each period without play increases the deviation a little."""
UNSURE: Final = 75.0
"""Deviation above which a rating has a question mark."""


class Pool(models.TextChoices):
    """Pool of opponents: people only, or people and bots."""

    PEOPLE = "people"
    BOTS = "bots"


class Rating(models.Model):
    """Rating of a person, or of the bot of a level, in one family."""

    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE, related_name="ratings")
    bot = models.CharField(max_length=32, blank=True)
    pool = models.CharField(max_length=8, choices=Pool.choices, default=Pool.PEOPLE)
    family = models.CharField(max_length=16)
    value = models.FloatField(default=glicko.FIRST_VALUE)
    deviation = models.FloatField(default=glicko.FIRST_DEVIATION)
    volatility = models.FloatField(default=glicko.FIRST_VOLATILITY)
    matches = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=now)

    class Meta:
        """One rating for each player, pool and family."""

        constraints = (
            models.UniqueConstraint(
                fields=("person", "pool", "family"),
                condition=Q(person__isnull=False),
                name="one_rating_a_person",
            ),
            models.UniqueConstraint(
                fields=("bot", "pool", "family"), condition=Q(person__isnull=True), name="one_rating_a_bot"
            ),
        )

    def __str__(self) -> str:
        """Return the displayed rating. `?` marks an uncertain one."""
        return f"{round(self.value)}{'?' if self.deviation > UNSURE else ''}"

    @property
    def title(self) -> str:
        """Title of the family."""
        return family_title(self.family)

    @property
    def strength(self) -> Strength:
        """Current strength. Its deviation grows with the time since the last match."""
        kept = Strength(self.value, self.deviation, self.volatility)
        return glicko.age_strength(kept, (now() - self.at) / PERIOD)


class Change(models.Model):
    """Rating change of the player in `seat` by a match, at most one for each seat."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="change")
    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    before = models.FloatField()
    after = models.FloatField()
    deviation = models.FloatField()
    at = models.DateTimeField(default=now)

    class Meta:
        """Chronological order."""

        ordering = ("at", "pk")

    def __str__(self) -> str:
        """Return the difference with its sign."""
        return change_text(self.before, self.after)


class Tally(models.Model):
    """Result of a finished match for the player in `seat`. `score` is 1, 0, or one half without a winner.

    The rest is `match_statistics.HandCounts`. Old rows have no `knock_deadwood` yet.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="tally")
    score = models.FloatField()
    hands = models.PositiveIntegerField()
    hands_won = models.PositiveIntegerField()
    gins = models.PositiveIntegerField()
    knocks = models.PositiveIntegerField()
    undercuts = models.PositiveIntegerField()
    undercut_by_other = models.PositiveIntegerField()
    points = models.PositiveIntegerField()
    knock_deadwood = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        """Return the tally in figures."""
        return f"{self.score}: {self.hands_won}/{self.hands}"
