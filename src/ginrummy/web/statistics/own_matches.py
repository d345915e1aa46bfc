"""Finished matches of a person for the statistics, and the queue of reviews."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

from ginrummy.coach.match_statistics import HandCounts, PlayedMatch, parse_findings
from ginrummy.coach.person_statistics import Statistics, statistics_of
from ginrummy.web.board.board import names_of
from ginrummy.web.bots import review_requests
from ginrummy.web.bots.models import Analysis, ReviewSummary
from ginrummy.web.http.now import recent_condition
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.models import Tally
from ginrummy.web.tables.models import Table


def own_statistics(person: Person) -> Statistics:
    """Return the statistics of all stored finished matches of `person`."""
    return statistics_of(matches_of(person))


def matches_of(person: Person) -> Iterator[PlayedMatch]:
    """Yield the finished matches of `person`, the oldest first."""
    tallies = tallies_of(person).select_related("seat__table")
    tallies = tallies.prefetch_related("seat__table__seats__person", "seat__table__review_summary")
    for tally in tallies:
        table, number = tally.seat.table, tally.seat.number
        summary: ReviewSummary | None = getattr(table, "review_summary", None)
        yield PlayedMatch(
            place=table.key,
            date=table.moved.date().isoformat(),
            game=table.title,
            opponent=names_of(table)[1 - number],
            result=tally.score,
            counts=HandCounts(*(getattr(tally, name) or 0 for name in HandCounts._fields)),
            judged=None if summary is None else parse_findings(summary.seats[number]),
        )


def tallies_of(person: Person) -> QuerySet[Tally]:
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
    review_requests.request_review(table, names_of(table))
