"""Export of all data stored about a person: everything as JSON, matches and decisions as CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from ginrummy.coach.decision_table import COLUMNS, JUDGED, Key, rows_with
from ginrummy.coach.match_statistics import HandCounts, JudgedSeat, PlayedMatch
from ginrummy.coach.person_statistics import accuracy_of_seat
from ginrummy.text.csv_text import csv_lines
from ginrummy.text.record import Record
from ginrummy.web.board.board import names_of
from ginrummy.web.board.record_file import named_variant, record_of
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.models import Change
from ginrummy.web.statistics.own_matches import matches_of, tallies_of
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import state_of

Row = Mapping[str, Any]
MATCH_COLUMNS: Final = (
    "match", "date", "game", "opponent", "result", *HandCounts._fields, "accuracy", "without_luck",
)  # fmt: skip
FOUND: Final = ("best", "size", "verdict")
"""Fields of a review that are stored for each error."""
DECISION_COLUMNS: Final = tuple(name for name in COLUMNS if name not in JUDGED or name in FOUND)


def own_data_json(person: Person) -> str:
    """Return all data stored about `person` as JSON, each match with its record."""
    records = {table.key: record_of(table) for table in _tables(person)}
    told = {
        "name": person.name,
        "account": None if person.user is None else person.user.username,
        "e_mail": None if person.user is None else person.user.email,
        "since": person.created.isoformat(),
        "settings": person.preferences,
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


def matches_csv(person: Person) -> str:
    """Return the finished matches of `person`, one per row."""
    return _csv(MATCH_COLUMNS, match_rows(person))


def decisions_csv(person: Person) -> str:
    """Return the decisions in finished matches of `person`, one per row, with the errors found by reviews.

    The columns are those of `ginrummy export`, but of the coach's only those that are stored.
    """
    return _csv(DECISION_COLUMNS, decision_rows(person))


def match_rows(person: Person) -> Iterator[dict[str, Any]]:
    """Yield the finished matches of `person`, the oldest first."""
    for match in matches_of(person):
        yield {
            "match": match.place,
            "date": match.date,
            "game": match.game,
            "opponent": match.opponent,
            "result": match.result,
            **match.counts._asdict(),
            **_found(match),
        }


def _found(match: PlayedMatch) -> dict[str, float | None]:
    """Return the results of a review, or nothing where there is none."""
    judged = match.judged
    if judged is None:
        return {"accuracy": None, "without_luck": None}
    return {"accuracy": accuracy_of_seat(judged).mean, "without_luck": judged.without_luck}


def decision_rows(person: Person) -> Iterator[Row]:
    """Yield the decisions of `person` in its finished matches."""
    judged = {match.place: match.judged for match in matches_of(person)}
    for number, table in enumerate(_tables(person), start=1):
        match = state_of(table).match
        assert match is not None
        seat = next(each.number for each in table.seats.all() if each.person_id == person.pk)
        record = Record(match, named_variant(table), names_of(table), {})
        rows = rows_with(record, errors_of_review(judged[table.key]), file=table.key, number=number)
        yield from (row for row in rows if row["seat"] == seat)


def errors_of_review(judged: JudgedSeat | None) -> dict[Key, dict[str, Any]]:
    """Return the errors found by a review, by hand and number of moves before, or none without a review."""
    slips = () if judged is None else judged.slips
    return {(slip.hand, slip.step): {name: getattr(slip, name) for name in FOUND} for slip in slips}


def _tables(person: Person) -> Iterator[Table]:
    for tally in tallies_of(person).select_related("seat__table"):
        yield tally.seat.table


def _csv(columns: Iterable[str], rows: Iterable[Row]) -> str:
    return "".join(f"{line}\n" for line in csv_lines(columns, rows))


FILES: Final[dict[str, tuple[str, Callable[[Person], str]]]] = {
    "data.json": ("application/json", own_data_json),
    "matches.csv": ("text/csv", matches_csv),
    "decisions.csv": ("text/csv", decisions_csv),
}
"""The downloads: the content type and the function that writes each file."""
