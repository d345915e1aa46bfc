"""Turns of bots, claimed under a lease: whoever holds one thinks, and nobody waits for it.

A lease is two columns of the table's row. No row is locked and no transaction is open while a bot thinks. A
process that dies leaves a lease that ends by itself; its supervisor, if that lives, ends it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Final, TypeVar

from django.db import transaction
from django.db.models import Model, Q, QuerySet

from ginrummy.web.http.environment import number_told
from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Lane, Table

Row = TypeVar("Row", bound=Model)
LONGEST_SECONDS: Final = number_told("GINRUMMY_BOT_SECONDS", 20, most=3600)
"""A bot that thinks longer hangs: its process ends, and another one asks it again."""
LEASE: Final = timedelta(seconds=LONGEST_SECONDS + 10)
"""Longer than any bot may think: after that the turn is anybody's again."""
AFTER_FAILURE: Final = timedelta(seconds=10)
"""A bot that fails is asked again after that, and the bots of other tables first."""


def due(lane: Lane) -> QuerySet[Table]:
    """Return the tables where a bot of `lane` is to speak and nobody thinks yet."""
    return Table.objects.filter(is_free("bot_lease"), bot_lane=lane, bot_due__lte=now())


def claimed(lane: Lane, holder: str) -> Table | None:
    """Return the table whose bot of `lane` has waited longest, now leased to `holder`; `None` for none."""

    def claim(table: Table) -> dict[str, object]:
        return {"bot_lease": now() + LEASE, "bot_holder": holder, "bot_tries": table.bot_tries + 1}

    return first_of(partial(due, lane), "bot_due", claim)


def is_free(lease: str, longest: timedelta = LEASE) -> Q:
    """Return the condition that nobody holds a row: its column `lease` is empty, or past.

    One that ends later than `longest` from now was given by a clock since set back.
    """
    return Q(**{lease: None}) | Q(**{f"{lease}__lt": now()}) | Q(**{f"{lease}__gt": now() + longest})


def first_of(
    due: Callable[[], QuerySet[Row]], order: str, claim: Callable[[Row], Mapping[str, object]]
) -> Row | None:
    """Return the row that is `due` first by `order`, with the columns of `claim` written; `None` for none.

    Rows that others are claiming are passed over: nobody waits for a lock.
    """
    if not due().exists():
        return None
    with transaction.atomic():
        row = due().order_by(order).select_for_update(skip_locked=True).first()
        if row is None:
            return None
        columns = claim(row)
        for column, value in columns.items():
            setattr(row, column, value)
        row.save(update_fields=list(columns))
        return row


def put_off(table: Table) -> None:
    """End the lease of `table`, whose bot has failed and is to be asked again later."""
    held = Table.objects.filter(pk=table.pk, number=table.number, bot_holder=table.bot_holder)
    held.update(bot_lease=None, bot_holder="", bot_due=now() + AFTER_FAILURE)


def end_turn(table: Table) -> None:
    """Say that no bot has anything to say at `table`."""
    Table.objects.filter(pk=table.pk, number=table.number).update(
        bot_due=None, bot_lane=None, bot_lease=None, bot_holder=""
    )


def ended(holder: str, *, later: timedelta = timedelta(0)) -> int:
    """End the leases of `holder`, which thinks no more; return how many. The turns are due after `later`."""
    return _free(Table.objects.filter(bot_holder=holder, bot_lease__isnull=False), later)


def ended_all() -> int:
    """End all leases: nobody can be thinking, where one server alone has the database and is starting."""
    return _free(Table.objects.filter(bot_lease__isnull=False), timedelta(0))


def _free(held: QuerySet[Table], later: timedelta) -> int:
    return held.update(bot_lease=None, bot_holder="", bot_due=now() + later)
