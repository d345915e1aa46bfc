"""The page of the server's deals."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ginrummy.web.fairness.comparisons import BAR, comparisons
from ginrummy.web.fairness.models import all_counts, counted_at_the_end


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    """Compare what was dealt here with what chance deals."""
    since, counts = all_counts()
    context = {"since": since, "deals": counts.deals, "bar": BAR, "former": counted_at_the_end()}
    return render(request, "fairness/deals.html", context | {"comparisons": comparisons(counts)})
