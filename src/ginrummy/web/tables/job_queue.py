"""Queue of jobs: database rows that processes claim under a lease, renew, finish, retry or abandon.

No row is locked and no transaction is open while a process works on a job. The lease of a process that dies
expires. Its supervisor, if alive, releases it at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Generic, TypeAlias, TypeVar

from django.db import Error, models, transaction
from django.db.models import Manager, Q, QuerySet

from ginrummy.players.player import PauseReason, run_to_end
from ginrummy.web.http.now import now

Row = TypeVar("Row", bound=models.Model)
Pieces: TypeAlias = Iterable[PauseReason | None]
"""Pieces of a job's work. Between them a single-threaded server answers requests."""
MOST_TRIES: Final = 8
"""Attempts at a job, most of which ended with their process, after which it is abandoned."""
_log = logging.getLogger(__name__)


class Cancelled(Exception):
    """Raised by the work of a job whose result is not needed, or whose lease was lost."""


class TryLater(OSError):
    """Raised by the work of a job that may not be tried again before `pause`."""

    def __init__(self, message: str, pause: timedelta) -> None:
        super().__init__(message)
        self.pause = pause


class Job(models.Model):
    """Columns of a job, to do at `due`. Process `holder` works on it until `lease`, at attempt `tries`."""

    due = models.DateTimeField(default=now, db_index=True)
    lease = models.DateTimeField(null=True)
    holder = models.CharField(max_length=80, blank=True, default="")
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        """Columns of other models."""

        abstract = True


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Queue(Generic[Row]):
    """Queue of one kind of jobs: the rows for which `is_due` holds and that no process has leased.

    - `work` does a claimed job, at once or in pieces, and removes it from the queue.
    - After an exception the job is due again after the next of `pauses`. After the last one, or `most_tries`,
      the queue calls `abandon` with it.
    - `prefix` is put before the names of the columns of `Job`.
    """

    name: str
    jobs: Manager[Row]
    is_due: Callable[[], Q]
    work: Callable[[Row], Pieces | None]
    lease: timedelta
    pauses: tuple[timedelta, ...] = ()
    most_tries: int = MOST_TRIES
    abandon: Callable[[QuerySet[Row]], object] = QuerySet.delete
    prefix: str = ""

    def due_jobs(self) -> QuerySet[Row]:
        """Return the due jobs, the one that has waited longest first.

        A lease that ends later than a new one dates from before the clock was set back, and is void.
        """
        lease, moment = f"{self.prefix}lease", now()
        is_void = Q(**{f"{lease}__lt": moment}) | Q(**{f"{lease}__gt": moment + self.lease})
        return self.jobs.filter(Q(**{lease: None}) | is_void, self.is_due()).order_by(f"{self.prefix}due")

    def run_next(self, holder: str) -> Row | None:
        """Claim the next due job and do it. Return its row as claimed, `None` without one."""
        work = self.next_work(holder)
        return None if work is None else run_to_end(work)

    def next_work(self, holder: str) -> Generator[PauseReason | None, None, Row] | None:
        """Claim the next due job. Return its work in pieces, `None` without one."""
        row = self.claim(holder)
        return None if row is None else self.run(row)

    def claim(self, holder: str) -> Row | None:
        """Lease the next due job to `holder`. Return its row, `None` without one.

        Skip rows that other processes are claiming, so that nothing waits for a lock.
        """
        if not self.due_jobs().exists():
            return None
        with transaction.atomic():
            row = self.due_jobs().select_for_update(skip_locked=True).first()
            if row is not None:
                values = self._columns(lease=now() + self.lease, holder=holder, tries=self._tries(row) + 1)
                for column, value in values.items():
                    setattr(row, column, value)
                row.save(update_fields=list(values))
            return row

    def run(self, row: Row) -> Generator[PauseReason | None, None, Row]:
        """Do the claimed job `row` in pieces and return it. After a failure, postpone or abandon it."""
        if self._tries(row) > self.most_tries:
            self._give_up(row)
            return row
        try:
            yield from self.work(row) or ()
        except Cancelled:
            self.abandon(self.row_with_lease(row))
        except Error:
            raise
        except Exception as error:
            self._fail(row, error)
        return row

    def row_with_lease(self, row: Row) -> QuerySet[Row]:
        """Return `row` for an update, or nothing if its lease was lost."""
        names = (f"{self.prefix}lease", f"{self.prefix}holder")
        return self.jobs.filter(pk=row.pk, **{name: getattr(row, name) for name in names})

    def renew(self, row: Row, needed: Q | None = None, **columns: Any) -> bool:
        """Renew the lease of `row` once half of it is over, or in order to write `columns`.

        Return whether the lease lasts, false if it was lost or `row` is no longer as `needed`.
        """
        moment, lease = now(), f"{self.prefix}lease"
        if not columns and moment + self.lease / 2 < getattr(row, lease) <= moment + self.lease:
            return True
        columns[lease] = moment + self.lease
        lasts = self.row_with_lease(row).filter(needed or Q()).update(**columns) == 1
        if lasts:
            setattr(row, lease, columns[lease])
        return lasts

    def release(self, holder: str = "", *, later: timedelta = timedelta(0)) -> int:
        """End the leases of `holder`, a process that ends, or all of them. Return their number.

        The jobs are due after `later`. End all only where no other process can have one.
        """
        held = self.jobs.exclude(**{f"{self.prefix}lease": None})
        if holder:
            held = held.filter(**{f"{self.prefix}holder": holder})
        return self._postpone(held, later)

    def _fail(self, row: Row, error: Exception) -> None:
        tries = self._tries(row)
        is_known = tries > 1 or isinstance(error, OSError)
        _log.error("%s %s failed, try %d: %r", self.name, row, tries, error, exc_info=not is_known)
        if tries > len(self.pauses):
            self._give_up(row)
        else:
            least = error.pause if isinstance(error, TryLater) else timedelta(0)
            self._postpone(self.row_with_lease(row), max(least, self.pauses[tries - 1]))

    def _give_up(self, row: Row) -> None:
        _log.error("%s %s is abandoned after %d tries", self.name, row, self._tries(row))
        self.abandon(self.row_with_lease(row))

    def _postpone(self, held: QuerySet[Row], later: timedelta) -> int:
        return held.update(**self._columns(lease=None, holder="", due=now() + later))

    def _tries(self, row: Row) -> int:
        tries: int = getattr(row, f"{self.prefix}tries")
        return tries

    def _columns(self, **values: object) -> dict[str, Any]:
        return {f"{self.prefix}{name}": value for name, value in values.items()}
