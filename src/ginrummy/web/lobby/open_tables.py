"""List of open tables, filtered for a visitor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Final

from django.db.models import Q, QuerySet

from ginrummy.locale import LANGUAGE_NAMES, LANGUAGES, _
from ginrummy.variants import preset_names
from ginrummy.web.http.now import recent_condition
from ginrummy.web.people.models import Mute, Person
from ginrummy.web.ratings.families import FAMILIES, family_title, family_variants, variant_family
from ginrummy.web.ratings.models import Pool, Rating
from ginrummy.web.tables.clocks import parse_time_control, time_control_text
from ginrummy.web.tables.models import HOUSE, SLOW, Status, Table

LISTED: Final = 50
NEAR: Final = 200
"""Rating difference within which a player counts as the same level."""
STAYS: Final = timedelta(minutes=10)
"""Time without a sign of the host after which a table is not listed, except for a slow match."""
_OF_FAMILY: Final = "family-"


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of the list. An empty field accepts anything."""

    game: str = ""
    rated: str = ""
    clock: str = ""
    level: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class OpenTableEntry:
    """Open table in words."""

    key: str
    title: str
    host: str
    rating: str
    is_rated: bool
    pace: str
    language: str
    is_own: bool


def filter_choices() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the values of each filter with their labels, for games those of families only."""
    families = tuple(
        (_OF_FAMILY + one, _("{family}: all variants").format(family=family_title(one))) for one in FAMILIES
    )
    return {
        "game": (("", _("any game")), *families),
        "rated": (("", _("rated or not")), ("yes", _("rated")), ("no", _("not rated"))),
        "clock": (
            ("", _("any clock")),
            ("none", _("no clock")),
            ("live", _("minutes")),
            ("slow", _("days")),
        ),
        "level": (("", _("any level")), ("near", _("my level"))),
        "language": (("", _("any language")), *((code, LANGUAGE_NAMES[code]) for code in LANGUAGES)),
    }


def parse_filters(values: Mapping[str, str]) -> Filters:
    """Return the filters in `values`. An unknown value filters nothing."""
    known = {name: {value for value, _words in some} for name, some in filter_choices().items()}
    known["game"] |= set(preset_names())
    found = {field.name: values.get(field.name, "") for field in fields(Filters)}
    return Filters(**{name: value for name, value in found.items() if value in known[name]})


def open_table_entries(filters: Filters, viewer: Person | None) -> list[OpenTableEntry]:
    """Return the open tables for `viewer`, newest first, without players that either side has muted."""
    tables = list(
        _tables(filters, viewer).order_by("-created").prefetch_related("seats__person")[: 4 * LISTED]
    )
    ratings = _ratings(tables, viewer)
    found = []
    for table in tables:
        host = next((seat.person for seat in table.taken), None)
        family = variant_family(table.variant_name)
        rating = ratings.get((host.pk if host else 0, family), Rating())
        own = ratings.get((viewer.pk if viewer else 0, family), Rating())
        if host is not None and not (filters.level and abs(rating.value - own.value) > NEAR):
            found.append(_opening(table, host, rating, viewer))
    return found[:LISTED]


def _opening(table: Table, host: Person, rating: Rating, asker: Person | None) -> OpenTableEntry:
    return OpenTableEntry(
        key=table.key,
        title=table.title,
        host=str(host),
        rating=str(rating),
        is_rated=table.is_rated,
        pace=time_control_text(parse_time_control(table.pace)),
        language=LANGUAGE_NAMES.get(table.language, ""),
        is_own=host == asker,
    )


def _tables(filters: Filters, asker: Person | None) -> QuerySet[Table]:
    is_there = SLOW | recent_condition("seats__seen", STAYS)
    found = Table.objects.filter(is_there, status=Status.WAITING, is_listed=True)
    if asker is not None:
        muted = Mute.objects.filter(person=asker).values("muted")
        deaf = Mute.objects.filter(muted=asker).values("person")
        found = found.exclude(Q(seats__person__in=muted) | Q(seats__person__in=deaf))
    if filters.game:
        family = filters.game.removeprefix(_OF_FAMILY)
        names = family_variants(family) if filters.game.startswith(_OF_FAMILY) else (filters.game,)
        is_house = family == HOUSE
        found = (
            found.exclude(variant_name__in=preset_names())
            if is_house
            else found.filter(variant_name__in=names)
        )
    if filters.rated:
        found = found.filter(is_rated=filters.rated == "yes")
    if filters.clock:
        clock = {"none": Q(pace=""), "slow": SLOW, "live": ~Q(pace="") & ~SLOW}[filters.clock]
        found = found.filter(clock)
    return found.filter(language=filters.language) if filters.language else found


def _ratings(tables: list[Table], asker: Person | None) -> dict[tuple[int, str], Rating]:
    """Return the ratings among people of all hosts and of `asker`, by number and family."""
    people = {seat.person_id for table in tables for seat in table.taken}
    people |= {asker.pk} if asker is not None else set()
    rows = Rating.objects.filter(pool=Pool.PEOPLE, person__in=[number for number in people if number])
    return {(rating.person_id or 0, rating.family): rating for rating in rows}
