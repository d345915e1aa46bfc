"""Export of all data stored about a person: everything as JSON, matches and decisions as CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet

from ginrummy.coach.decision_table import COLUMNS, JUDGED, Key, judged_decision_rows
from ginrummy.coach.match_statistics import HandCounts, JudgedSeat, PlayedMatch, parse_findings
from ginrummy.coach.person_statistics import Statistics, person_statistics, seat_accuracy
from ginrummy.text.csv_text import csv_text
from ginrummy.text.record import Record
from ginrummy.web.board.board import seat_names
from ginrummy.web.board.record_file import match_record_text, variant_from_row
from ginrummy.web.bots import review_requests
from ginrummy.web.bots.models import Analysis, ReviewSummary
from ginrummy.web.http.now import day_text, recent_condition
from ginrummy.web.lobby.friends import followed_players, friends_of
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.models import Change, Tally
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import current_state


def own_statistics(person: Person) -> Statistics:
    """Return the statistics of all stored finished matches of `person`, with days in the current language."""
    matches = finished_matches(person)
    return person_statistics(replace(one, date=day_text(date.fromisoformat(one.date))) for one in matches)


def finished_matches(person: Person) -> Iterator[PlayedMatch]:
    """Yield the finished matches of `person`, the oldest first."""
    tallies = person_tallies(person).select_related("seat__table")
    tallies = tallies.prefetch_related("seat__table__seats__person", "seat__table__review_summary")
    for tally in tallies:
        table, number = tally.seat.table, tally.seat.number
        summary: ReviewSummary | None = getattr(table, "review_summary", None)
        yield PlayedMatch(
            place=table.key,
            date=table.moved.date().isoformat(),
            game=table.title,
            opponent=seat_names(table)[1 - number],
            result=tally.score,
            counts=HandCounts(*(getattr(tally, name) or 0 for name in HandCounts._fields)),
            judged=None if summary is None else parse_findings(summary.seats[number]),
        )


def person_tallies(person: Person) -> QuerySet[Tally]:
    """Return the tallies of `person`, the oldest first."""
    return Tally.objects.filter(seat__person=person).order_by("seat__table__moved", "pk")


def unreviewed_matches(person: Person) -> QuerySet[Table]:
    """Return the finished matches of `person` without a review, the newest first."""
    found = Table.objects.filter(seats__person=person, seats__tally__isnull=False, review_summary=None)
    return found.distinct().order_by("-moved")


def pending_reviews(person: Person) -> QuerySet[Analysis]:
    """Return the pending reviews of matches of `person`."""
    waited = Analysis.objects.filter(recent_condition("looked", review_requests.LOOKED), page=None)
    return waited.filter(table__seats__person=person).distinct()


def queue_review(table: Table) -> None:
    """Queue the review of a match without one, or with one from before summaries were stored."""
    Analysis.objects.filter(table=table, table__review_summary=None, page__isnull=False).delete()
    review_requests.request_review(table)


Row = Mapping[str, Any]
MATCH_COLUMNS: Final = (
    "match", "date", "game", "opponent", "result", *HandCounts._fields, "accuracy", "without_luck",
)  # fmt: skip
FOUND: Final = ("best", "size", "verdict")
"""Fields of a review that are stored for each error."""
DECISION_COLUMNS: Final = tuple(name for name in COLUMNS if name not in JUDGED or name in FOUND)


def own_data_json(person: Person) -> str:
    """Return all data stored about `person` as JSON, each match with its record."""
    records = {table.key: match_record_text(table) for table in _tables(person)}
    told = {
        "name": person.name,
        "account": None if person.user is None else person.user.username,
        "e_mail": None if person.user is None else person.user.email,
        "since": person.created.isoformat(),
        "settings": person.preferences,
        "notifications": person.alerts,
        "devices": [str(one) for one in person.sessions.filter(ended=None)],
        "friends": [str(one) for one in friends_of(person)],
        "followed": [str(one) for one in followed_players(person)],
        "rooms": [
            {"title": one.room.title, "role": one.role, "since": one.since.isoformat()}
            for one in (person.memberships.select_related("room") if settings.HAS_OTHERS else ())
        ],
        "evenings": [
            {"at": sheet.created.isoformat(), "text": sheet.text} for sheet in person.sheets.order_by("pk")
        ],
        "room_evenings": _room_evenings(person),
        "ratings": [
            {"family": one.family, "pool": one.pool, "value": one.value, "deviation": one.deviation,
             "matches": one.matches, "at": one.at.isoformat()}
            for one in person.ratings.all()
        ],
        "changes": [
            {"match": change.seat.table.key, "before": change.before, "after": change.after}
            for change in Change.objects.filter(seat__person=person).select_related("seat__table")
        ],
        "matches": [row | {"record": records.get(row["match"], "")} for row in match_rows(person)],
    }  # fmt: skip
    return json.dumps(told, ensure_ascii=False, indent=1)


def _room_evenings(person: Person) -> list[dict[str, str]]:
    """Return the evenings of rooms in which `person` has played."""
    if not settings.HAS_OTHERS:
        return []
    from ginrummy.web.rooms.ledgers import evening_text
    from ginrummy.web.rooms.places import places_of  # rooms are installed only on a server

    played = {place.evening_id: place.evening for place in places_of(person)}
    return [
        {"room": one.room.title, "at": one.begun.isoformat(), "text": evening_text(one)}
        for one in played.values()
        if one.lines
    ]


def matches_csv(person: Person) -> str:
    """Return the finished matches of `person`, one per row."""
    return csv_text(MATCH_COLUMNS, match_rows(person))


def decisions_csv(person: Person) -> str:
    """Return the decisions in finished matches of `person`, one per row, with the errors found by reviews.

    The columns are those of `ginrummy export`, but of the coach's only those that are stored.
    """
    return csv_text(DECISION_COLUMNS, decision_rows(person))


def match_rows(person: Person) -> Iterator[dict[str, Any]]:
    """Yield the finished matches of `person`, the oldest first."""
    for match in finished_matches(person):
        yield {
            "match": match.place,
            "date": match.date,
            "game": match.game,
            "opponent": match.opponent,
            "result": match.result,
            **match.counts._asdict(),
            **_review_figures(match),
        }


def _review_figures(match: PlayedMatch) -> dict[str, float | None]:
    """Return the results of a review, or nothing where there is none."""
    judged = match.judged
    if judged is None:
        return {"accuracy": None, "without_luck": None}
    return {"accuracy": seat_accuracy(judged).mean, "without_luck": judged.without_luck}


def decision_rows(person: Person) -> Iterator[Row]:
    """Yield the decisions of `person` in its finished matches."""
    judged = {match.place: match.judged for match in finished_matches(person)}
    for number, table in enumerate(_tables(person), start=1):
        match = current_state(table).match
        assert match is not None
        seat = next(each.number for each in table.seats.all() if each.person_id == person.pk)
        record = Record(match, variant_from_row(table), seat_names(table), {})
        rows = judged_decision_rows(record, review_errors(judged[table.key]), file=table.key, number=number)
        yield from (row for row in rows if row["seat"] == seat)


def review_errors(judged: JudgedSeat | None) -> dict[Key, dict[str, Any]]:
    """Return the errors found by a review, by hand and number of moves before, or none without a review."""
    slips = () if judged is None else judged.slips
    return {(slip.hand, slip.step): {name: getattr(slip, name) for name in FOUND} for slip in slips}


def _tables(person: Person) -> Iterator[Table]:
    for tally in person_tallies(person).select_related("seat__table"):
        yield tally.seat.table


FILES: Final[dict[str, tuple[str, Callable[[Person], str]]]] = {
    "data.json": ("application/json", own_data_json),
    "matches.csv": ("text/csv", matches_csv),
    "decisions.csv": ("text/csv", decisions_csv),
}
"""The downloads: the content type and the function that writes each file."""
