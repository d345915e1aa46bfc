"""The hand of the day: one deal for everybody, committed the day before, against one bot, one try a person.

The cuts are fixed by rule, so that nobody chooses them: the day, and the name of the game. The bot, `steady`,
leaves nothing to chance: at every table it answers the same play alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from django.db import IntegrityError, transaction

from ginrummy.coach.match_statistics import judged_from
from ginrummy.match import Match
from ginrummy.players.registry import can_search
from ginrummy.rules.scoring import NOBODY
from ginrummy.shuffle import Seeds, deck_text, new_secret
from ginrummy.web.board.board import names_of
from ginrummy.web.bots import review_requests
from ginrummy.web.bots.models import ReviewSummary
from ginrummy.web.http.now import now
from ginrummy.web.learn.first_hand import rules_played
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
DAY: Final = timedelta(days=1)


class Place(NamedTuple):
    """How somebody did: `points` for the player, none where the hand was given up or ended after its day.

    `accuracy` once judged.
    """

    attempt: DailyTry
    name: str
    points: int | None
    accuracy: float | None

    @property
    def is_late(self) -> bool:
        """Whether it ended after its day, when its cards are open."""
        return self.attempt.table.moved.date() > self.attempt.hand.day


def today() -> date:
    """Return the day that it is, everywhere the same (UTC)."""
    return now().date()


def hand_of(day: date) -> DailyHand:
    """Return the hand of `day`, fixed now unless it was before."""
    return DailyHand.objects.get_or_create(day=day)[0]


def fix_days() -> None:
    """Fix the hands of today and of tomorrow: a server does so by itself, whether anybody looks or not."""
    for day in (today(), today() + DAY):
        hand_of(day)


def seeds_of(hand: DailyHand) -> Seeds:
    """Return what determines the deal: the secret, and the cuts that the rule fixes."""
    return Seeds(hand.secret, (hand.day.isoformat(), BOT_CUT))


def dealt(hand: DailyHand) -> Match:
    """Return the hand as it was dealt, over as soon as somebody scores."""
    return Match.start(rules_played(), seeds_of(hand))


def try_of(person: Person | None, hand: DailyHand) -> DailyTry | None:
    """Return the try of `person` at `hand`."""
    if person is None:
        return None
    return DailyTry.objects.filter(person=person, hand=hand).select_related("table").first()


def lay(person: Person) -> Table:
    """Return the table of `person` for the hand of today: the one begun, else a new one."""
    hand = hand_of(today())
    begun = try_of(person, hand)
    if begun is not None:
        return begun.table
    game = dealt(hand).game
    proposal = Proposal(
        game.variant, DAILY, new_secret(), first_dealer=game.dealer, deck=deck_text(game.deck)
    )
    try:
        with transaction.atomic():
            table = creation.create(proposal, person, bot=BOT)
            DailyTry.objects.create(hand=hand, person=person, table=table)
    except IntegrityError:  # another page of the same person was first
        return DailyTry.objects.get(hand=hand, person=person).table
    return table


def note_result(*, table: Table, state: TableState, **_told: Any) -> None:
    """Keep what the hand of the day has brought, when it ends.

    One that was given up brings nothing, nor one that ends when its cards are open already.
    """
    if table.variant_name != DAILY or state.match is None or state.ending:
        return
    score = state.match.game.score
    if score is not None and score.winner != NOBODY:
        points = score.points if score.winner == PLAYER else -score.points
        DailyTry.objects.filter(table=table, hand__day=today()).update(points=points)


def results(hand: DailyHand) -> list[Place]:
    """Return how everybody did whose hand has ended: by points, then by accuracy."""
    over = hand.tries.filter(table__status=Status.OVER).select_related("person", "table__review_summary")
    found = [Place(each, str(each.person), each.points, accuracy_of(each.table)) for each in over]
    return sorted(
        found, key=lambda place: (place.points is None, -(place.points or 0), -(place.accuracy or 0))
    )


def accuracy_of(table: Table) -> float | None:
    """Return how accurately the player of `table` has played, 0 to 100, `None` until it was judged."""
    summary: ReviewSummary | None = getattr(table, "review_summary", None)
    if summary is None:
        return None
    phases = judged_from(summary.seats[PLAYER]).phases.values()
    decisions = sum(count for count, _total in phases)
    return sum(total for _count, total in phases) / decisions if decisions else None


def judging(places: list[Place]) -> bool:
    """Have the coach judge the first of `places` that it has not; return whether some are being judged."""
    if not can_search():
        return False
    waiting = [place.attempt.table for place in places if place.accuracy is None and place.points is not None]
    for table in waiting[:JUDGED_AT_ONCE]:
        review_requests.look(review_requests.asked(table, names_of(table)))
    return bool(waiting)


def days_before(day: date) -> Iterator[date]:
    """Yield the days before `day` that were played, the last first."""
    played = DailyHand.objects.filter(day__lt=day, tries__isnull=False).distinct()
    yield from played.order_by("-day").values_list("day", flat=True)[:7]
