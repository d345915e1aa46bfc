"""Nothing but the lines of a shell lies sideways on a phone of 360 pixels, with all unfolded."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize

from ginrummy.locale import LANGUAGES
from tests.web.browser import Visits
from tests.web.server import Server

NARROW = ViewportSize(width=360, height=640)
PATHS = (
    "/", "/rules/", "/rules/hollywood_full", "/history", "/tables/new", "/tables/friend", "/tables/seek",
    "/tables/", "/pad", "/puzzles", "/lessons/", "/lessons/twos", "/lessons/twos/1", "/settings",
    "/settings/alerts", "/sign-up", "/sign-in", "/recover", "/deals", "/host", "/api/docs", "/daily",
    "/evenings/", "/rooms/", "/no-network",
)  # fmt: skip
UNFOLD = "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"
SIDEWAYS = """() => [...document.querySelectorAll("html, body *:not(pre)")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => one.matches("html") || /auto|scroll/.test(getComputedStyle(one).overflowX))
  .map((one) => `${one.tagName} ${one.className} ${one.scrollWidth} > ${one.clientWidth}`)"""
"""Returns the page, and each box of it, that one must push sideways to see the whole of it."""


def sideways(page: Page, address: str) -> list[str]:
    page.goto(address)
    page.evaluate(UNFOLD)
    return [f"{address}: {one}" for one in page.evaluate(SIDEWAYS)]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_lies_sideways(visits: Visits, server: Server, language: str) -> None:
    page = visits.open(server.address, size=NARROW, locale=language)
    assert [fault for path in PATHS for fault in sideways(page, server.address + path)] == []
    page.goto(server.address)
    page.locator(".hero button.primary").click()
    page.locator("#board .hand .card").first.wait_for()
    assert page.evaluate(SIDEWAYS) == []
