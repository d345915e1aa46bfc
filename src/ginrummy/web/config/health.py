"""What machines ask: whether the server is well, and what it has counted."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from ginrummy.web.bots import leases
from ginrummy.web.http.metrics import counted
from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Lane, Status, Table


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer `ok` while the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def metrics(_request: HttpRequest) -> HttpResponse:
    """Return what this server has counted, and where the tables of all servers stand, for Prometheus."""
    return HttpResponse(counted() + generate_latest(_shared()), content_type=CONTENT_TYPE_LATEST)


def _shared() -> CollectorRegistry:
    """Return what the database says just now."""
    registry = CollectorRegistry()
    tables = Gauge("ginrummy_tables", "Tables that wait or are played at.", ("status",), registry=registry)
    for status in (Status.WAITING, Status.PLAYING):
        tables.labels(str(status)).set(Table.objects.filter(status=status).count())
    due = Gauge("ginrummy_bots_due", "Bots whose turn is due.", ("lane",), registry=registry)
    text = "How long the turn that has waited longest is due."
    waits = Gauge("ginrummy_bot_wait_seconds", text, ("lane",), registry=registry)
    for lane in Lane:
        late = leases.due(lane).order_by("bot_due").values_list("bot_due", flat=True)
        oldest = late.first()
        due.labels(lane.name.lower()).set(late.count())
        waits.labels(lane.name.lower()).set(0.0 if oldest is None else (now() - oldest).total_seconds())
    return registry
