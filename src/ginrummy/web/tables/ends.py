"""A finished match: how it ended, the secret shown, the record to take away."""

from __future__ import annotations

from typing import Any

from ginrummy.record import write_record
from ginrummy.variants import NamedVariant, load_variant, preset_names
from ginrummy.web.ratings.models import Change
from ginrummy.web.tables.board import names_of
from ginrummy.web.tables.checks import check_of, check_words
from ginrummy.web.tables.endings import comment, told
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.sheets import score_sheet
from ginrummy.web.tables.standings import standing_of


def end_of(table: Table, *, seat: int | None) -> dict[str, Any]:
    """Return what the page of a finished match is made of."""
    standing = standing_of(table)
    match = standing.match
    names = names_of(table)
    found: dict[str, Any] = {"table": table, "names": names, "standing": standing, "end_seat": seat}
    found |= {"ended": told(standing, names)} | _rematch_of(table, seat)
    if match is None:
        return found | {"sheet": None, "check": None, "check_words": None}
    return found | {
        "sheet": score_sheet(match.variant, match.games),
        "check": check_of(table, standing, match),
        "check_words": check_words(match, names),
    }


def _rematch_of(table: Table, seat: int | None) -> dict[str, Any]:
    """Return the rematch, if any, whether `seat` is asked, who the opponent is, what changed."""
    nothing: dict[str, Any] = {"later": None, "is_asked": False, "opponent": None, "change": None}
    if seat is None:
        return nothing
    people = {one.number: one.person for one in table.seats.select_related("person")}
    opponent, later = people.get(1 - seat), Table.objects.filter(rematch_of=table).first()
    return nothing | {
        "later": later,
        "is_asked": later is not None and later.invited == people.get(seat) and not later.is_declined,
        "opponent": None if opponent is None or opponent.is_gone else opponent,
        "change": Change.objects.filter(seat__table=table, seat__number=seat).first(),
    }


def named_variant(table: Table) -> NamedVariant:
    """Return the variant of `table` with its names; house rules have one name only."""
    if table.variant_name in preset_names() and load_variant(table.variant_name).row == table.variant:
        return load_variant(table.variant_name)
    return NamedVariant("house", {"en": "House rules"}, {}, {}, table.variant, "")


def record_of(table: Table) -> str:
    """Return the record of the finished match at `table`."""
    standing = standing_of(table)
    match = standing.match
    assert match is not None
    date = table.created.date().isoformat()
    text = write_record(match, variant=named_variant(table), players=names_of(table), date=date)
    return text + comment(standing)
