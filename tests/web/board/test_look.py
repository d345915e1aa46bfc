"""Look and motion of the table in a real Chromium."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from tests.web.browser import Visits
from tests.web.clicks import ask_for_a_hint, open_table
from tests.web.server import Server

SPRITE = Path(__file__).parents[3] / "src/ginrummy/web/design/static/design/cards.svg"
MOST_BYTES = 82_500
NEWS = "/board"
"""End of the address of a board that is fetched again, where the bot has moved while the page came."""


@pytest.fixture
def page(visits: Visits, server: Server) -> Page:
    """A phone at a table, with the visitor to move."""
    return open_table(visits, server, has_touch=True, strict=True)


def choose(page: Page, server: Server, name: str, value: str) -> None:
    """Set a preference on the settings page, and return to the page before."""
    before = page.url
    page.goto(f"{server.address}/settings")
    page.locator(f"input[name={name}][value={value}]").check()
    page.locator("form.settings button.primary").click()
    page.goto(before)


def test_every_card_is_drawn_and_no_face_down_card_says_what_it_is(page: Page) -> None:
    names = set(re.findall(r'<symbol id="(\w+)"', SPRITE.read_text("utf-8")))
    assert names >= {rank + suit for rank in "A23456789TJQK" for suit in "SHDC"}
    drawn = page.locator("#board .hand .card").evaluate_all(
        "all => all.map(card => [card.dataset.card, card.querySelector('use').href.baseVal.split('#')[1]])"
    )
    assert len(drawn) >= 10
    assert all(card == symbol and symbol in names for card, symbol in drawn)
    for back in page.locator("#board .back, #board .card.reverse").all():
        assert "#back" in back.inner_html()
        assert back.get_attribute("data-card") is None
        assert not re.search(r"#[A-Z0-9]", back.inner_html())


def test_a_ten_keeps_within_its_card_wherever_it_lies(page: Page) -> None:
    page.locator("#board .card .index b").evaluate_all(
        "all => all.forEach(rank => { rank.textContent = '10'; rank.className = 'ten'; })"
    )
    widths = page.locator("#board .card .index .ten").evaluate_all(
        "all => all.map(ten => [ten.offsetWidth, ten.parentElement.offsetWidth])"
    )
    assert len(widths) > 10
    assert all(ten <= corner for ten, corner in widths), widths


def test_letters_stand_beside_the_suits_where_they_are_wished(page: Page, server: Server) -> None:
    assert page.locator("#board .index em").count() == 0
    choose(page, server, "letters", "on")
    letters = page.locator("#board .hand .index em").all_inner_texts()
    assert len(letters) >= 10
    assert set(letters) <= set("SHDC")


def test_a_deck_of_two_colours_has_black_clubs(page: Page, server: Server) -> None:
    colour = "name => getComputedStyle(document.documentElement).getPropertyValue(name)"
    assert page.evaluate(colour, "--suit-3") != page.evaluate(colour, "--suit-0")
    choose(page, server, "suits", "two")
    assert page.evaluate(colour, "--suit-3") == page.evaluate(colour, "--suit-0")


@pytest.mark.long
def test_the_first_page_and_the_table_are_light(visits: Visits, server: Server) -> None:
    page = visits.open(server.address, strict=True)
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url) if request.method == "GET" else None)
    page.reload()
    page.locator(".hero button.primary").click()
    page.wait_for_selector("#board[data-mine='1'] .hand .card[tabindex]")
    urls = {url.split("#")[0] for url in asked if "/stream" not in url and not url.endswith(NEWS)}
    bodies = {url: page.request.get(url).body() for url in urls}
    assert any("cards" in url for url in bodies)
    assert any("htmx" in url for url in bodies)
    assert sum(len(gzip.compress(body, 6)) for body in bodies.values()) < MOST_BYTES


def held(page: Page) -> list[str]:
    found = page.locator("#board .hand .card").evaluate_all("all => all.map(card => card.dataset.card)")
    return [str(code) for code in found]


def test_the_hand_is_put_in_an_own_order_by_keys_buttons_and_drag_and_stays(page: Page) -> None:
    first = held(page)
    page.locator("#board .hand .card").first.focus()
    with page.expect_response(lambda answer: answer.url.endswith("/settings")):
        page.keyboard.press("]")
    assert held(page) == [first[1], first[0], *first[2:]]
    page.keyboard.press("Shift+ArrowLeft")
    assert held(page) == first
    page.locator("#board .hand .card").nth(2).focus()
    page.keyboard.press("[")
    assert held(page) == [first[0], first[2], first[1], *first[3:]]
    one, other = (page.locator("#board .hand .place").nth(place).bounding_box() for place in (0, 4))
    assert one is not None
    assert other is not None
    page.mouse.move(one["x"] + 10, one["y"] + 30)
    page.mouse.down()
    page.mouse.move(other["x"] - 4, other["y"] + 30, steps=8)
    page.mouse.up()
    wished = [first[2], first[1], first[3], first[0], *first[4:]]
    assert held(page) == wished
    page.reload()
    page.wait_for_selector("#board .hand .card[tabindex]")
    assert held(page) == wished


def test_a_card_dropped_where_it_was_leaves_the_hand_as_it_was_held(page: Page) -> None:
    first = held(page)
    box = page.locator("#board .hand .card").nth(2).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 34, box["y"] + 34, steps=4)
    page.mouse.move(box["x"] + 22, box["y"] + 22, steps=4)
    page.mouse.up()
    assert held(page) == first
    assert page.locator("#board .hand").get_attribute("data-arrangement") == "melds"


MOVES = """() => {
  window.flights = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.flights += 1; return animate.apply(this, how); };
}"""


@pytest.mark.parametrize(("motion", "moves"), [("on", True), ("short", True), ("off", False)])
def test_cards_travel_as_the_player_wishes(page: Page, server: Server, motion: str, moves: bool) -> None:
    choose(page, server, "motion", motion)
    page.evaluate(MOVES)
    before = page.locator("#board").get_attribute("data-number")
    page.locator("#board .hand .card").first.focus()
    page.keyboard.press("Escape")
    for key in ("p", "d", "n"):
        page.keyboard.press(key)
    if page.locator("#board .hand button.card").count():
        page.locator("#board .hand button.card").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    page.wait_for_function("before => document.querySelector('#board').dataset.number != before", arg=before)
    page.wait_for_selector(
        "#board .log li:nth-child(4), #board[data-mine='1'] button.draw, #board .hand button.card",
        state="attached",
    )
    assert (page.evaluate("window.flights") > 0) is moves


def test_nothing_is_too_wide_and_every_button_and_rank_is_large_enough(page: Page) -> None:
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.locator("#board button:visible:not(.term)").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect())"
            ".filter(box => box.width < 44 || box.height < 44).length"
        )
        assert small == 0
        ranks = page.locator("#board .hand .index b, #board .pile .index b").evaluate_all(
            "all => all.map(one => one.offsetHeight)"
        )
        assert len(ranks) >= 10
        assert min(ranks) >= 8, f"{width}: a card does not show its rank"


def still_awaited(route: Route) -> None:
    """Respond like a server whose coach is still computing."""
    answer = route.fetch()
    text = (
        answer.text().replace(' data-again="600"', "").replace(" data-key=", ' data-again="600" data-key=', 1)
    )
    route.fulfill(response=answer, body=text)


PAUSES = """() => {
  window.pauses = [];
  window.looks = 0;
  let last = NaN;
  document.body.addEventListener("htmx:beforeRequest", () => window.pauses.push(Date.now() - last));
  document.body.addEventListener("htmx:afterSettle", () => {
    last = Date.now();
    window.looks += 1;
  });
}"""
"""Records the milliseconds from each response to the next request."""


def test_a_hint_that_takes_long_is_looked_for_every_few_seconds(page: Page) -> None:
    page.route(re.compile(r"/board\?hint="), still_awaited)
    page.clock.install()
    page.evaluate(PAUSES)
    page.locator("#board a.hint").click()
    for looks in range(1, 12):
        page.wait_for_function("looks => window.looks >= looks", arg=looks)
        page.clock.run_for(30_000)
    page.unroute_all(behavior="ignoreErrors")
    assert page.locator("#board .advice").is_visible()
    assert max(page.evaluate("pauses.slice(1)")) < 5000


@pytest.mark.long
def test_a_hint_gives_its_reason_and_a_card_taken_from_the_pile_goes_back(page: Page) -> None:
    ask_for_a_hint(page)
    advice = page.locator("#board .advice").inner_text()
    assert ": " in advice
    page.wait_for_selector("#board:not(.htmx-added)")
    with page.expect_response(lambda answer: "/board" in answer.url):
        page.evaluate("htmx.trigger('#board', 'moved')")
    assert ": " in page.locator("#board .advice").inner_text()
    for _turn in range(6):
        take = page.locator("#board .actions button.take")
        if take.count():
            break
        page.locator("#board .actions button.draw, #board .hand button.card").first.click()
        if page.locator("#discard:visible").count():
            page.locator("#discard").click()
        page.wait_for_selector("#board[data-mine='1']")
        page.wait_for_timeout(300)
    before = sorted(held(page))
    take.click()
    page.locator("#board button.undo").click()
    page.locator("#board .actions button.take").wait_for()
    assert sorted(held(page)) == before
    assert page.locator("#board button.undo").count() == 0
