"""The page of the server's deals."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ginrummy.web.fairness.comparisons import BAR, comparisons
from ginrummy.web.fairness.deal_counts import Counts
from ginrummy.web.fairness.models import Dealt


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    """Compare what was dealt here with what chance deals."""
    row = Dealt.objects.first()
    counts = Counts() if row is None else row.counts
    context = {"since": None if row is None else row.since, "deals": counts.deals, "bar": BAR}
    return render(request, "fairness/deals.html", context | {"comparisons": comparisons(counts)})
