"""From a table's rows to where it stands, replaying only what is new since this process last looked."""

from __future__ import annotations

import threading
from collections import OrderedDict

from ginrummy.web.tables.models import Table
from ginrummy.web.tables.standing import Standing, Terms, folded

MOST_KEPT = 2000


class Shelf:
    """The standings of the tables looked at last, by key; the log decides, this only saves replays."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, Standing] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> Standing | None:
        """Return the standing kept for `key`, if any."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, standing: Standing) -> None:
        """Keep `standing`, forgetting the one that was not looked at for the longest time."""
        with self._lock:
            self._kept[key] = standing
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


shelf = Shelf(MOST_KEPT)


def blank(table: Table) -> Standing:
    """Return `table` before its first event."""
    return Standing(Terms(table.variant, table.secret, table.first_dealer))


def standing_of(table: Table) -> Standing:
    """Return where `table` stands after the `table.number` events of its row."""
    kept = shelf.get(table.key)
    if kept is None or kept.number > table.number or kept.terms.secret != table.secret:
        kept = blank(table)
    if kept.number == table.number:
        return kept
    rows = table.events.filter(number__gte=kept.number, number__lt=table.number)
    standing = folded(kept, rows.values_list("seat", "text"))
    shelf.put(table.key, standing)
    return standing
