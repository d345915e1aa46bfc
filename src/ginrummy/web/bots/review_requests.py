"""Queue of reviews of finished matches: a page requests one, a bot worker computes and stores it.

A review is computed only while a page polls for its progress. It stops when the reader leaves.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Generator
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import Error, IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse

from ginrummy.coach import quick_review
from ginrummy.coach.match_statistics import findings_json, seat_findings
from ginrummy.coach.review_page import match_page
from ginrummy.locale import language, using_language
from ginrummy.players.player import run_to_end
from ginrummy.rules.types import SEATS
from ginrummy.web.bots import lane_readiness
from ginrummy.web.bots.leases import claim_first, is_free
from ginrummy.web.bots.models import Analysis, ReviewSummary
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.tables.models import Lane, Table
from ginrummy.web.tables.table_state import state_of

LEASE: Final = timedelta(minutes=1)
"""Duration of a lease, renewed no later than after half of it."""
LOOKED: Final = timedelta(seconds=20)
"""Time without a poll after which no page waits any more. A page polls about once a second."""
STEPS: Final = 20
"""Number of progress updates of a review."""
MOST_KEPT: Final = 500
"""Limit of stored reviews. The oldest requests are deleted first."""
_log = logging.getLogger(__name__)


class PageGone(Exception):
    """The page that requested the review is gone."""


class LeaseLost(Exception):
    """The lease of the review has expired, and another process computes it."""


def request_review(table: Table, names: tuple[str, str]) -> Analysis:
    """Return the review of `table` in the current language. Queue it unless it is done or in progress."""
    lane_readiness.announce_turn(Lane.SEARCH)
    blank = {"looked": now(), "names": list(names)}
    try:
        with transaction.atomic():
            return Analysis.objects.get_or_create(table=table, language=language(), defaults=blank)[0]
    except IntegrityError:  # another page inserted it first
        return Analysis.objects.get(table=table, language=language())


def find_review(table: Table) -> Analysis | None:
    """Return the review of `table` in the current language, `None` if it was never requested."""
    return Analysis.objects.filter(table=table, language=language()).first()


def record_waiting_page(analysis: Analysis) -> None:
    """Record that a page still waits for `analysis`."""
    lane_readiness.announce_turn(Lane.SEARCH)
    Analysis.objects.filter(pk=analysis.pk).update(looked=now())


def page_of(analysis: Analysis) -> str:
    """Return the page of a finished review."""
    return zlib.decompress(analysis.page or b"").decode()


def due_reviews() -> QuerySet[Analysis]:
    """Return the reviews that a page waits for and that no process works on."""
    return Analysis.objects.filter(is_free("lease", LEASE), recent_condition("looked", LOOKED), page=None)


def compute_next_review() -> bool:
    """Compute the review that has waited longest. Return whether there was one."""
    work = claim_next_review()
    if work is None:
        return False
    run_to_end(work)
    return True


def claim_next_review() -> Generator[None, None, None] | None:
    """Claim the review that has waited longest. Return its work in pieces, `None` if none waits."""
    analysis = claim_first(due_reviews, "asked", lambda _analysis: {"lease": now() + LEASE, "done": 0})
    return None if analysis is None else _analysing(analysis)


def release_review_leases() -> None:
    """Release the leases of all reviews, for use when no other process can be computing any."""
    Analysis.objects.filter(page=None).update(lease=None)


def _analysing(analysis: Analysis) -> Generator[None, None, None]:
    """Compute a review, or delete the request after a failure or when no page waits."""
    try:
        yield from _pieces(analysis)
    except Error:
        raise
    except LeaseLost:
        return
    except PageGone:
        _leased(analysis).delete()
    except Exception:
        _log.exception("the match at table %s could not be reviewed", analysis.table.key)
        _leased(analysis).delete()


def _leased(analysis: Analysis) -> QuerySet[Analysis]:
    """Return the row of `analysis` as long as this process holds its lease."""
    return Analysis.objects.filter(pk=analysis.pk, lease=analysis.lease)


def _pieces(analysis: Analysis) -> Generator[None, None, None]:
    """Compute the page of a review in pieces, recording progress. Raise `PageGone` or `LeaseLost`."""
    match = state_of(analysis.table).match
    if match is None:
        raise PageGone
    made = yield from quick_review(match, report=partial(_note, analysis))
    first, second = analysis.names
    with using_language(analysis.language):
        address = reverse("game", args=(analysis.table.key,))
        text = match_page(made, analysis.table.title, (first, second), address=address)
    seats = [findings_json(seat_findings(made, seat)) for seat in SEATS]
    ReviewSummary.objects.update_or_create(table=analysis.table, defaults={"seats": seats})
    _leased(analysis).update(page=zlib.compress(text.encode()), lease=None)
    old = Analysis.objects.order_by("-asked").values_list("pk", flat=True)[MOST_KEPT:]
    Analysis.objects.filter(pk__in=list(old)).delete()


def _note(analysis: Analysis, done: int, total: int) -> None:
    """Record the progress of a review and renew its lease, both at intervals.

    Raise `PageGone` if no page polls, and `LeaseLost` if the lease was lost.
    """
    lease = now() + LEASE
    is_step = done * STEPS // total > (done - 1) * STEPS // total
    if not is_step and analysis.lease is not None and LEASE / 2 < analysis.lease - now() <= LEASE:
        return
    if (
        not _leased(analysis)
        .filter(recent_condition("looked", LOOKED))
        .update(done=done, total=total, lease=lease)
    ):
        raise PageGone if _leased(analysis).exists() else LeaseLost
    analysis.lease = lease
