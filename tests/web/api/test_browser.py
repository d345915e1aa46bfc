"""The pages about the API in a real Chromium: layout, and creation and removal of tokens."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from tests.web.browser import DESK, PHONE, Visits, look_over
from tests.web.server import Server


@pytest.mark.long
@pytest.mark.parametrize(
    ("locale", "size"), [("en", DESK), ("fr", PHONE), ("ru", ViewportSize(width=360, height=844))]
)
def test_a_token_is_made_shown_and_taken_back(
    visits: Visits, server: Server, locale: str, size: ViewportSize
) -> None:
    page = visits.open(f"{server.address}/api/docs", size=size, locale=locale, strict=True)
    look_over(page)
    page.goto(f"{server.address}/settings")
    page.fill("#token-name", "my bot")
    page.click("form[action='/settings/tokens'] button")
    assert page.inner_text("pre.token").startswith("gin_")
    look_over(page)
    page.goto(f"{server.address}/settings")
    look_over(page)
    page.click("form[action^='/settings/tokens/'] button")
    page.wait_for_url(f"{server.address}/settings")
    assert page.locator("form[action^='/settings/tokens/']").count() == 0
