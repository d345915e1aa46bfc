"""The page of a finished match in a real Chromium: navigation by keys, buttons and links, sharing, check."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.browser import DESK, PHONE, Visits, look_over
from tests.web.clicks import open_check
from tests.web.scenes import Scenes
from tests.web.server import Server
from tests.web.short_matches import match_of_two


@pytest.fixture(scope="module")
def address(lasting_server: Server) -> str:
    """Address of the page of a finished match."""
    return lasting_server.address + match_of_two(lasting_server.address)


def at(page: Page, hand: int, step: int) -> None:
    """Wait until the page and its address are at a moment."""
    page.locator(f"#replay[data-lines='{hand} {step}']").wait_for()
    page.wait_for_url(f"**?hand={hand}&step={step}&eyes=*")


LONG_PILE = """() => {
  const heap = document.querySelector("#replay .heap:nth-child(2)");
  const fan = Object.assign(document.createElement("div"), { className: "fan" });
  fan.tabIndex = 0;
  for (let place = 0; place < 60; place++) fan.append(heap.querySelector(".card").cloneNode(true));
  heap.after(fan);
}"""
"""Puts 60 cards below the top of the pile."""
SIDEWAYS = """() => [...document.querySelectorAll(".hands, .hands a, .centre, .fan")].filter(one =>
  one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1)
  .map(one => one.outerHTML.slice(0, 99))"""
CLIPPED = """() => { const [hands, now] = [".hands", ".hands [aria-current]"].map(one =>
  document.querySelector(one).getBoundingClientRect());
  return now.top < hands.top || now.bottom > hands.bottom; }"""


NEXT_TO = """() => {
  const text = document.createRange();
  text.selectNodeContents(document.querySelector(".lead"));
  const [lead, deeds, hands] = [text, ...document.querySelectorAll(".lead + .deeds, .hands")]
    .map(one => one.getBoundingClientRect());
  return lead.right < deeds.left && deeds.top < lead.bottom && deeds.bottom <= hands.top;
}"""
"""Returns whether the buttons stand next to the heading and above the list of hands."""


def test_the_buttons_of_a_match_stand_next_to_its_heading_on_a_desk(visits: Visits, address: str) -> None:
    page = visits.open(address, size=DESK)
    assert page.evaluate(NEXT_TO)


@pytest.mark.long
def test_keys_and_buttons_turn_the_match_and_the_address_follows(visits: Visits, address: str) -> None:
    page = visits.open(address, size=DESK, motion=True, strict=True)
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


def test_the_focus_stays_in_a_list_of_moments_and_the_view_is_heard(visits: Visits, address: str) -> None:
    page = visits.open(address, size=DESK)
    for place, hand, step in ((".hands a >> nth=1", 2, 0), (".moves-list a >> nth=1", 2, 2)):
        page.locator(f"#replay {place}").focus()
        page.keyboard.press("Enter")
        at(page, hand, step)
        page.wait_for_function("() => document.activeElement.matches('#replay a[aria-current]')")
    page.locator("#eyes-0").focus()
    page.keyboard.press("Enter")
    page.locator("#said", has_text=page.locator("#eyes-0").inner_text()).wait_for(state="attached")


@pytest.mark.long
def test_a_shared_moment_opens_for_a_stranger_without_cookies_or_scripts(
    visits: Visits, address: str
) -> None:
    page = visits.open(f"{address}?hand=1&step=1&eyes=1", scripts=False, strict=True)
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


def test_the_link_is_copied_and_the_record_downloaded(visits: Visits, address: str) -> None:
    page = visits.open(address, strict=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copy]").click()
    page.locator("[data-copy]", has_text="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == address
    with page.expect_download() as waiting:
        page.locator("a[href$='/record']").click()
    assert waiting.value.suggested_filename.endswith(".gin")


@pytest.mark.parametrize(
    ("change", "fails", "stands"),
    [
        ("card", ["is to be"], ["fingerprint"]),
        ("cut", ["Hand 1: card"], ["fingerprint"]),
        ("secret", ["another fingerprint", "Hand 1: card"], []),
    ],
)
def test_every_hand_is_checked_and_a_tampered_copy_fails_and_says_why(
    visits: Visits, address: str, change: str, fails: list[str], stands: list[str]
) -> None:
    page = visits.open(address, strict=True)
    hands = page.locator("#replay .hands a").count()
    open_check(page)
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


OTHER_CARDS = """() => {
  const notes = JSON.parse(localStorage.hands);
  localStorage.hands = JSON.stringify(notes.map((note) => ({ ...note, cards: note.cards.with(0, "??") })));
}"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("locale", "size"), [("en", DESK), ("fr", PHONE), ("ru", ViewportSize(width=360, height=740))]
)
def test_it_fits_and_everybody_can_read_it(
    visits: Visits, address: str, locale: str, size: ViewportSize
) -> None:
    page = visits.open(f"{address}?hand=1&step=3", size=size, locale=locale, strict=True)
    open_check(page)
    page.locator("[data-do=secret]").click()
    page.locator(".verdict.bad").wait_for()
    page.evaluate(LONG_PILE)
    look_over(page)


def test_the_browser_notes_the_fingerprint_and_its_cards_and_compares(visits: Visits, server: Server) -> None:
    page = visits.open(server.address, strict=True)
    promised = page.locator("form[action='/play'] code.hash").text_content()
    page.locator(".hero button.primary").click()
    page.locator("#board[data-dealt='1'] .hand .card[tabindex]").first.wait_for()
    page.locator(".menu-drawer > summary").click()
    page.locator("details.leave summary").click()
    page.locator("details.leave button").click()
    open_check(page)
    page.locator("section.end [data-do=check]").click()
    page.locator(".verdict.good li", has_text="noted the same fingerprint").wait_for()
    page.locator(".verdict.good li", has_text="held the cards of these deals").wait_for()
    assert page.locator(".check code.hash").first.text_content() == promised
    page.evaluate(OTHER_CARDS)
    page.locator("section.end a[href^='/games/']").first.click()
    page.locator("#replay").wait_for()
    open_check(page)
    page.locator("[data-do=check]").click()
    page.locator(".verdict.bad li.bad", has_text="Hand 1: this browser was dealt other cards").wait_for()
    assert page.locator(".verdict li.bad").count() == 1


@pytest.mark.parametrize("size", [PHONE, ViewportSize(width=1440, height=600)])
def test_the_steps_stay_in_sight(visits: Visits, address: str, size: ViewportSize) -> None:
    page = visits.open(address, size=size)
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")
    box = page.locator("#on").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("name", ["standard", "oklahoma_extra"])
def test_no_row_of_a_match_of_many_hands_rolls_sideways_on_a_phone(
    visits: Visits, served: tuple[Server, Scenes], name: str, width: int
) -> None:
    server, scenes = served
    address = server.address + scenes.tables[f"finished {name}"].replace("tables", "games")
    page = visits.open(address, size=ViewportSize(width=width, height=664), locale="ru")
    page.locator(".hands a").last.click()
    page.locator(".hands a:last-child[aria-current]").wait_for()
    page.locator(".moves-list a").last.click()
    page.locator(".fan .card").first.wait_for()
    assert page.evaluate(SIDEWAYS) == []
    assert not page.evaluate(CLIPPED)
    page.evaluate(LONG_PILE)
    assert page.evaluate(SIDEWAYS) == []
