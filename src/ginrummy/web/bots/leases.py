"""Turns of bots, claimed under a lease: whoever holds one thinks, and nobody waits for it.

A lease is two columns of the table's row. No row is locked and no transaction is open while a bot thinks. A
process that dies leaves a lease that ends by itself; its supervisor, if that lives, ends it at once.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from ginrummy.web.http.environment import number_told
from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Lane, Table

LONGEST_SECONDS: Final = number_told("GINRUMMY_BOT_SECONDS", 20, most=3600)
"""A bot that thinks longer hangs: its process ends, and another one asks it again."""
LEASE: Final = timedelta(seconds=LONGEST_SECONDS + 10)
"""Longer than any bot may think: after that the turn is anybody's again."""
AFTER_FAILURE: Final = timedelta(seconds=10)
"""A bot that fails is asked again after that, and the bots of other tables first."""


def due(lane: Lane) -> QuerySet[Table]:
    """Return the tables where a bot of `lane` is to speak and nobody thinks yet."""
    is_free = Q(bot_lease=None) | Q(bot_lease__lt=now())
    return Table.objects.filter(is_free, bot_lane=lane, bot_due__lte=now())


def claimed(lane: Lane, holder: str) -> Table | None:
    """Return the table whose bot of `lane` has waited longest, now leased to `holder`; `None` for none."""
    if not due(lane).exists():
        return None
    with transaction.atomic():
        table = due(lane).order_by("bot_due").select_for_update(skip_locked=True).first()
        if table is None:
            return None
        table.bot_lease, table.bot_holder = now() + LEASE, holder
        table.save(update_fields=["bot_lease", "bot_holder"])
        return table


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
