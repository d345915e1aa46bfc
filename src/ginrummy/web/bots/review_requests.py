"""Queue of reviews of finished matches: a page requests one, a bot worker computes and stores it.

A review is computed only while a page polls for its progress. It stops when the reader leaves.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Generator
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db.models import Q

from ginrummy.coach import quick_review
from ginrummy.coach.match_statistics import findings_json, seat_judgement
from ginrummy.coach.review_parts import review_parts
from ginrummy.locale import language, using_language
from ginrummy.players.registry import can_search
from ginrummy.rules.types import SEATS
from ginrummy.web.bots.models import Analysis, ReviewSummary
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.tables.job_queue import Cancelled, Queue
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import current_state

LEASE: Final = timedelta(minutes=1)
"""Duration of a lease, renewed no later than after half of it."""
LOOKED: Final = timedelta(seconds=20)
"""Time without a poll after which no page waits any more. A page polls about once a second."""
STEPS: Final = 20
"""Number of progress updates of a review."""
MOST_KEPT: Final = 500
"""Limit of stored reviews. The oldest requests are deleted first."""


def server_makes_reviews() -> bool:
    """Return whether the server makes a review itself, so that the visitor has no other choice."""
    return settings.HAS_REVIEWS and can_search() and not settings.OFFLINE_MEGABYTES


def request_review(table: Table) -> Analysis:
    """Return the review of `table` in the current language. Queue it unless it is done or in progress."""
    return Analysis.objects.get_or_create(table=table, language=language(), defaults={"looked": now()})[0]


def find_review(table: Table) -> Analysis | None:
    """Return the review of `table` in the current language, `None` if it was never requested."""
    return Analysis.objects.filter(table=table, language=language()).first()


def record_waiting_page(analysis: Analysis) -> None:
    """Record that a page still waits for `analysis`."""
    Analysis.objects.filter(pk=analysis.pk).update(looked=now())


def parts_of(analysis: Analysis) -> dict[str, Any] | None:
    """Return the parts of a finished review (`coach.review_parts.review_parts`), `None` before."""
    if analysis.page is None:
        return None
    parts: dict[str, Any] = json.loads(zlib.decompress(analysis.page))
    return parts


def _compute_review(analysis: Analysis) -> Generator[None, None, None]:
    """Compute a review in pieces, recording progress. Raise `Cancelled` if no page waits."""
    match = current_state(analysis.table).match
    if match is None or not reviews.renew(analysis, done=0):
        raise Cancelled
    made = yield from quick_review(match, report=partial(_note, analysis))
    with using_language(analysis.language):
        text = json.dumps(review_parts(made))
    seats = [findings_json(seat_judgement(made, seat)) for seat in SEATS]
    ReviewSummary.objects.update_or_create(table=analysis.table, defaults={"seats": seats})
    reviews.row_with_lease(analysis).update(page=zlib.compress(text.encode()), lease=None)
    old = Analysis.objects.order_by("-due").values_list("pk", flat=True)[MOST_KEPT:]
    Analysis.objects.filter(pk__in=list(old)).delete()


def _note(analysis: Analysis, done: int, total: int) -> None:
    """Record the progress of a review and renew its lease, both at intervals.

    Raise `Cancelled` if no page polls or the lease was lost.
    """
    is_step = done * STEPS // total > (done - 1) * STEPS // total
    progress = {"done": done, "total": total} if is_step else {}
    if not reviews.renew(analysis, recent_condition("looked", LOOKED), **progress):
        raise Cancelled


reviews: Final = Queue(
    name="review of match",
    jobs=Analysis.objects,
    is_due=lambda: Q(recent_condition("looked", LOOKED), page=None),
    work=_compute_review,
    lease=LEASE,
)
"""The requested reviews for which a page waits. An abandoned one is deleted."""
