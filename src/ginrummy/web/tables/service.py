"""What can be done at a table: create, join, say; each is one transaction that appends to the event log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from ginrummy.deal import new_nonce, seal_of
from ginrummy.locale import _
from ginrummy.players.registry import SEARCHING
from ginrummy.variants import Variant
from ginrummy.web.http.compiled_query import CompiledQuery
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables import heartbeat, presence, pubsub
from ginrummy.web.tables.clocks import BREAK, Clocks, moved, pace_of, time_to_reveal
from ginrummy.web.tables.errors import NoTable, NotYours, Stale, Taken
from ginrummy.web.tables.models import BOT_PAUSE, DAILY, Event, Lane, Seat, Status, Table, stored
from ginrummy.web.tables.rated import refuse_unrated
from ginrummy.web.tables.signals import event_written, hand_dealt, match_ended, opening_changed
from ginrummy.web.tables.state_cache import state_of, states
from ginrummy.web.tables.table_state import (
    BACK,
    CLAIM,
    CUT,
    DECK,
    NEXT,
    OPENINGS,
    RESIGN,
    REVEAL,
    SEAL,
    STAND_IN,
    TIME,
    UNDO,
    VOID,
    TableState,
    canonical,
)

SEARCH_PAUSE = timedelta(milliseconds=500)
"""How much later each further search is due that the same person asks for at once."""
_TABLE = CompiledQuery(lambda key: Table.objects.filter(key=key), str)
_LOCKED_TABLE = CompiledQuery(lambda key: Table.objects.select_for_update().filter(key=key), str)
_SEATS = CompiledQuery(lambda table: Seat.objects.select_related("person").filter(table_id=table), int)
STAND_IN_LEVEL = "steady"
"""The level of the bot that plays on for somebody who has gone."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A table to be: its variant and what it is called, the secret whose fingerprint was shown, its pace.

    Where a `deck` is given the first hand is prepared, and neither secret nor cuts have a say in it. An
    exercise against a bot begins with the `log` of another match, and whoever lays it has `seat` there.
    """

    variant: Variant
    variant_name: str
    secret: str
    first_dealer: int | None = None
    is_listed: bool = False
    rematch_of: Table | None = None
    pace: str = ""
    is_rated: bool = False
    language: str = ""
    invited: Person | None = None
    beside: Person | None = None
    """Whoever plays on the same device."""
    deck: str = ""
    log: tuple[tuple[int, str], ...] = ()
    seat: int = 0


def create(
    proposal: Proposal, person: Person, *, cut: str = "", seal: str = "", bot: str = "", bot_cut: str = ""
) -> Table:
    """Return a new table at which `person` has seat 0 and has cut.

    Raises `Taken` for a used secret, `GinRummyError` for a pace that there is not, `NotRated` where a rated
    match is asked for that cannot be.
    Seat 1 is taken by a bot of level `bot` or by somebody on the same device, whose cut was named together
    with the fingerprint and so stands before the person's, or waits for somebody. Then the person's cut is
    under a `seal` until that one has cut: the person's own, else the server seals `cut` and keeps it
    (docs/deals.md).
    """
    pace = pace_of(proposal.pace)
    nonce = new_nonce()
    is_full = bool(bot) or proposal.beside is not None
    try:
        with transaction.atomic():
            if proposal.is_rated:
                others: list[Person | str] = [proposal.beside] if proposal.beside else [bot] * bool(bot)
                refuse_unrated(str(pace), person, *others)
            table = Table.objects.create(
                variant_name=proposal.variant_name,
                values=stored(proposal.variant),
                secret=proposal.secret,
                kept_cut="" if seal or is_full else f"{nonce} {cut}",
                first_dealer=proposal.first_dealer,
                is_listed=proposal.is_listed and not is_full,
                shared_by=person if proposal.beside else None,
                rematch_of=proposal.rematch_of,
                pace=str(pace),
                is_rated=proposal.is_rated,
                language=proposal.language,
                invited=proposal.invited,
                first_left=pace.at_first,
                second_left=pace.at_first,
            )
            Seat.objects.create(table=table, number=proposal.seat, person=person)
            if is_full:
                Seat.objects.create(table=table, number=1 - proposal.seat, bot=bot, person=proposal.beside)
            if proposal.log:
                _repeat(table, proposal.log)
            elif proposal.deck:
                _append(table, 0, DECK + proposal.deck)
            elif is_full:
                _append(table, 1, CUT + bot_cut)
                _append(table, 0, CUT + cut)
            else:
                _append(table, 0, SEAL + (seal or seal_of(cut, nonce)))
            opening_changed.send(Table, table=table)
    except IntegrityError as error:
        raise Taken(_("this deal was used before: load the page again"), clause="3.6") from error
    return table


def _repeat(table: Table, log: tuple[tuple[int, str], ...]) -> None:
    """Write down what was said in another match; the last of it brings the table up to date."""
    *before, (seat, text) = log
    Event.objects.bulk_create(
        Event(table=table, number=number, seat=place, text=said)
        for number, (place, said) in enumerate(before)
    )
    Table.objects.filter(pk=table.pk).update(number=len(before))
    table.number = len(before)
    _append(table, seat, text)


def find(key: str) -> Table:
    """Return the table `key`; raises `NoTable`."""
    return _with_seats(_TABLE.first(key))


def seat_of(table: Table, person: Person | None) -> int | None:
    """Return the seat of `person` at `table`, `None` where it has none."""
    if person is None:
        return None
    return next((seat.number for seat in table.taken if seat.person_id == person.pk), None)


def join(key: str, person: Person, *, cut: str) -> Table:
    """Return the table `key` with `person` in its free seat; joining again is harmless.

    Raises `NoTable`, `Taken` when somebody else has the seat, `NotYours` when it is kept for somebody else,
    `NotRated` where the match is to be rated and cannot be with `person`.
    """
    try:
        with transaction.atomic():
            table = locked(key)
            if seat_of(table, person) is not None:
                return table
            taken = {seat.number for seat in table.taken}
            if len(taken) > 1 or table.status != Status.WAITING:
                raise Taken(_("both seats of this table are taken"))
            if table.invited_id not in (None, person.pk):
                raise NotYours(_("this seat is kept for somebody else"))
            if table.is_rated:
                hosts = [one.person for one in table.taken if one.person is not None]
                refuse_unrated(table.pace, *hosts, person)
            seat = 1 - taken.pop()
            Seat.objects.create(table=table, number=seat, person=person)
            table = locked(key)
            _append(table, seat, CUT + cut)
            if table.kept_cut:
                _append(table, 1 - seat, REVEAL + table.kept_cut)
            opening_changed.send(Table, table=table)
            return table
    except IntegrityError as error:
        raise Taken(_("both seats of this table are taken")) from error


def reveal(key: str, person: Person | None, *, nonce: str, cut: str) -> Table:
    """Return the table `key`, its cards dealt, once `person` has shown the cut that it had sealed.

    Showing it again is harmless. Raises `NoTable`, `NotYours`, `OutOfTurn` before the other has cut, and
    `DealError` for another cut than the one that was sealed.
    """
    with transaction.atomic():
        table = locked(key)
        seat = seat_of(table, person)
        if seat is None:
            raise NotYours(_("you have no seat at this table"))
        state = state_of(table)
        if (state.nonces[seat], state.cuts[seat]) != (nonce, cut):
            _append(table, seat, f"{REVEAL}{nonce} {cut}")
        return table


def say(key: str, person: Person | None, number: int, text: str, *, bot_pause: int = BOT_PAUSE) -> Table:
    """Return the table after `person` said `text`; otherwise as `say_once`."""
    return say_once(key, person, number, text, bot_pause=bot_pause)[0]


def say_once(
    key: str, person: Person | None, number: int, text: str, *, bot_pause: int = BOT_PAUSE
) -> tuple[Table, bool]:
    """Return the table after `person` said `text` in answer to its event count `number`, and if that is new.

    A bot answers `bot_pause` milliseconds later.
    Saying the same again is harmless, and nothing new. Raises `NoTable`, `NotYours`, `Stale` for a move that
    answers another position (the other of two that raced), and whatever the law refuses. Where the time of a
    seat is out nothing more is said: the table returned is over.
    """
    text = canonical(text)
    if text.startswith(OPENINGS):
        raise Stale(_("the cards are cut already"), clause="3.6")
    heartbeat.heart.keep_up()
    try:
        with transaction.atomic():
            table = locked(key)
            seat = seat_of(table, person)
            if seat is None:
                raise NotYours(_("you have no seat at this table"))
            if number != table.number and not _still_holds(table, seat, number, text):
                return table, False
            if time_out(table):
                return table, False
            _allow(table, seat, text)
            table.bot_pause = bot_pause
            _append(table, seat, text)
            return table, True
    except IntegrityError as error:
        raise Stale(_("the table has moved on: look again")) from error


def _allow(table: Table, seat: int, text: str) -> None:
    """Raise `Stale` for what may not be said just now: a claim on somebody who is there, a bot's move."""
    own, other = sorted(table.taken, key=lambda one: one.number != seat)
    if own.bot and text != BACK:
        raise Stale(_("a bot plays on for you: take your seat back first"))
    if text == UNDO and not may_be_helped(table, seat):
        raise Stale(_("nothing is taken back at this table"))
    if text in (CLAIM, STAND_IN) and not presence.may_go_on_without(other, table, state_of(table)):
        raise Stale(_("the other player is back, or may still come back: wait a little"))


