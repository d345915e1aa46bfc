"""Friends and followed players: who asks, who is a friend, who is here, how often they have met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Sum

from ginrummy.locale import _
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.lobby.models import Tie, TieKind
from ginrummy.web.people.models import BrowserSession, Mute, Person, lock_people
from ginrummy.web.people.names import find_account_by_name, has_muted
from ginrummy.web.people.preferences import HIDDEN
from ginrummy.web.ratings.families import family_title, variant_family
from ginrummy.web.ratings.models import Tally
from ginrummy.web.tables import pubsub
from ginrummy.web.tables.models import Seat, SpectatorPermission, Status, Table
from ginrummy.web.tables.pubsub import hub

MOST: Final = 200
"""Limit of ties of a person, of each kind."""
HERE_WITHIN: Final = timedelta(minutes=3)
"""Time since the last sign of a browser's stream within which its person is here."""
SEEN_EVERY: Final = timedelta(minutes=1)
"""Interval at which that sign is written."""


class NoFriend(WebError, kind="no_friend"):
    """Raised where two people cannot become friends."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """Matches of a person against another, and those won, in one game (`title`) or in all."""

    matches: int = 0
    won: float = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend with what the list shows."""

    person: Person
    is_here: bool
    meetings: Meetings


def friends_of(person: Person) -> QuerySet[Person]:
    """Return the friends of `person` by name, without those that `person` has muted."""
    return _wished_people(person).filter(_wishes(person))


def friend_requests(person: Person) -> QuerySet[Person]:
    """Return the people who ask to be friends of `person`, without muted ones."""
    wished = Tie.objects.filter(person=person, other=OuterRef("pk"), kind=TieKind.FRIEND)
    muted = Mute.objects.filter(person=person, muted=OuterRef("pk"))
    asking = Person.objects.filter(ties__other=person, ties__kind=TieKind.FRIEND, is_gone=False)
    return asking.filter(~Exists(wished), ~Exists(muted)).order_by("-ties__created")


def people_asked(person: Person) -> QuerySet[Person]:
    """Return the people whom `person` has asked and who have not answered, by name, without muted ones."""
    return _wished_people(person).filter(~_wishes(person))


def _wished_people(person: Person) -> QuerySet[Person]:
    """Return the people whom `person` wants as friends, by name, without muted ones."""
    wished = Tie.objects.filter(person=person, other=OuterRef("pk"), kind=TieKind.FRIEND)
    muted = Mute.objects.filter(person=person, muted=OuterRef("pk"))
    return Person.objects.filter(Exists(wished), ~Exists(muted), is_gone=False).order_by("folded")


def _wishes(person: Person) -> Exists:
    """Return the condition that somebody wants `person` as a friend."""
    return Exists(Tie.objects.filter(person=OuterRef("pk"), other=person, kind=TieKind.FRIEND))


def followed_players(person: Person) -> QuerySet[Person]:
    """Return the players that `person` follows, by name."""
    return Person.objects.filter(
        ties_to__person=person, ties_to__kind=TieKind.FOLLOW, is_gone=False
    ).order_by("folded")


def list_friends(person: Person) -> list[Friend]:
    """Return the friends of `person`, those who are here first."""
    friends = list(friends_of(person)[:MOST])
    here, meetings = people_here(person, friends), count_meetings(person, friends)
    found = [Friend(one, one.pk in here, meetings.get(one.pk, Meetings())) for one in friends]
    return sorted(found, key=lambda friend: not friend.is_here)


def people_here(asker: Person, people: Collection[Person]) -> set[int]:
    """Return the keys of those `people` who are here, show it, and have not muted `asker`."""
    shown = [one.pk for one in people if one.preferences.get("here") != HIDDEN]
    sessions = BrowserSession.objects.filter(
        recent_condition("seen", HERE_WITHIN), ended=None, person__in=shown
    )
    muting = Mute.objects.filter(muted=asker, person__in=shown).values("person")
    return set(sessions.exclude(person__in=muting).values_list("person", flat=True))


