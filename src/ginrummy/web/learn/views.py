"""View that opens the guided hand."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import CREATE, limit_posts
from ginrummy.web.learn.first_hand import open_guided_table
from ginrummy.web.people.current_visitor import visitor_or_guest


@require_POST
@limit_posts("create", CREATE)
@show_refusals
def first_hand(request: HttpRequest) -> HttpResponse:
    """Open the visitor's guided hand, creating it unless one is in progress."""
    table = open_guided_table(visitor_or_guest(request))
    return redirect("table", table.key)
