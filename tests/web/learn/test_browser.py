"""The guided hand in a real browser: by touch on a phone, by keys on a desktop, in three languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.board.test_felt import CUT_OFF, OUTSIDE, SCROLLS
from tests.web.browser import DESK, Visits, look_over, rest
from tests.web.clicks import await_number, number_of
from tests.web.server import Server

SMALL = ViewportSize(width=390, height=664)
SIZES = [(320, 568), (390, 664), (844, 390), (1440, 900)]
MOST_STEPS = 20


def guided(visits: Visits, server: Server, *, size: ViewportSize, locale: str = "en") -> Page:
    """Return the page of a guided hand, with the learner to move."""
    page = visits.open(server.address, size=size, locale=locale, has_touch=size is SMALL)
    page.locator(".guide-offer button").click()
    page.wait_for_selector("#board.guided .hand .card[tabindex]")
    return page


def follow(page: Page) -> bool:
    """Follow the guide if the hand is not over, and wait for the next step. Return whether it did."""
    page.wait_for_selector("#board[data-mine='1'], .after")
    if page.locator(".after").count():
        return False
    before = number_of(page)
    proposed = page.locator("#board .advised").last
    if (page.viewport_size or SMALL)["width"] > SMALL["width"]:
        proposed.focus()
        page.keyboard.press("Enter")
    else:
        proposed.tap(position={"x": 9, "y": 22})
    if page.locator("#discard:visible").count():
        page.locator("#discard").click()
    await_number(page, before + 1)
    return True


@pytest.mark.long
@pytest.mark.parametrize(("locale", "size"), [("en", DESK), ("fr", SMALL), ("ru", SMALL)])
def test_the_guide_leads_to_the_end_and_nothing_is_cut_off(
    visits: Visits, server: Server, locale: str, size: ViewportSize
) -> None:
    page = guided(visits, server, size=size, locale=locale)
    wrong: dict[str, list[str]] = {}
    for step in range(MOST_STEPS):
        for width, height in SIZES if step in (0, 3, 5) else []:
            page.set_viewport_size({"width": width, "height": height})
            rest(page)
            found = [*page.evaluate(CUT_OFF), *page.evaluate(OUTSIDE)]
            if found or page.evaluate(SCROLLS):
                wrong[f"{step} at {width}"] = found
        page.set_viewport_size(size)
        if step in (0, 3):
            look_over(page)
        if not follow(page):
            break
    assert wrong == {}
    look_over(page)
    assert page.locator(".after button.primary").is_visible()
    page.locator(".after button.primary").click()
    page.wait_for_selector("#board:not(.guided) .hand .card[tabindex]")


def test_the_guide_can_be_left_at_any_moment_and_waits(visits: Visits, server: Server) -> None:
    page = guided(visits, server, size=SMALL)
    follow(page)
    page.wait_for_selector("#board[data-mine='1']")
    said = page.locator("#board .prompt").inner_text()
    page.locator("#board a.leave").click()
    page.locator(".guide-offer button").click()
    page.wait_for_selector("#board.guided")
    assert page.locator("#board .prompt").inner_text() == said


def test_it_works_without_scripts(visits: Visits, server: Server) -> None:
    page = visits.open(server.address, size=SMALL, scripts=False)
    page.locator(".guide-offer button").click()
    page.locator("#board .actions button.advised").click()
    page.locator("#board .hand button.card.advised").wait_for()
    assert page.locator("#board .hand button.card.advised").count() == 1
