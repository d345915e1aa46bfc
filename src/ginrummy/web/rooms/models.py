"""Models of a room: its people, its evenings, and the players and tables of each evening."""

from __future__ import annotations

from functools import cached_property

from django.db import models
from django.db.models import Q

from ginrummy.players.registry import bot_title
from ginrummy.rules.forms import TURN_MATCH
from ginrummy.rules.types import NOBODY
from ginrummy.variants.form_files import load_form
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person, new_key
from ginrummy.web.tables.models import Table

LONGEST_TITLE = 60
LONGEST_STAKES = 120
FREE = "free"
"""Form of a room in which any two sit down when they like."""


class Room(models.Model):
    """A lasting place of a group: a person with its link may enter while the door is open.

    `game` and `pace` are what its tables begin with, `form` and `stakes` what its evenings are played by.
    `game` is the name of a preset, or house rules on one line as `rules_on_one_line` writes them.
    `number` counts its changes, for open pages.
    """

    key = models.CharField(max_length=32, unique=True, default=new_key)
    title = models.CharField(max_length=LONGEST_TITLE)
    game = models.TextField()
    pace = models.CharField(max_length=16, blank=True, default="")
    form = models.CharField(max_length=32, default=FREE)
    stakes = models.CharField(max_length=LONGEST_STAKES, blank=True, default="")
    is_closed = models.BooleanField(default=False)
    number = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        """Return the title."""
        return self.title

    @property
    def plays_matches(self) -> bool:
        """Whether two people of an evening sit down for a whole match."""
        return load_form(self.form).row.turn == TURN_MATCH


class Role(models.TextChoices):
    """Role of a person in a room. `REMOVED` refuses entry to somebody who was sent away."""

    OWNER = "owner"
    HELPER = "helper"
    MEMBER = "member"
    REMOVED = "removed"


class Member(models.Model):
    """A person of a room."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.MEMBER)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        """A person is in a room once, and a room has one owner at most."""

        constraints = (
            models.UniqueConstraint(fields=("room", "person"), name="one_member_a_person"),
            models.UniqueConstraint(fields=("room",), condition=Q(role=Role.OWNER), name="one_owner_a_room"),
        )
        ordering = ("since", "pk")

    def __str__(self) -> str:
        """Return the name of the person."""
        return str(self.person)

    @property
    def may_manage(self) -> bool:
        """Whether the person may change the room and send people away."""
        return self.role in (Role.OWNER, Role.HELPER)


class Evening(models.Model):
    """Consecutive matches of a room by one form. `latest` is when the last table of it was opened.

    `lines` are its hands as they stand in the file of an evening, `dealer` the number of the first dealer,
    `winner` the best player, or the names of the best side, once it is over, if there is one.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="evenings")
    form = models.CharField(max_length=32, default=FREE)
    game = models.TextField(default="standard")
    stakes = models.CharField(max_length=LONGEST_STAKES, blank=True, default="")
    dealer = models.SmallIntegerField(default=NOBODY)
    lines = models.TextField(blank=True, default="")
    begun = models.DateTimeField(default=now)
    latest = models.DateTimeField(default=now)
    is_over = models.BooleanField(default=False)
    winner = models.TextField(blank=True, default="")

    class Meta:
        """A room has at most one current evening."""

        constraints = (
            models.UniqueConstraint(
                fields=("room",), condition=Q(is_over=False), name="one_evening_at_a_time"
            ),
        )
        ordering = ("-begun", "-pk")

    def __str__(self) -> str:
        """Return the day."""
        return self.begun.date().isoformat()

    @cached_property
    def roster(self) -> tuple[EveningPlayer, ...]:
        """Its players by number, queried once."""
        return tuple(self.players.all())


class EveningPlayer(models.Model):
    """Somebody who plays in an evening: a person, a bot of a level, or neither after the person has gone.

    `name` is that in the file of the evening and never changes. A bot that `stands_in` has taken the place of
    somebody who has gone.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="evenings")
    bot = models.CharField(max_length=32, blank=True, default="")
    stands_in = models.BooleanField(default=False)

    class Meta:
        """The order in which they are named."""

        constraints = (models.UniqueConstraint(fields=("evening", "number"), name="one_player_a_number"),)
        ordering = ("number",)

    def __str__(self) -> str:
        """Return the name; a bot has it in the current language unless it stands in for a person."""
        return bot_title(self.bot, self.name) if self.bot and not self.stands_in else self.name


class EveningTable(models.Model):
    """A table of an evening. `first` and `second` are the numbers of the players whose board it is.

    They are null where any two sit down, until the match is over.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="tables")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="evening_table")
    first = models.PositiveSmallIntegerField(null=True)
    second = models.PositiveSmallIntegerField(null=True)

    class Meta:
        """The order in which the tables were opened."""

        ordering = ("pk",)

    def __str__(self) -> str:
        """Return the key of the table."""
        return self.table.key
