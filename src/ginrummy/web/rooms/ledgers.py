"""Ledgers of evenings: the file that `ginrummy score` reads, who stands where by it, and the season."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from ginrummy.game.evening import Evening as PlayedEvening
from ginrummy.game.evening import open_match
from ginrummy.game.evening_matches import EachMatch
from ginrummy.game.hand_entry import POINTS, least_winning_points, most_points, score_of
from ginrummy.game.totals import first_totals
from ginrummy.locale import language
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.registry import bot_title
from ginrummy.rules.forms import SEAT_BOARDS
from ginrummy.rules.scoring import UNKNOWN
from ginrummy.rules.types import NOBODY, Seat, other_seat
from ginrummy.text.ledger.edited_ledger import EditedLedger
from ginrummy.text.ledger.evening_ledger import EveningLedger, build_evening_ledger
from ginrummy.text.ledger.evening_text import EveningSheet, evening_sheet
from ginrummy.text.ledger.evening_writer import distinct_names, evening_heading, evening_names, hand_text
from ginrummy.text.ledger.ledger_text import LedgerText
from ginrummy.text.ledger.season import Season
from ginrummy.variants.form_files import load_form
from ginrummy.web.people.models import Person
from ginrummy.web.rooms.models import Evening, EveningPlayer, EveningTable, Room
from ginrummy.web.tables.creation import remove_table
from ginrummy.web.tables.errors import NoTable
from ginrummy.web.tables.models import Seat as TableSeat
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.service import lock_table
from ginrummy.web.tables.table_state import VOID, TableState

SMALLEST: Final = 2
"""Players whose hands make a ledger."""
_AND: Final = ", "
"""Between the names of a side that has won: no name in an evening has a comma."""
_CACHED: Final = 64
_CACHED_SEASONS: Final = 16
_MOST_LINES: Final = 60
"""Hands that a match given up may need to reach its end."""


class RoomSeason(NamedTuple):
    """The season of a room, and what is wrong with its evenings: primary key, day and fault of each."""

    season: Season
    faults: tuple[tuple[int, str, str], ...]


class _ScoredEvening(NamedTuple):
    """Data of an evening for a season: the identities of its players and their names in the season."""

    key: int
    title: str
    text: str
    people: tuple[int | str, ...]
    names: tuple[str, ...]


def add_players(evening: Evening, players: Iterable[tuple[int | None, str, str]]) -> None:
    """Add people or bots to `evening` (primary key of the person, level of the bot, name)."""
    known, found = evening.roster, list(players)
    names = evening_names([name for _person, _bot, name in found], [one.name for one in known])
    EveningPlayer.objects.bulk_create(
        EveningPlayer(evening=evening, number=number, name=name, person_id=person, bot=bot)
        for number, (name, (person, bot, _name)) in enumerate(zip(names, found, strict=True), len(known))
    )
    del evening.roster


def evening_text(evening: Evening) -> str:
    """Return the file of `evening`, for `ginrummy score`."""
    names = [one.name for one in evening.roster]
    dealer = "" if evening.dealer == NOBODY else names[evening.dealer]
    row = load_form(evening.form).row
    return evening_heading(
        evening.form, row, evening.game, names, stakes=evening.stakes, dealer=dealer
    ) + str(evening.lines)


def read_ledger_of(evening: Evening) -> EveningLedger:
    """Return the ledger of `evening`; a hand that cannot be read is a fault of it.

    Raise `GinRummyError` for headings that cannot be read.
    """
    return _ledger(evening_text(evening), language())


def rename_player(evening: Evening, number: int, name: str) -> None:
    """Give player `number` of `evening` a name that resembles `name`, in every line.

    Raise `LedgerError` if no name fits.
    """
    own = evening.roster[number]
    others = [one.name for one in evening.roster if one is not own]
    before = evening_text(evening)
    headings = before.removesuffix(evening.lines).count("\n")
    found = evening_names([name], others)[0]
    if found != own.name:
        after = EditedLedger.from_text(before).rename(own.name, found)
        evening.lines = "".join(str(after.text).splitlines(keepends=True)[headings:])
        winners = evening.winner.split(_AND)
        evening.winner = _AND.join(found if one == own.name else one for one in winners)
        evening.save(update_fields=["lines", "winner"])
        EveningPlayer.objects.filter(pk=own.pk).update(name=found)
        del evening.roster


@lru_cache(_CACHED)
def _ledger(text: str, _language: str) -> EveningLedger:
    return build_evening_ledger(LedgerText.from_text(text))


def ledger_of(evening: Evening) -> EveningLedger | None:
    """Return the ledger of `evening`, `None` before two have played and if it cannot be read."""
    if len(evening.roster) < SMALLEST:
        return None
    try:
        return read_ledger_of(evening)
    except GinRummyError:
        return None


def shown_sheet(evening: Evening) -> EveningSheet | None:
    """Return the sheet of `evening` for a page, whose bots have their names in the current language."""
    ledger = ledger_of(evening)
    if ledger is None:
        return None
    people = distinct_names(list(map(str, evening.roster)))
    return evening_sheet(replace(ledger, evening=replace(ledger.evening, people=people)))


def playable_boards(evening: Evening) -> frozenset[tuple[int, int]]:
    """Return the boards that can be played now, as the numbers of their two players, the lower one first."""
    ledger = ledger_of(evening)
    return frozenset() if ledger is None else frozenset((min(one), max(one)) for one in ledger.evening.boards)


def ledger_fault(evening: Evening) -> str:
    """Return why not all of `evening` can be read, if so."""
    try:
        ledger = read_ledger_of(evening) if len(evening.roster) >= SMALLEST else None
    except GinRummyError as error:
        return str(error)
    return "" if ledger is None or ledger.fault is None else str(ledger.fault)


def table_lines(ledger: EveningLedger, state: TableState, numbers: tuple[int, int]) -> list[str]:
    """Return the lines of the finished table of `state`, whose seats are the players `numbers`.

    A match that was given up has a last line with the points that its winner lacked. One without a winner,
    because both times were out, has none. A hand of a deal that was broken off is void (RULES 14.5).
    """
    is_one_hand = state.terms.is_one_hand
    names = (ledger.people[numbers[0]], ledger.people[numbers[1]])
    if state.match is None or (state.ending == VOID and not is_one_hand):
        return []
    games = [game for game in state.match.games if game.score is not None]
    lines = [hand_text(game, names) for game in games]
    if is_one_hand:
        return lines or [f"{names[0]} {names[1]} void"]
    if state.ending and state.winner is not None:
        for line in lines:
            ledger = ledger.append_line(line)
        lines += _missing_points(ledger.evening, numbers, state.winner)
    return lines


def _missing_points(evening: PlayedEvening, numbers: tuple[int, int], winner: Seat) -> list[str]:
    """Return the lines by which `winner` reaches the end of the match in play."""
    variant, lines = evening.variant, list[str]()
    least, most = least_winning_points(variant), most_points(variant, UNKNOWN)
    first, second = numbers[winner], numbers[other_seat(winner)]
    ledger_line = f"{evening.people[first]} {evening.people[second]}"
    ended = len(evening.finished)
    while len(evening.finished) == ended and len(lines) < _MOST_LINES:
        match = open_match(evening, first, second)
        columns = [] if match is None else match.score_sheet.sheet.columns[: variant.columns]
        own = 0 if match is None else match.side_of(first)
        lacks = [variant.game_target - column.points[own] for column in columns if column.closed_by == NOBODY]
        points = min(max(least, max(lacks, default=variant.game_target)), most)
        lines.append(f"{ledger_line} {points}")
        evening = evening.play(first, second, score_of(variant, POINTS, 0, points, 0, UNKNOWN))
    return lines


def running_points(evening: PlayedEvening, place: EveningTable) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points, column by column, of the sides of both seats in the match to which a table belongs.

    A hand that was the last of its match has the points of that match.
    """
    is_over = place.table.status == Status.OVER
    found = evening.open_matches or (evening.matches[-1:] if is_over else ())
    none = (0,) * evening.variant.columns
    if not found or place.first is None or place.second is None:
        return none, none
    match = found[0]
    if isinstance(match, EachMatch):
        return (match.points(place.first),), (match.points(place.second),)
    columns = match.score_sheet.sheet.columns[: evening.variant.columns]
    sides = (match.side_of(place.first), match.side_of(place.second))
    first, second = (tuple(column.points[side] for column in columns) for side in sides)
    return first, second


