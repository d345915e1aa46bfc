"""Touch and sight at a table in a real Chromium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.web.browser import GLANCE, Visits
from tests.web.calm_deals import CUT
from tests.web.player import Player
from tests.web.server import Server

CHOICES = (
    ".actions button.layout.primary",
    ".knock-place > .closing",
    ".actions button.draw",
    ".actions button.pass",
    ".actions button.primary:not([hidden])",
)
CARDS = ".hand button.card"
FIRST_ON_BOARD = "choices => choices.find(one => document.querySelector('#board ' + one)) ?? ''"
LONGEST_PRESS = 5_000
"""Milliseconds for a press; afterwards the board is read again."""


class Seen(NamedTuple):
    """State of a page's table."""

    number: int
    cards: list[str]
    prompt: str
    log: list[str]


def open_table(visits: Visits, server: Server, **options: Any) -> Page:
    """Return the page of a new match against a bot, with the visitor to move.

    The table is opened without the browser, for which each page costs a third of a second.
    """
    player = Player(server.address)
    path = player.lay(against="steady", cut=CUT)
    session = player.client.cookies["ginrummy_session"]
    page = visits.open(server.address + path, session=session, **options)
    page.wait_for_selector("#board .hand .card[tabindex]")
    await_turn(page)
    return page


def number_of(page: Page) -> int:
    """Return the event number of the board."""
    return int(page.locator("#board").get_attribute("data-number") or -1)


def seen(page: Page) -> Seen:
    """Return the state of the board."""
    cards = page.locator("#board .hand .card, #board .zone.mine .card").evaluate_all(
        "all => all.map(card => card.dataset.card)"
    )
    prompt = page.locator("#board").get_attribute("data-prompt") or ""
    return Seen(number_of(page), sorted(cards), prompt, page.locator("#board .log li").all_text_contents())


def await_number(page: Page, number: int, *, timeout: float | None = None) -> None:
    """Wait until the board is at `number` or later, so many milliseconds at most."""
    page.wait_for_function(
        "least => Number(document.querySelector('#board').dataset.number) >= least",
        arg=number,
        polling=GLANCE,
        timeout=timeout,
    )


def await_turn(page: Page) -> None:
    """Wait for the page's turn, or for the end of the match."""
    page.wait_for_selector("#board[data-mine='1'], section.end")


def open_check(page: Page) -> None:
    """Open the check of the deals at the end of a match."""
    page.locator("details.check > summary").click()


def is_awaited(page: Page) -> bool:
    """Return whether it is the page's turn."""
    return bool(page.locator("#board[data-mine='1']").count() == 1)


def is_over(page: Page) -> bool:
    """Return whether the page shows the end of the match."""
    return bool(page.locator("section.end").count() == 1)


def mover_of(*pages: Page) -> Page:
    """Return the page whose turn it is, once all have the same event number."""
    while not any(map(is_awaited, pages)) and not all(map(is_over, pages)):
        pages[0].wait_for_timeout(50)  # the only layout plays itself
    last = max(map(number_of, pages))
    for page in pages:
        await_number(page, last)
    return next((page for page in pages if is_awaited(page)), pages[0])


def choose_button(page: Page, *choices: str) -> str:
    """Return the first of these selectors that matches on the board, "" if none does."""
    return str(page.evaluate(FIRST_ON_BOARD, choices))


def press(page: Page, button: Locator, *, by_touch: bool = False) -> bool:
    """Press a button. Return whether that was possible: the board may have moved in the meantime."""
    before = number_of(page)
    try:
        (button.tap if by_touch else button.click)(timeout=LONGEST_PRESS)
    except PlaywrightTimeout:
        if number_of(page) == before and button.count():
            raise
        return False
    return True


def click_on(page: Page) -> None:
    """Click what continues the game: a layout, a knock, the stock, a pass, the next hand, else a discard.

    Nothing is clicked on a board that is about to continue by itself.
    """
    choice = choose_button(page, *CHOICES, CARDS)
    if not choice:
        return
    if choice != CARDS:
        if press(page, page.locator(f"#board {choice}").first):
            answer_question(page)
    elif press(page, page.locator(f"#board {CARDS}").last) and page.locator("#discard").is_visible():
        press(page, page.locator("#discard"))


def answer_question(page: Page) -> None:
    """Confirm the question whether to end the hand."""
    if page.locator("#board .asking").count():
        page.locator("#board:not(.unready) .asking > .closing").click()


def take_a_turn(page: Page) -> None:
    """Make one move, and wait for the next event; a single layout plays itself."""
    before = number_of(page)
    if page.locator("#board .actions .layout").count() != 1:
        click_on(page)
    await_number(page, before + 1)


def ask_for_a_hint(page: Page) -> None:
    """Request a hint, in the next hand if the other ended this one at once."""
    await_turn(page)
    while page.locator("#board a.hint").count() == 0:
        take_a_turn(page)
        await_turn(page)
    page.locator("#board a.hint").click()


def open_house_rules(page: Page) -> None:
    """Open every question about house rules."""
    page.evaluate(
        "() => document.querySelectorAll('form.new details').forEach((one) => { one.open = true; })"
    )


def lay_by_house_rules(page: Page, rules: Mapping[str, str]) -> None:
    """Fill in these house rules, and open the table."""
    open_house_rules(page)
    for name, value in rules.items():
        field = page.locator(f"form.new [name='{name}']")
        field.select_option(value) if name.endswith("type") else field.fill(value)
    page.locator("form.new button.primary").click()


def called(page: Page, server: Server, name: str) -> None:
    """Enter a name at the door."""
    page.goto(f"{server.address}/settings")
    page.fill("#name", name)
    page.locator("form.settings button.primary").click()
