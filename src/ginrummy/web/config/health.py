"""What machines ask: whether the server is well, and what it has counted."""

from __future__ import annotations

from django.db import connection
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from ginrummy.web.http.metrics import counted
from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Status, Table


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
    tables = Gauge("ginrummy_tables", "Tables in the database.", ("status",), registry=registry)
    counts = dict(Table.objects.values_list("status").annotate(Count("pk")))
    for status in Status.values:
        tables.labels(status).set(counts.get(status, 0))
    late = Table.objects.filter(bot_due__lte=now()).order_by("bot_due").values_list("bot_due", flat=True)
    Gauge("ginrummy_bots_due", "Bots whose turn is due.", registry=registry).set(late.count())
    oldest = late.first()
    waited = 0.0 if oldest is None else (now() - oldest).total_seconds()
    text = "How long the turn that has waited longest is due."
    Gauge("ginrummy_bot_wait_seconds", text, registry=registry).set(waited)
    return registry
