"""Hand of the day: the same deal for everybody, committed the day before, one attempt each against one bot.

The cuts are fixed by a rule, so that no player can choose them: the date, and the name of the game. The bot
`steady` is deterministic: at every table it answers the same play alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from django.db import IntegrityError, transaction

from ginrummy.coach.match_statistics import parse_findings
from ginrummy.game.match import Match
from ginrummy.game.shuffle import Seeds, deck_text, new_secret
from ginrummy.players.registry import can_search
from ginrummy.rules.scoring import NOBODY
from ginrummy.web.bots import review_requests
from ginrummy.web.bots.models import ReviewSummary
from ginrummy.web.http.now import now
from ginrummy.web.learn.first_hand import guided_hand_rules
from ginrummy.web.people.models import Person
from ginrummy.web.puzzles.models import DailyHand, DailyTry
from ginrummy.web.tables import creation
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import DAILY, Status, Table
from ginrummy.web.tables.table_state import TableState

BOT: Final = "steady"
BOT_CUT: Final = "ginrummy"
PLAYER: Final = 0
SHOWN: Final = 50
JUDGED_AT_ONCE: Final = 4
"""Limit of reviews requested in one request of the page."""
DAY: Final = timedelta(days=1)


class DailyResult(NamedTuple):
    """Result of a player: `points`, `None` for a hand resigned or finished after its day.

    `accuracy` is set after the coach's review.
    """

    attempt: DailyTry
    name: str
    points: int | None
    accuracy: float | None

    @property
    def is_late(self) -> bool:
        """Whether the hand ended after its day, when its cards were public."""
        return self.attempt.table.moved.date() > self.attempt.hand.day


def today() -> date:
    """Return the current date in UTC."""
    return now().date()


def daily_hand(day: date) -> DailyHand:
    """Return the hand of `day`, creating it if necessary."""
    return DailyHand.objects.get_or_create(day=day)[0]


def create_upcoming_hands() -> None:
    """Create the hands of today and tomorrow. The server calls it periodically, without any visitor."""
    for day in (today(), today() + DAY):
        daily_hand(day)


def daily_seeds(hand: DailyHand) -> Seeds:
    """Return the seeds of the deal: the secret and the fixed cuts."""
    return Seeds(hand.secret, (hand.day.isoformat(), BOT_CUT))


def deal_hand_of_the_day(hand: DailyHand) -> Match:
    """Return the hand as dealt, as a match that ends with the first score."""
    return Match.start(guided_hand_rules(), daily_seeds(hand))


def find_attempt(person: Person | None, hand: DailyHand) -> DailyTry | None:
    """Return the attempt of `person` at `hand`."""
    if person is None:
        return None
    return DailyTry.objects.filter(person=person, hand=hand).select_related("table").first()


def open_table_of_the_day(person: Person) -> Table:
    """Return the table of `person` for the hand of today, creating it if necessary."""
    hand = daily_hand(today())
    begun = find_attempt(person, hand)
    if begun is not None:
        return begun.table
    game = deal_hand_of_the_day(hand).game
    proposal = Proposal(
        game.variant, DAILY, new_secret(), first_dealer=game.dealer, deck=deck_text(game.deck)
    )
    try:
        with transaction.atomic():
            table = creation.create(proposal, person, bot=BOT)
            DailyTry.objects.create(hand=hand, person=person, table=table)
    except IntegrityError:  # another page of the same person inserted it first
        return DailyTry.objects.get(hand=hand, person=person).table
    return table


def store_result(*, table: Table, state: TableState, **_told: Any) -> None:
    """Store the result of a hand of the day when it ends.

    A resigned hand scores nothing, nor does one that ends when its cards are public.
    """
    if table.variant_name != DAILY or state.match is None or state.ending:
        return
    score = state.match.game.score
    if score is not None and score.winner != NOBODY:
        points = score.points if score.winner == PLAYER else -score.points
        DailyTry.objects.filter(table=table, hand__day=today()).update(points=points)


def daily_results(hand: DailyHand) -> list[DailyResult]:
    """Return the results of finished attempts, sorted by points and then accuracy."""
    over = hand.tries.filter(table__status=Status.OVER).select_related("person", "table__review_summary")
    found = [DailyResult(each, str(each.person), each.points, player_accuracy(each.table)) for each in over]
    return sorted(
        found, key=lambda place: (place.points is None, -(place.points or 0), -(place.accuracy or 0))
    )


def player_accuracy(table: Table) -> float | None:
    """Return the accuracy of the player of `table` from 0 to 100, `None` before the review."""
    summary: ReviewSummary | None = getattr(table, "review_summary", None)
    if summary is None:
        return None
    phases = parse_findings(summary.seats[PLAYER]).phases.values()
    decisions = sum(count for count, _total in phases)
    return sum(total for _count, total in phases) / decisions if decisions else None


def request_reviews(results: list[DailyResult]) -> bool:
    """Request reviews of the first of `results` without one. Return whether any review is pending."""
    if not can_search():
        return False
    waiting = [
        place.attempt.table for place in results if place.accuracy is None and place.points is not None
    ]
    for table in waiting[:JUDGED_AT_ONCE]:
        review_requests.record_waiting_page(review_requests.request_review(table))
    return bool(waiting)


def earlier_days(day: date) -> Iterator[date]:
    """Yield the played days before `day`, the latest first."""
    played = DailyHand.objects.filter(day__lt=day, tries__isnull=False).distinct()
    yield from played.order_by("-day").values_list("day", flat=True)[:7]
