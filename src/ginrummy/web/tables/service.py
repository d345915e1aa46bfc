"""Actions at a table: join, reveal, play. Each is one transaction that appends to the event log."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from ginrummy.locale import _
from ginrummy.rules import types
from ginrummy.web.frameworks.compiled_query import CompiledQuery
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person, lock_people
from ginrummy.web.tables import presence, server_heartbeat
from ginrummy.web.tables.errors import NoTable, NotYours, SeatTaken, Stale
from ginrummy.web.tables.event_log import append_event, table_clocks
from ginrummy.web.tables.models import BOT_PAUSE, DAILY, Seat, Status, Table
from ginrummy.web.tables.rated_eligibility import require_rated
from ginrummy.web.tables.signals import opening_changed
from ginrummy.web.tables.table_state import (
    BACK,
    CLAIM,
    CUT,
    NEXT,
    OPENINGS,
    RESIGN,
    REVEAL,
    STAND_IN,
    TIME,
    UNDO,
    VOID,
    canonical_event,
    current_state,
)

_TABLE = CompiledQuery(lambda key: Table.objects.filter(key=key), str)
_LOCKED_TABLE = CompiledQuery(lambda key: Table.objects.select_for_update().filter(key=key), str)
_SEATS = CompiledQuery(lambda table: Seat.objects.select_related("person").filter(table_id=table), int)


def find_table(key: str) -> Table:
    """Return the table `key`. Raise `NoTable`."""
    return _with_seats(_TABLE.first(key))


def seat_number(table: Table, person: Person | None) -> types.Seat | None:
    """Return the seat of `person` at `table`, `None` without one."""
    if person is None:
        return None
    return next((seat.number for seat in table.taken if seat.person_id == person.pk), None)


def join(key: str, person: Person, *, cut: str) -> Table:
    """Give `person` the free seat of table `key` and return the table. Joining twice has no further effect.

    Raise `NoTable`, `SeatTaken`, `NotYours` if it is reserved for another person, `NotRated`
    if a rated match cannot be rated with `person`, and `AccountGone` if the account of `person` or of the
    host was deleted.
    """
    try:
        with transaction.atomic():
            table = lock_table(key)
            if seat_number(table, person) is not None:
                return table
            taken = {seat.number for seat in table.taken}
            if len(taken) > 1 or table.status != Status.WAITING:
                raise SeatTaken(_("both seats of this table are taken"))
            if table.invited_id not in (None, person.pk):
                raise NotYours(_("this seat is kept for somebody else"))
            hosts = [one.person for one in table.taken if one.person is not None]
            lock_people(person, *hosts)
            if table.is_rated:
                require_rated(table.pace, *hosts, person)
            seat = types.other_seat(taken.pop())
            Seat.objects.create(table=table, number=seat, person=person)
            table = lock_table(key)
            append_event(table, seat, CUT + cut)
            if table.kept_cut:
                append_event(table, types.other_seat(seat), REVEAL + table.kept_cut)
            opening_changed.send(Table, table=table)
            return table
    except IntegrityError as error:
        raise SeatTaken(_("both seats of this table are taken")) from error


def reveal(key: str, person: Person | None, *, nonce: str, cut: str) -> Table:
    """Record the revealed cut of `person` and return the table `key` with its cards dealt.

    Repeating it has no further effect. Raise `NoTable`, `NotYours`, `OutOfTurn` before the other player has
    cut, and `DealError` if the cut does not match its seal.
    """
    with transaction.atomic():
        table = lock_table(key)
        seat = seat_number(table, person)
        if seat is None:
            raise NotYours(_("you have no seat at this table"))
        state = current_state(table)
        if (state.nonces[seat], state.cuts[seat]) != (nonce, cut):
            append_event(table, seat, f"{REVEAL}{nonce} {cut}")
        return table


def submit_event_text(
    key: str, person: Person | None, number: int, text: str, *, bot_pause: int = BOT_PAUSE
) -> Table:
    """Append `text` to the log of table `key` and return the table, as `submit_event` does."""
    return submit_event(key, person, number, text, bot_pause=bot_pause)[0]


def submit_event(
    key: str, person: Person | None, number: int, text: str, *, bot_pause: int = BOT_PAUSE
) -> tuple[Table, bool]:
    """Append `text` to the log of table `key`. Return the table and whether anything was written.

    `number` is the last event that the client saw. A bot answers after `bot_pause` milliseconds. Repeating
    the same text has no further effect. Nothing is written if a seat's time is out: the table returned is
    over, or a bot plays on. Raise `NoTable`, `NotYours`, `Stale` for a move that answers another position
    (the loser of a race), and the errors of the rules.
    """
    text = canonical_event(text)
    if text.startswith(OPENINGS):
        raise Stale(_("the cards are cut already"), clause="3.6")
    server_heartbeat.heart.beat_if_late()
    try:
        with transaction.atomic():
            table = lock_table(key)
            seat = seat_number(table, person)
            if seat is None:
                raise NotYours(_("you have no seat at this table"))
            if number != table.number and not _still_holds(table, seat, number, text):
                return table, False
            if end_overdue_match(table):
                return table, False
            _allow(table, seat, text)
            table.bot_pause = bot_pause
            append_event(table, seat, text)
            return table, True
    except IntegrityError as error:
        raise Stale(_("the table has moved on: look again")) from error


def give_seat_to_bot(key: str, person: Person) -> None:
    """Let a bot play for `person`, who has left for good, at a table where nothing is forfeited."""
    with transaction.atomic():
        table = lock_table(key)
        seat = seat_number(table, person)
        if seat is not None and table.status == Status.PLAYING and not table.taken[seat].bot:
            append_event(table, types.other_seat(seat), STAND_IN)


def _allow(table: Table, seat: types.Seat, text: str) -> None:
    """Raise `Stale` for a text that is not allowed now, such as a claim against a present player."""
    if table.status == Status.WAITING:
        raise Stale(_("the cards are not dealt yet: both seats must cut first"), clause="3.6")
    own, other = sorted(table.taken, key=lambda one: one.number != seat)
    if own.bot and text != BACK:
        raise Stale(_("a bot plays on for you: take your seat back first"))
    if table.is_one_hand and text in (RESIGN, CLAIM):
        raise Stale(_("a hand of an evening is played to its end: a bot plays on for a player who has left"))
    if text == UNDO and not may_use_help(table, seat):
        raise Stale(_("nothing is taken back at this table"))
    if text in (CLAIM, STAND_IN) and not presence.may_replace_absent(other, table, current_state(table)):
        raise Stale(_("the other player is back, or may still come back: wait a little"))


def may_use_help(table: Table, seat: types.Seat) -> bool:
    """Return whether `seat` may use hints and undo: only against bots, not where results are compared."""
    if table.variant_name == DAILY or table.is_one_hand:
        return False
    others = [one for one in table.taken if one.number != seat]
    return not table.is_rated and bool(others) and all(one.person_id is None for one in others)


def end_overdue_match(table: Table) -> bool:
    """End the match at the locked `table` if a seat's time is out. Return whether it was.

    At a table of one hand a bot plays on for that seat: waiting must not avoid a score.
    No clock runs before the deal: `time_due` is then the deadline of the sealed cut.
    """
    if table.status != Status.PLAYING or table.time_due is None or table.time_due > now():
        return False
    if not server_heartbeat.has_recent_sweep():
        return False
    late = table_clocks(table, current_state(table)).seats_out_of_time(now())
    if not table.is_one_hand:
        append_event(table, min(late), VOID if len(late) > 1 else TIME)
        return True
    (seat,) = late
    setattr(table, ("first_left", "second_left")[seat], 0)
    append_event(table, types.other_seat(seat), STAND_IN)
    return True


def _still_holds(table: Table, seat: types.Seat, number: int, text: str) -> bool:
    """Return whether a late `text` is still valid, `False` if it was written already.

    Raise `Stale` otherwise.
    """
    since = list(table.events.filter(number__gte=number).values_list("seat", "text"))
    own = [said for place, said in since if place == seat]
    if own and own[0] == text:
        return False
    others_next = bool(since) and all(said == NEXT for _place, said in since)
    if text == RESIGN or (text == NEXT and others_next):
        return True
    raise Stale(_("the table has moved on: look again"))


def lock_table(key: str) -> Table:
    """Return the table `key` with its row locked until the transaction ends. Raise `NoTable`."""
    return _with_seats(_LOCKED_TABLE.first(key))


def _with_seats(table: Table | None) -> Table:
    """Load the seats of `table` and their people. Raise `NoTable` for `None`."""
    if table is None:
        raise NoTable(_("there is no such table"))
    table.taken = tuple(_SEATS.rows(table.pk))
    for seat in table.taken:
        seat.table = table
    return table


def append_bot_move(
    key: str, number: int, seat: types.Seat, text: str, *, worlds: int | None = None
) -> Table:
    """Append the move of the table's bot. Raise `Stale` if the table is no longer at `number`.

    `worlds` is the number of sampled worlds in which a late bot decided.
    """
    try:
        with transaction.atomic():
            table = lock_table(key)
            if table.number != number:
                raise Stale(_("the table has moved on: look again"))
            append_event(table, seat, text, worlds=worlds)
            return table
    except IntegrityError as error:
        raise Stale(_("the table has moved on: look again")) from error


def first_dealer(table: Table) -> types.Seat:
    """Return the dealer of the first hand of a match that has begun."""
    match = current_state(table).match
    assert match is not None
    return match.games[0].dealer
