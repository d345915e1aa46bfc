"""Models of a table, its two seats and its event log. All other columns are derived from the log."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

from django.db import models

from ginrummy.game import shuffle
from ginrummy.locale import _, language
from ginrummy.players.registry import bot_title
from ginrummy.rules import types
from ginrummy.variants import Variant, load_variant, preset_names, variant_from_columns
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person, new_key

SeatColumn: TypeAlias = "models.SmallIntegerField[types.Seat, types.Seat]"
SeatOrNull: TypeAlias = "models.SmallIntegerField[types.Seat | None, types.Seat | None]"
"""Type of a nullable column that holds a seat."""

HOUSE = "house"
GUIDED = "guided"
"""Variant name of a guided hand. Its deal is prepared, and no match follows it."""
EXERCISE = "exercise"
"""Variant name of an exercise, which continues from a decision of another match."""
DAILY = "daily"
"""Variant name of the hand of the day: the same cards for everybody, once each and without hints."""
NOT_COUNTED = (GUIDED, EXERCISE, DAILY)
SLOW: Final = models.Q(pace__endswith="d")
"""Filter for tables where a turn may take days, by the text of `clocks.TimeControl`."""
_RULES_REMEMBERED: Final = 256
BOT_PAUSE = 700
"""Default milliseconds before a bot answers."""


class Status(models.TextChoices):
    """Phase of a table. `CUTTING` means that both seats are taken and a sealed cut is not revealed yet."""

    WAITING = "waiting"
    CUTTING = "cutting"
    PLAYING = "playing"
    OVER = "over"


class Presence(models.TextChoices):
    """Presence of a player as the opponent sees it. `GONE` means away so long that the opponent may act."""

    HERE = "here"
    AWAY = "away"
    GONE = "gone"


class SpectatorPermission(models.TextChoices):
    """A player's permission for spectators: nothing, the public part, or both hands once a hand is over."""

    NOBODY = ""
    PUBLIC = "public"
    LATER = "later"


class Lane(models.IntegerChoices):
    """Queues of bots by the cost of a decision, so that quick bots never wait for a search."""

    QUICK = 1
    SEARCH = 2


class Rules(models.Model):
    """Rules of a variant, stored once for all tables that use them.

    The primary key is the fingerprint of `values`, so a cached row never needs to be read again.
    """

    key = models.CharField(max_length=32, primary_key=True)
    values: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField()
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        """Return the key."""
        return self.key

    @classmethod
    def of(cls, variant: Variant) -> Rules:
        """Return the row of `variant`, creating it if necessary."""
        values = variant._asdict()
        return cls.objects.get_or_create(key=rules_key(values), defaults={"values": values})[0]


def rules_key(values: dict[str, int]) -> str:
    """Return the primary key of a set of rules."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@lru_cache(_RULES_REMEMBERED)
def _row_of(key: str) -> Variant:
    return variant_from_columns(Rules.objects.get(pk=key).values)


class Table(models.Model):
    """A match between two seats.

    `number` counts the events. `status`, `winner` and `bot_due` repeat in columns what the log says, so that
    lists and workers need not replay it.

    - Bots: `bot_due` is when a bot may act, null when none has to, and `bot_lane` its queue. The process
      `bot_holder` computes the move until `bot_lease`, at attempt `bot_tries`. A bot answers after
      `bot_pause` milliseconds, as the player who moved last prefers.
    - Clocks: `pace` is the text of a `clocks.TimeControl`. The seats had `first_left` and `second_left`
      milliseconds at `since`. `time_due` is when a running clock is out, null when none runs.
    - Seats: the seat is reserved for `invited`, who may decline. Both seats are on the device of `shared_by`.
    - Cuts: `kept_cut` is the nonce and the cut that the server holds sealed for the table's creator. A table
      in `CUTTING` is removed at `time_due`.

    `language` is the creator's. A table with `is_one_hand` ends with its hand. `has_chat` is whether phrases
    may have been sent.
    """

    key = models.CharField(max_length=32, unique=True, default=new_key)
    variant_name = models.CharField(max_length=64)
    rules = models.ForeignKey(Rules, on_delete=models.PROTECT)
    secret = models.CharField(max_length=64, unique=True)
    kept_cut = models.CharField(max_length=300, blank=True, default="")
    first_dealer: SeatOrNull = models.SmallIntegerField(null=True)
    number = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    winner: SeatOrNull = models.SmallIntegerField(null=True)
    bot_due = models.DateTimeField(null=True)
    bot_lane = models.SmallIntegerField(choices=Lane.choices, null=True)
    bot_lease = models.DateTimeField(null=True)
    bot_holder = models.CharField(max_length=80, blank=True, default="")
    bot_tries = models.PositiveSmallIntegerField(default=0)
    bot_pause = models.PositiveIntegerField(default=BOT_PAUSE)
    pace = models.CharField(max_length=16, blank=True, default="")
    first_left = models.BigIntegerField(default=0)
    second_left = models.BigIntegerField(default=0)
    since = models.DateTimeField(null=True)
    time_due = models.DateTimeField(null=True, db_index=True)
    is_listed = models.BooleanField(default=False)
    is_rated = models.BooleanField(default=False)
    has_chat = models.BooleanField(default=False)
    is_one_hand = models.BooleanField(default=False)
    language = models.CharField(max_length=2, blank=True, default="")
    invited = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="invitations")
    is_declined = models.BooleanField(default=False)
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    shared_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="shared_tables")
    created = models.DateTimeField(auto_now_add=True)
    moved = models.DateTimeField(auto_now=True)

    class Meta:
        """Indexes and constraints of tables."""

        indexes = (
            models.Index(fields=("status", "is_listed")),
            models.Index(
                fields=("bot_lane", "bot_due"), name="bots_due", condition=models.Q(bot_due__isnull=False)
            ),
        )

    def __str__(self) -> str:
        """Return the table's key."""
        return self.key

    @cached_property
    def taken(self) -> tuple[Seat, ...]:
        """Taken seats by number, queried once."""
        return tuple(self.seats.all())

    @property
    def players(self) -> str:
        """Names of both players: `Ada – Strong bot`."""
        return " – ".join(map(str, self.taken))

    @property
    def variant(self) -> Variant:
        """Rules that this match is played by."""
        return _row_of(self.rules_id)

    @property
    def commitment(self) -> str:
        """Fingerprint of the secret, shown before the cuts (RULES 3.6)."""
        return shuffle.commitment(self.secret)

    @property
    def title(self) -> str:
        """Name of the variant in the current language."""
        if self.variant_name == GUIDED:
            return _("A guided first hand")
        if self.variant_name == EXERCISE:
            return _("An exercise")
        if self.variant_name == DAILY:
            return _("The hand of the day")
        if self.variant_name not in preset_names():
            return _("House rules")
        return load_variant(self.variant_name).title(language())


