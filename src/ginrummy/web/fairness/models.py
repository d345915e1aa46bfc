"""Models of deals at this server: a row for each new deal, and the sum of those that are public."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import models, transaction
from django.db.models import Count, Min, Q, QuerySet, Sum

from ginrummy.web.fairness.deal_counts import Counts, deal_facts, histogram
from ginrummy.web.http.now import now
from ginrummy.web.tables.clocks import parse_time_control
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import TableState

SECRET: Final = timedelta(days=1)
"""Delay after which a deal is counted publicly, whatever happens at its table."""
SECRET_SLOW: Final = timedelta(days=30)
"""The same for slow matches. The pace is known before the deal, so the delay cannot depend on the cards."""


class Deal(models.Model):
    """Deal, counted once: cards that an undo brings back are no new deal."""

    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="+")
    number = models.PositiveIntegerField()
    at = models.DateTimeField(default=now)
    public_at = models.DateTimeField(db_index=True)
    upcard = models.SmallIntegerField(null=True)
    nondealer = models.SmallIntegerField(null=True)
    dealer = models.SmallIntegerField(null=True)

    class Meta:
        """One row for each deal."""

        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_row_a_deal"),)

    def __str__(self) -> str:
        """Return the number of the deal at its table."""
        return str(self.number)


class Dealt(models.Model):
    """Sum of the public deals since `since`.

    Rows without `first_looks` are older and counted deals when their match had ended, so a player who
    resigned influenced which deals were counted.
    """

    since = models.DateTimeField(default=now)
    deals = models.PositiveBigIntegerField(default=0)
    upcards: models.JSONField[list[int], list[int]] = models.JSONField(default=list)
    nondealer: models.JSONField[list[int], list[int]] = models.JSONField(default=list)
    dealer: models.JSONField[list[int], list[int]] = models.JSONField(default=list)
    first_looks = models.BooleanField(default=False)

    class Meta:
        """At most one row with `first_looks`."""

        constraints = (
            models.UniqueConstraint(fields=("first_looks",), condition=Q(first_looks=True), name="one_sum"),
        )

    def __str__(self) -> str:
        """Return the number of deals."""
        return str(self.deals)

    @property
    def counts(self) -> Counts:
        """Counts as a value."""
        return Counts(self.deals, tuple(self.upcards), tuple(self.nondealer), tuple(self.dealer))


def record_deal(*, table: Table, state: TableState, **_told: Any) -> None:
    """Insert the current deal of `table`, unless it is prepared. No shared row is locked."""
    assert state.match is not None
    if state.has_prepared_deal:
        return
    secret = SECRET_SLOW if parse_time_control(table.pace).is_slow else SECRET
    look, moment = deal_facts(state.match.game), now()
    row = Deal(table=table, number=state.match.number, at=moment, public_at=moment + secret, **look._asdict())
    Deal.objects.bulk_create([row], ignore_conflicts=True)


def sum_public_deals() -> int:
    """Add the deals that have become public to the sum and delete their rows. Return their number.

    Only the time of the deal decides which they are.
    """
    public = Deal.objects.filter(public_at__lte=now())
    with transaction.atomic():
        begun = public.aggregate(at=Min("at"))["at"]
        if begun is None:
            return 0
        Dealt.objects.get_or_create(first_looks=True, defaults={"since": begun})
        row = Dealt.objects.select_for_update().get(first_looks=True)
        after = row.counts + _counts(public)
        row.deals = after.deals
        row.upcards, row.nondealer, row.dealer = (
            list(after.upcards),
            list(after.nondealer),
            list(after.dealer),
        )
        row.save()
        return public.delete()[0]


def _counts(rows: QuerySet[Deal]) -> Counts:
    columns = [
        histogram(dict(rows.order_by().values_list(column).annotate(Count("pk"))))
        for column in ("upcard", "nondealer", "dealer")
    ]
    return Counts(rows.count(), *columns)


def public_counts() -> tuple[datetime | None, Counts]:
    """Return the start of the public counts, `None` without any, and the counts."""
    row = Dealt.objects.filter(first_looks=True).first()
    return (None, Counts()) if row is None else (row.since, row.counts)


def legacy_deal_count() -> int:
    """Return the number of deals in old rows, which counted deals at the end of their match."""
    return Dealt.objects.filter(first_looks=False).aggregate(deals=Sum("deals"))["deals"] or 0
