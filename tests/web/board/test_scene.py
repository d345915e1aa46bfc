"""The end of a hand in a real Chromium: laid out on the felt, both sums with names, the animated score."""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, ViewportSize

from ginrummy.locale import LANGUAGES
from tests.web.board.test_felt import CUT_OFF
from tests.web.board.test_spectators import allow_watching
from tests.web.browser import GLANCE, Visits, rest
from tests.web.clicks import (
    LONGEST_PRESS,
    await_number,
    await_turn,
    click_on,
    mover_of,
    number_of,
    take_a_turn,
)
from tests.web.page_faults import seen_faults
from tests.web.player import Player
from tests.web.scenes import Scenes
from tests.web.server import Server
from tests.web.short_matches import RULES

SIZES = [ViewportSize(width=width, height=height) for width, height in ((390, 664), (820, 1180), (1440, 900))]
LAID = "all => all.map(card => card.dataset.card)"
MOVED = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, times) {
    window.flights.push([this.className, this.dataset?.card ?? "", times.delay ?? 0]);
    return animate.apply(this, [frames, times]);
  };
}"""
SLOW_STREAM = """
  delete window.SharedWorker;
  window.heard = 0;
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (kind, told) {
    const late = (event) => setTimeout(() => { told(event); window.heard += 1; }, 500);
    const here = (event) => { told(event); window.isHere ||= kind === "here"; };
    return listen.call(this, kind, kind === "message" ? late : here);
  };
  window.flown = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const flight = animate.apply(this, how);
    if (this.matches(".hand .new[data-card]")) window.flown.push(this.getBoundingClientRect().top);
    return flight;
  };"""
"""Delays events of every move, and records the starts of drawn cards' flights."""
COUNTED = """() => {
  window.totals = [];
  new MutationObserver(() => window.totals.push(document.querySelector(".points").innerText))
    .observe(document.body, {subtree: true, childList: true, characterData: true});
}"""

READ_ALOUD = """() => {
  window.aloud = [];
  new MutationObserver((changes) => window.aloud.push(
    ...changes.flatMap(({addedNodes}) => [...addedNodes].map(one => one.textContent))))
    .observe(document.querySelector("#heard"), {childList: true});
}"""
"""Records the lines that a screen reader reads."""
SPOKEN = "all => all.map(one => one.textContent.replace(/\\s+/g, ' ').trim())"

LEFT_OF_TALK = """end => { const [bar, talk] = [end, document.querySelector(".talk > details > summary")]
  .map(each => each.getBoundingClientRect()); return 0 <= bar.left && bar.right <= talk.left; }"""

TIMED = """() => {
  window.lengths = [];
  const timing = (one) => one.effect.getComputedTiming();
  addEventListener("animationstart", (event) => window.lengths.push(
    ...event.target.getAnimations({subtree: true}).filter(one => one.animationName)
      .map(one => timing(one).endTime - timing(one).delay)));
  addEventListener("animationend", (event) => window.lengths.push(event.elapsedTime * 1000));
}"""
"""Records the durations of animations at start and end: on a busy machine they are over too early."""


def opened(
    visits: Visits, served: tuple[Server, Scenes], name: str, *, who: str = "ada", **options: Any
) -> Page:
    """Return the page of a table of Ada's, or of `who`."""
    server, scenes = served
    page = visits.open("about:blank", **options)
    scenes.admit(page.context, who, server.address)
    page.goto(server.address + scenes.tables[name])
    return page


def answered_late(route: Route) -> None:
    """Delay the server's responses."""
    time.sleep(0.4)
    route.continue_()


def laid_off(page: Page) -> list[str]:
    return [str(code) for code in page.locator("#board .theirs .laid").evaluate_all(LAID)]


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en", "fr", "ru"])
def test_the_other_ways_to_lay_out_lie_within_the_window(
    visits: Visits, served: tuple[Server, Scenes], locale: str
) -> None:
    page = opened(visits, served, "lay-off", locale=locale)
    page.locator("#board .others > summary").click()
    for size in SIZES:
        page.set_viewport_size(size)
        box = page.locator("#board .others .panel").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]


@pytest.mark.parametrize(
    ("locale", "told"),
    [("en", "may not be discarded at once"), ("fr", "ne peut être"), ("ru", "нельзя сразу")],
)
def test_who_presses_the_card_just_taken_is_told_why_it_stays(
    visits: Visits, served: tuple[Server, Scenes], locale: str, told: str
) -> None:
    page = opened(visits, served, "discard", size=ViewportSize(width=390, height=664), locale=locale)
    page.locator("#board .hand button.card").first.dispatch_event("click")
    assert page.locator("#notice").inner_text() == ""
    page.locator("#board .hand span.card").dispatch_event("click")
    assert told in page.locator("#notice").inner_text()


