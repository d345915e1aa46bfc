"""Smaller searches under load: a bot plays a little weaker instead of later."""

from __future__ import annotations

from typing import Final

from ginrummy.web.bots import leases
from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Lane, Table
from ginrummy.web.tables.table_state import TableState

BUDGETS: Final = ((2.0, 50), (1.0, 100), (0.5, 200))
"""Pairs of seconds late and sampled worlds: a bot at least so late searches only so many worlds."""


def worlds_left(table: Table, state: TableState) -> int | None:
    """Return the number of worlds for the bot whose turn at `table` was just claimed, `None` for no limit.

    There is no limit if the bot is on time, or if no other turn waits, as after an outage of the server. A
    prepared hand has none either: its bot must play alike for everybody.
    """
    if table.bot_lane != Lane.SEARCH or table.bot_due is None or state.is_prepared:
        return None
    late = (now() - table.bot_due).total_seconds()
    worlds = next((worlds for least, worlds in BUDGETS if late >= least), None)
    return worlds if worlds is not None and leases.due(Lane.SEARCH).exists() else None
