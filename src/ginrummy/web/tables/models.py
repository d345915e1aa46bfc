"""A table, its two seats and its event log; the log is the truth, the rest is read off it."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

from django.db import models

from ginrummy import card_seat_types, shuffle
from ginrummy.locale import _, language
from ginrummy.players import bot_name
from ginrummy.variants import Variant, load_variant, preset_names, row_of_columns
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person, new_key

SeatColumn: TypeAlias = "models.SmallIntegerField[card_seat_types.Seat, card_seat_types.Seat]"
SeatOrNull: TypeAlias = "models.SmallIntegerField[card_seat_types.Seat | None, card_seat_types.Seat | None]"
"""What a column that holds a seat reads as."""

HOUSE = "house"
GUIDED = "guided"
"""What the variant of a guided hand is called: it is prepared, and no match that one goes on with."""
EXERCISE = "exercise"
"""What the variant of an exercise is called, which goes on from a decision of another match."""
DAILY = "daily"
"""What the variant of the hand of the day is called: everybody has the same cards, once and without help."""
NOT_COUNTED = (GUIDED, EXERCISE, DAILY)
SLOW: Final = models.Q(pace__endswith="d")
"""Tables where a turn may take days, as `clocks.Pace` writes it."""
_RULES_REMEMBERED: Final = 256
BOT_PAUSE = 700
"""Milliseconds that a bot lets pass before it answers, where nobody wishes otherwise."""


class Status(models.TextChoices):
    """How far a table has come: at one that is cutting both sit, and a sealed cut is yet to be shown."""

    WAITING = "waiting"
    CUTTING = "cutting"
    PLAYING = "playing"
    OVER = "over"


class Presence(models.TextChoices):
    """What the other player is told of somebody: here, away, or away for so long that it may go on alone."""

    HERE = "here"
    AWAY = "away"
    GONE = "gone"


class Watching(models.TextChoices):
    """What a player lets spectators see: nothing, what neither hand shows, or both, a hand later."""

    NOBODY = ""
    PUBLIC = "public"
    LATER = "later"


class Lane(models.IntegerChoices):
    """The queues of bots, by what their decisions cost: the quick ones never wait for those that search."""

    QUICK = 1
    SEARCH = 2


class Rules(models.Model):
    """A row of rules, kept once for all tables that are played by it, apart from what each move changes.

    Its key is the fingerprint of its `values`, so that whoever has read it once need not ask again.
    """

    key = models.CharField(max_length=32, primary_key=True)
    values: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField()
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        """Return the key."""
        return self.key

    @classmethod
    def of(cls, variant: Variant) -> Rules:
        """Return the row of `variant`, kept from now on where it was not."""
        values = variant._asdict()
        return cls.objects.get_or_create(key=fingerprint(values), defaults={"values": values})[0]


def fingerprint(values: dict[str, int]) -> str:
    """Return the key of rules."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@lru_cache(_RULES_REMEMBERED)
def _row_of(key: str) -> Variant:
    return row_of_columns(Rules.objects.get(pk=key).values)


class Table(models.Model):
    """A match between two seats.

    `number` counts the events; `status`, `winner` and `bot_due` say in columns what the log says, so that
    lists and workers need not replay it. `bot_due` is when a bot may act, null when none has to, `bot_lane`
    the queue that it waits in; until `bot_lease` the process `bot_holder` thinks for it, at the `bot_tries`th
    try. It answers `bot_pause` milliseconds after what was said to it, as whoever said that wishes. `pace` is
    the text of a `clocks.Pace`; the seats had `first_left` and `second_left` milliseconds at the moment
    `since`, and at `time_due` a clock that runs is out, null when none runs. `language` is that of whoever
    laid the table; where somebody is `invited`, the seat is kept for that person, who may decline. A cut
    that the server keeps sealed for whoever laid the table is `kept_cut`, after its nonce; a table that is
    cutting is taken back at `time_due`. Where `has_chat`, phrases may have been said. Both seats belong to
    the device of the person that it is `shared_by`.
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
    language = models.CharField(max_length=2, blank=True, default="")
    invited = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="invitations")
    is_declined = models.BooleanField(default=False)
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    shared_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="shared_tables")
    created = models.DateTimeField(auto_now_add=True)
    moved = models.DateTimeField(auto_now=True)

    class Meta:
        """How tables are looked up."""

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
        """The seats that are taken, by number: looked up once."""
        return tuple(self.seats.all())

    @property
    def players(self) -> str:
        """Who sits there: `Ada – Strong bot`."""
        return " – ".join(map(str, self.taken))

    @property
    def variant(self) -> Variant:
        """The row of numbers that is played."""
        return _row_of(self.rules_id)

    @property
    def commitment(self) -> str:
        """The fingerprint of the secret, to be shown before the cuts (RULES 3.6)."""
        return shuffle.commitment(self.secret)

    @property
    def title(self) -> str:
        """The variant's name in the language spoken."""
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
    """Seat 0 or 1 of a table: a person, a bot of the level named, or a bot that plays on for a person.

    `seen` is when the person was last heard of, `presence` what the other player was told of it, `due` when
    that is to be looked at again; `watching` what the person lets spectators see.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number: SeatColumn = models.SmallIntegerField()
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="seats")
    bot = models.CharField(max_length=32, blank=True)
    seen = models.DateTimeField(default=now)
    presence = models.CharField(max_length=4, choices=Presence.choices, default=Presence.HERE)
    due = models.DateTimeField(null=True, db_index=True)
    watching = models.CharField(max_length=6, choices=Watching.choices, blank=True, default=Watching.NOBODY)

    class Meta:
        """Two seats, each taken once."""

        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_seat_a_number"),)
        ordering = ("number",)

    def __str__(self) -> str:
        """Return what whoever sits there is called, in the language spoken."""
        return bot_name(self.bot) if self.person is None else str(self.person)


class Spectator(models.Model):
    """Somebody who watches a table by a stream: `reader` is its session, or of a stranger something new."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="spectators")
    reader = models.CharField(max_length=40)
    seen = models.DateTimeField(default=now, db_index=True)

    class Meta:
        """A browser is one spectator."""

        constraints = (models.UniqueConstraint(fields=("table", "reader"), name="one_spectator_a_reader"),)

    def __str__(self) -> str:
        """Return whose note it is."""
        return self.reader


class Event(models.Model):
    """What a seat did, as text (`table_state`), when, and how many milliseconds of its clock that took.

    `worlds` is in how many hidden worlds a bot decided that was late (`bots.haste`), empty for all others; 0
    where the bot failed and another player moved in its place.
    Events are found by their table and number, which has its index by being there once.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="events", db_index=False)
    number = models.PositiveIntegerField()
    seat: SeatColumn = models.SmallIntegerField()
    text = models.CharField(max_length=300)
    at = models.DateTimeField(default=now)
    spent = models.PositiveBigIntegerField(default=0)
    worlds = models.PositiveSmallIntegerField(null=True)

    class Meta:
        """One event a number: of two that race, one is written."""

        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_event_a_number"),)
        ordering = ("number",)

    def __str__(self) -> str:
        """Return the event as one line of the log."""
        return f"{self.number}. {self.seat} {self.text}"


class DealKey(models.Model):
    """One row: the key of the secrets of offered deals, drawn by the system when one is first offered."""

    value = models.CharField(max_length=64, default=shuffle.new_secret)

    def __str__(self) -> str:
        """Return nothing that tells it."""
        return type(self).__name__


class Heartbeat(models.Model):
    """One row: when a server process last looked after the tables, so that nobody pays for its absence."""

    at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        """Return the moment."""
        return self.at.isoformat()
