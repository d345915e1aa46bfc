"""Creation of tables: the proposal, the first seats and the first events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from ginrummy.game.shuffle import cut_seal, new_nonce, random_cut
from ginrummy.locale import _
from ginrummy.rules import types
from ginrummy.variants import Variant
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person, lock_people
from ginrummy.web.tables import pubsub, server_heartbeat
from ginrummy.web.tables.clocks import TimeControl, parse_time_control
from ginrummy.web.tables.errors import SeatTaken
from ginrummy.web.tables.event_log import append_event
from ginrummy.web.tables.models import Event, Rules, Seat, Table
from ginrummy.web.tables.rated_eligibility import require_rated
from ginrummy.web.tables.signals import opening_changed
from ginrummy.web.tables.table_state import CUT, DECK, SEAL


@dataclass(frozen=True, slots=True)
class Proposal:
    """Table to be created: variant and its name, secret of the published fingerprint, pace and options.

    A `deck` makes the first hand a prepared one, and the secret and the cuts then have no effect. An exercise
    against a bot starts with the `log` of another match, in which the person has `seat`.
    """

    variant: Variant
    variant_name: str
    secret: str
    first_dealer: types.Seat | None = None
    is_listed: bool = False
    rematch_of: Table | None = None
    pace: str = ""
    is_rated: bool = False
    is_one_hand: bool = False
    language: str = ""
    invited: Person | None = None
    beside: Person | None = None
    """The second player on the same device."""
    deck: str = ""
    log: tuple[tuple[types.Seat, str], ...] = ()
    seat: types.Seat = types.SEATS[0]
    bot_names: tuple[str, str] = ("", "")
    """The names of bots in an evening, by seat."""


def create(
    proposal: Proposal, person: Person, *, cut: str = "", seal: str = "", bot: str = "", bot_cut: str = ""
) -> Table:
    """Create a table at which `person` has seat 0 and has cut.

    Seat 1 goes to a bot of level `bot` or to a player on the same device, or stays open. A bot or a player on
    the same device fixes its cut together with the fingerprint, so before the person cuts. At an open table
    the person's cut stays under a `seal` until the other player has cut. If the person gives no seal, the
    server seals `cut` and stores it (docs/deals.md).

    A proposal that is sent again returns the earlier table: its answer may have been lost on the way.

    Raise `SeatTaken` for a secret used otherwise, `AccountGone` for a deleted account, `GinRummyError` for an
    unknown pace and `NotRated` if the match cannot be rated as requested.
    """
    own, other = types.SEATS
    pace = parse_time_control(proposal.pace)
    kept, sealed = ("", seal) if seal or _is_full(proposal, bot) else _seal_cut(cut)
    try:
        with transaction.atomic():
            lock_people(person, proposal.beside, proposal.invited)
            if proposal.is_rated:
                others: list[Person | str] = [proposal.beside] if proposal.beside else [bot] * bool(bot)
                require_rated(str(pace), person, *others)
            table = _insert_table(proposal, person, pace, kept, bot)
            if proposal.log:
                _repeat(table, proposal.log)
            elif proposal.deck:
                append_event(table, own, DECK + proposal.deck)
            elif _is_full(proposal, bot):
                append_event(table, other, CUT + bot_cut)
                append_event(table, own, CUT + cut)
            else:
                append_event(table, own, SEAL + sealed)
            opening_changed.send(Table, table=table)
    except IntegrityError as error:
        earlier = _earlier(proposal, person, pace, bot)
        if earlier is None or not _is_cut(earlier, proposal.seat, cut, seal):
            raise SeatTaken(_("this deal was used before: load the page again"), clause="3.6") from error
        return earlier
    return table


def _earlier(proposal: Proposal, person: Person, pace: TimeControl, bot: str) -> Table | None:
    """Return the table that `person` created by the same proposal before, `None` if there is none."""
    found = Table.objects.filter(
        **_columns(proposal, person, pace), seats__person=person, seats__number=proposal.seat
    ).first()
    if found is None:
        return None
    bots = list(found.seats.exclude(bot="").values_list("bot", flat=True))
    return found if bots == ([bot] if bot else []) else None


def _is_cut(table: Table, seat: types.Seat, cut: str, seal: str) -> bool:
    """Return whether `seat` opened `table` by this cut, or by this seal."""
    if table.kept_cut:
        return table.kept_cut.partition(" ")[2] == cut
    return Event.objects.filter(table=table, seat=seat, text__in=(CUT + cut, SEAL + seal)).exists()


def _seal_cut(cut: str) -> tuple[str, str]:
    """Return a cut as the server stores it until the other player has cut, and its seal."""
    nonce = new_nonce()
    return f"{nonce} {cut}", cut_seal(cut, nonce)


def _is_full(proposal: Proposal, bot: str) -> bool:
    """Return whether both seats are taken from the start."""
    return bool(bot) or proposal.beside is not None


def _insert_table(proposal: Proposal, person: Person, pace: TimeControl, kept_cut: str, bot: str) -> Table:
    """Insert the table and its seats, without events."""
    is_full = _is_full(proposal, bot)
    table = Table.objects.create(
        **_columns(proposal, person, pace),
        kept_cut=kept_cut,
        is_listed=proposal.is_listed and not is_full,
        first_left=pace.initial_milliseconds,
        second_left=pace.initial_milliseconds,
    )
    Seat.objects.create(table=table, number=proposal.seat, person=person)
    if is_full:
        other = types.other_seat(proposal.seat)
        name = proposal.bot_names[other]
        Seat.objects.create(table=table, number=other, bot=bot, name=name, person=proposal.beside)
    return table


def create_for_bots(proposal: Proposal, bots: tuple[str, str]) -> Table:
    """Create a table at which two bots play. Their cuts are random. They have no clock."""
    with transaction.atomic():
        table = Table.objects.create(**_columns(proposal, None, TimeControl()))
        for seat in types.SEATS:
            Seat.objects.create(table=table, number=seat, bot=bots[seat], name=proposal.bot_names[seat])
        for seat in types.SEATS:
            append_event(table, seat, CUT + random_cut())
        opening_changed.send(Table, table=table)
    return table


def _columns(proposal: Proposal, person: Person | None, pace: TimeControl) -> dict[str, Any]:
    """Return the columns of a table that its proposal decides."""
    return {
        "variant_name": proposal.variant_name,
        "rules": Rules.of(proposal.variant),
        "secret": proposal.secret,
        "first_dealer": proposal.first_dealer,
        "shared_by": person if proposal.beside else None,
        "rematch_of": proposal.rematch_of,
        "pace": str(pace),
        "is_rated": proposal.is_rated,
        "is_one_hand": proposal.is_one_hand,
        "language": proposal.language,
        "invited": proposal.invited,
    }


def _repeat(table: Table, log: tuple[tuple[types.Seat, str], ...]) -> None:
    """Copy the events of another match.

    The last one goes through `append_event`, which updates the table's columns.
    """
    *before, (seat, text) = log
    Event.objects.bulk_create(
        Event(table=table, number=number, seat=place, text=said)
        for number, (place, said) in enumerate(before)
    )
    Table.objects.filter(pk=table.pk).update(number=len(before))
    table.number = len(before)
    append_event(table, seat, text)


def remove_unrevealed_table(table: Table) -> bool:
    """Remove the locked `table` if its sealed cut was not revealed in time. Return whether it was removed."""
    if table.time_due is None or table.time_due > now() or not server_heartbeat.has_recent_sweep():
        return False
    remove_table(table)
    return True


def remove_table(table: Table) -> None:
    """Delete the locked `table` and wake its pages and the lists that show it."""
    opening_changed.send(Table, table=table, is_removed=True)
    pubsub.announce(table.key, table.number + 1)
    table.delete()
