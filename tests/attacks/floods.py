"""A flood of forms by new browsers from one address."""

from __future__ import annotations

import time

import httpx

from tests.web.player import Player

FORMS = 150


def flooded(address: str, *, come_from: str | None = None) -> list[int]:
    """Return the statuses of so many changes of settings, each by a new guest from `come_from`."""
    page = Player(address)
    page.get("/settings")
    token = page.field("csrfmiddlewaretoken")
    cookie = {"ginrummy_csrf": page.client.cookies["ginrummy_csrf"]}
    codes = []
    way = httpx.HTTPTransport(local_address=come_from)
    with httpx.Client(timeout=30, transport=way) as flood:
        for number in range(FORMS):
            flood.cookies = httpx.Cookies(cookie)
            sent = {"csrfmiddlewaretoken": token, "name": f"flood {number} {time.time()}"}
            codes.append(flood.post(f"{address}/settings", data=sent).status_code)
    return codes