def may_be_helped(table: Table, seat: int) -> bool:
    """Return whether `seat` may have hints and take back: against a bot, where nothing is compared."""
    if table.variant_name == DAILY:
        return False
    others = [one for one in table.taken if one.number != seat]
    return not table.is_rated and bool(others) and all(one.person_id is None for one in others)


def time_out(table: Table) -> bool:
    """End the match at the locked `table` where a seat's time is out; return whether one's was."""
    if table.time_due is None or table.time_due > now() or not heartbeat.is_steady():
        return False
    late = clocks_of(table, state_of(table)).late(now())
    _append(table, min(late), VOID if len(late) > 1 else TIME)
    return True


def clocks_of(table: Table, state: TableState) -> Clocks:
    """Return the clocks of `table`, which stands at `state`."""
    free = BREAK if state.is_between_hands else 0
    running = state.awaited & _people(table) if state.match is not None else frozenset()
    left = (table.first_left, table.second_left)
    return Clocks(pace_of(table.pace), left, running, table.since, free)


def _people(table: Table) -> frozenset[int]:
    """Return the seats at which no bot plays."""
    return frozenset(seat.number for seat in table.taken if not seat.bot)


def _still_holds(table: Table, seat: int, number: int, text: str) -> bool:
    """Return whether a late `text` may still be said, `False` when it has been; raises `Stale` else."""
    since = list(table.events.filter(number__gte=number).values_list("seat", "text"))
    own = [said for place, said in since if place == seat]
    if own and own[0] == text:
        return False
    others_next = bool(since) and all(said == NEXT for _place, said in since)
    if text == RESIGN or (text == NEXT and others_next):
        return True
    raise Stale(_("the table has moved on: look again"))


