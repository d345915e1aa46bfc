"""Search for an opponent: two people who wait for the same game and pace are seated at one table.

The database decides: both rows are locked while the table is created, so of two servers one pairs them. The
first has seat 0 with the cut of the search. The seat of the second is reserved, and the second cuts once the
fingerprint and the first's seal are shown (RULES 3.6). If that does not happen in time, the table is removed
and the first continues to search.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from itertools import combinations, cycle
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from ginrummy.game.shuffle import cut_seal, new_nonce, validate_seal
from ginrummy.locale import _, language
from ginrummy.locale.errors import GinRummyError, VariantError
from ginrummy.variants import load_variant, preset_names
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.lobby.friends import SEEN_EVERY, record_people_with_streams
from ginrummy.web.lobby.models import Seek
from ginrummy.web.lobby.open_tables import NEAR
from ginrummy.web.people.models import AccountGone, BrowserSession, Mute, Person, lock_people
from ginrummy.web.ratings.families import variant_family
from ginrummy.web.ratings.models import Pool, Rating
from ginrummy.web.tables import creation, pubsub, service
from ginrummy.web.tables.commitments import OfferedDeal
from ginrummy.web.tables.creation import Proposal, remove_table
from ginrummy.web.tables.errors import NoTable, SeatTaken
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.presence import BEAT
from ginrummy.web.tables.pubsub import hub
from ginrummy.web.tables.rated_eligibility import PLAYERS, rating_objection
from ginrummy.web.tables.worker import Worker

QUICK: Final = "300+15"
UNHURRIED: Final = "1800+30"
DAYS: Final = "1d"
SEEK_PACES: Final = (QUICK, UNHURRIED, DAYS)
"""Paces to search at, few so that people meet."""
WIDENING: Final = 20
"""Rating points by which a second of waiting widens the search. It begins at `NEAR`."""
BOT_AFTER: Final = timedelta(seconds=20)
"""Wait after which a match against a bot is offered meanwhile."""
GONE_AFTER: Final = timedelta(minutes=1)
"""Time without a sign of the person after which a search ends."""
CUT_TIME: Final = timedelta(seconds=30)
"""Time in which the second of a pair has to cut."""
_EVERY: Final = 1.0
_MOST: Final = 200


def start_seek(
    person: Person,
    offer: OfferedDeal,
    *,
    variant: str,
    pace: str,
    is_rated: bool,
    cut: str,
    seal: str = "",
    session: BrowserSession | None = None,
) -> None:
    """Start the search of `person`, in place of an earlier one, and pair those who can be paired.

    Raise `GinRummyError` for an unknown game or pace, `DealError` for an invalid cut or seal, `SeatTaken` for
    a deal that was used before, and `AccountGone` for a deleted account.
    """
    if variant not in preset_names():
        raise VariantError(_("there is no such variant"), where="variant")
    if pace not in SEEK_PACES:
        raise GinRummyError(_("there is no such clock"), where="clock")
    validate_seal(seal) if seal else cut_seal(cut, new_nonce())
    if Table.objects.filter(secret=offer.secret).exists():
        raise SeatTaken(_("this deal was used before: load the page again"), clause="3.6")
    stop_seek(person)
    moment = now()
    rating = person.ratings.filter(pool=Pool.PEOPLE, family=variant_family(variant)).first()
    with transaction.atomic():
        lock_people(person)
        columns = {
            "session": session,
            "variant_name": variant,
            "pace": pace,
            "is_rated": is_rated,
            "language": language(),
            "value": (rating or Rating()).value,
            "secret": offer.secret,
            "cut": "" if seal else cut,
            "seal": seal,
            "since": moment,
            "seen": moment,
        }
        if not Seek.objects.filter(person=person).exists():  # a second press finds the first search
            Seek.objects.create(person=person, **columns)
    pair_seeks()


def find_seek(person: Person | None) -> Seek | None:
    """Return the search of `person` with its table."""
    return None if person is None else Seek.objects.select_related("table").filter(person=person).first()


def record_seeker(seek: Seek, session: BrowserSession | None = None) -> None:
    """Record a sign of the person behind `seek`, whose browser now has `session`, if that is given."""
    browser = {} if session is None else {"session": session}
    Seek.objects.filter(pk=seek.pk).update(seen=now(), **browser)


def stop_seek(person: Person) -> None:
    """End the search of `person`. Give up the table where it has led unless another player has joined it."""
    while (seek := find_seek(person)) is not None:
        if seek.table is not None:
            give_up_table(seek.table, person)
        if Seek.objects.filter(pk=seek.pk, table=seek.table_id).delete()[0]:  # not if it was paired meanwhile
            return


def give_up_table(table: Table, *quitters: Person) -> None:
    """Remove the table of a pair unless both have cut. The searches of all but `quitters` continue."""
    with suppress(NoTable), transaction.atomic():
        locked = service.lock_table(table.key)
        if locked.status != Status.WAITING:
            return
        pair = Seek.objects.filter(table=locked)
        pair.filter(person__in=quitters).delete()
        pair.update(seen=now())
        remove_table(locked)


def waiting_seeks() -> QuerySet[Seek]:
    """Return the searches of those who are here and wait, the longest wait first."""
    is_open = Q(session=None) | Q(session__ended=None)
    is_here = recent_condition("seen", GONE_AFTER)
    return Seek.objects.filter(is_open, is_here, table=None, person__is_gone=False).order_by("since", "pk")


def pair_seeks() -> None:
    """Pair those who wait: the longest wait first, with the nearest rating."""
    seeks = list(waiting_seeks().select_related("person")[:_MOST])
    people = [seek.person_id for seek in seeks]
    pairs = list(filter(are_compatible, combinations(seeks, PLAYERS)))
    if not pairs:
        return
    mutes = Mute.objects.filter(person__in=people, muted__in=people).values_list("person", "muted")
    apart = {frozenset(mute) for mute in mutes}
    seated = set[Seek]()
    for pair in sorted(pairs, key=lambda pair: (pair[0].since, abs(pair[0].value - pair[1].value))):
        is_free = seated.isdisjoint(pair) and frozenset(seek.person_id for seek in pair) not in apart
        if is_free and _seat(*pair):
            seated.update(pair)


def are_compatible(pair: tuple[Seek, Seek]) -> bool:
    """Return whether two searches are for the same match, and the longer wait allows the other's rating."""
    first, second = pair
    waited = now() - min(first.since, second.since)
    width = NEAR + WIDENING * max(0.0, waited.total_seconds())
    is_same = (first.variant_name, first.pace) == (second.variant_name, second.pace)
    return is_same and abs(first.value - second.value) <= width


