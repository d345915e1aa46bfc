"""Under load a bot that searches plays a little weaker instead of later."""

from __future__ import annotations

from typing import Final

from ginrummy.web.bots import leases
from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Lane, Table
from ginrummy.web.tables.table_state import TableState

BUDGETS: Final = ((2.0, 50), (1.0, 100), (0.5, 200))
"""So many seconds late or more, and in how many worlds a bot then decides; else it takes its time."""


def worlds_left(table: Table, state: TableState) -> int | None:
    """Return in how many worlds the bot decides whose turn at `table` has just been claimed.

    `None` is as many as it likes: where it is not late, or nobody waits for it to be done, as when the
    server was away; and in a prepared hand, in which it is to be the same for everybody.
    """
    if table.bot_lane != Lane.SEARCH or table.bot_due is None or state.is_prepared:
        return None
    late = (now() - table.bot_due).total_seconds()
    worlds = next((worlds for least, worlds in BUDGETS if late >= least), None)
    return worlds if worlds is not None and leases.due(Lane.SEARCH).exists() else None