@pytest.mark.long
def test_cards_laid_off_lie_on_the_felt_and_a_press_takes_each_back(
    visits: Visits, served_alone: tuple[Server, Scenes]
) -> None:
    page = opened(visits, served_alone, "lay-off", motion=True)
    button = page.locator("#board .slot > .layout")
    best, before = laid_off(page), number_of(page)
    assert len(best) >= 2
    label = button.inner_text()
    page.locator(f"#board .theirs .laid[data-card='{best[0]}']").click()
    assert best[0] not in laid_off(page)
    assert page.locator(f"#board .mine [data-card='{best[0]}']").count() == 1
    assert button.inner_text() != label
    page.locator(f"#board .mine [data-card='{best[0]}']").click()
    assert laid_off(page) == best
    assert button.inner_text() == label
    page.locator(f"#board .theirs .laid[data-card='{best[0]}']").click()
    chosen = laid_off(page)
    page.evaluate("htmx.trigger('#board', 'moved')")
    page.wait_for_timeout(500)
    assert laid_off(page) == chosen
    page.evaluate(COUNTED)
    button.click()
    await_number(page, before + 1)
    assert sorted(laid_off(page)) == sorted(chosen)
    sums = page.locator("#board .sums").inner_text()
    assert re.search(r"(Strong bot|You) \d+ − (You|Strong bot) \d+ = \d+", sums)
    assert page.locator("#board .zone .owns").count() == 2
    page.locator(".gained").wait_for(state="detached")
    assert len(set(page.evaluate("window.totals"))) > 3


def test_a_card_is_laid_another_way_by_keys_alone(visits: Visits, served: tuple[Server, Scenes]) -> None:
    page = opened(visits, served, "spread")
    proposed = page.locator("#board .slot > .layout").get_attribute("value")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.scene .movable')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.scene .movable')")
    assert page.locator("#board .slot > .layout").get_attribute("value") != proposed
    page.keyboard.press(" ")
    assert page.locator("#board .slot > .layout").get_attribute("value") == proposed


def test_the_key_k_does_what_the_one_closing_button_says_and_lay_offs_fly_one_after_another(
    visits: Visits, served_alone: tuple[Server, Scenes]
) -> None:
    page = opened(visits, served_alone, "knock")
    page.evaluate(MOVED)
    closing = page.locator("#board .knock-place > .closing").get_attribute("value")
    with page.expect_request("**/say") as said:
        page.keyboard.press("k")
    assert parse_qs(said.value.post_data or "")["move"] == [closing]
    page.wait_for_selector("#board.ended .owns")
    laid = page.locator("#board .laid").evaluate_all(LAID)
    flights = {card: delay for _name, card, delay in page.evaluate("window.flights")}
    others = [flights[card] for card in flights if card and card not in laid]
    waits = [flights[card] for card in laid]
    assert waits == sorted(waits)
    assert len(set(waits)) == len(waits)
    assert not waits or min(waits) > max(others)


def test_the_result_of_a_hand_is_heard_once(visits: Visits, served_alone: tuple[Server, Scenes]) -> None:
    page = opened(visits, served_alone, "big gin")
    page.evaluate(READ_ALOUD)
    page.keyboard.press("k")
    page.wait_for_selector("#board.ended .result", state="attached")
    result = page.locator("#board .result li").all_inner_texts()
    page.wait_for_function("last => window.aloud.includes(last)", arg=result[-1])
    page.evaluate("htmx.trigger('#board', 'moved')")
    page.wait_for_function("() => document.querySelector('#heard').textContent === ''")
    aloud = page.evaluate("window.aloud")
    assert [aloud.count(line) for line in result] == [1] * len(result)


def test_spectators_hear_the_result_of_a_hand(visits: Visits, served_alone: tuple[Server, Scenes]) -> None:
    dina = opened(visits, served_alone, "people knock", who="dina")
    bob = opened(visits, served_alone, "people knock", who="bob")
    for page in (dina, bob):
        allow_watching(page, "public")
    watcher = opened(visits, served_alone, "people knock", who="")
    watcher.evaluate(READ_ALOUD)
    click_on(dina)
    while not watcher.locator("#board.ended").count():
        take_a_turn(mover_of(dina, bob))
    lines = watcher.locator("#board :is(.how p, .sums)").evaluate_all(SPOKEN)
    assert " scores " in lines[-1]
    watcher.wait_for_function("last => window.aloud.includes(last)", arg=lines[-1])
    aloud = watcher.evaluate("window.aloud")
    assert [aloud.count(line) for line in lines] == [1] * len(lines)


