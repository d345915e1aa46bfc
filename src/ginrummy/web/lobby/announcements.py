"""Updates of the pages that show open tables and invitations."""

from __future__ import annotations

from typing import Any

from ginrummy.web.tables import pubsub
from ginrummy.web.tables.models import Table


def announce_opening(*, table: Table, **_told: Any) -> None:
    """Wake the lobby and the invited person after the free seat of `table` has appeared or gone."""
    if table.is_listed:
        pubsub.announce(pubsub.LOBBY, 0)
    if table.invited is not None:
        pubsub.announce(pubsub.person_key(table.invited.key), 0)
