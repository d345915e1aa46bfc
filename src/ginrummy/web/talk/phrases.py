"""The phrases, and what a seat hears of those that were said at its table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from ginrummy.errors import GinRummyError
from ginrummy.locale import N_, _
from ginrummy.web.people.models import Person
from ginrummy.web.people.visitors import has_muted
from ginrummy.web.tables import live
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.moments import now
from ginrummy.web.tables.refusals import Stale
from ginrummy.web.talk.models import Phrase

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
_HEARD: Final = 8
_FRESH: Final = timedelta(minutes=1)


class NoPhrase(GinRummyError):
    """Something that is none of the phrases."""


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase in the reader's language, and who said it; `number` tells one from another."""

    number: int
    name: str
    text: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """What a seat can say, has heard, and whether it listens; `fresh` is what the other has just said."""

    other: Person
    phrases: tuple[tuple[str, str], ...]
    said: tuple[Said, ...]
    fresh: str
    is_muted: bool


def say_phrase(table: Table, seat: int, name: str) -> None:
    """Say the phrase `name` and wake the pages of the table; raises `NoPhrase`, or `Stale`."""
    if name not in PHRASES:
        raise NoPhrase(_("there is no such phrase"))
    if table.status == Status.WAITING or _other(table, seat) is None:
        raise Stale(_("there is nobody to hear it"))
    Phrase.objects.create(table=table, seat=seat, name=name)
    live.announce(table.key, table.number)


def talk_of(table: Table, seat: int) -> Talk | None:
    """Return what `seat` hears at `table`; `None` where the other is no person."""
    other = _other(table, seat)
    if other is None:
        return None
    own = next(one.person for one in table.seats.all() if one.number == seat)
    is_muted = has_muted(own, other)
    heard = Phrase.objects.filter(table=table, name__in=PHRASES)
    if is_muted:
        heard = heard.filter(seat=seat)
    latest = list(heard.order_by("-pk")[:_HEARD])[::-1]
    fresh = next((one.name for one in reversed(latest) if one.seat != seat and now() - one.at < _FRESH), "")
    said = tuple(
        Said(one.pk, str(own if one.seat == seat else other), _(PHRASES[one.name]), one.seat == seat)
        for one in latest
    )
    choices = tuple((name, _(text)) for name, text in PHRASES.items())
    return Talk(other, choices, said, _(PHRASES[fresh]) if fresh else "", is_muted)


def _other(table: Table, seat: int) -> Person | None:
    """Return the person across the table, `None` for a bot, nobody, or a former player."""
    found = next((one.person for one in table.seats.all() if one.number != seat), None)
    return None if found is None or found.is_gone else found
