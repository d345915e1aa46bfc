"""The event log of a table: one more event, and the columns of the table that follow from it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from ginrummy import card_seat_types
from ginrummy.locale import _
from ginrummy.players.registry import SEARCHING
from ginrummy.web.http.compiled_query import CompiledInsert, CompiledUpdate
from ginrummy.web.http.now import now
from ginrummy.web.tables import presence, pubsub
from ginrummy.web.tables.clocks import BREAK, Clocks, moved, pace_of, time_to_reveal
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Event, Lane, Seat, Status, Table
from ginrummy.web.tables.signals import event_written, hand_dealt, match_ended
from ginrummy.web.tables.state_cache import state_of, states
from ginrummy.web.tables.table_state import TableState

_EVENT = CompiledInsert(Event)
_TABLE = CompiledUpdate(Table, then=pubsub.NOTIFYING)
SEARCH_PAUSE = timedelta(milliseconds=500)
"""How much later each further search is due that the same person asks for at once."""
_INDEXED = ("status", "time_due")
"""Columns whose indexes a database writes anew even where they are set to what they were: SQLite does."""
STAND_IN_LEVEL = "steady"
"""The level of the bot that plays on for somebody who has gone."""


def append(table: Table, seat: card_seat_types.Seat, text: str, *, worlds: int | None = None) -> None:
    """Write `text` as the next event of `table` and read its columns off the new state.

    A bot that was late says in how many `worlds` it decided.
    """
    before, moment = state_of(table), now()
    state = before.after(seat, text)
    clocks = clocks_of(table, before)
    spent = min(clocks.used(seat, moment), clocks.left[seat])
    _EVENT.write(
        Event(table=table, number=table.number, seat=seat, text=text, at=moment, spent=spent, worlds=worlds)
    )
    _set_bots(table, state)
    changes = _columns(table, state, moved(clocks, seat, moment, before, state, _people(table)), moment)
    changes = {field: value for field, value in changes.items() if not _stands(table, field, value)}
    if not _TABLE.write({"id": table.pk, "number": table.number}, changes):
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
    pubsub.announce_written(table.key, table.number)


def clocks_of(table: Table, state: TableState) -> Clocks:
    """Return the clocks of `table`, which stands at `state`."""
    free = BREAK if state.is_between_hands else 0
    running = state.awaited & _people(table) if state.match is not None else frozenset()
    left = (table.first_left, table.second_left)
    return Clocks(pace_of(table.pace), left, running, table.since, free)


def _stands(table: Table, field: str, value: object) -> bool:
    """Return whether a column with an index says `value` already."""
    return field in _INDEXED and getattr(table, field) == value


def _people(table: Table) -> frozenset[card_seat_types.Seat]:
    """Return the seats at which no bot plays."""
    return frozenset(seat.number for seat in table.taken if not seat.bot)


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
        "bot_tries": 0,
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
