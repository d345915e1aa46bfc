"""Tables in the database of a server, made in a separate process: see `scenes`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, timedelta

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.signed_cookies import SessionStore

from ginrummy.coach.puzzles import PuzzleFilter, all_puzzles
from ginrummy.rules import types
from ginrummy.variants import load_variant, variant_from_values
from ginrummy.web.accounts.mail import confirmation_path, reset_path
from ginrummy.web.alerts.turn_mail import unsubscribe_path
from ginrummy.web.chat.models import Phrase
from ginrummy.web.http.middleware import SESSION_PERSON
from ginrummy.web.http.now import now
from ginrummy.web.learn import first_hand
from ginrummy.web.lobby.friends import add_friend, follow
from ginrummy.web.people.models import Person
from ginrummy.web.puzzles.models import DailyHand, DailyTry
from ginrummy.web.rooms import membership
from ginrummy.web.rooms.evenings import add_table, end_evening, get_or_open_board, start_evening
from ginrummy.web.rooms.models import Evening, Member, Room
from ginrummy.web.sheets.service import create_sheet, set_entry_link
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.commitments import OfferedDeal
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import HOUSE, Event, Presence, Seat, SpectatorPermission, Status, Table
from ginrummy.web.tables.table_state import RESIGN
from tests.web.match_moments import (
    ADA,
    MOMENTS,
    OTHER,
    SHEETS,
    Play,
    first_play,
    is_laid_open,
    is_late,
    is_long_over,
    is_void,
    is_waiting,
    may_knock,
    may_take_to_close,
    secret_of,
)
from tests.web.play import proposal, rated_match
from tests.web.scenes import PASSWORD

_PAST_DAY = "2026-01-01"
_LONG_AGO = timedelta(hours=1)
_MOST_HANDS = 120
_APART = 1000
"""Distance between the seeds of two tables, because a deal is dealt only once."""
_RATED = (OTHER, ADA, ADA, OTHER, ADA, ADA, ADA, OTHER)
"""Resigning player of each match, for a chart of ratings."""
_WAITING_SEED, _RATED_SEED, _BESIDE_SEED = 100_000, 200_000, 300_000
_WATCHED_SEED, _LONG_NAME_SEED, _VOID_SEED, _TAKE_SEED, _PEOPLE_SEED, _TEAM_SEED = (
    400_000,
    500_000,
    600_040,
    700_000,
    800_000,
    900_000,
)
"""Seeds from which each moment is searched; that of the void hand, the rarest, is found at once."""


def lay_out() -> str:
    """Return the fields of `scenes.Scenes` as JSON."""
    ada, bob = _account("Ada"), _account("Bob")
    cleo = Person.objects.create(name="Cleopatra Featherstonehaugh-W.")
    dina, emil = (Person.objects.create(name=name) for name in ("Dina", "Emil"))
    tables = _finished(ada) | _moments(ada) | _people(ada, bob) | _waiting(ada, bob, cleo)
    tables |= (
        {
            "guided": first_hand.open_guided_table(dina),
            "long name": _long_name(ada, cleo),
            "void over": void_over(ada),
            "take to close": _take_to_close(ada),
            "people knock": _people_knock(dina, bob),
        }
        | _beside(dina, emil)
        | _watched(ada, bob)
    )
    _rated(ada, bob)
    _befriend(ada, bob, _account("Fay"))
    room = _room(ada, bob, cleo)
    _daily(ada, tables["finished modern"])
    people = {"ada": ada, "bob": bob, "cleo": cleo, "dina": dina}
    return json.dumps(
        {
            "tables": {name: f"/tables/{table.key}" for name, table in tables.items()}
            | _exercises()
            | {"room": f"/rooms/{room.key}"}
            | _room_of_two_sides(ada, bob, cleo)
            | _evenings(ada)
            | _links(bob),
            "sessions": {name: _session(person) for name, person in people.items()},
            "people": {name: person.pk for name, person in people.items()},
        }
    )


def _befriend(ada: Person, bob: Person, fay: Person) -> None:
    """Make Ada and Bob friends, and let Ada follow Fay."""
    add_friend(ada, bob)
    add_friend(bob, ada)
    follow(ada, fay, is_wanted=True)


def _evenings(owner: Person) -> dict[str, str]:
    """Return the addresses of evenings with real cards."""
    three = "variant: classic\nform: winner_stays\nplayers: Anna, Boris, Clara\nstakes: 5 beans a match\n"
    four = (
        "variant: hollywood_full\nform: partnership\nplayers: Anna, Борис Сергеевич – Jean-Paul D., Denis\n"
    )
    texts = {
        "evening": f"{three}Anna gin 40\nClara 20\nClara undercut 9 3\nAnna 70\n",
        "evening of Hollywood": four + "Anna gin 90\nБорис Сергеевич gin 90\n" * 4,
    }
    sheets = {name: create_sheet(owner, text) for name, text in texts.items()}
    for sheet in sheets.values():
        set_entry_link(sheet.key, owner, is_open=True)
    return {name: f"/evenings/{sheet.key}" for name, sheet in sheets.items()}


def _links(person: Person) -> dict[str, str]:
    """Return the addresses of the profile of `person` and of the links in e-mails."""
    assert person.user is not None
    return {
        "player": f"/players/{person.pk}",
        "new password": reset_path(person.user),
        "confirmed address": confirmation_path(person.user, "bob@example.org"),
        "no mail": unsubscribe_path(person),
    }


def _exercises() -> dict[str, str]:
    """Return the addresses of a puzzle of each kind, and of a past day."""
    themes = {"puzzle to throw": "discard", "puzzle to draw": "draw", "puzzle to lay out": "lay_off"}
    found = {
        name: f"/puzzles/{all_puzzles().matching(PuzzleFilter(theme=theme))[0]}"
        for name, theme in themes.items()
    }
    return found | {"day before": f"/daily/{_PAST_DAY}"}


def _daily(person: Person, table: Table) -> None:
    """Add a hand of a past day that `person` has resigned."""
    hand = DailyHand.objects.create(day=date.fromisoformat(_PAST_DAY))
    DailyTry.objects.create(hand=hand, person=person, table=table)


def _room(ada: Person, bob: Person, cleo: Person) -> Room:
    """Return a room of three with the matches of two evenings, in which Bob waits for a player."""
    room = membership.create_room(ada, "Thursday club", "oklahoma")
    for one in (bob, cleo):
        membership.enter(room.key, one)
    for place, (first, second, loser) in enumerate(((ada, bob, OTHER), (bob, cleo, ADA), (ada, cleo, ADA))):
        add_table(room, _resigned(first, second, loser))
        if place == 0:
            end_evening(room.key, ada)
    add_table(room, creation.create(proposal("oklahoma"), bob, cut="1"))
    return room


def _room_of_two_sides(ada: Person, bob: Person, cleo: Person) -> dict[str, str]:
    """Return the addresses of a room with a match of two sides, and of its evening."""
    room = membership.create_room(
        ada, "Two against two", "modern", form="partnership", stakes="5 cents a point"
    )
    for one in (bob, cleo):
        membership.enter(room.key, one)
    members = [Member.objects.get(room=room, person=one).pk for one in (ada, bob, cleo)]
    start_evening(room.key, ada, [*members, "novice"])
    evening = Evening.objects.get(room=room)
    names = [one.name for one in evening.roster]
    hands = (
        (0, "gin 40"),
        (3, "knock 3 25"),
        (1, "gin 60"),
        (0, "undercut 9 4"),
        (0, "gin 60"),
        (1, "gin 12"),
    )
    lines = [f"{names[place]} {hand}" for place, hand in (*hands, (0, "knock 2 30"))]
    Evening.objects.filter(pk=evening.pk).update(lines="".join(f"{line}\n" for line in lines), dealer=0)
    address = f"/rooms/{room.key}"
    return {
        "room of two sides": address,
        "room's evening": f"{address}/evenings/{evening.pk}",
        "team table": f"/tables/{_team_table(room, bob, cleo).key}",
    }


def _team_table(room: Room, bob: Person, cleo: Person) -> Table:
    """Return the board at which Bob plays while another hand of the deal has ended."""
    offer = OfferedDeal("", secret_of(_TEAM_SEED), "2")
    table = get_or_open_board(room, Member.objects.get(room=room, person=bob), offer, cut="1")
    assert table is not None
    return table if table.status == Status.PLAYING else service.join(table.key, cleo, cut="2")


def _resigned(first: Person, second: Person, loser: int) -> Table:
    table = service.join(creation.create(proposal("oklahoma"), first, cut="1").key, second, cut="2")
    return service.submit_event_text(table.key, (first, second)[loser], table.number, RESIGN)


def _account(name: str) -> Person:
    return Person.objects.create(name=name, user=User.objects.create_user(name, password=PASSWORD))


def _session(person: Person) -> str:
    session = SessionStore()
    session[SESSION_PERSON] = person.key
    if person.user is not None:
        session[SESSION_KEY] = str(person.user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = person.user.get_session_auth_hash()
    session.save()
    assert session.session_key is not None
    return session.session_key


def _moments(ada: Person) -> dict[str, Table]:
    return {
        name: table_at(ada, None, variant, first_play(variant, moment, hands=3, seed=_APART * place))
        for place, (name, (variant, moment)) in enumerate(MOMENTS.items(), start=1)
    }


def _finished(ada: Person) -> dict[str, Table]:
    found = {}
    for place, (variant, hands) in enumerate(SHEETS.items(), start=len(MOMENTS) + 1):
        play = first_play(variant, is_long_over(hands), hands=_MOST_HANDS, seed=_APART * place)
        found[f"finished {variant}"] = table_at(ada, None, variant, play)
    return found


def _people(ada: Person, bob: Person) -> dict[str, Table]:
    """Return a table with clocks and chat at which Bob is away."""
    table = table_at(ada, bob, "classic", first_play("classic", is_waiting, hands=1, seed=0), pace="600+20")
    for seat, phrase in ((OTHER, "hello"), (ADA, "luck"), (OTHER, "moment")):
        Phrase.objects.create(table=table, seat=seat, name=phrase)
    gone = now() - _LONG_AGO
    Seat.objects.filter(table=table, person=bob).update(seen=gone, presence=Presence.GONE, due=None)
    return {"people": table}


def _beside(dina: Person, emil: Person) -> dict[str, Table]:
    """Return tables on a shared device: during a hand, and after one."""
    going = first_play("standard", is_waiting, hands=1, seed=_BESIDE_SEED)
    over = first_play("standard", is_laid_open, hands=3, seed=_BESIDE_SEED + _APART)
    return {
        "beside": table_at(dina, emil, "standard", going, is_beside=True),
        "beside over": table_at(dina, emil, "standard", over, is_beside=True),
    }


def _long_name(ada: Person, cleo: Person) -> Table:
    """Return a table with a player whose name has the maximum length."""
    play = first_play("standard", is_late, hands=2, seed=_LONG_NAME_SEED)
    return table_at(ada, cleo, "standard", play)


def _take_to_close(ada: Person) -> Table:
    """Return a table at which Ada may close the hand after taking the top of the pile."""
    play = first_play("standard", may_take_to_close, hands=3, seed=_TAKE_SEED)
    return table_at(ada, None, "standard", play)


def _people_knock(dina: Person, bob: Person) -> Table:
    """Return a table at which Dina, who has finished no match, may knock against Bob."""
    return table_at(dina, bob, "standard", first_play("standard", may_knock, hands=3, seed=_PEOPLE_SEED))


def void_over(ada: Person) -> Table:
    """Return a table with a void hand because the stock ran out."""
    return table_at(ada, None, "standard", first_play("standard", is_void, hands=3, seed=_VOID_SEED))


def _watched(ada: Person, bob: Person) -> dict[str, Table]:
    """Return tables open to spectators: during a hand, and after one."""
    going = first_play("standard", is_late, hands=2, seed=_WATCHED_SEED)
    over = first_play("standard", is_laid_open, hands=3, seed=_WATCHED_SEED + _APART)
    tables = {
        "watched": table_at(ada, bob, "standard", going),
        "watched over": table_at(ada, bob, "standard", over),
    }
    Seat.objects.filter(table__in=tables.values()).update(watching=SpectatorPermission.LATER)
    return tables


def table_at(
    ada: Person, bob: Person | None, variant: str, play: Play, *, pace: str = "", is_beside: bool = False
) -> Table:
    """Return a new table with all events of `play`."""
    beside = bob if is_beside else None
    proposal = Proposal(load_variant(variant).row, variant, secret_of(play.seed), pace=pace, beside=beside)
    if bob is None or is_beside:
        bot = "" if is_beside else "steady"
        table = creation.create(proposal, ada, cut="1", bot=bot, bot_cut="2")
    else:
        table = service.join(creation.create(proposal, ada, cut="1").key, bob, cut="2")
    if play.events:
        _say(table, play.events, (ada, bob))
    return service.find_table(table.key)


def _say(
    table: Table, events: Sequence[tuple[types.Seat, str]], people: tuple[Person, Person | None]
) -> None:
    """Write all but the last event at once; sending that one updates the table."""
    first, *rest = range(table.number, table.number + len(events))
    rows = zip([first, *rest][:-1], events, strict=False)
    Event.objects.bulk_create(
        Event(table=table, number=at, seat=seat, text=text) for at, (seat, text) in rows
    )
    Table.objects.filter(pk=table.pk).update(number=table.number + len(events) - 1)
    (seat, text), number = events[-1], table.number + len(events) - 1
    person = people[seat]
    if person is None:
        service.append_bot_move(table.key, number, seat, text)
    else:
        service.submit_event_text(table.key, person, number, text)


def _waiting(ada: Person, bob: Person, cleo: Person) -> dict[str, Table]:
    values = {
        "undercut_bonus": 50,
        "gin_bonus": 40,
        "big_gin_bonus": 60,
        "box_bonus": 10,
        "ace_run": "corner",
    }
    house = variant_from_values(values, base=load_variant("oklahoma_full").row)
    plans = {
        "waiting": (ada, Proposal(house, HOUSE, secret_of(_WAITING_SEED))),
        "listed": (bob, Proposal(house, HOUSE, secret_of(_WAITING_SEED + 1), is_listed=True, language="ru")),
        "invited": (bob, Proposal(house, HOUSE, secret_of(_WAITING_SEED + 2), pace="3d", invited=cleo)),
    }
    return {name: creation.create(proposal, person, cut="1") for name, (person, proposal) in plans.items()}


def _rated(ada: Person, bob: Person) -> None:
    """Let Ada and Bob play rated matches, one a day."""
    for number, loser in enumerate(_RATED):
        rated_match(ada, bob, loser=loser, seed=_RATED_SEED + number)
