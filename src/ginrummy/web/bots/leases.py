"""Leases on the turns of bots: the holder computes the move, and no other process waits for it.

A lease is two columns of the table's row. No row is locked and no transaction is open during the computation.
The lease of a process that dies expires. Its supervisor, if alive, ends it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Final, TypeVar

from django.db import transaction
from django.db.models import Model, Q, QuerySet

from ginrummy.web.http.limits import number_from_environment
from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Lane, Table

Row = TypeVar("Row", bound=Model)
LONGEST_SECONDS: Final = number_from_environment("GINRUMMY_BOT_SECONDS", 20, most=3600)
"""Limit of a bot's computation. A slower one counts as hung: its process ends and another one tries."""
LEASE: Final = timedelta(seconds=LONGEST_SECONDS + 10)
"""Duration of a lease, longer than any bot may compute. After that any process may claim the turn."""
AFTER_FAILURE: Final = timedelta(seconds=10)
"""Delay before a bot that failed tries again. The turns of other tables go first."""


def due_tables(lane: Lane) -> QuerySet[Table]:
    """Return the tables where a bot of `lane` has to move and no process holds a lease."""
    return Table.objects.filter(is_free("bot_lease"), bot_lane=lane, bot_due__lte=now())


def claim_turn(lane: Lane, holder: str) -> Table | None:
    """Lease to `holder` the turn of `lane` that has waited longest. Return its table, `None` without one."""

    def claim(table: Table) -> dict[str, object]:
        return {"bot_lease": now() + LEASE, "bot_holder": holder, "bot_tries": table.bot_tries + 1}

    return claim_first(partial(due_tables, lane), "bot_due", claim)


def is_free(lease: str, longest: timedelta = LEASE) -> Q:
    """Return the condition that a row is not leased: its column `lease` is empty or in the past.

    A lease that ends later than `longest` from now dates from before the clock was set back, and counts as
    free.
    """
    return Q(**{lease: None}) | Q(**{f"{lease}__lt": now()}) | Q(**{f"{lease}__gt": now() + longest})


def claim_first(
    due: Callable[[], QuerySet[Row]], order: str, claim: Callable[[Row], Mapping[str, object]]
) -> Row | None:
    """Return the first `due` row by `order` after writing the columns of `claim`, `None` without one.

    Skip rows that other processes are claiming, so that nothing waits for a lock.
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


def postpone_turn(table: Table) -> None:
    """End the lease of `table`, whose bot has failed, and postpone its turn."""
    held = Table.objects.filter(pk=table.pk, number=table.number, bot_holder=table.bot_holder)
    held.update(bot_lease=None, bot_holder="", bot_due=now() + AFTER_FAILURE)


def end_turn(table: Table) -> None:
    """Record that no bot has to move at `table`."""
    Table.objects.filter(pk=table.pk, number=table.number).update(
        bot_due=None, bot_lane=None, bot_lease=None, bot_holder=""
    )


def end_leases(holder: str, *, later: timedelta = timedelta(0)) -> int:
    """End the leases of `holder`, a process that ends. Return their number. Turns are due after `later`."""
    return _free(Table.objects.filter(bot_holder=holder, bot_lease__isnull=False), later)


def end_all_leases() -> int:
    """End all leases. Use it when the only server of a database starts."""
    return _free(Table.objects.filter(bot_lease__isnull=False), timedelta(0))


def _free(held: QuerySet[Table], later: timedelta) -> int:
    return held.update(bot_lease=None, bot_holder="", bot_due=now() + later)
