"""What was dealt at this server so far: one row of counts, which the end of every match adds to."""

from __future__ import annotations

from typing import Any

from django.db import models

from ginrummy.web.fairness.deal_counts import Counts, counted
from ginrummy.web.http.now import now
from ginrummy.web.tables.table_state import TableState


class Dealt(models.Model):
    """The counts of all deals of the matches that have ended since the moment `since`."""

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


def count_deals(*, state: TableState, **_told: Any) -> None:
    """Add the deals of a match that has ended, which are secret no more, to those of the server."""
    if state.match is not None:
        add(counted(state.match.games))


def add(counts: Counts) -> None:
    """Add `counts`; the caller is inside the transaction that ends a match, and locks nothing after this."""
    Dealt.objects.get_or_create(pk=1)
    row = Dealt.objects.select_for_update().get(pk=1)
    after = row.counts + counts
    row.deals = after.deals
    row.upcards, row.nondealer, row.dealer = list(after.upcards), list(after.nondealer), list(after.dealer)
    row.save()
