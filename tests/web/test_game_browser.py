"""The page of a finished match in a real Chromium: turned by keys, buttons and links, shared, and checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.web.brief import match_of_two
from tests.web.browser import launch
from tests.web.player import send_away
from tests.web.server import Server

PATIENCE = 60_000
PHONE, DESK = (390, 844), (1440, 900)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("home")).start()
    yield found
    send_away()
    found.kill()


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    """Where a finished match has its page."""
    return server.address + match_of_two(server.address)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


complaints: list[str] = []


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Fail a test whose pages complained."""
    complaints.clear()
    yield
    assert complaints == []


def opened(
    browser: Browser, address: str, *, size: tuple[int, int] = PHONE, locale: str = "en", scripts: bool = True
) -> Page:
    """Return the page in the browser of a stranger, who has been here never before."""
    context: BrowserContext = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=locale, java_script_enabled=scripts
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(address)
    return page


def at(page: Page, hand: int, step: int) -> None:
    """Wait until the page, and its address, are at a moment."""
    page.locator(f"#replay[data-lines='{hand} {step}']").wait_for()
    page.wait_for_url(f"**?hand={hand}&step={step}&eyes=*")


LONG_PILE = """() => {
  const heap = document.querySelector("#replay .heap:nth-child(2)");
  const fan = Object.assign(document.createElement("div"), { className: "fan" });
  fan.tabIndex = 0;
  for (let place = 0; place < 60; place++) fan.append(heap.querySelector(".card").cloneNode(true));
  heap.after(fan);
}"""
"""Puts 60 cards beneath the top of the pile."""


def test_keys_and_buttons_turn_the_match_and_the_address_follows(browser: Browser, address: str) -> None:
    page = opened(browser, address, size=DESK)
    page.keyboard.press("ArrowRight")
    at(page, 1, 1)
    page.locator("#on").click()
    at(page, 1, 2)
    assert page.locator("#said").inner_text() == page.locator(".told .said").first.inner_text()
    page.keyboard.press("ArrowLeft")
    at(page, 1, 1)
    page.keyboard.press("Shift+ArrowRight")
    at(page, 2, 0)
    page.keyboard.press("ArrowLeft")
    page.locator("#replay .told b").wait_for()
    page.keyboard.press("e")
    page.locator("#replay .eyes [aria-current]", has_text="saw it").wait_for()
    assert "eyes=0" in page.url
    before = page.locator("#replay").inner_text()
    page.reload()
    assert page.locator("#replay").inner_text() == before
    page.context.close()


def test_a_shared_moment_opens_for_a_stranger_without_cookies_or_scripts(
    browser: Browser, address: str
) -> None:
    page = opened(browser, f"{address}?hand=1&step=1&eyes=1", scripts=False)
    said = page.locator(".told .said").first.inner_text()
    for _step in range(3):
        page.context.clear_cookies()
        page.locator("#on").click()
        page.wait_for_load_state()
    assert page.locator("#replay").get_attribute("data-lines") == "1 4"
    assert page.locator(".told .said").first.inner_text() != said
    page.locator(".moves-list a").first.click()
    page.wait_for_url("**?hand=1&step=1&eyes=1")
    assert page.locator(".told .said").first.inner_text() == said
    page.locator(".eyes a").first.click()
    page.wait_for_url("**?hand=1&step=1&eyes=all")
    assert page.locator("#replay .zone .card[data-card]").count() >= 20
    page.context.close()


def test_the_link_is_copied_and_the_record_downloaded(browser: Browser, address: str) -> None:
    page = opened(browser, address)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copy]").click()
    page.locator("[data-copy]", has_text="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == address
    with page.expect_download() as waiting:
        page.locator("a[href$='/record']").click()
    assert waiting.value.suggested_filename.endswith(".gin")
    page.context.close()


@pytest.mark.parametrize(
    ("change", "fails", "stands"),
    [
        ("card", ["is to be"], ["fingerprint"]),
        ("cut", ["Hand 1: card"], ["fingerprint"]),
        ("secret", ["another fingerprint", "Hand 1: card"], []),
    ],
)
def test_every_hand_is_checked_and_a_tampered_copy_fails_and_says_why(
    browser: Browser, address: str, change: str, fails: list[str], stands: list[str]
) -> None:
    page = opened(browser, address)
    hands = page.locator("#replay .hands a").count()
    page.locator("[data-do=check]").click()
    page.locator(".verdict.good").wait_for()
    assert page.locator(".verdict li.good", has_text="Hand ").count() == hands
    assert page.locator(".verdict li.bad").count() == 0
    page.locator(f"[data-do={change}]").click()
    page.locator(".verdict.bad .changed", has_text="Changed in this copy").wait_for()
    assert page.locator(".verdict.bad .why").inner_text()
    for text in fails:
        assert page.locator(".verdict li.bad", has_text=text).count() >= 1
    for text in stands:
        assert page.locator(".verdict li.good", has_text=text).count() >= 1
    page.locator("[data-do=check]").click()
    page.locator(".verdict.good").wait_for()
    page.context.close()


OTHER_CARDS = """() => {
  const notes = JSON.parse(localStorage.hands);
  localStorage.hands = JSON.stringify(notes.map((note) => ({ ...note, cards: note.cards.with(0, "??") })));
}"""


@pytest.mark.parametrize(("locale", "size"), [("en", DESK), ("fr", PHONE), ("ru", (360, 740))])
def test_it_fits_and_everybody_can_read_it(
    browser: Browser, address: str, locale: str, size: tuple[int, int]
) -> None:
    page = opened(browser, f"{address}?hand=1&step=3", size=size, locale=locale)
    page.locator("[data-do=secret]").click()
    page.locator(".verdict.bad").wait_for()
    page.evaluate(LONG_PILE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page).response["violations"]
    assert [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")] == []
    page.context.close()


def test_the_browser_notes_the_fingerprint_and_its_cards_and_compares(
    browser: Browser, server: Server
) -> None:
    page = opened(browser, server.address)
    promised = page.locator("form[action='/play'] code.hash").text_content()
    page.locator(".hero button.primary").click()
    page.locator("#board[data-dealt='1'] .hand .card[tabindex]").first.wait_for()
    page.locator(".menu-drawer > summary").click()
    page.locator("details.leave summary").click()
    page.locator("details.leave button").click()
    page.locator("section.end [data-do=check]").click()
    page.locator(".verdict.good li", has_text="noted the same fingerprint").wait_for()
    page.locator(".verdict.good li", has_text="held the cards of these deals").wait_for()
    assert page.locator(".check code.hash").first.text_content() == promised
    page.evaluate(OTHER_CARDS)
    page.locator("section.end a[href^='/games/']").first.click()
    page.locator("#replay").wait_for()
    page.locator("[data-do=check]").click()
    page.locator(".verdict.bad li.bad", has_text="Hand 1: this browser was dealt other cards").wait_for()
    assert page.locator(".verdict li.bad").count() == 1
    page.context.close()
