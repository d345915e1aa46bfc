"""View of the deal statistics."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ginrummy.web.fairness.comparisons import BAR, compare_counts
from ginrummy.web.fairness.models import legacy_deal_count, public_counts


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    """Render the comparison of this server's deals with chance."""
    since, counts = public_counts()
    context = {"since": since, "deals": counts.deals, "bar": BAR, "former": legacy_deal_count()}
    return render(request, "fairness/deals.html", context | {"comparisons": compare_counts(counts)})
