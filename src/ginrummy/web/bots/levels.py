"""What the bots of the server are called."""

from __future__ import annotations

from typing import Final

from ginrummy.players import bot_name
from ginrummy.web.tables.models import Table

USUAL_LEVEL: Final = "steady"


def level_name(level: str) -> str:
    """Return what a bot of `level` is called at the table."""
    return bot_name(level)


def players(table: Table) -> str:
    """Return who sits at `table`: `Ada – Strong bot`."""
    seats = table.taken
    return " – ".join(level_name(seat.bot) if seat.person is None else str(seat.person) for seat in seats)
