"""A whole match by touch, by keys and by drags alone: no decision needs a page to scroll."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, ViewportSize

from tests.web.board.test_felt import CUT_OFF, OUTSIDE, SCROLLS, by_mouse, centre
from tests.web.browser import Visits, rest
from tests.web.clicks import await_number, await_turn, is_over, lay_by_house_rules, number_of
from tests.web.server import Server

PHONE = ViewportSize(width=390, height=664)
MOST_TURNS = 900
SOON_OVER = {
    "knock_limit.type": "fixed",
    "knock_limit.value": "45",
    "undercut_bonus": "0",
    "gin_bonus": "0",
    "game_target": "50",
}
"""House rules by which a hand is closed after some turns, and a match has a few of them."""
Way = Callable[[Page], None]


def sit_down(page: Page, server: Server) -> None:
    """Sit down to a match of short hands."""
    page.goto(f"{server.address}/tables/new?against=simple")
    lay_by_house_rules(page, SOON_OVER)


def seen(page: Page, *selectors: str) -> Iterator[Locator]:
    """Yield the first element of each of the selectors that the page has."""
    for selector in selectors:
        found = page.locator(f"#board {selector}").first
        if found.count():
            yield found


CLOSING = ".knock-place > .closing"
BUTTONS = (".slot > .layout", CLOSING, ".slot > .draw", ".slot > .pass", ".slot > [value=next]")


def by_touch(page: Page) -> None:
    """Tap what leads on: a button of the bar, else a card and the button that throws it."""
    for button in seen(page, *BUTTONS):
        button.tap()
        return
    page.locator("#board .hand .place:last-child button.card").tap()
    page.locator("#discard").tap()


def by_keys(page: Page) -> None:
    """Press the keys that lead on."""
    if page.locator(f"#board {CLOSING}").count():
        page.keyboard.press("k")
    elif page.locator("#board .hand button.card").count():
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("x" if page.locator("#discard:visible").count() else "Enter")
        if page.locator("#discard:visible").count():
            page.keyboard.press("x")
    else:
        page.keyboard.press("n")


def by_drags(page: Page) -> None:
    """Carry what can be carried; what no card says, the bar does."""
    hand = page.locator("#board .hand .card").last
    if page.locator(f"#board {CLOSING}[data-face]:not([data-face=''])").count():
        code = page.locator(f"#board {CLOSING}").get_attribute("data-face")
        card = page.locator(f"#board .hand [data-card='{code}']")
        by_mouse(page, centre(card), centre(page.locator("#board .knock-place")))
    elif page.locator("#board .stock button.card").count():
        by_mouse(page, centre(page.locator("#board .stock button.card")), centre(hand))
    elif page.locator("#board .hand button.card").count():
        by_mouse(page, centre(hand), centre(page.locator("#board .pile")))
    else:
        by_touch(page) if page.evaluate("'ontouchstart' in window") else next(seen(page, *BUTTONS)).click()


def faults(page: Page) -> list[str]:
    """Return what a decision would need scrolling for, or what is cut off."""
    found = [*page.evaluate(CUT_OFF), *page.evaluate(OUTSIDE)]
    return [*found, "the page scrolls"] if page.evaluate(SCROLLS) else found


@pytest.mark.long
@pytest.mark.parametrize("way", [by_touch, by_keys, by_drags])
def test_a_match_is_played_to_its_end(visits: Visits, server: Server, way: Way) -> None:
    page = visits.open(server.address, size=PHONE, has_touch=way is by_touch, motion=way is by_drags)
    sit_down(page, server)
    page.wait_for_selector("#board .hand .card[tabindex]")
    wrong: set[str] = set()
    for turn in range(MOST_TURNS):
        await_turn(page)
        if is_over(page):
            break
        rest(page)
        if turn % 5 == 0:
            wrong |= set(faults(page))
        before = number_of(page)
        way(page)
        await_number(page, before + 1)
    assert is_over(page)
    assert wrong == set()
