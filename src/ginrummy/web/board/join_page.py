"""Page for the recipient of an invitation link: all options, the fingerprint, and the host."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from ginrummy.game.shuffle import random_cut
from ginrummy.rules.types import Seat
from ginrummy.text.rulebook import in_short
from ginrummy.web.board.board import names_of
from ginrummy.web.board.clock_display import time_rules
from ginrummy.web.board.qr_code import qr_code
from ginrummy.web.board.variant_text import described
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.families import family_of
from ginrummy.web.ratings.models import Pool, Rating
from ginrummy.web.tables.clocks import pace_of, reveal_text
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.rated_eligibility import objection
from ginrummy.web.tables.state_cache import state_of


def invitation(request: HttpRequest, table: Table, *, complaint: str = "") -> dict[str, Any]:
    """Return the context of the page of a table that waits for a second player.

    `complaint` is the error in the name that the visitor entered.
    """
    link = request.build_absolute_uri(reverse("table", args=(table.key,)))
    asker = visitor(request)
    return {
        "table": table,
        "names": names_of(table),
        "link": link,
        "qr": qr_code(link),
        "complaint": complaint,
        "name": request.POST.get("name", "" if asker is None else asker.name),
        "options": described(table.variant),
        "cut": random_cut(),
        "number": table.number,
        "seal": next(filter(None, state_of(table).seals), ""),
        "time_rules": time_rules(table.pace),
    } | _before_joining(table, asker)


def cutting(table: Table, seat: Seat) -> dict[str, Any]:
    """Return the context of the page of `seat` while a sealed cut is not revealed yet."""
    state = state_of(table)
    return {
        "table": table,
        "names": names_of(table),
        "seat": seat,
        "is_mine": seat in state.awaited,
        "cuts": state.cuts,
        "seal": next(filter(None, state.seals), ""),
        "limit": reveal_text(pace_of(table.pace)),
    }


def _before_joining(table: Table, asker: Person | None) -> dict[str, Any]:
    """Return facts for a decision to join: the host, its strength, unusual options, the invited player."""
    host = next((seat.person for seat in table.taken if seat.person is not None), None)
    family = family_of(table.variant_name)
    sitting = [] if host is None else [host]
    rating = Rating.objects.filter(person=host, pool=Pool.PEOPLE, family=family).first()
    return {
        "host": host,
        "rating": str(rating or Rating()),
        "short": in_short(table.variant),
        "differences": [option for option in described(table.variant) if option.is_unusual],
        "has_account": asker is not None and asker.user_id is not None,
        "not_rated": objection(table.pace, *sitting, asker or Person()) if table.is_rated else "",
        "is_kept": table.invited is not None and table.invited != asker,
        "is_invited": table.invited is not None and table.invited == asker,
    }
