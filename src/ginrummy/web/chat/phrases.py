"""List of phrases, and the recent ones that a seat receives at its table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Final

from django.db.models import QuerySet
from markupsafe import Markup

from ginrummy.locale import N_, _
from ginrummy.rules.types import Seat
from ginrummy.web.chat.models import Phrase
from ginrummy.web.frameworks.compiled_query import CompiledQuery
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.now import is_recent
from ginrummy.web.people.models import Person
from ginrummy.web.people.names import has_muted
from ginrummy.web.tables import pubsub
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Status, Table

PHRASES: Final[dict[str, str]] = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "nice": N_("Nicely played!"),
    "close": N_("That was close!"),
    "lucky": N_("What luck!"),
    "oops": N_("Oops!"),
    "sorry": N_("Sorry!"),
    "moment": N_("One moment, please."),
    "back": N_("Here I am again."),
    "thanks": N_("Thank you!"),
    "game": N_("Good game!"),
    "again": N_("Another match?"),
    "bye": N_("I have to go. Goodbye!"),
}
FACES: Final[dict[str, tuple[str, str]]] = {
    "smile": ("😊", N_("A smile")),
    "laugh": ("😄", N_("Laughter")),
    "wink": ("😉", N_("A wink")),
    "wow": ("😮", N_("Surprise")),
    "puzzled": ("😕", N_("Puzzlement")),
    "phew": ("😅", N_("Phew!")),
    "tear": ("😢", N_("A tear")),
    "cool": ("😎", N_("Cool!")),
}
"""Signs that a player can send like phrases, with their words for screen readers."""
_FACE: Final = Markup('<span class="emoji" role="img" aria-label="{}">{}</span>')
_HEARD: Final = 8
"""Number of recent phrases searched for a new one."""
_FRESH: Final = timedelta(minutes=1)
"""Time for which the other player's phrase counts as new."""
_ECHO: Final = timedelta(seconds=15)
"""The same for the seat's own phrase."""


def _phrases(table: int) -> QuerySet[Phrase]:
    """Return the phrases of a table (primary key), the latest first."""
    return Phrase.objects.filter(table_id=table).order_by("-pk")


_LATEST: Final = CompiledQuery(lambda table: _phrases(table)[:_HEARD], int)


class NoPhrase(WebError):
    """The text is not one of the phrases."""


@dataclass(frozen=True, slots=True)
class SentPhrase:
    """Phrase in the reader's language, and its sender. `number` identifies it."""

    number: int
    name: str
    text: str | Markup
    is_own: bool


@dataclass(frozen=True)
class Chat:
    """Messages that a seat receives from the `other` player, and the phrases it can send.

    `fresh` is the other's latest message and `echo` the seat's own.
    """

    own: Person | None
    other: Person
    said: tuple[SentPhrase, ...]
    fresh: str | Markup
    echo: str | Markup = ""

    @cached_property
    def is_muted(self) -> bool:
        """Whether the seat has muted the other player."""
        return has_muted(self.own, self.other)

    @property
    def phrases(self) -> tuple[tuple[str, str], ...]:
        """Names and texts of the phrases."""
        return tuple((name, _(text)) for name, text in PHRASES.items())

    @property
    def faces(self) -> tuple[tuple[str, str, str], ...]:
        """Names, signs and words of the faces."""
        return tuple((name, sign, _(words)) for name, (sign, words) in FACES.items())


def phrase_text(name: str) -> str | Markup:
    """Return a phrase in the current language, a face with its words, nothing for an unknown name."""
    if name in FACES:
        sign, words = FACES[name]
        return _FACE.format(_(words), sign)
    return _(PHRASES[name]) if name in PHRASES else ""


def send_phrase(table: Table, seat: Seat, name: str) -> None:
    """Send the phrase `name` and wake the pages of the table. Raise `NoPhrase` or `Stale`."""
    if name not in PHRASES and name not in FACES:
        raise NoPhrase(_("there is no such phrase"))
    if table.status in (Status.WAITING, Status.CUTTING) or _other(table, seat) is None:
        raise Stale(_("there is nobody to hear it"))
    Phrase.objects.create(table=table, seat=seat, name=name)
    Table.objects.filter(pk=table.pk, has_chat=False).update(has_chat=True)
    pubsub.announce(table.key, table.number)


def seat_chat(table: Table, seat: Seat) -> Chat | None:
    """Return the chat of `seat` at `table`, `None` unless the other player is a person."""
    other = _other(table, seat)
    if other is None:
        return None
    own = next(one.person for one in table.taken if one.number == seat)
    latest = _LATEST.rows(table.pk) if table.has_chat else []
    if any(one.seat != seat for one in latest) and has_muted(own, other):
        latest = list(_phrases(table.pk).filter(seat=seat)[:_HEARD])
    fresh = _recent_phrase_text((one for one in latest if one.seat != seat), _FRESH)
    echo = _recent_phrase_text((one for one in latest if one.seat == seat), _ECHO)
    said = tuple(
        SentPhrase(one.pk, str(own if one.seat == seat else other), text, one.seat == seat)
        for one in reversed(latest)
        if (text := phrase_text(one.name))
    )
    return Chat(own, other, said, fresh, echo)


def _recent_phrase_text(latest: Iterable[Phrase], lately: timedelta) -> str | Markup:
    """Return the text of the first of `latest` if it is at most `lately` old, else an empty one."""
    return phrase_text(next((one.name for one in latest if is_recent(one.at, lately)), ""))


def _other(table: Table, seat: Seat) -> Person | None:
    """Return the person in the other seat, `None` for a bot, a free seat or a deleted player."""
    found = next((one.person for one in table.taken if one.number != seat), None)
    return None if found is None or found.is_gone else found
