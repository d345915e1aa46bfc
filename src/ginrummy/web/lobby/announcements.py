"""What wakes the pages that show open tables and invitations."""

from __future__ import annotations

from typing import Any

from ginrummy.web.tables import pubsub
from ginrummy.web.tables.models import Table


def tell_of_opening(*, table: Table, **_told: Any) -> None:
    """Tell the lobby, and whoever is invited, that there is a place at `table`, or none any more."""
    if table.is_listed:
        pubsub.announce(pubsub.LOBBY, 0)
    if table.invited is not None:
        pubsub.announce(pubsub.person_key(table.invited.key), 0)