class Seat(models.Model):
    """Seat 0 or 1 of a table: a person, a bot of the given level, or a bot that stands in for a person.

    `seen` is the person's last sign of activity, `presence` what the opponent sees, and `due` when that has
    to be checked again. `watching` is what the person lets spectators see. `name` is that of a bot in its
    evening.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number: SeatColumn = models.SmallIntegerField()
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="seats")
    bot = models.CharField(max_length=32, blank=True)
    name = models.CharField(max_length=60, blank=True, default="")
    seen = models.DateTimeField(default=now)
    presence = models.CharField(max_length=4, choices=Presence.choices, default=Presence.HERE)
    due = models.DateTimeField(null=True, db_index=True)
    watching = models.CharField(
        max_length=6, choices=SpectatorPermission.choices, blank=True, default=SpectatorPermission.NOBODY
    )

    class Meta:
        """Each of the two seats exists at most once."""

        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_seat_a_number"),)
        ordering = ("number",)

    def __str__(self) -> str:
        """Return the name of the player in the current language."""
        return bot_title(self.bot, self.name) if self.person is None else str(self.person)


class Spectator(models.Model):
    """Spectator of a table with an open stream. `reader` is the session, or a random key without one."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="spectators")
    reader = models.CharField(max_length=40)
    seen = models.DateTimeField(default=now, db_index=True)

    class Meta:
        """A browser counts as one spectator."""

        constraints = (models.UniqueConstraint(fields=("table", "reader"), name="one_spectator_a_reader"),)

    def __str__(self) -> str:
        """Return the reader."""
        return self.reader


class Event(models.Model):
    """Action of a seat as text (`table_state`), its time, and the milliseconds of the clock that it took.

    `worlds` is the number of sampled worlds in which a late bot decided (`bots.haste`). It is null for all
    other events, and 0 where the bot failed and another player moved for it. Queries by table and number use
    the index of the unique constraint.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="events", db_index=False)
    number = models.PositiveIntegerField()
    seat: SeatColumn = models.SmallIntegerField()
    text = models.CharField(max_length=300)
    at = models.DateTimeField(default=now)
    spent = models.PositiveBigIntegerField(default=0)
    worlds = models.PositiveSmallIntegerField(null=True)

    class Meta:
        """One event for each number: of two concurrent writers one fails."""

        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_event_a_number"),)
        ordering = ("number",)

    def __str__(self) -> str:
        """Return the event as one line of the log."""
        return f"{self.number}. {self.seat} {self.text}"


class DealKey(models.Model):
    """Single row with the random key for the secrets of offered deals, created with the first offer."""

    value = models.CharField(max_length=64, default=shuffle.new_secret)

    def __str__(self) -> str:
        """Return a text that does not reveal the key."""
        return type(self).__name__


class Heartbeat(models.Model):
    """Single row with the time of the last sweep by any process, so that an outage costs no playing time."""

    at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return the time."""
        return self.at.isoformat()
