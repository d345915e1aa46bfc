"""Attempts at a recovery code from different addresses."""

from __future__ import annotations

from tests.web.player import Player


def tried(player: Player, address: str) -> int:
    """Return the status of an attempt at a recovery code from `address`."""
    sent = {"csrfmiddlewaretoken": player.field("csrfmiddlewaretoken"), "name": "Ada", "new_password": "1"}
    headers = {"x-forwarded-for": address}
    return player.client.post(f"{player.address}/recover", data=sent, headers=headers).status_code
