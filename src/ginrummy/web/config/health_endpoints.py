"""Health check and metrics endpoints for monitoring."""

from __future__ import annotations

import shutil
from datetime import timedelta
from functools import cache
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from ginrummy.locale import _, ngettext
from ginrummy.web.bots.bot_turn import turns
from ginrummy.web.config.databases import database_error_text
from ginrummy.web.http.metrics import metrics_text
from ginrummy.web.http.now import monotonic_seconds, now
from ginrummy.web.tables.models import Heartbeat, Lane, Status, Table

_LEAST_FREE: Final = 8 << 20
"""Room for an hour of moves and for SQLite's own files."""
_KEPT_SECONDS: Final = 1.0
"""Seconds for which a result is cached."""
_RETRY_SECONDS: Final = 2
_SOMETHING: Final = timedelta(microseconds=1)
"""Change written by the check. SQLite skips a write without one, and only a write detects a full disk."""
_last: list[tuple[float, str]] = [(0.0, "")]
"""Time and result of the last check."""


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer `ok` while the server works, else 503 and the reason."""
    told = _cached_result()
    if not told:
        return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")
    headers = {"Retry-After": str(_RETRY_SECONDS)}
    return HttpResponse(f"{told}\n", status=503, content_type="text/plain; charset=utf-8", headers=headers)


def _cached_result() -> str:
    """Return the result of the check, cached for a second, so that frequent requests cause few writes."""
    at, told = _last[0]
    if not at or monotonic_seconds() - at >= _KEPT_SECONDS:
        at, told = _last[0] = monotonic_seconds(), health_problem()
    return told


def health_problem() -> str:
    """Return what prevents the server from working, empty if it is healthy."""
    try:
        missing = sorted(_required_migrations() - set(MigrationRecorder(connection).applied_migrations()))
        if missing:
            told = ngettext("the database lacks {count} change, {name}: start the server again",
                            "the database lacks {count} changes, {name} first: start the server again",
                            len(missing))  # fmt: skip
            return told.format(count=len(missing), name=".".join(missing[0]))
        Heartbeat.objects.filter(pk=1).update(at=F("at") + _SOMETHING)
        if (free := _free_bytes()) < _LEAST_FREE:
            told = ngettext("the disk of the server is full: {count} byte is free",
                            "the disk of the server is full: {count} bytes are free", free)  # fmt: skip
            return told.format(count=free)
    except Error as error:
        return _("the database cannot be used: {error}").format(error=database_error_text(error))
    return ""


@cache
def _required_migrations() -> set[tuple[str, str]]:
    """Return all migrations that this version requires."""
    return set(MigrationLoader(None).disk_migrations)


def _free_bytes() -> int:
    """Return the free disk space in the home of the server."""
    return shutil.disk_usage(settings.HOME).free


@require_safe
def metrics(_request: HttpRequest) -> HttpResponse:
    """Return metrics for Prometheus: counters of this server and the state of all servers' tables."""
    return HttpResponse(
        metrics_text() + generate_latest(_database_metrics()), content_type=CONTENT_TYPE_LATEST
    )


def _database_metrics() -> CollectorRegistry:
    """Return the metrics that come from the database."""
    registry = CollectorRegistry()
    tables = Gauge("ginrummy_tables", "Tables that wait or are played at.", ("status",), registry=registry)
    for status in (Status.WAITING, Status.CUTTING, Status.PLAYING):
        tables.labels(str(status)).set(Table.objects.filter(status=status).count())
    due = Gauge("ginrummy_bots_due", "Bots whose turn is due.", ("lane",), registry=registry)
    text = "How long the turn that has waited longest is due."
    waits = Gauge("ginrummy_bot_wait_seconds", text, ("lane",), registry=registry)
    for lane in Lane:
        late = turns[lane].due_jobs().values_list("bot_due", flat=True)
        oldest = late.first()
        due.labels(lane.name.lower()).set(late.count())
        waits.labels(lane.name.lower()).set(0.0 if oldest is None else (now() - oldest).total_seconds())
    return registry