def _seat(first: Seek, second: Seek) -> bool:
    """Create the table of a pair. Return whether this process did it."""
    try:
        with transaction.atomic():
            lock_people(first.person, second.person)
            free = waiting_seeks().filter(pk__in=(first.pk, second.pk)).select_for_update(of=("self",))
            if len(list(free)) != PLAYERS:
                return False
            table = creation.create(_proposal(first, second), first.person, cut=first.cut, seal=first.seal)
            Seek.objects.filter(pk__in=(first.pk, second.pk)).update(table=table, paired=now())
            return True
    except AccountGone:
        return False
    except GinRummyError:  # the deal was used for another table meanwhile
        Seek.objects.filter(pk=first.pk).delete()
        pubsub.announce(pubsub.person_key(first.person.key), 0)
        return False


def _proposal(first: Seek, second: Seek) -> Proposal:
    """Return the table of a pair, rated if both want that and it is possible."""
    is_rated = first.is_rated and second.is_rated
    return Proposal(
        load_variant(first.variant_name).row,
        first.variant_name,
        first.secret,
        pace=first.pace,
        is_rated=is_rated and not rating_objection(first.pace, first.person, second.person),
        language=first.language,
        invited=second.person,
    )


def sweep_seeks() -> None:
    """Renew, end and pair the searches.

    A search ends with its person's signs of activity, or if its person does not cut at the table found.
    """
    if not Seek.objects.exists():
        return
    _renew_seeks()
    late = Seek.objects.filter(~recent_condition("paired", CUT_TIME), table__isnull=False)
    is_lost = Q(pk__in=late.values("table")) | Q(is_declined=True)
    found = Table.objects.filter(is_lost, seeks__isnull=False, status=Status.WAITING)
    for table in found.select_related("invited").distinct():
        give_up_table(table, *filter(None, [table.invited]))
    Seek.objects.filter(~recent_condition("seen", GONE_AFTER)).delete()
    pair_seeks()


def _renew_seeks() -> None:
    """Record that those are here whose browsers have a stream in this process."""
    old = Seek.objects.filter(table=None, session__isnull=False).exclude(recent_condition("seen", BEAT))
    sessions = dict(old.values_list("session", "pk"))
    here = [sessions[session] for session in hub.sessions() if session in sessions]
    if here:
        Seek.objects.filter(pk__in=here).update(seen=now())


def seek_worker() -> Worker:
    """Return the worker that sweeps the searches, and records who is here for their friends."""

    turns = cycle(range(round(SEEN_EVERY.total_seconds() / _EVERY)))

    def sweep() -> float:
        sweep_seeks()
        if not next(turns):
            record_people_with_streams()
        return _EVERY

    return Worker("seeks", sweep)
