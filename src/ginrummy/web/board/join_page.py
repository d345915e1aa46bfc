"""Page for the recipient of an invitation link: all options, the fingerprint, and the host."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from markupsafe import Markup

from ginrummy.game.shuffle import random_cut
from ginrummy.locale import _
from ginrummy.rules.types import Seat
from ginrummy.text.rulebook.chapters import game_summary
from ginrummy.variants import OPTIONS, Option, Variant, load_variant, option_value, variant_values
from ginrummy.web.board.board import seat_names, time_control_rules
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.families import variant_family
from ginrummy.web.ratings.models import Pool, Rating
from ginrummy.web.tables.clocks import parse_time_control, reveal_time_text
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.rated_eligibility import rating_objection
from ginrummy.web.tables.table_state import current_state

_BORDER = 3
"""Quiet zone in modules. Readers need four, and the margin of the page adds the last one."""


def qr_code(address: str) -> Markup:
    """Return the QR code of `address` as an SVG with its own colours, dark on light."""
    import segno  # the table without a server has no URL and lacks this package

    code = segno.make_qr(address, error="m")
    drawn = code.svg_inline(border=_BORDER, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    return Markup(drawn)


USUAL_VARIANT: Final = "standard"
"""Variant with which others are compared."""


@dataclass(frozen=True, slots=True)
class OptionText:
    """Option of a table's variant, and whether its value is unusual."""

    title: str
    value: str
    sentence: str
    is_unusual: bool


def option_texts(variant: Variant) -> tuple[OptionText, ...]:
    """Return every option of `variant` that matters in it, in the order of the rules."""
    values, usual = variant_values(variant), variant_values(load_variant(USUAL_VARIANT).row)
    return tuple(
        OptionText(
            option.title(),
            value_text(option, option_value(values, option.name)),
            option.explain_value(option_value(values, option.name)),
            option_value(values, option.name) != option_value(usual, option.name),
        )
        for option in OPTIONS
        if option.matters(values)
    )


def differences(variant: Variant) -> tuple[OptionText, ...]:
    """Return the options of `variant` that differ from the usual game."""
    return tuple(option for option in option_texts(variant) if option.is_unusual)


def value_text(option: Option, value: Any) -> str:
    """Return the meaning of an option's value."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return option.value_meaning(value) if isinstance(value, str) else str(value)


def field_value(option: Option, values: Mapping[str, Any]) -> str:
    """Return the value of an option as a form field, empty for none."""
    value = option_value(dict(values), option.name)
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def invitation_context(request: HttpRequest, table: Table, *, complaint: str = "") -> dict[str, Any]:
    """Return the context of the page of a table that waits for a second player.

    `complaint` is the error in the name that the visitor entered.
    """
    link = request.build_absolute_uri(reverse("table", args=(table.key,)))
    asker = visitor(request)
    return {
        "table": table,
        "names": seat_names(table),
        "link": link,
        "qr": qr_code(link),
        "complaint": complaint,
        "name": request.POST.get("name", "" if asker is None else asker.name),
        "options": option_texts(table.variant),
        "cut": random_cut(),
        "number": table.number,
        "seal": next(filter(None, current_state(table).seals), ""),
        "time_rules": time_control_rules(table.pace),
    } | _before_joining(table, asker)


def sealed_cut_context(table: Table, seat: Seat) -> dict[str, Any]:
    """Return the context of the page of `seat` while a sealed cut is not revealed yet."""
    state = current_state(table)
    return {
        "table": table,
        "names": seat_names(table),
        "seat": seat,
        "is_mine": seat in state.awaited,
        "cuts": state.cuts,
        "seal": next(filter(None, state.seals), ""),
        "limit": reveal_time_text(parse_time_control(table.pace)),
    }


def _before_joining(table: Table, asker: Person | None) -> dict[str, Any]:
    """Return facts for a decision to join: the host, its strength, unusual options, the invited player."""
    host = next((seat.person for seat in table.taken if seat.person is not None), None)
    family = variant_family(table.variant_name)
    sitting = [] if host is None else [host]
    rating = Rating.objects.filter(person=host, pool=Pool.PEOPLE, family=family).first()
    return {
        "host": host,
        "rating": str(rating or Rating()) if rating or table.is_rated else "",
        "short": game_summary(table.variant),
        "differences": differences(table.variant),
        "has_account": asker is not None and asker.user_id is not None,
        "not_rated": rating_objection(table.pace, *sitting, asker or Person()) if table.is_rated else "",
        "is_kept": table.invited is not None and table.invited != asker,
        "is_invited": table.invited is not None and table.invited == asker,
    }