def test_a_card_drawn_turns_over_where_it_lies_and_is_not_asked_for_twice(
    visits: Visits, served_alone: tuple[Server, Scenes]
) -> None:
    page = visits.open("about:blank", motion=True)
    page.add_init_script(SLOW_STREAM)
    served_alone[1].admit(page.context, "ada", served_alone[0].address)
    page.goto(served_alone[0].address + served_alone[1].tables["draw"])
    looks: list[str] = []
    page.on("request", lambda asked: looks.append(asked.url) if asked.method == "GET" else None)
    page.route("**/say", answered_late)
    hand = page.locator("#board .hand .card").first.evaluate("one => one.getBoundingClientRect().top")
    page.wait_for_function("() => window.isHere")
    page.locator("#board .actions button.draw").click()
    page.wait_for_selector("#board .hand .new[data-card]")
    page.wait_for_function("() => window.heard > 0")
    assert all(abs(top - hand) < 60 for top in page.evaluate("window.flown"))
    assert [url for url in looks if url.endswith("/board")] == []


@pytest.mark.long
def test_one_possible_way_plays_itself_and_several_wait(
    visits: Visits, served: tuple[Server, Scenes]
) -> None:
    page = opened(visits, served, "one way", motion=True)
    page.locator("#board:not(.choosing) .mine .owns").wait_for()
    page = opened(visits, served, "spread")
    before = number_of(page)
    page.wait_for_timeout(1500)
    assert number_of(page) == before
    assert page.locator("#board .scene .movable").count() > 0


def test_a_match_ends_with_its_turning_point_and_an_address_to_pass_on(
    visits: Visits, served: tuple[Server, Scenes]
) -> None:
    page = opened(visits, served, "finished hollywood_full")
    await_turn(page)
    assert re.search(
        r"hand \d+, \w+ for \d+ points|first hand to the last", page.locator(".turning").inner_text()
    )
    end = page.locator(".match-end")
    assert end.locator(".rival.won").count() == 1
    strokes = "lines => new Set(lines.map(line => getComputedStyle(line).stroke)).size"
    assert end.locator(".chart polyline").evaluate_all(strokes) == 2
    assert "Ada" not in end.inner_text(), "who reads is called “You” everywhere"
    assert not end.locator("code.hash").first.is_visible()
    end.locator("summary").first.click()
    page.locator("#board .scene:visible").wait_for()
    page.set_viewport_size(ViewportSize(width=360, height=640))
    assert seen_faults(page) == [], "nothing covers the last hand"
    end.locator("summary").first.click()
    table = page.locator(".match-end .sheet .scroll")
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    end.locator("[data-pass-on]").click()
    end.locator("[data-pass-on]", has_text="Copied").wait_for()
    assert "/games/" in page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_how_a_hand_has_ended_is_never_wider_than_a_phone(
    visits: Visits, served: tuple[Server, Scenes], language: str
) -> None:
    page = opened(visits, served, "big gin over", locale=language)
    assert seen_faults(page) == []


