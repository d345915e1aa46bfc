"""Creating a table: what is proposed, whoever sits down at once, and the first lines of its event log."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError, transaction

from ginrummy import card_seat_types
from ginrummy.locale import _
from ginrummy.shuffle import new_nonce, seal_of
from ginrummy.variants import Variant
from ginrummy.web.people.held_person import hold
from ginrummy.web.people.models import Person
from ginrummy.web.tables.clocks import Pace, pace_of
from ginrummy.web.tables.errors import Taken
from ginrummy.web.tables.event_log import append
from ginrummy.web.tables.models import Event, Rules, Seat, Table
from ginrummy.web.tables.rated_eligibility import refuse_unrated
from ginrummy.web.tables.signals import opening_changed
from ginrummy.web.tables.table_state import CUT, DECK, SEAL


@dataclass(frozen=True, slots=True)
class Proposal:
    """A table to be: its variant and what it is called, the secret whose fingerprint was shown, its pace.

    Where a `deck` is given the first hand is prepared, and neither secret nor cuts have a say in it. An
    exercise against a bot begins with the `log` of another match, and whoever lays it has `seat` there.
    """

    variant: Variant
    variant_name: str
    secret: str
    first_dealer: card_seat_types.Seat | None = None
    is_listed: bool = False
    rematch_of: Table | None = None
    pace: str = ""
    is_rated: bool = False
    language: str = ""
    invited: Person | None = None
    beside: Person | None = None
    """Whoever plays on the same device."""
    deck: str = ""
    log: tuple[tuple[card_seat_types.Seat, str], ...] = ()
    seat: card_seat_types.Seat = card_seat_types.SEATS[0]


def create(
    proposal: Proposal, person: Person, *, cut: str = "", seal: str = "", bot: str = "", bot_cut: str = ""
) -> Table:
    """Return a new table at which `person` has seat 0 and has cut.

    Raises `Taken` for a used secret, `AccountGone` for a deleted account, `GinRummyError` for a pace
    that there is not, `NotRated` where a rated match is asked for that cannot be.
    Seat 1 is taken by a bot of level `bot` or by somebody on the same device, whose cut was named together
    with the fingerprint and so stands before the person's, or waits for somebody. Then the person's cut is
    under a `seal` until that one has cut: the person's own, else the server seals `cut` and keeps it
    (docs/deals.md).
    """
    own, other = card_seat_types.SEATS
    pace = pace_of(proposal.pace)
    kept, seal = ("", seal) if seal or _is_full(proposal, bot) else _sealed(cut)
    try:
        with transaction.atomic():
            hold(person, proposal.beside, proposal.invited)
            if proposal.is_rated:
                others: list[Person | str] = [proposal.beside] if proposal.beside else [bot] * bool(bot)
                refuse_unrated(str(pace), person, *others)
            table = _laid(proposal, person, pace, kept, bot)
            if proposal.log:
                _repeat(table, proposal.log)
            elif proposal.deck:
                append(table, own, DECK + proposal.deck)
            elif _is_full(proposal, bot):
                append(table, other, CUT + bot_cut)
                append(table, own, CUT + cut)
            else:
                append(table, own, SEAL + seal)
            opening_changed.send(Table, table=table)
    except IntegrityError as error:
        raise Taken(_("this deal was used before: load the page again"), clause="3.6") from error
    return table


def _sealed(cut: str) -> tuple[str, str]:
    """Return a cut as the server keeps it until the other one has cut, and its seal."""
    nonce = new_nonce()
    return f"{nonce} {cut}", seal_of(cut, nonce)


def _is_full(proposal: Proposal, bot: str) -> bool:
    """Return whether both seats are taken from the start."""
    return bool(bot) or proposal.beside is not None


def _laid(proposal: Proposal, person: Person, pace: Pace, kept_cut: str, bot: str) -> Table:
    """Return the table with those who sit at it, before anything is said."""
    is_full = _is_full(proposal, bot)
    table = Table.objects.create(
        variant_name=proposal.variant_name,
        rules=Rules.of(proposal.variant),
        secret=proposal.secret,
        kept_cut=kept_cut,
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
        Seat.objects.create(
            table=table, number=card_seat_types.other_seat(proposal.seat), bot=bot, person=proposal.beside
        )
    return table


def _repeat(table: Table, log: tuple[tuple[card_seat_types.Seat, str], ...]) -> None:
    """Write down what was said in another match; the last of it brings the table up to date."""
    *before, (seat, text) = log
    Event.objects.bulk_create(
        Event(table=table, number=number, seat=place, text=said)
        for number, (place, said) in enumerate(before)
    )
    Table.objects.filter(pk=table.pk).update(number=len(before))
    table.number = len(before)
    append(table, seat, text)