def room_season(room: Room) -> RoomSeason:
    """Return the season of `room`, its first evening first: a person is one in all, under the latest name."""
    scored = room.evenings.exclude(lines="").prefetch_related("players")
    seated = _people_at_tables(room) if scored else {}
    found = (_scored_evening(each, seated) for each in reversed(scored) if len(each.roster) >= SMALLEST)
    return _season(tuple(found), language())


def _scored_evening(evening: Evening, seated: dict[tuple[int, int | None], int]) -> _ScoredEvening:
    people = tuple(_identity(one, seated.get((evening.pk, one.number))) for one in evening.roster)
    names = (
        bot_title(one.bot, one.name) if one.bot and isinstance(who, str) else one.name
        for one, who in zip(evening.roster, people, strict=True)
    )
    return _ScoredEvening(evening.pk, str(evening), evening_text(evening), people, tuple(names))


@lru_cache(_CACHED_SEASONS)
def _season(scored: tuple[_ScoredEvening, ...], _language: str) -> RoomSeason:
    found, faults = list[tuple[_ScoredEvening, EveningLedger]](), list[tuple[int, str, str]]()
    for each in scored:
        try:
            ledger = build_evening_ledger(LedgerText.from_text(each.text))
        except GinRummyError as error:
            faults.append((each.key, each.title, str(error)))
            continue
        found.append((each, ledger))
        if ledger.fault is not None:
            faults.append((each.key, each.title, str(ledger.fault)))
    latest = {who: name for each, _ledger in found for who, name in zip(each.people, each.names, strict=True)}
    names = dict(zip(latest, distinct_names(list(latest.values())), strict=True))
    season = Season(
        tuple(each.title for each, _ledger in found),
        tuple(
            ((replace(ledger.evening, people=tuple(names[who] for who in each.people)), ledger.stakes),)
            for each, ledger in found
        ),
        tuple((title, fault) for _key, title, fault in faults),
    )
    return RoomSeason(season, tuple(faults))


