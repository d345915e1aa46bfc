"""What the bots of the server are called."""

from __future__ import annotations

from typing import Final

from ginrummy.web.tables.models import Table

USUAL_LEVEL: Final = "steady"


def players(table: Table) -> str:
    """Return who sits at `table`: `Ada – Strong bot`."""
    return " – ".join(map(str, table.taken))
