"""View that opens the guided hand."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ginrummy.locale.errors import GinRummyError
from ginrummy.web.http.error_pages import refusal_page
from ginrummy.web.http.limits import CREATE, limit_posts
from ginrummy.web.learn.first_hand import lay
from ginrummy.web.people.current_visitor import welcome


@require_POST
@limit_posts("create", CREATE)
def first_hand(request: HttpRequest) -> HttpResponse:
    """Open the visitor's guided hand, creating it unless one is in progress."""
    try:
        table = lay(welcome(request))
    except GinRummyError as error:
        return refusal_page(request, error)
    return redirect("table", table.key)
