"""Event log of a table: appends an event and updates the table's columns."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from ginrummy.locale import _
from ginrummy.players.registry import SEARCHING
from ginrummy.rules import types
from ginrummy.web.frameworks.compiled_query import CompiledInsert, CompiledUpdate
from ginrummy.web.http.now import now
from ginrummy.web.tables import presence, pubsub
from ginrummy.web.tables.clocks import BREAK, Clocks, advance_clocks, parse_time_control, reveal_time_limit
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Event, Lane, Seat, Status, Table
from ginrummy.web.tables.signals import event_written, hand_dealt, match_ended, turn_began
from ginrummy.web.tables.table_state import TableState, current_state, states

_EVENT = CompiledInsert(Event)
_TABLE = CompiledUpdate(Table, then=pubsub.NOTIFYING)
SEARCH_PAUSE = timedelta(milliseconds=500)
"""Delay added for each search that the same person already waits for."""
_INDEXED = ("status", "time_due")
"""Indexed columns, written only when they change: SQLite updates an index even for an unchanged value."""
STAND_IN_LEVEL = "steady"
"""Level of the bot that stands in for a player who has left."""


def append_event(table: Table, seat: types.Seat, text: str, *, worlds: int | None = None) -> None:
    """Append `text` as the next event of `table` and update the table's columns from the new state.

    `worlds` is the number of sampled worlds in which a late bot decided.
    """
    before, moment = current_state(table), now()
    state = before.after(seat, text)
    clocks = table_clocks(table, before)
    spent = min(clocks.time_used(seat, moment), clocks.left[seat])
    _EVENT.write(
        Event(table=table, number=table.number, seat=seat, text=text, at=moment, spent=spent, worlds=worlds)
    )
    _set_bots(table, state)
    changes = _columns(
        table, state, advance_clocks(clocks, seat, moment, before, state, _people(table)), moment
    )
    changes = {field: value for field, value in changes.items() if not _stands(table, field, value)}
    if not _TABLE.write({"id": table.pk, "number": table.number}, changes):
        raise Stale(_("the table has moved on: look again"))
    if before.match is None and state.match is not None:
        presence.track_presence(table)
    for field, value in changes.items():
        setattr(table, field, value)
    if _is_new_hand(before, state):
        hand_dealt.send(Table, table=table, state=state)
    if seats := _newly_awaited(before, state):
        turn_began.send(Table, table=table, seats=seats)
    if state.is_over:
        match_ended.send(Table, table=table, state=state)
    transaction.on_commit(lambda: _written(table.key, state))
    pubsub.announce_without_notify(table.key, table.number)


def table_clocks(table: Table, state: TableState) -> Clocks:
    """Return the clocks of `table`, whose state is `state`."""
    free = BREAK if state.is_between_hands else 0
    running = state.awaited & _people(table) if state.match is not None else frozenset()
    left = (table.first_left, table.second_left)
    return Clocks(parse_time_control(table.pace), left, running, table.since, free)


def _stands(table: Table, field: str, value: object) -> bool:
    """Return whether an indexed column already has this value."""
    return field in _INDEXED and getattr(table, field) == value


def _people(table: Table) -> frozenset[types.Seat]:
    """Return the seats that no bot plays."""
    return frozenset(seat.number for seat in table.taken if not seat.bot)


def _is_new_hand(before: TableState, after: TableState) -> bool:
    if after.match is None:
        return False
    return before.match is None or before.match.number < after.match.number


def _newly_awaited(before: TableState, after: TableState) -> frozenset[types.Seat]:
    """Return the seats whose turn has begun, none before the deal."""
    if after.match is None:
        return frozenset()
    return after.awaited if before.match is None else after.awaited - before.awaited


def _written(key: str, state: TableState) -> None:
    states.put(key, state)
    event_written.send(Event, key=key, number=state.number)


def _columns(table: Table, state: TableState, clocks: Clocks, moment: datetime) -> dict[str, Any]:
    """Return the columns of `table` for `state`."""
    taken_back = moment + reveal_time_limit(parse_time_control(table.pace)) if state.awaits_reveal else None
    return {
        "number": state.number,
        "status": _status(state),
        "winner": state.winner,
        **_turn_of_bot(table, state, moment),
        "first_left": clocks.left[0],
        "second_left": clocks.left[1],
        "since": clocks.since,
        "time_due": taken_back or clocks.next_expiry_time,
        "moved": moment,
    }


def _turn_of_bot(table: Table, state: TableState, moment: datetime) -> dict[str, Any]:
    """Return the columns of the bot queue: due time and lane of the next bot, without a lease."""
    seat = bot_to_act(table, state)
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
    """Return how many other searches the people of `table` wait for. Searches of one person run in turn."""
    people = [seat.person_id for seat in table.taken if seat.person_id is not None]
    due = Table.objects.filter(bot_lane=Lane.SEARCH, bot_due__isnull=False, seats__person__in=people)
    return due.exclude(pk=table.pk).count()


def _set_bots(table: Table, state: TableState) -> None:
    """Set the stand-in bot for the `stand_ins` of `state` and remove it from all other seats of people."""
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
    return Status.CUTTING if state.awaits_reveal else Status.WAITING


def bot_to_act(table: Table, state: TableState) -> Seat | None:
    """Return the seat of a bot that has to act, `None` if no bot has to."""
    return next((seat for seat in table.taken if seat.bot and seat.number in state.awaited), None)