def locked(key: str) -> Table:
    """Return the table `key`, its row locked to the end of the transaction; raises `NoTable`."""
    return _with_seats(_LOCKED_TABLE.first(key))


def _with_seats(table: Table | None) -> Table:
    """Return `table` with its seats and their people looked up; raises `NoTable` where there is none."""
    if table is None:
        raise NoTable(_("there is no such table"))
    table.taken = tuple(_SEATS.rows(table.pk))
    for seat in table.taken:
        seat.table = table
    return table


def _append(table: Table, seat: int, text: str) -> None:
    """Write `text` as the next event of `table` and read its columns off the new state."""
    before, moment = state_of(table), now()
    state = before.after(seat, text)
    clocks = clocks_of(table, before)
    spent = min(clocks.used(seat, moment), clocks.left[seat])
    Event.objects.create(table=table, number=table.number, seat=seat, text=text, at=moment, spent=spent)
    _set_bots(table, state)
    changes = _columns(table, state, moved(clocks, seat, moment, before, state, _people(table)), moment)
    if not Table.objects.filter(pk=table.pk, number=table.number).update(**changes):
        raise Stale(_("the table has moved on: look again"))
    if before.match is None and state.match is not None:
        presence.watch(table)
    for field, value in changes.items():
        setattr(table, field, value)
    if _is_new_hand(before, state):
        hand_dealt.send(Table, table=table, state=state)
    if state.is_over:
        match_ended.send(Table, table=table, state=state)
    transaction.on_commit(lambda: _written(table.key, state))
    pubsub.announce(table.key, table.number)