def test_the_head_of_the_sheet_stands_on_one_line(visits: Visits, served: tuple[Server, Scenes]) -> None:
    page = opened(visits, served, "finished standard")
    await_turn(page)
    lines = page.locator(".match-end .sheet .scroll thead th").evaluate_all(
        "all => all.map(one => {const text = document.createRange(); text.selectNodeContents(one);"
        " return Math.round(text.getBoundingClientRect().bottom);})"
    )
    assert len(lines) == 3
    assert len(set(lines)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headings_of_the_sheet_are_no_higher_than_a_few_lines(
    visits: Visits, served: tuple[Server, Scenes], language: str
) -> None:
    page = opened(visits, served, "finished oklahoma_extra", locale=language)
    sheet = page.locator(".match-end .sheet .scroll").first
    for size in SIZES:
        page.set_viewport_size(size)
        head = sheet.locator("thead").bounding_box()
        assert head is not None
        assert head["height"] < 64
        assert sheet.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.long
@pytest.mark.parametrize(("name", "motion"), [("gin", True), ("gin again", False)])
def test_a_flourish_is_brief_and_obeys_the_wish_for_less(
    visits: Visits, served_alone: tuple[Server, Scenes], name: str, motion: bool
) -> None:
    page = opened(visits, served_alone, name, motion=motion)
    page.evaluate(TIMED)
    page.locator("#board .knock-place > .gin").click()
    page.wait_for_selector("#board.ended .scene.gin")
    if motion:
        page.wait_for_function("() => lengths.length > 0", polling=GLANCE)
    rest(page)
    lengths = page.evaluate("lengths")
    assert bool(lengths) is motion
    assert all(length < 1000 for length in lengths)
    page.set_viewport_size({"width": 390, "height": 664})
    page.evaluate("document.querySelector('#board').classList.add('fresh')")
    rest(page)
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.long
@pytest.mark.parametrize("motion", [True, False])
def test_who_stays_sees_cards_fly_when_the_other_resigns_and_none_with_less_motion(
    visits: Visits, served: tuple[Server, Scenes], motion: bool
) -> None:
    server, _scenes = served
    host, guest = Player(server.address), Player(server.address)
    guest.join(host.lay())
    host.look()
    page = visits.open("about:blank", size=SIZES[0], motion=motion)
    session = guest.client.cookies["ginrummy_session"]
    page.context.add_cookies([{"name": "ginrummy_session", "value": session, "url": server.address}])
    page.goto(server.address + guest.path)
    page.wait_for_selector("#board .hand .card")
    page.evaluate(TIMED)
    host.look()
    assert host.say("resign").status_code in (200, 302)
    page.wait_for_selector("#board.match-over .rival.won")
    rest(page)
    assert page.locator("#board.just-over .bloom").count() == motion
    assert bool(page.evaluate("lengths")) is motion
    assert page.locator(".verdict-line").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


FINGERS = """() => {
  window.matchMedia = () => ({ matches: true });
  navigator.canShare = ({ files }) => files.every((file) => file.type.startsWith("image/"));
  window.shared = new Promise((done) => {
    navigator.share = async ({ files: [file] }) => done([file.name, file.type, file.size]);
  });
}"""


def test_a_hand_is_shared_as_a_file_or_downloaded(visits: Visits, served: tuple[Server, Scenes]) -> None:
    page = opened(visits, served, "hand over")
    await_turn(page)
    assert seen_faults(page) == []
    page.locator(".share > summary").click()
    assert page.locator(".share [data-pass-on]").count() == 0, "nobody else may follow a link yet"
    with page.expect_download() as found:
        page.locator(".share a", has_text="Picture").click()
    assert found.value.path().read_bytes().startswith(b"\x89PNG")
    page.evaluate(FINGERS)
    page.locator(".share a", has_text="Animation").click()
    name, kind, size = page.evaluate("window.shared")
    assert (name.endswith(".gif"), kind) == (True, "image/gif")
    assert 10_000 < size < 1_000_000


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_who_is_ready_first_reads_who_is_waited_for_and_reaches_both_buttons(
    visits: Visits, served: tuple[Server, Scenes], size: ViewportSize
) -> None:
    server, _scenes = served
    host, guest = Player(server.address), Player(server.address)
    guest.join(host.lay(**RULES))
    while "ended" not in host.page:
        for one in (host, guest):
            one.look()
            if one.is_awaited and "ended" not in one.page:
                one.say(one.choice())
    session = host.client.cookies["ginrummy_session"]
    page = visits.open(server.address + host.path, size=size, session=session)
    page.locator("#board button", has_text="Next hand").click()
    page.locator(".slot.second", has_text="to be ready for the next hand.").wait_for()
    for button, panel in ((".share > summary", ".share .panel"), (".talk summary", ".talk .panel")):
        page.locator(button).click(timeout=LONGEST_PRESS)
        assert page.locator(panel).is_visible()
        page.locator(button).click(timeout=LONGEST_PRESS)
    assert seen_faults(page) == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_folded_end_of_a_match_does_not_lie_below_the_conversation_on_a_phone(
    visits: Visits, server: Server, locale: str
) -> None:
    host, guest = Player(server.address), Player(server.address)
    guest.join(host.lay())
    guest.look()
    host.look()
    host.say("resign")
    page = visits.open("about:blank", size=SIZES[0], locale=locale)
    session = guest.client.cookies["ginrummy_session"]
    page.context.add_cookies([{"name": "ginrummy_session", "value": session, "url": f"{server.address}/"}])
    page.goto(server.address + guest.path)
    page.locator(".match-end summary:has(.verdict-line)").click()
    page.locator(".match-end > :not([open])").wait_for()
    assert page.locator(".match-end").evaluate(LEFT_OF_TALK)
