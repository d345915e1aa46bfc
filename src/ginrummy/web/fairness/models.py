"""What was dealt at this server so far: a few rows of counts, and the end of a match adds to one of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.db import models

from ginrummy.web.fairness.deal_counts import Counts, counted
from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import TableState

ROWS: Final = 16
"""So many matches may end at once without one waiting for the other's row."""


class Dealt(models.Model):
    """The counts of the deals of the matches ended since the moment `since` that add to this row."""

    since = models.DateTimeField(default=now)
    deals = models.PositiveBigIntegerField(default=0)
    upcards: models.JSONField[list[int], list[int]] = models.JSONField(default=list)
    nondealer: models.JSONField[list[int], list[int]] = models.JSONField(default=list)
    dealer: models.JSONField[list[int], list[int]] = models.JSONField(default=list)

    def __str__(self) -> str:
        """Return how many deals there were."""
        return str(self.deals)

    @property
    def counts(self) -> Counts:
        """The counts as a value."""
        return Counts(self.deals, tuple(self.upcards), tuple(self.nondealer), tuple(self.dealer))


def count_deals(*, table: Table, state: TableState, **_told: Any) -> None:
    """Add the deals of a match that has ended, which are secret no more, to those of the server."""
    if state.match is not None:
        add(counted(state.match.games), 1 + table.pk % ROWS)


def add(counts: Counts, place: int = 1) -> None:
    """Add `counts` to the row at `place`; the caller ends a match just now, and locks nothing after this."""
    Dealt.objects.get_or_create(pk=place)
    row = Dealt.objects.select_for_update().get(pk=place)
    after = row.counts + counts
    row.deals = after.deals
    row.upcards, row.nondealer, row.dealer = list(after.upcards), list(after.nondealer), list(after.dealer)
    row.save()


def all_counts() -> tuple[datetime | None, Counts]:
    """Return since when deals were counted, `None` before the first, and the counts of all rows together."""
    rows = list(Dealt.objects.all())
    return min((row.since for row in rows), default=None), sum((row.counts for row in rows), Counts())
