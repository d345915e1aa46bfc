"""Evenings of a database without sheets: they get the hands of their finished tables when it is migrated."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from ginrummy.locale.errors import GinRummyError
from ginrummy.web.rooms.evenings import enter_hands
from ginrummy.web.rooms.ledgers import leader_name
from ginrummy.web.rooms.models import Evening, EveningTable
from ginrummy.web.tables.models import Status
from ginrummy.web.tables.table_state import current_state

_log = logging.getLogger(__name__)
_SINCE = ("rooms", "0003_winner")
"""The migration before which an evening may have no sheet or no winner."""


def fill_migrated(*, plan: Sequence[tuple[Any, bool]] = (), **_others: object) -> None:
    """Fill the evenings after a migration that adds their columns."""
    if any((one.app_label, one.name) == _SINCE and not is_backwards for one, is_backwards in plan):
        fill_evenings()


def fill_evenings() -> None:
    """Write the sheets and the winners of evenings that have none."""
    for evening in Evening.objects.filter(players=None).select_related("room"):
        with transaction.atomic():
            _fill(evening)
    for evening in Evening.objects.filter(is_over=True, winner="").exclude(lines=""):
        Evening.objects.filter(pk=evening.pk).update(winner=leader_name(evening))


def _fill(evening: Evening) -> None:
    """Write the hands of the finished tables of `evening` that have its game: most of them, if it is over."""
    places = list(evening.tables.filter(table__status=Status.OVER).select_related("table"))
    games = Counter(one.table.variant_name for one in places).most_common(1)
    evening.game = games[0][0] if evening.is_over and games else evening.room.game
    evening.save(update_fields=["game"])
    for place in places:
        if place.table.variant_name == evening.game:
            place.evening = evening
            _enter(place)


def _enter(place: EveningTable) -> None:
    try:
        with transaction.atomic():
            enter_hands(place, current_state(place.table))
    except GinRummyError as error:
        _log.warning("table %s is not on the sheet of its evening: %s", place.table.key, error)
