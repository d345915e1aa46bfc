"""The felt: everything fits the window, buttons stay in place, drag by mouse and finger."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, Route, ViewportSize

from ginrummy.locale import _, using_language
from ginrummy.players.registry import player_title
from tests.web.browser import Visits, rest
from tests.web.clicks import await_number, await_turn, number_of, open_table, take_a_turn
from tests.web.server import Server

SIZES = [(320, 568), (390, 664), (844, 390), (820, 1180), (720, 450), (1440, 900), (1920, 1080)]
ON_END = [(820, 1180), (390, 664)]
"""Portrait windows: there the line below the piles has most room to move them."""
AWAITED = """() => {
  document.querySelectorAll(".status > :not(.prompt)").forEach((one) => one.remove());
  document.querySelector(".status .prompt").classList.remove("mine");
}"""
"""Sets the line below the piles to its text while a bot is to play."""
ADD_WAITING = """(text) => {
  const said = Object.assign(document.createElement("p"), {className: "waiting", textContent: text});
  document.querySelector(".status .prompt").after(said);
}"""
LIES = """() => [...document.querySelectorAll("#board .piles, #board .stock, #board .hand.own")]
  .map((one) => one.getBoundingClientRect()).map((box) => [Math.round(box.left), Math.round(box.top)])"""
BUTTONS_LIE = """() => ["draw", "take", "pass", "closing", "layout", "hint", "sort"]
  .map((kind) => [kind, document.querySelector(
    `#board :is(.actions, .slot, .knock-place) > .${kind}`)])
  .filter(([, one]) => one?.checkVisibility())
  .map(([kind, one]) => [kind, one.getBoundingClientRect()])
  .map(([kind, box]) => [kind, Math.round(box.x), Math.round(box.y)])"""
"""Returns each visible kind of button with its position."""
SAID_WHOLE = """() => {
  const box = document.querySelector(".status .waiting").getBoundingClientRect();
  const hand = document.querySelector("#board .hand.own").getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= hand.bottom;
}"""
LENGTHEN = """(advice) => { advice.textContent = "Throw the 8♦: 38 points are left. ".repeat(4); }"""
ADVICE_IS_FREE = """() => {
  const [advice, strip, hand] = [".advice", ".strip", ".hand.own"].map((one) =>
    document.querySelector(`#board ${one}`).getBoundingClientRect());
  return advice.top >= strip.bottom && advice.bottom <= hand.top
    && advice.left >= 0 && advice.right <= innerWidth;
}"""
LATENCY = 0.4
"""Seconds that a distant server takes to respond."""

CUT_OFF = """() => [...document.querySelectorAll(
  "#board button, #board .prompt, #board .standing, #board .sums, #board .how, #board .knock-place")]
  .filter((one) => one.checkVisibility() && !one.closest(".drawer .panel, .others .panel"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => `${one.className}: ${one.textContent.trim().slice(0, 40)}`)"""
OUTSIDE = """() => [...document.querySelectorAll(
  "#board button, #board .place .card, #board summary, #board .count")]
  .filter((one) => one.checkVisibility() && !one.closest(".panel"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < -1 || box.top < 0 || box.right > innerWidth + 1)
  .concat([...document.querySelectorAll("#board .actions")].map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > innerHeight + 1))
  .map(([one, box]) => `${one.className} ${Math.round(box.left)} ${Math.round(box.bottom)}`)"""
SCROLLS = """() => document.documentElement.scrollHeight > innerHeight
  || document.documentElement.scrollWidth > innerWidth"""
SEEN_OF_EACH = """() => [...document.querySelectorAll("#board .hand .card")].map((card) => {
  const [index, next] = [card.querySelector(".index b"), card.closest(".place").nextElementSibling];
  const box = index.getBoundingClientRect();
  return (next ? next.querySelector(".index b").getBoundingClientRect().left : innerWidth) - box.right;
})"""


def seated(visits: Visits, server: Server, *, motion: bool = True, **options: Any) -> Page:
    """Return the page of a match against a bot, on a phone, with the visitor to move."""
    size = ViewportSize(width=390, height=664)
    return open_table(visits, server, size=size, motion=motion, **options)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Resize the window."""
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    rest(page)


def layout_faults(page: Page) -> list[str]:
    """Return elements that are clipped, outside the window or covered by a neighbour."""
    found = [*page.evaluate(CUT_OFF), *page.evaluate(OUTSIDE)]
    if page.evaluate(SCROLLS):
        found.append("the page scrolls")
    return found + [f"an index is hidden by {-gap}" for gap in page.evaluate(SEEN_OF_EACH) if gap < -2]


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en", "fr", "ru"])
def test_the_table_fits_every_window_nothing_is_cut_off_and_the_piles_stay_where_they_are(
    visits: Visits, server: Server, locale: str
) -> None:
    page = seated(visits, server, locale=locale, motion=False)
    wrong: dict[tuple[int, int], list[str]] = {}
    tops: dict[tuple[int, int], dict[int, str]] = {size: {} for size in ON_END}

    def look(size: tuple[int, int]) -> None:
        resize(page, size)
        if size in ON_END and not page.locator("#board.showdown, #board.ended").count():
            box = page.locator("#board .piles").bounding_box()
            assert box is not None
            tops[size].setdefault(round(box["y"]), page.locator("#board .status").inner_text())

    for turn in range(4):
        if turn % 2 and page.locator("#board .hand button.card").count():
            page.locator("#board .hand .card").first.focus()
            page.keyboard.press("Enter")
        for size in SIZES:
            look(size)
            if found := layout_faults(page):
                wrong[size] = found
        take_a_turn(page)
        for size in ON_END:
            look(size)
        await_turn(page)
    assert wrong == {}
    assert [len(found) for found in tops.values()] == [1, 1], tops
    assert_piles_stay_while_a_bot_thinks(page, locale)


def assert_piles_stay_while_a_bot_thinks(page: Page, locale: str) -> None:
    with using_language(locale):
        said = _("{name} is thinking; this page refreshes itself.")
        text = said.format(name=player_title("champion"))
    page.evaluate(AWAITED)
    for size in SIZES:
        resize(page, size)
        before = page.evaluate(LIES)
        page.evaluate(ADD_WAITING, text)
        rest(page)
        assert page.evaluate(LIES) == before, size
        assert page.evaluate(SAID_WHOLE), size
        page.evaluate("document.querySelector('.status .waiting').remove()")


@pytest.mark.long
def test_a_hint_moves_nothing(visits: Visits, server: Server) -> None:
    page = seated(visits, server, motion=False)
    before = {}
    for size in SIZES:
        resize(page, size)
        before[size] = page.evaluate(LIES)
    page.locator("#board a.hint").click()
    page.locator("#board .advice").evaluate(LENGTHEN)
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(LIES) == before[size], size
        assert page.evaluate(ADVICE_IS_FREE), size


@pytest.mark.long
def test_a_button_stays_where_it_is_while_a_hand_is_played(visits: Visits, server: Server) -> None:
    page = seated(visits, server, motion=False)
    places: dict[str, set[tuple[int, int]]] = {}
    for _turn in range(14):
        rest(page)
        for kind, x, y in page.evaluate(BUTTONS_LIE):
            places.setdefault(kind, set()).add((x, y))
        if page.locator("#board.ended").count():
            break
        take_a_turn(page)
        await_turn(page)
    assert len(places) >= 3
    assert {kind: len(found) for kind, found in places.items()} == dict.fromkeys(places, 1)


def centre(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box is not None
    return box["x"] + min(box["width"], 24) / 2, box["y"] + box["height"] / 2


def by_mouse(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=9)
    page.mouse.up()


def by_finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    touch = page.context.new_cdp_session(page)
    send(touch, "touchStart", start)
    for step in range(1, 10):
        part = step / 9
        send(
            touch, "touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def send(touch: CDPSession, kind: str, at: tuple[float, float]) -> None:
    touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})


Carry = Callable[[Page, tuple[float, float], tuple[float, float]], None]


@pytest.mark.long
@pytest.mark.parametrize("carry", [by_mouse, by_finger])
def test_cards_are_carried_in_every_phase_with_motion_on(
    visits: Visits, server: Server, carry: Carry
) -> None:
    page = seated(visits, server, has_touch=carry is by_finger)
    done: set[str] = set()
    for _turn in range(40):
        await_turn(page)
        rest(page)
        before = number_of(page)
        if page.locator("#board .stock button.card").count() and "draw" not in done:
            carry(
                page,
                centre(page.locator("#board .stock button.card")),
                centre(page.locator("#board .hand .card").last),
            )
            done.add("draw")
        elif page.locator("#board .pile button.card").count() and "take" not in done:
            carry(
                page,
                centre(page.locator("#board .pile button.card")),
                centre(page.locator("#board .hand .card").last),
            )
            done.add("take")
        elif page.locator("#board .hand button.card").count() and "discard" not in done:
            cards = page.locator("#board .hand .card")
            codes = cards.evaluate_all("all => all.map(card => card.dataset.card)")
            carry(page, centre(cards.first), centre(cards.nth(3)))
            moved = cards.evaluate_all("all => all.map(card => card.dataset.card)")
            assert moved != codes
            assert sorted(moved) == sorted(codes)
            thrown = cards.first.get_attribute("data-card")
            carry(page, centre(cards.first), centre(page.locator("#board .pile")))
            await_number(page, before + 1)
            assert page.locator(f"#board .hand [data-card='{thrown}']").count() == 0
            done.add("discard")
            continue
        else:
            take_a_turn(page)
            if page.locator("#board.ended").count() and done >= {"draw", "discard"}:
                break
            continue
        await_number(page, before + 1)
        if done == {"draw", "take", "discard"}:
            break
    assert done >= {"draw", "discard"}


PRESSED = """() => new Promise((done) => {
  const card = [...document.querySelectorAll("#board .hand button.card")].at(-1);
  const press = (kind) => card.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1 }));
  document.body.addEventListener("htmx:afterRequest", () => setTimeout(() => {
    const stays = card.isConnected;
    press("pointerup");
    card.click();
    done(stays);
  }), { once: true });
  press("pointerdown");
  setTimeout(() => htmx.trigger("#board", "moved"), 100);
})"""

FLOWN = """() => {
  const card = document.querySelector("#board .hand button.card");
  const press = { bubbles: true, pointerId: 1 };
  card.dispatchEvent(new PointerEvent("pointerdown", press));
  document.querySelector("#board .play").dispatchEvent(new PointerEvent("pointerup", press));
  return card.matches(".chosen");
}"""


def test_a_press_is_not_lost_where_the_board_is_drawn_anew_and_the_card_can_be_asked_about(
    visits: Visits, server: Server
) -> None:
    page = seated(visits, server)
    while not page.locator("#board .hand button.card").count():
        take_a_turn(page)
        await_turn(page)
    assert page.evaluate(f"() => ({FLOWN})() && ({PRESSED})()")  # one press right after the other
    page.locator("#discard:not([hidden])").wait_for()
    page.reload()
    page.wait_for_selector("#board[data-mine='1'] .hand .card[tabindex]")
    bulb = page.locator("#board a.hint .line >> visible=true").inner_html()
    page.locator("#board .hand button.card").last.click()
    page.locator("#discard:not([hidden])").wait_for()
    assert page.locator("#board a.hint .line >> visible=true").inner_html() != bulb
    card = page.locator("#discard").get_attribute("value")
    page.locator("#board a.hint[title='How safe is this card?']").click()
    page.locator(f"#board[hx-get$='about={card}'] .advice").wait_for()


@contextmanager
def far_away(page: Page) -> Iterator[None]:
    """Delay every response of the server."""

    def late(route: object) -> None:
        time.sleep(LATENCY)
        route.continue_()  # type: ignore[attr-defined]  # playwright gives its Route

    page.route("**/say", late)
    yield
    page.unroute("**/say")


@pytest.mark.long
def test_a_card_lies_on_the_pile_at_once_however_far_the_server_is(visits: Visits, server: Server) -> None:
    page = seated(visits, server)
    while not page.locator("#board .hand button.card").count():
        take_a_turn(page)
        await_turn(page)
    page.locator("#board .hand button.card").last.click()
    with far_away(page):
        shown = page.evaluate(
            """() => new Promise((done) => {
              const [button, since] = [document.getElementById("discard"), performance.now()];
              const code = button.value;
              button.click();
              requestAnimationFrame(() => done({
                after: performance.now() - since,
                lies: Boolean(document.querySelector(`.pile [data-card="${code}"]`)),
                held: Boolean(document.querySelector(`.hand [data-card="${code}"]`)),
              }));
            })"""
        )
    assert shown["lies"]
    assert not shown["held"]


def test_a_move_is_seen_though_news_of_the_board_come_while_it_is_said(
    visits: Visits, server: Server
) -> None:
    page, held = seated(visits, server), dict[str, Route]()

    def hold(route: Route) -> None:
        if held.setdefault(route.request.method, route) is not route:
            route.continue_()

    while not page.locator("#board .actions button.draw").count():
        take_a_turn(page)
        await_turn(page)
    before = number_of(page)
    page.route("**/board", hold)
    page.route("**/say", hold)
    with page.expect_request("**/board"):
        page.evaluate("htmx.trigger('#board', 'moved')")
    with page.expect_request("**/say"):
        page.keyboard.press("d")
    with page.expect_response("**/board") as news:
        held["GET"].continue_()
    assert f'data-number="{before}"' in news.value.text()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    held["POST"].continue_()
    await_number(page, before + 1)


def test_a_move_without_an_answer_is_said_to_be_undone(visits: Visits, server: Server) -> None:
    page = seated(visits, server)
    while not page.locator("#board .actions button.draw").count():
        take_a_turn(page)
        await_turn(page)
    before, held = number_of(page), page.locator("#board .hand .card").count()
    page.route("**/say", lambda route: route.abort())
    page.locator("#board .actions button.draw").click()
    page.locator("#notice", has_text="did not arrive").wait_for()
    assert (number_of(page), page.locator("#board .hand .card").count()) == (before, held)
    page.unroute("**/say")
    page.locator("#board .actions button.draw").click()
    await_number(page, before + 1)
    assert page.locator("#notice").inner_text() == ""


WORK = """() => {
  window.told = 0;
  window.ways = [];
  document.body.addEventListener("htmx:beforeCleanupElement", () => { window.told += 1; });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const flight = animate.call(this, frames, how);
    const moved = flight.effect.getKeyframes().map((one) => Object.keys(one).sort().join());
    window.ways.push([flight.effect.composite, ...moved]);
    return flight;
  };
}"""
"""Records slow operations: events for removed elements, additive animations."""


@pytest.mark.long
def test_a_move_is_drawn_without_laying_the_whole_table_out_for_each_frame(
    visits: Visits, server: Server
) -> None:
    page = seated(visits, server)
    page.evaluate(WORK)
    for _turn in range(3):
        take_a_turn(page)
        await_turn(page)
    ways = page.evaluate("window.ways")
    assert len(ways) > 3
    assert {composite for composite, *_frames in ways} == {"replace"}
    assert {frame for _composite, *frames in ways for frame in frames} == {
        "composite,computedOffset,easing,offset,transform"
    }
    assert page.evaluate("window.told") == 0
    assert page.locator("#board").evaluate_all("all => all.map((one) => one.className.includes('htmx'))") == [
        False
    ]


@pytest.mark.long
def test_an_answer_to_a_move_is_one_and_compressed(visits: Visits, server: Server) -> None:
    page = seated(visits, server, motion=False)
    answers: list[tuple[str, str, str]] = []
    page.on(
        "response",
        lambda one: answers.append((one.request.method, one.url, one.headers.get("content-encoding", ""))),
    )
    beyond = []
    for _turn in range(3):  # if the stream is slower than the response, it requests the own move again
        answers.clear()
        before = number_of(page)
        take_a_turn(page)
        await_turn(page)
        page.wait_for_timeout(500)
        moves = [one for one in answers if one[0] == "POST" and one[1].endswith("/say")]
        looks = [one for one in answers if "/board" in one[1]]
        assert len(moves) == 1
        beyond.append(len(looks) - (number_of(page) - before - 1))
    assert min(beyond) <= 0
    assert {one[2] for one in (*moves, *looks)} == {"gzip"}