def count_meetings(person: Person, others: Collection[Person]) -> dict[int, Meetings]:
    """Return the matches of `person` against each of `others`."""
    rows = Tally.objects.filter(seat__person=person, seat__table__seats__person__in=others)
    found = rows.values_list("seat__table__seats__person").annotate(Count("pk"), Sum("score"))
    return {other: Meetings(count, won) for other, count, won in found if other != person.pk}


def matches_by_family(person: Person, other: Person) -> list[Meetings]:
    """Return the matches of `person` against `other`, by family of games, the most played first."""
    rows = Tally.objects.filter(seat__person=person, seat__table__seats__person=other)
    counts, won = defaultdict[str, int](int), defaultdict[str, float](float)
    for name, count, score in rows.values_list("seat__table__variant_name").annotate(
        Count("pk"), Sum("score")
    ):
        counts[variant_family(name)] += count
        won[variant_family(name)] += score
    families = sorted(counts, key=lambda family: -counts[family])
    return [Meetings(counts[one], won[one], family_title(one)) for one in families]


def watchable_tables(people: Collection[Person]) -> list[Table]:
    """Return the running matches of `people` that spectators may watch, the latest first."""
    shut = Seat.objects.filter(
        table=OuterRef("pk"), person__isnull=False, watching=SpectatorPermission.NOBODY
    )
    found = Table.objects.filter(~Exists(shut), seats__person__in=people, status=Status.PLAYING)
    return list(found.distinct().order_by("-moved").prefetch_related("seats__person")[:MOST])


def find_new_friend(name: str) -> Person:
    """Return the account called `name`. Raise `NoFriend`."""
    found = find_account_by_name(name)
    if found is None:
        raise NoFriend(_("there is no account of that name"), where="name")
    return found


def add_friend(person: Person, other: Person) -> None:
    """Ask `other` to be a friend of `person`, or accept the request of `other`. Raise `NoFriend`."""
    with transaction.atomic():
        lock_people(person, other)
        _refuse(person, other)
        Tie.objects.get_or_create(person=person, other=other, kind=TieKind.FRIEND)
    for one in (person, other):
        pubsub.announce(pubsub.person_key(one.key), 0)


def remove_friend(person: Person, other: Person) -> None:
    """End the friendship of two people, or a request of either."""
    for one, two in ((person, other), (other, person)):
        Tie.objects.filter(person=one, other=two, kind=TieKind.FRIEND).delete()


def follow(person: Person, other: Person, *, is_wanted: bool) -> None:
    """Let `person` follow `other`, or no longer. Raise `NoFriend`."""
    if not is_wanted:
        Tie.objects.filter(person=person, other=other, kind=TieKind.FOLLOW).delete()
        return
    with transaction.atomic():
        lock_people(person, other)
        _refuse(person, other)
        Tie.objects.get_or_create(person=person, other=other, kind=TieKind.FOLLOW)


def _refuse(person: Person, other: Person) -> None:
    """Raise `NoFriend` unless `person` may ask or follow `other`."""
    if person == other:
        raise NoFriend(_("that is yourself"))
    if person.user_id is None:
        raise NoFriend(_("friends are for those who have an account: create one or sign in"))
    if other.user_id is None:
        raise NoFriend(_("this player is a guest: friends need an account"))
    if has_muted(person, other):
        raise NoFriend(_("you have muted this player"))
    if Tie.objects.filter(person=person).count() >= 2 * MOST:
        raise NoFriend(_("you have very many friends already: remove some first"))


def relations_between(person: Person, other: Person) -> set[str]:
    """Return what ties two people: `friend` (asked), `asks` (asked by the other), `follow`."""
    own = set(Tie.objects.filter(person=person, other=other).values_list("kind", flat=True))
    asks = Tie.objects.filter(person=other, other=person, kind=TieKind.FRIEND)
    return own | ({"asks"} if asks.exists() and not has_muted(person, other) else set())


def record_people_with_streams() -> None:
    """Record that the people with a stream in this process are here."""
    open_streams = hub.sessions()
    if open_streams:
        old = BrowserSession.objects.exclude(recent_condition("seen", SEEN_EVERY)).filter(pk__in=open_streams)
        old.update(seen=now())