def _is_new_hand(before: TableState, after: TableState) -> bool:
    if after.match is None:
        return False
    return before.match is None or before.match.number < after.match.number


def _written(key: str, state: TableState) -> None:
    states.put(key, state)
    event_written.send(Event, key=key, number=state.number)


def _columns(table: Table, state: TableState, clocks: Clocks, moment: datetime) -> dict[str, Any]:
    """Return the columns of `table` once it stands at `state`."""
    taken_back = moment + time_to_reveal(pace_of(table.pace)) if state.is_cutting else None
    return {
        "number": state.number,
        "status": _status(state),
        "winner": state.winner,
        **_turn_of_bot(table, state, moment),
        "first_left": clocks.left[0],
        "second_left": clocks.left[1],
        "since": clocks.since,
        "time_due": taken_back or clocks.due,
        "moved": moment,
    }


def _turn_of_bot(table: Table, state: TableState, moment: datetime) -> dict[str, Any]:
    """Return when a bot is to speak at `table`, and in which lane it waits; its last lease has ended."""
    seat = bot_seat(table, state)
    pause = timedelta(milliseconds=table.bot_pause)
    searches = seat is not None and seat.bot.partition("@")[0] in SEARCHING and not state.is_between_hands
    if searches:
        pause += SEARCH_PAUSE * _searches_for(table)
    return {
        "bot_due": None if seat is None else moment + pause,
        "bot_lane": None if seat is None else Lane.SEARCH if searches else Lane.QUICK,
        "bot_lease": None,
        "bot_holder": "",
        "bot_pause": table.bot_pause,
    }


def _searches_for(table: Table) -> int:
    """Return how many other searches the people of `table` wait for: those of one person come in turn."""
    people = [seat.person_id for seat in table.taken if seat.person_id is not None]
    due = Table.objects.filter(bot_lane=Lane.SEARCH, bot_due__isnull=False, seats__person__in=people)
    return due.exclude(pk=table.pk).count()


def _set_bots(table: Table, state: TableState) -> None:
    """Let a bot play on for the stand-ins of `state`, and for nobody else who is a person."""
    for seat in table.taken:
        level = STAND_IN_LEVEL if seat.number in state.stand_ins else ""
        if seat.person_id is not None and seat.bot != level:
            seat.bot = level
            seat.save(update_fields=["bot"])


def _status(state: TableState) -> str:
    if state.is_over:
        return Status.OVER
    if state.match is not None:
        return Status.PLAYING
    return Status.CUTTING if state.is_cutting else Status.WAITING


def bot_seat(table: Table, state: TableState) -> Seat | None:
    """Return the seat of a bot that something is awaited from, `None` where there is none."""
    return next((seat for seat in table.taken if seat.bot and seat.number in state.awaited), None)


def append_for_bot(key: str, number: int, seat: int, text: str) -> Table:
    """Return the table after its bot said `text`; raises `Stale` when the table is no longer at `number`."""
    try:
        with transaction.atomic():
            table = locked(key)
            if table.number != number:
                raise Stale(_("the table has moved on: look again"))
            _append(table, seat, text)
            return table
    except IntegrityError as error:
        raise Stale(_("the table has moved on: look again")) from error


def first_dealer(table: Table) -> int:
    """Return the seat that dealt the first hand of a match that has begun."""
    match = state_of(table).match
    assert match is not None
    return match.games[0].dealer
