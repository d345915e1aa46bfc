"""What every page can tell whoever asks: who has invited them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest

from ginrummy.web.lobby.invitations import waiting_for
from ginrummy.web.people.visitors import visitor
from ginrummy.web.tables.models import Table


def context(request: HttpRequest) -> dict[str, Callable[[], list[Table]]]:
    """Return `notices`, which asks the database only where a template calls it."""
    return {"notices": partial(notices_for, request)}


def notices_for(request: HttpRequest) -> list[Table]:
    """Return the tables that whoever asks is invited to."""
    return waiting_for(visitor(request)) if request.session.get("person") else []