def _people_at_tables(room: Room) -> dict[tuple[int, int | None], int]:
    """Return who has sat in the place of a player, by evening and number, also if a bot has it now."""
    seats = TableSeat.objects.filter(table__evening_table__evening__room=room, person__isnull=False)
    place = "table__evening_table__"
    found = seats.values_list("number", f"{place}evening", f"{place}first", f"{place}second", "person")
    return {(evening, numbers[seat]): one for seat, evening, *numbers, one in found}


def _identity(player: EveningPlayer, seated: int | None) -> int | str:
    """Return what a player is known by in all evenings of a room: a bot by its name.

    `seated` is the person who has played in the place. A former player without tables is known in one evening
    only.
    """
    person = seated if player.person_id is None else player.person_id
    if person is not None:
        return person
    return str(player) if player.bot else f"{player.evening_id}/{player.number}"


def leader_name(evening: Evening) -> str:
    """Return the name of the first of `evening`, the names of a side, or nothing where others are equal."""
    ledger = ledger_of(evening) if evening.lines else None
    if ledger is None:
        return ""
    best = tuple(one.name for one in first_totals(ledger.totals))
    sides = ledger.evening.sides if ledger.evening.form.seating == SEAT_BOARDS else ()
    is_side = best in [tuple(ledger.people[person] for person in side) for side in sides]
    return _AND.join(best) if len(best) == 1 or is_side else ""


def end_current_evening(room: Room) -> bool:
    """End the current evening of `room` and store its winner. Return whether there was one."""
    evening = room.evenings.filter(is_over=False).first()
    if evening is None:
        return False
    evening.is_over, evening.winner = True, leader_name(evening)
    evening.save(update_fields=["is_over", "winner"])
    tables = Table.objects.filter(evening_table__evening=evening).exclude(status=Status.OVER)
    _remove_tables(tables.exclude(seats__person__isnull=False))
    return True


def remove_waiting_tables(room: Room, person: Person) -> None:
    """Remove the tables of `room` at which `person` waits, or that wait for `person`."""
    tables = Table.objects.filter(evening_table__evening__room=room, status=Status.WAITING)
    _remove_tables(tables.filter(Q(seats__person=person) | Q(invited=person)))


def _remove_tables(tables: QuerySet[Table]) -> None:
    """Remove `tables` after the transaction: a table is locked before its room."""

    def remove() -> None:
        for key in list(tables.values_list("key", flat=True)):
            with transaction.atomic(), suppress(NoTable):
                remove_table(lock_table(key))

    transaction.on_commit(remove)


def finished_matches(evening: PlayedEvening, number: int) -> int:
    """Return the matches of a player that are over."""
    return sum(isinstance(match, EachMatch) or match.side_of(number) != NOBODY for match in evening.finished)
