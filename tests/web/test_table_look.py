"""How the table looks and moves, in a real Chromium."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser import launch
from tests.web.server import Server

PATIENCE = 30_000
SPRITE = Path(__file__).parents[2] / "src/ginrummy/web/static/ginrummy/cards.svg"
MOST_BYTES = 60_000


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


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A phone at the first page; whatever it complains of fails the test."""
    complaints.clear()
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en", has_touch=True)
    found = context.new_page()
    found.set_default_timeout(PATIENCE)
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    found.goto(server.address)
    yield found
    context.close()
    assert complaints == []


def sit(page: Page) -> None:
    page.locator(".hero button.primary").click()
    page.wait_for_selector("#board[data-mine='1'] .hand .card")


def choose(page: Page, server: Server, name: str, value: str) -> None:
    """Set a preference on the page of settings, and come back to where the page was."""
    before = page.url
    page.goto(f"{server.address}/settings")
    page.locator(f"input[name={name}][value={value}]").check()
    page.locator("form.settings button.primary").click()
    page.goto(before)


def test_every_card_is_drawn_and_no_face_down_card_says_what_it_is(page: Page) -> None:
    names = set(re.findall(r'<symbol id="(\w+)"', SPRITE.read_text("utf-8")))
    assert names >= {rank + suit for rank in "A23456789TJQK" for suit in "SHDC"}
    sit(page)
    drawn = page.locator("#board .hand .card").evaluate_all(
        "all => all.map(card => [card.dataset.card, card.querySelector('use').href.baseVal.split('#')[1]])"
    )
    assert len(drawn) >= 10
    assert all(card == symbol and symbol in names for card, symbol in drawn)
    for back in page.locator("#board .back, #board .card.reverse").all():
        assert "#back" in back.inner_html()
        assert back.get_attribute("data-card") is None
        assert not re.search(r"#[A-Z0-9]", back.inner_html())


def test_letters_stand_beside_the_suits_where_they_are_wished(page: Page, server: Server) -> None:
    sit(page)
    assert page.locator("#board .index em").count() == 0
    choose(page, server, "letters", "on")
    letters = page.locator("#board .hand .index em").all_inner_texts()
    assert len(letters) >= 10
    assert set(letters) <= set("SHDC")


def test_a_deck_of_two_colours_has_black_clubs(page: Page, server: Server) -> None:
    sit(page)
    colour = "name => getComputedStyle(document.documentElement).getPropertyValue(name)"
    assert page.evaluate(colour, "--suit-3") != page.evaluate(colour, "--suit-0")
    choose(page, server, "suits", "two")
    assert page.evaluate(colour, "--suit-3") == page.evaluate(colour, "--suit-0")


def test_the_first_page_and_the_table_are_light(page: Page) -> None:
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url) if request.method == "GET" else None)
    page.reload()
    sit(page)
    urls = {url.split("#")[0] for url in asked if "/stream" not in url}
    bodies = {url: page.request.get(url).body() for url in urls}
    assert any("cards" in url for url in bodies)
    assert any("htmx" in url for url in bodies)
    assert sum(len(gzip.compress(body, 6)) for body in bodies.values()) < MOST_BYTES
