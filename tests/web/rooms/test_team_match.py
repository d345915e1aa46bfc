"""Four browsers in a room: two against two at two boards, to the end of a match by the sheet of the sides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from tests.web.browser import PHONE, Visits, look_over
from tests.web.clicks import await_number, number_of
from tests.web.match_troubles import Match, through_a_killed_server, through_a_reload
from tests.web.page_language import Listener
from tests.web.server import Server

NAMES = ("Ada", "Bob", "Eve", "Tom")
LANGUAGES = ("en", "fr", "ru", "en")
SIDES = ("1", "1", "2", "2")
MOST_PRESSES = 600
PRESS = """(closes) => {
  const board = document.querySelector("#board");
  const find = (ways) => ways.map((each) => (board ?? document).querySelector(each)).find(Boolean);
  if (board?.dataset.mine === "1") {
    if (board.classList.contains("unready")) return;
    const closing = closes ? [".asking > .closing", ".knock-place > .closing"] : [];
    const cards = [...board.querySelectorAll(".hand button.card")];
    const ways = [".draw", ".pass", ".primary:not([hidden])"].map((each) => `.actions button${each}`);
    return (find([".actions button.layout.primary", ...closing, ...ways]) ?? cards.at(-1))?.click();
  }
  const next = [".notice button.primary", "a.primary[href^='/tables/']", "a.primary[href^='/rooms/']"];
  if (board) return find(next.map((each) => `section.end ${each}`))?.click();
  const ways = [".room a.button.big", ".room .notice button.primary", "[action$='/join'] button.primary"];
  find(ways)?.click();
}"""
"""Find and press the next button in one step: the page may change between two."""


@pytest.fixture
def brief_server(tmp_path: Path) -> Iterator[Server]:
    """A server with short matches of two sides."""
    found = Server(tmp_path / "home", hasty=True, has_bots=False, brief=True).start()
    yield found
    found.kill()


def evaluate(page: Page, script: str, *, closes: bool = True) -> str:
    """Return the result of `script` on the page, nothing if the page is unloading."""
    try:
        return str(page.evaluate(script, closes) or "")
    except Error as error:
        if "context was destroyed" not in str(error) and "navigat" not in str(error):
            raise
        return ""


def press_on(page: Page, *, closes: bool = True) -> None:
    """Press what continues the game, if anything."""
    evaluate(page, PRESS, closes=closes)


def enter(page: Page, name: str) -> None:
    """Join the room by its link under `name`."""
    page.locator("#door-name").fill(name)
    page.locator("form button.primary").click()
    page.locator(".room .people").first.wait_for()


def make_room(visits: Visits, server: Server) -> list[Page]:
    """Return the pages of four people in a room for two sides, the owner first."""
    host = visits.open(f"{server.address}/rooms/", size=PHONE, locale=LANGUAGES[0])
    host.locator("#title").fill("Thursday club")
    host.locator("#game").select_option("standard")
    host.locator("#form").select_option("partnership")
    enter(host, NAMES[0])
    guests = [visits.open(host.url, size=PHONE, locale=locale) for locale in LANGUAGES[1:]]
    for page, name in zip(guests, NAMES[1:], strict=True):
        enter(page, name)
    return [host, *guests]


def start(host: Page) -> None:
    """Start the evening; people who joined in the meantime are in the form without a reload."""
    fields = host.locator(".start select[name^=side]")
    expect(fields).to_have_count(len(NAMES))
    for place, side in enumerate(SIDES):
        fields.nth(place).select_option(side)
    host.locator(".start button.primary").click()


def board_of(page: Page) -> str:
    """Return the key of the table at which the page plays an unfinished hand, if any."""
    return evaluate(page, "() => document.querySelector('#board:not(.match-over)')?.dataset.key")


def sit_down(pages: list[Page]) -> list[Match]:
    """Press until all play a hand. Return the two boards."""
    boards: dict[str, list[Page]] = {}
    for _press in range(MOST_PRESSES):
        boards = {}
        for page in pages:
            boards.setdefault(board_of(page), []).append(page)
        waiting = boards.get("", [])
        if not waiting:
            break
        for page in waiting:
            press_on(page)
        pages[0].wait_for_timeout(100)
    ears = dict(zip(pages, LANGUAGES, strict=True))
    return [
        Match((first, second), (Listener(ears[first], *NAMES), Listener(ears[second], *NAMES)))
        for first, second in boards.values()
    ]


def through_a_lost_network(match: Match) -> None:
    """A page without a network catches up on its own."""
    mover = match.mover()
    waiting, before = match.other(mover), number_of(mover)
    waiting.context.set_offline(True)
    for _press in range(MOST_PRESSES):
        press_on(mover, closes=False)
        mover.wait_for_timeout(100)
        if number_of(mover) > before:
            break
    waiting.locator("#lost").wait_for()
    waiting.context.set_offline(False)
    await_number(waiting, number_of(mover))
    waiting.locator("#lost").wait_for(state="hidden")


def finish(match: Match) -> None:
    """Play the hand of a board to its end."""
    for _press in range(MOST_PRESSES):
        if not any(map(board_of, match.pages)):
            return
        for page in match.pages:
            if board_of(page):
                press_on(page)
        match.pages[0].wait_for_timeout(50)
    raise AssertionError("the hand has no end")


@pytest.mark.long
def test_two_sides_play_to_the_end_through_a_reload_a_lost_network_and_a_killed_server(
    visits: Visits, brief_server: Server
) -> None:
    pages = make_room(visits, brief_server)
    room = pages[0].url
    start(pages[0])
    matches = sit_down(pages)
    assert len(matches) == 2
    through_a_reload(matches[0])
    through_a_lost_network(matches[1])
    through_a_killed_server(brief_server, *matches)
    finish(matches[0])
    for page in matches[1].pages:
        expect(page.locator(".strip .running .grid tbody tr")).to_have_count(1)
    for _deal in count():
        finish(matches[-1])
        won = [page for page in pages if page.locator("main", has_text="Match won by").count()]
        if won:
            break
        assert _deal < 20
        matches = sit_down(pages)
        for page in pages:
            assert page.locator(".strip .total small").first.text_content() in ("We", "Nous", "Мы")
        finish(matches[0])
    for page in pages:
        page.goto(room)
        page.locator(".paper .match").first.wait_for()
        look_over(page)
    expect(pages[0].locator(".paper")).to_contain_text("Match won by")
    expect(pages[0].locator(".paper .grid").first.locator("tbody tr")).to_have_count(len(NAMES))
