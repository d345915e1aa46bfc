"""A whole match by touch, by keys and by drags alone: no decision needs scrolling."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Page, ViewportSize
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.web.board.test_felt import CUT_OFF, OUTSIDE, SCROLLS, by_mouse, centre
from tests.web.browser import Visits, rest
from tests.web.clicks import (
    CARDS,
    await_number,
    await_turn,
    choose_button,
    is_over,
    lay_by_house_rules,
    number_of,
    press,
)
from tests.web.server import Server

PHONE = ViewportSize(width=390, height=664)
MOST_TURNS = 900
LONGEST_WAIT = 10_000
MOST_UNHEARD = 3
"""Maximum number of repeated actions in a match, because the board moved at the same moment."""
SOON_OVER = {
    "knock_limit.type": "fixed",
    "knock_limit.value": "45",
    "undercut_bonus": "0",
    "gin_bonus": "0",
    "game_target": "50",
}
"""House rules of short hands and few of them."""
Way = Callable[[Page], None]


def sit_down(page: Page, server: Server) -> None:
    """Sit down to a match of short hands."""
    page.goto(f"{server.address}/tables/new?against=simple")
    lay_by_house_rules(page, SOON_OVER)


CLOSING = ".knock-place > .closing"
BUTTONS = (".slot > .layout", CLOSING, ".slot > .draw", ".slot > .pass", ".slot > [value=next]")
LAST_CARD = ".hand .place:last-child button.card"


def by_touch(page: Page) -> None:
    """Tap what continues the game: a button of the bar, otherwise a card and its discard button."""
    choice = choose_button(page, *BUTTONS, LAST_CARD)
    is_pressed = choice and press(page, page.locator(f"#board {choice}").first, by_touch=True)
    if is_pressed and choice == LAST_CARD:
        press(page, page.locator("#discard"), by_touch=True)


def by_keys(page: Page) -> None:
    """Press the keys that continue the game."""
    choice = choose_button(page, CLOSING, CARDS)
    if choice == CLOSING:
        page.keyboard.press("k")
    elif choice == CARDS:
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("x" if page.locator("#discard:visible").count() else "Enter")
        if page.locator("#discard:visible").count():
            page.keyboard.press("x")
    else:
        page.keyboard.press("n")


STOCK = ".stock button.card"
FACED = f"{CLOSING}[data-face]:not([data-face=''])"


def by_drags(page: Page) -> None:
    """Drag if possible, otherwise use the bar."""
    choice = choose_button(page, FACED, STOCK, CARDS, *BUTTONS)
    if choice == FACED:
        code = page.locator(f"#board {CLOSING}").get_attribute("data-face")
        drag(page, f".hand [data-card='{code}']", ".knock-place")
    elif choice == STOCK:
        drag(page, STOCK, ".hand .place:last-child .card")
    elif choice == CARDS:
        drag(page, ".hand .place:last-child .card", ".pile")
    elif choice:
        press(page, page.locator(f"#board {choice}").first)


def drag(page: Page, card: str, place: str) -> None:
    """Drag a card of the board to a place, unless the board has changed."""
    ends = [page.locator(f"#board {one}") for one in (card, place)]
    if all(end.count() for end in ends):
        by_mouse(page, *(centre(end) for end in ends))


def faults(page: Page) -> list[str]:
    """Return the elements that a decision needs to scroll to, or that are clipped."""
    found = [*page.evaluate(CUT_OFF), *page.evaluate(OUTSIDE)]
    return [*found, "the page scrolls"] if page.evaluate(SCROLLS) else found


def has_moved(page: Page, before: int) -> bool:
    """Wait for the next event of the board. Return whether it came."""
    with suppress(PlaywrightTimeout):
        await_number(page, before + 1, timeout=LONGEST_WAIT)
    return number_of(page) > before


@pytest.mark.long
@pytest.mark.parametrize("way", [by_touch, by_keys, by_drags])
def test_a_match_is_played_to_its_end(visits: Visits, server: Server, way: Way) -> None:
    page = visits.open(server.address, size=PHONE, has_touch=way is by_touch, motion=way is by_drags)
    sit_down(page, server)
    page.wait_for_selector("#board .hand .card[tabindex]")
    wrong: set[str] = set()
    unheard = 0
    for turn in range(MOST_TURNS):
        await_turn(page)
        if is_over(page):
            break
        rest(page)
        if turn % 5 == 0:
            wrong |= set(faults(page))
        before = number_of(page)
        way(page)
        unheard += not has_moved(page, before)
        assert unheard <= MOST_UNHEARD
    assert is_over(page)
    assert wrong == set()
