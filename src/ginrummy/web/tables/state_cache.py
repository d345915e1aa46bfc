"""Cache of table states. It replays only the events that are new since the last access in this process."""

from __future__ import annotations

import threading
from collections import OrderedDict

from ginrummy.web.http.compiled_query import CompiledQuery
from ginrummy.web.tables.models import Event, Table
from ginrummy.web.tables.table_state import TableState, Terms, fold

MOST_KEPT = 2000
"""Limit of cached states."""
_EVENTS = CompiledQuery(
    lambda table, first, end: Event.objects.filter(table_id=table, number__gte=first, number__lt=end),
    int,
    int,
    int,
)


class StateCache:
    """LRU cache of table states by key. The log is authoritative."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, TableState] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> TableState | None:
        """Return the cached state of `key`, if any."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, state: TableState) -> None:
        """Store `state` and evict the least recently used one."""
        with self._lock:
            self._kept[key] = state
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._kept.clear()


states = StateCache(MOST_KEPT)


def initial_state(table: Table) -> TableState:
    """Return the state of `table` before its first event."""
    return TableState(Terms(table.variant, table.secret, table.first_dealer))


def state_of(table: Table) -> TableState:
    """Return the state of `table` after the `table.number` events of its row."""
    kept = states.get(table.key)
    if kept is None or kept.number > table.number or kept.terms.secret != table.secret:
        kept = initial_state(table)
    if kept.number == table.number:
        return kept
    rows = _EVENTS.rows(table.pk, kept.number, table.number)
    state = fold(kept, ((event.seat, event.text) for event in rows))
    states.put(table.key, state)
    return state
