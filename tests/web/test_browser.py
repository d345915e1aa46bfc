"""A person's path in a real Chromium: one press to the first card, play, a reload, a restarted server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser import launch
from tests.web.server import Server

PATIENCE = 20_000
CLOSING = ("button.layout.primary", "button.closing:not([hidden])")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("home")).start()
    yield found
    found.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


complaints: list[str] = []
"""What pages complained of: errors of scripts, and whatever the content policy refused."""


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Fail a test whose pages complained."""
    complaints.clear()
    yield
    assert complaints == []


def opened(browser: Browser, server: Server, *, scripts: bool = True, language: str = "en") -> Page:
    """Return the first page in a browser of its own, where every complaint of the page is a failure."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale=language, java_script_enabled=scripts
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Policy" in said.text else None)
    page.goto(server.address)
    return page


def number_of(page: Page) -> int:
    return int(page.locator("#board").get_attribute("data-number") or -1)


def take_a_turn(page: Page) -> None:
    """Do one thing that the page offers, as a person with a mouse does: gin, knock, take, discard, go on."""
    before = number_of(page)
    for choice in (*CLOSING, "button.draw", "button.pass", "button.primary:not([hidden])"):
        button = page.locator(f"#board .actions {choice}").first
        if button.count():
            button.click()
            break
    else:
        page.locator("#board .hand button.card").last.click()
        if page.locator("#discard").is_visible():
            page.locator("#discard").click()
    page.wait_for_function(
        "before => document.querySelector('#board').dataset.number != before", arg=str(before)
    )


def await_turn(page: Page) -> None:
    page.wait_for_selector("#board[data-mine='1'], section.end")


def test_one_press_leads_from_the_first_page_to_the_first_card(browser: Browser, server: Server) -> None:
    page = opened(browser, server)
    page.locator(".hero button.primary").click()
    page.wait_for_selector("#board .hand .card")
    assert page.locator("#board .hand .card").count() >= 10
    page.context.close()


def test_a_hand_is_played_against_a_bot_and_a_restarted_server_stands_where_it_stood(
    browser: Browser, server: Server
) -> None:
    page = opened(browser, server)
    page.locator(".hero button.primary").click()
    page.wait_for_selector("#board .hand .card")
    for _turn in range(4):
        await_turn(page)
        take_a_turn(page)
    await_turn(page)
    before = number_of(page)
    cards = page.locator("#board .hand .card").evaluate_all("all => all.map(card => card.dataset.card)")
    server.kill()
    server.start()
    page.reload()
    assert number_of(page) == before
    assert (
        page.locator("#board .hand .card").evaluate_all("all => all.map(card => card.dataset.card)") == cards
    )
    for _turn in range(120):
        await_turn(page)
        if page.locator("#board .result").count():
            break
        take_a_turn(page)
    assert page.locator("#board .result").count() == 1
    page.context.close()


def test_two_people_play_by_link_and_each_hears_of_the_other(browser: Browser, server: Server) -> None:
    first, second = opened(browser, server), opened(browser, server, language="ru")
    first.goto(f"{server.address}/tables/new?against=friend")
    first.locator("form.new button.primary").click()
    link = first.locator("input.link").input_value()
    second.goto(link)
    assert second.locator(".options dt").count() > 40
    second.locator("form button.primary").first.click()
    second.wait_for_selector("#board .hand .card")
    first.wait_for_selector("#board .hand .card")
    for _turn in range(10):
        mover = first if first.locator("#board[data-mine='1']").count() else second
        other = second if mover is first else first
        take_a_turn(mover)
        other.wait_for_function(
            "number => document.querySelector('#board').dataset.number === number", arg=str(number_of(mover))
        )
    first.context.close()
    second.context.close()


def test_with_scripts_off_the_table_is_plain_forms(browser: Browser, server: Server) -> None:
    page = opened(browser, server, scripts=False)
    page.locator(".hero button.primary").click()
    for _turn in range(6):
        before = page.locator("input[name=number]").first.get_attribute("value")
        for choice in (*CLOSING, "button.draw", "button.pass", "button.primary:not([hidden])"):
            if page.locator(f"#board .actions {choice}").count():
                page.locator(f"#board .actions {choice}").first.click()
                break
        else:
            page.locator("#board .hand button.card").last.click()
        page.wait_for_load_state()
        assert page.locator("input[name=number]").first.get_attribute("value") != before
    page.context.close()


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_page_speaks_the_language_of_the_browser(browser: Browser, server: Server, language: str) -> None:
    page = opened(browser, server, language=language)
    assert page.locator("html").get_attribute("lang") == language
    page.context.close()
